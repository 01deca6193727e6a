"""Reasons for illegal actions match the rules."""

from __future__ import annotations

from typing import Any

import zunft
from tests.games.guildhall.positions import GAME, asked, options, play, position

NAMES = ("Anna", "Bert", "Cleo")


def why(table: Any, text: str, language: str = "en") -> str:
    verb, _, rest = text.partition(" ")
    found = zunft.why_not(table, GAME.parse(f"{verb} {rest.replace(' ', '-')}"))
    assert found is not None, f"{text} is legal"
    assert not found.general
    return found.say(GAME.texts[language].with_names(NAMES))


def test_a_card_whose_kind_lies_in_the_hall() -> None:
    table = position({"hand": "red robber, blue robber", "hall": "red robber"}, {})
    assert why(table, "play red robber") == "Your hall already has a red Robber."
    assert why(table, "play red robber", "de") == "Schon in deinem Zunfthaus: rote Diebin."
    assert why(table, "play green robber") == "You have no green Robber in hand."
    assert "play blue robber" in options(table)


def test_a_profession_only_once_a_turn() -> None:
    table = position({"hand": "red bricklayer, blue bricklayer"}, {"hand": "red robber"})
    play(table, "play red bricklayer", "decline")
    assert why(table, "play blue bricklayer") == "You have already played this profession this turn: Bricklayer."


def test_prestige_cards_cost_complete_chapters() -> None:
    table = position({"complete": "robber"}, {}, row=("p9", "p5", "p5", "p5", "p5"))
    assert why(table, "buy p9") == "It costs 2 complete chapters, and you have 1 complete chapter."
    assert why(table, "buy p7") == "This prestige card is not in the row: 7 points (actions)."
    assert "buy p5" in options(table)


def test_a_level_needs_cards_in_the_hall() -> None:
    table = position({"hand": "red bricklayer", "hall": "blue bricklayer"}, {})
    play(table, "play red bricklayer")
    assert why(table, "level 2").startswith(
        "Level 2 needs 2 cards of this profession in your hall, and you have 1 card"
    )
    assert why(table, "level 3") == "There is no level 3: Bricklayer."
    assert "level 0" in options(table)


def test_somebody_must_be_chosen_who_has_cards() -> None:
    hands = {"hand": "red hunter, blue hunter"}
    table = position({"hand": "red robber"}, hands, hands, {"hand": ""})
    play(table, "play red robber", "level 0")
    assert asked(table) == "1 target"
    found = zunft.why_not(table, GAME.parse("target 4"))
    assert found is not None and found.key == "target_hand"
    assert why(table, "target 1") == "It has to be another player."


def test_too_many_cards_to_stop_discarding() -> None:
    seven = "red robber, blue robber, green robber, red hunter, blue hunter, green hunter, red scholar"
    table = position({"hand": seven}, {})
    play(table, "refresh")
    assert why(table, "stop") == "You have 7 cards and may keep 6 at most: discard more."
    assert why(table, "discard red peddler") == "You have no red Peddler in hand."


def test_a_gift_that_everybody_has() -> None:
    mine = "red tax_collector, blue hunter, green scholar"
    table = position({"hand": "blue tax_collector", "hall": mine}, {"hall": "blue hunter"})
    play(table, "play blue tax_collector", "level 1")
    assert asked(table) == "1 tax_collector_give"
    assert why(table, "give blue hunter") == "Everybody else already has a blue Hunter in the hall."
    assert why(table, "give red robber") == "There is no red Robber in your hall."


def test_hunted_cards_are_new_and_in_the_pile() -> None:
    table = position(
        {"hand": "red hunter", "hall": "blue scholar, green scholar"}, {}, pile="blue scholar, red robber, blue robber"
    )
    play(table, "play red hunter", "level 0")
    assert asked(table) == "1 hunter_take"
    assert why(table, "take blue scholar") == "Your hall already has a blue Scholar."
    assert why(table, "take green robber") == "There is no green Robber in the discard pile."


def test_a_complete_chapter_that_one_does_not_have() -> None:
    table = position({"complete": "robber hunter"}, {})
    play(table, "buy p5")
    assert asked(table) == "1 pay"
    assert why(table, "chapter scholar") == "You have no complete chapter of Scholars."


def test_strikes_go_to_different_chapters() -> None:
    table = position(
        {"hand": "red assassin", "hall": "blue assassin, green assassin"},
        {"hall": "red farmer, blue farmer, red dancer, blue dancer, red trader"},
        mode="first_edition",
    )
    play(table, "play red assassin", "level 2", "discard red farmer")
    assert asked(table) == "1 assassin_strike"
    assert why(table, "discard blue farmer").startswith("The cards have to come from different chapters")
    assert why(table, "discard green trader") == "Bert has no green Trader in the hall."
