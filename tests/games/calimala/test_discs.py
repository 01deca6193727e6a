"""White discs are conserved: what is not in a supply or on the map was pushed out, and the journal told so."""

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
    state = zunft.load("calimala").new(players)
    state.journal = []
    table, rng = cast(Table, state), random.Random(players)
    dealt = players * table.parts.white_discs[players]
    left = 0
    while not state.is_over():
        state.apply(choose(state, rng))
        left = sum(event.key == "white_disc_leaves" for event in state.journal)
        assert state.is_over() or white_discs(table) + left == dealt
    assert left > 0
