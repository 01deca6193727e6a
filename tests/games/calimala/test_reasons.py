"""Reasons for illegal actions match the rules."""

from __future__ import annotations

import pytest

import zunft
from tests.games.calimala.positions import (
    GAME,
    P1,
    P2,
    W,
    choices,
    fresh,
    give,
    give_hand,
    give_houses,
    give_ships,
    give_workshops,
    new,
    place,
    play,
    put_stack,
    to_move,
)
from zunft.core.tuples import replaced
from zunft.games.calimala.game import Calimala
from zunft.games.calimala.names import ACTIONS

NAMES = ("Anna", "Bert", "Cleo")


def why(table: Calimala, text: str, language: str = "en") -> str:
    found = zunft.why_not(table, GAME.parse(text))
    assert found is not None, f"{text} is legal"
    assert not found.general
    return found.say(GAME.texts[language].with_names(NAMES))


def key(table: Calimala, text: str) -> str:
    found = zunft.why_not(table, GAME.parse(text))
    assert found is not None, f"{text} is legal"
    return found.key


def test_only_the_two_actions_beside_the_space() -> None:
    table = fresh()
    to_move(table, P1)
    place(table, P1, "h01")
    assert why(table, "do weave") == "Weave is not beside this space, only Wood and Brick are."
    assert why(table, "do weave", "de") == "Die Aktion Weben liegt nicht an diesem Feld, sondern Holz und Stein."
    assert why(table, "do weave", "ru") == ("Действия «ткачество» у этого поля нет: здесь «дерево» и «кирпич».")


def test_an_action_that_is_done() -> None:
    table = fresh()
    to_move(table, P1)
    place(table, P1, "h01")
    play(table, "do wood")
    assert why(table, "do wood") == "Wood is done for this disc."
    assert why(table, "skip wood") == "Wood is done for this disc."


def test_a_possible_action_brings_no_card() -> None:
    table = fresh()
    to_move(table, P1)
    place(table, P1, "h01")
    assert why(table, "cannot wood") == "Wood is possible, so it brings no card. Execute it or skip it."


def test_each_choice_has_its_own_reason() -> None:
    """C5, C13: of an action that is possible, one of another space, one that is done, and a card not in hand."""
    table = fresh()
    place(table, P1, "h01")
    assert (key(table, "cannot wood"), key(table, "cannot brick")) == ("is_possible", "is_possible")
    assert (key(table, "cannot weave"), key(table, "skip weave")) == ("not_beside", "not_beside")
    assert (key(table, "card wood"), key(table, "finish")) == ("no_card", "not_finished")
    play(table, "do brick")
    assert (key(table, "do brick"), key(table, "cannot brick")) == ("settled", "settled")
    assert key(table, "skip brick") == "settled"


@pytest.mark.parametrize(("full", "other"), [("wood", "brick"), ("brick", "wood")])
def test_an_action_is_given_up_only_after_the_other_one(full: str, other: str) -> None:
    """C7: by the option; the warehouse is full of one material."""
    table = fresh(card="marble", order_draws_cards=False)
    give(table, P1, **{full: 3})
    place(table, P1, "h01")
    found = zunft.why_not(table, GAME.parse(f"cannot {full}"))
    assert found is not None and (found.key, found.args) == ("other_first", {"other": other})


def test_an_action_that_is_settled_does_not_have_to_come_first() -> None:
    """C5, C7: by the option; a ship has made room for wood, which was given up, so only brick is left."""
    table = fresh(order_draws_cards=False)
    give_hand(table, P1, "build", "build", "wood")
    give(table, P1, wood=3, brick=3)
    place(table, P1, "h01")
    play(table, "cannot wood", "draw transport", "build ship")
    assert key(table, "cannot brick") == "duty"


def test_cards_are_played_in_your_own_turn_with_the_top_disc() -> None:
    """C12: not with another player's disc, and with an own lower disc by the option only."""
    table = fresh(card="wood")
    put_stack(table, "h01", P2)
    place(table, P1, "h01")
    play(table, "do wood", "do brick", "finish")
    assert table.current_player() == P2 and key(table, "card wood") == "cards_own_turn"
    table = fresh(card="wood", cards_at_own_lower_discs=False)
    put_stack(table, "h01", P1)
    place(table, P1, "h01")
    play(table, "do wood", "do brick", "finish")
    assert (table.current_player(), table.level) == (P1, 1) and key(table, "card wood") == "cards_top_disc"


def test_one_action_is_a_must() -> None:
    table = fresh(card="transport")
    to_move(table, P1)
    give(table, P1, wood=3)
    place(table, P1, "h01")
    full = table.players[P1].warehouse[0] == table.parts.warehouse_spaces[0]
    assert full
    assert why(table, "skip brick").startswith("With the disc you have placed you must execute one of its two actions.")
    assert why(table, "do wood") == "Your warehouse is full of wood."
    assert why(table, "skip wood") == "Wood is not possible anyway: nothing to skip."


def test_what_shipping_lacks() -> None:
    table = fresh()
    to_move(table, P1)
    give(table, P1, marble=1)
    give_workshops(table, P1, 0)
    place(table, P1, "h67")
    assert why(table, "do ship") == "You have no ship."
    give_ships(table, P1, 1)
    assert why(table, "do ship") == "You have no cloth in your workshops."


def test_cards_that_a_player_does_not_have_or_cannot_use() -> None:
    table = fresh()
    to_move(table, P1)
    give_hand(table, P1, "transport")
    place(table, P1, "h01")
    assert why(table, "card weave") == "You do not have this action card: Weave."
    table.players[P1].houses = 0
    assert why(table, "card transport") == "You have no trade house."


def test_a_space_where_nothing_is_possible() -> None:
    table = fresh()
    to_move(table, P1)
    table.players[P1].hand = (0,) * len(ACTIONS)
    table.apply(GAME.parse("disc coloured"))
    assert "space h78" not in choices(table)
    assert why(table, "space h78").startswith("Here you could execute neither Ship nor Transport")


def test_four_discs_are_the_most() -> None:
    """Stacks of four remain only after the last scoring."""
    table = fresh()
    table.scored = 15
    put_stack(table, "h01", P2, W, P2, W)
    to_move(table, P1)
    assert (key(table, "space h01"), key(table, "space h12")) == ("space_full", "disc_first")
    table.apply(GAME.parse("disc coloured"))
    assert why(table, "space h01") == "Four discs already lie here."


def test_what_a_piece_costs() -> None:
    table = fresh()
    to_move(table, P1)
    give(table, P1, wood=2, brick=1)
    place(table, P1, "h12")
    play(table, "do build")
    assert why(table, "build house") == "Trade house: costs 2 brick, which you do not have."
    assert {"build ship", "build workshop"} <= choices(table)


def test_the_first_cloth_has_to_go_and_needs_a_house() -> None:
    table = fresh()
    to_move(table, P1)
    give_workshops(table, P1, 2)
    give_houses(table, P1, "troyes", "bruges")
    place(table, P1, "h78")
    play(table, "do transport")
    assert why(table, "trade hamburg") == "You have no trade house in Hamburg."
    assert why(table, "stop") == "The first bolt of cloth has to be delivered."


def test_a_city_without_room() -> None:
    table = fresh()
    to_move(table, P1)
    give_workshops(table, P1, 3)
    give_ships(table, P1, 1)
    place(table, P1, "h67")
    play(table, "do ship")
    table.board.city_room = replaced(table.board.city_room, 0, 0)
    assert why(table, "port barcelona") == "Barcelona has no free space."


def test_a_scoring_card_that_was_not_dealt() -> None:
    table = new()
    while table.current_player() < 0:
        table.apply(table.legal_actions()[0])
    player = table.deciders()[0]
    card = next(
        text for text in (f"keep {name}" for name in ("hamburg", "palazzo_vecchio")) if text not in choices(table)
    )
    found = zunft.why_not(table, GAME.parse(card), player)
    assert found is not None and found.key == "not_dealt"
