"""Observations are complete: the deciding player can tell positions apart by row and mask, and by the text."""

from __future__ import annotations

from typing import Any, cast

import pytest

import zunft
from tests.games.calimala.positions import GAME, P1, fresh, give, give_ships, give_workshops, place, play, to_move
from zunft.core import conformance
from zunft.core.state import State
from zunft.core.tuples import added, replaced
from zunft.envs.prompt import choices, position
from zunft.games.calimala.observation import observe
from zunft.games.calimala.table import Table

SAY = GAME.texts["en"].with_names(["Anna", "Berta", "Carla", "Doris", "Edith"])


def shown(state: State) -> tuple[object, ...]:
    """The row, and what the action mask would show."""
    player = state.current_player()
    return player, observe(cast(Table, state), player), tuple(state.legal_actions())


def sheet_text(state: State) -> tuple[object, ...]:
    player = state.current_player()
    view, actions = state.view(player), state.legal_actions()
    return player, position(GAME, view, SAY), choices(GAME, view, actions, SAY), SAY.say("prompt." + view["decision"])


@pytest.mark.parametrize(("players", "options"), [(3, {}), (4, {"white_pushed_out": "removed"}), (5, {"edition": 2})])
def test_rows_and_texts_are_complete(players: int, options: dict[str, Any]) -> None:
    conformance.check_rows_are_complete(GAME, players, options, seed=1)
    conformance.check_texts_are_complete(GAME, players, options, seed=2, most=600)


def after(table: zunft.State, text: str) -> zunft.State:
    twin = table.clone()
    zunft.play(twin, GAME.parse(text))
    return twin


def differ(one: State, other: State) -> bool:
    return shown(one) != shown(other) and sheet_text(one) != sheet_text(other)


def test_the_disc_chosen_is_seen_when_the_space_is_chosen() -> None:
    table = fresh()
    to_move(table, P1)
    assert differ(after(table, "disc white"), after(table, "disc coloured"))


def test_the_material_chosen_is_seen_when_the_church_is_chosen() -> None:
    table = fresh()
    give(table, P1, wood=1, brick=1)
    place(table, P1, "h34")
    play(table, "do contribute")
    assert differ(after(table, "material wood"), after(table, "material brick"))


def test_the_deliveries_left_are_seen_when_a_port_is_chosen() -> None:
    tables = []
    for ports in (["port london"], ["port london", "port lisbon"]):
        table = fresh()
        give_ships(table, P1, 3)
        give_workshops(table, P1, 3)
        place(table, P1, "h67")
        play(table, "do ship", *ports)
        tables.append(table)
    named = [GAME.layout.named(observe(table, P1))["table deliveries"] for table in tables if GAME.layout]
    assert named == [[2], [1]]


def test_the_order_of_artworks_in_palazzo_vecchio_is_seen() -> None:
    """C33: it can break a tie."""
    one, other = fresh(), fresh()
    one.gallery, other.gallery = (1, 2), (2, 1)
    for table in (one, other):
        for player in (1, 2):
            table.players[player].artworks = replaced(table.players[player].artworks, 3, 1)
            table.players[player].cubes -= 1
        table.board.art_room = added(table.board.art_room, 3, -2)
    assert differ(one, other)


def test_the_cards_drawn_in_this_turn_are_seen() -> None:
    """C8: with the limit, another card depends on it."""
    one, other = fresh(own_turn_card_limit=1), fresh(own_turn_card_limit=1)
    for table in (one, other):
        place(table, P1, "h01")
    one.drawn = 1
    assert differ(one, other)
