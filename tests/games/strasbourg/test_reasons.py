"""Reasons for illegal actions match the rules."""

from __future__ import annotations

import zunft
from tests.games.strasbourg.positions import at_step, choices, planning, play, reveal, single_stacks
from zunft.games.strasbourg.city import CORNER_IDS
from zunft.games.strasbourg.game import Strasbourg

GAME = zunft.load("strasbourg")
NAMES = ("Anna", "Bert", "Cleo", "Dora")


def why(table: Strasbourg, text: str, language: str = "en", player: int | None = None) -> str:
    found = zunft.why_not(table, GAME.parse(text), player)
    assert found is not None, f"{text} is legal"
    assert not found.general
    return found.say(GAME.texts[language].with_names(NAMES))


def vintners(coins: int = 3, **more: dict[int, list[str]]) -> Strasbourg:
    """Step B: player 1 has won the vintners' first rank and chooses a field."""
    table = at_step("B", single_stacks(0, 1), start=0, coins={0: coins}, **more)  # type: ignore[arg-type]
    reveal(table, 6)
    play(table, "pass")
    assert table.decision(0) == "field"
    return table


def fields(table: Strasbourg, guild: str) -> dict[str, int]:
    """Fields of a guild and their prices."""
    squares = table.view(None)["map"]["squares"]
    return {square["id"]: square["price"] for square in squares if square["guild"] == guild}


def test_a_field_that_costs_too_much() -> None:
    table = vintners(coins=3)
    dear = next(field for field, price in fields(table, "vintners").items() if price == 4)
    assert why(table, f"field {dear}") == "This field costs 4 coins, but you have only 3 coins."
    assert why(table, f"field {dear}", "de") == "Dieses Feld kostet 4 Münzen, du hast aber nur 3 Münzen."
    assert why(table, f"field {dear}", "ru") == "Участок стоит 4 монеты, а монет у вас: 3."


def test_a_field_of_another_guild_and_a_plot() -> None:
    table = vintners()
    other = next(iter(fields(table, "bakers")))
    assert why(table, f"field {other}") == "This step is about the vintners. The field belongs to the bakers."
    plot = table.view(None)["map"]["plots"][0]
    assert why(table, f"field {plot}") == "A plot is for buildings, not for members."


def test_a_field_that_is_taken() -> None:
    table = at_step("B", single_stacks(0, 1), start=0)
    mine, taken, *_ = fields(table, "vintners")
    table = vintners(city={0: [mine], 1: [taken]})
    assert why(table, f"field {taken}") == f"Bert already has a member on {taken}."
    assert why(table, f"field {mine}") == f"You already have a member on {mine}."


def test_to_decide_later_takes_a_privilege_and_somebody_to_wait_for() -> None:
    table = at_step("A", single_stacks(0, 1), start=0, privileges={1: 1})
    assert why(table, "defer") == "To decide later you give back a privilege, and you have none."
    play(table, "pass")
    assert why(table, "defer") == "Nobody is left to wait for: you decide last."


def test_stacks_that_are_not_there_or_the_same() -> None:
    table = at_step("A", {0: [[3], [3]], 1: [[2]]}, start=0)
    assert why(table, "reveal 3") == "There is no such stack. You have 2 stacks."
    assert why(table, "reveal 4") == "There is no such stack. You have 2 stacks."
    assert why(table, "reveal 2") == "Stack 1 has the same cards: choose that one."
    assert "reveal 1" in choices(table)


def test_joining_a_stack_that_is_not_there() -> None:
    table = planning({0: ([4, 5], ())}, planning="turn_order")
    while "new-stack" not in choices(table):
        play(table, choices(table)[0])
    assert why(table, "join 2") == "There is no such stack. You have 1 stack."


def test_goods_that_one_does_not_have() -> None:
    table = at_step("C", single_stacks(0), start=0, goods={0: ["barrel"]})
    reveal(table, 6)
    assert why(table, "sell shoe") == "You do not have a shoe to sell."
    assert "sell barrel" in choices(table)


def test_a_card_that_is_not_in_the_stack() -> None:
    table = at_step("C", single_stacks(0, 1), start=0)
    reveal(table, 6)
    reveal(table, 5)
    while table.decision(table.current_player()) != "reclaim":
        play(table, "enough")
    assert why(table, "reclaim 2") == "This stack has no 2, only 5."


def test_where_chapels_and_buildings_go() -> None:
    table = at_step("H", seats={"church": 0, "nobility": 0}, round=2)
    spots = table.parts.city.spots
    taken = next(spot for spot in table.view(None)["chapels"])
    assert why(table, f"chapel {taken}") == "A chapel already stands here."
    empty = next(corner for number, corner in enumerate(CORNER_IDS) if number not in spots)
    assert why(table, f"chapel {empty}") == "This corner is not a chapel spot."
    play(table, choices(table)[0])
    built = next(tile for tile in table.view(None)["tiles"] if tile["plot"])
    assert why(table, f"build {built['plot']}").startswith("A building already stands here: the ")
    field = next(iter(fields(table, "bakers")))
    assert why(table, f"build {field}") == "Buildings go on plots only."


def test_cards_are_drawn_only_before_the_first_step() -> None:
    table = at_step("B", single_stacks(0, 1))
    said = "Influence cards are drawn only at the beginning of a round, until you stop."
    assert why(table, "draw", player=table.deciders()[0]) == said
