"""Set-up: discs, cards, map and tiles."""

from __future__ import annotations

import random
from typing import Any

import pytest

import zunft
from tests.games.calimala.positions import (
    GAME,
    P1,
    P2,
    P4,
    P5,
    choices,
    deal_scoring_cards,
    dealt,
    draw,
    fresh,
    lay_map,
    new,
)
from zunft.core.state import CHANCE
from zunft.games.calimala.components import PLAYERS
from zunft.games.calimala.game import Calimala
from zunft.games.calimala.names import ACTION_COUNT, ACTIONS, CENTRE, SPACES, TILE_COUNT


def shuffled(seed: int) -> Calimala:
    table = GAME.new(3)
    assert isinstance(table, Calimala)
    zunft.deal(table, random.Random(seed))
    return table


def mats(table: Calimala) -> set[tuple[int, ...]]:
    return {
        (me.coloured, me.white, me.cubes, len(me.workshops), sum(me.workshops), me.ships, me.houses, sum(me.hand))
        for me in table.players
    }


def test_set_up_with_three_players() -> None:
    """T1: 12 + 3 discs, 40 cubes, one action card, one of three scoring cards kept, one face up."""
    table = fresh(3)
    assert mats(table) == {(12, 3, 40, 1, 0, 0, 0, 1)}
    assert (table.parts.ships, table.parts.houses, table.parts.workshops) == (3, 3, 3)
    assert [me.dealt.bit_count() for me in table.players] == [3, 3, 3]
    assert all(me.dealt & 1 << me.kept for me in table.players)
    assert table.face_up >= 0 and table.undealt == 0
    assert sum(table.deck) == 42


def test_set_up_with_four_players() -> None:
    """T2: 10 + 2 discs, two scoring cards dealt, one face up, one face down in the box."""
    table = fresh(4)
    assert mats(table) == {(10, 2, 40, 1, 0, 0, 0, 1)}
    assert [me.dealt.bit_count() for me in table.players] == [2] * 4
    assert table.face_up >= 0 and table.undealt.bit_count() == 1
    assert sum(table.deck) == 41


def test_set_up_with_five_players() -> None:
    """T3: 8 + 2 discs, two scoring cards dealt, none face up, none left."""
    table = fresh(5)
    assert mats(table) == {(8, 2, 40, 1, 0, 0, 0, 1)}
    assert [me.dealt.bit_count() for me in table.players] == [2] * 5
    assert table.face_up < 0 and table.undealt == 0
    assert sum(table.deck) == 40
    assert sum(me.white for me in table.players) == 10


@pytest.mark.parametrize("seed", range(5))
def test_every_map_has_contribute_in_the_centre_and_each_other_action_once(seed: int) -> None:
    """T4: twelve spaces; a corner touches two of them, an edge three, the centre four."""
    table = shuffled(seed)
    assert ACTIONS[table.cells[CENTRE]] == "contribute"
    assert sorted(table.cells) == list(range(ACTION_COUNT))
    assert len(table.parts.space_cells) == len(SPACES) == 12
    touching = [sum(cell in cells for cells in table.parts.space_cells) for cell in range(ACTION_COUNT)]
    assert touching == [2, 3, 2, 3, 4, 3, 2, 3, 2]
    for space, cells in enumerate(table.parts.space_cells):
        assert {table.first_actions[space], table.second_actions[space]} == {table.cells[cell] for cell in cells}


@pytest.mark.parametrize("seed", range(5))
def test_all_fifteen_tiles_are_laid_and_all_different(seed: int) -> None:
    """T5."""
    assert sorted(shuffled(seed).tiles) == list(range(TILE_COUNT))


def test_scoring_cards_are_chosen_when_map_tiles_and_open_card_are_seen() -> None:
    """C2: in secret, before the action cards are dealt."""
    table = new(4)
    lay_map(table)
    deal_scoring_cards(table)
    assert table.deciders() == (P1, P2, 2, P4)
    assert choices(table) == {"keep barcelona", "keep lisbon"}
    assert table.face_up >= 0 and sum(table.deck) == 45


def test_the_start_player_is_drawn_by_lot() -> None:
    """C1: unless the option fixes seat 1."""
    table = new(3, first_player="random")
    lay_map(table)
    assert choices(table) == {"start 1", "start 2", "start 3"}
    zunft.play(table, GAME.parse("start 2"))
    assert (table.start_player, table.active) == (P2, P2)
    assert new(3).start_player == P1


@pytest.mark.parametrize("options", [{"edition": 2}, {"extra_start_card_seats": "4-5"}])
def test_late_players_get_a_second_action_card(options: dict[str, Any]) -> None:
    """U22: seats 4 and 5, counted from the start player."""
    table = dealt(5, **options)
    for _ in range(7):
        assert table.current_player() == CHANCE
        draw(table, "wood" if table.deck[0] else "brick")
    assert [sum(me.hand) for me in table.players] == [1, 1, 1, 2, 2]
    assert table.current_player() == P1 and P5 == 4


@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_gets_a_second_card_in_the_first_edition(players: int) -> None:
    """C3."""
    assert [sum(me.hand) for me in fresh(players).players] == [1] * players
