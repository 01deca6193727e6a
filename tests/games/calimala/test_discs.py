"""White discs are conserved: exchanged ones go to a supply, or with the option to the box, as logged."""

from __future__ import annotations

import random
from typing import cast

import pytest

import zunft
from tests.games.calimala.invariants import white_discs
from zunft.core.play import choose
from zunft.games.calimala.table import Table


@pytest.mark.parametrize("players", zunft.load("calimala").players)
def test_a_white_disc_that_is_gone_was_seen_to_leave(players: int) -> None:
    """C28: with the option."""
    state = zunft.load("calimala").new(players, white_pushed_out="removed")
    state.journal = []
    table, rng = cast(Table, state), random.Random(players)
    dealt = players * table.parts.white_discs[players]
    left = 0
    while not state.is_over():
        state.apply(choose(state, rng))
        left = sum(event.key == "white_disc_leaves" for event in state.journal)
        assert state.is_over() or white_discs(table) + left == dealt
    assert left > 0


@pytest.mark.parametrize("players", zunft.load("calimala").players)
def test_everybody_places_the_same_number_of_discs_until_the_last_tile(players: int) -> None:
    """C28: why the white disc returns: after a game that ends by the last tile all have placed equally many."""
    ended = 0
    for seed in range(30):
        state = zunft.load("calimala").new(players)
        state.journal = []
        rng = random.Random(seed)
        while not state.is_over():
            state.apply(choose(state, rng))
        keys = [event.key for event in state.journal]
        if "last_round" in keys and "takes_disc" not in keys and "seat_stays_empty" not in keys:
            placed = [event.args["player"] for event in state.journal if event.key.startswith("places_")]
            assert len({placed.count(player) for player in range(players)}) == 1
            ended += 1
    assert ended > 3


def test_turns_are_counted_from_one() -> None:
    state = zunft.load("calimala").new(players=3)
    rng = random.Random(1)
    turns = [0]
    while not state.is_over():
        state.apply(choose(state, rng))
        turns.append(state.view(None)["turn"])
    assert turns == sorted(turns) and set(turns) == set(range(turns[-1] + 1)) and turns[-1] > 10
