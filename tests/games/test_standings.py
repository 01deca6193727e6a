"""Standings in random games: known values are right, hidden ones stay hidden, the last ones are the final score."""

from __future__ import annotations

import os

import pytest

import zunft
from tests.games import OUR_GAMES
from zunft.core import conformance
from zunft.core.standings import standings

POSITIONS = int(os.environ.get("ZUNFT_POSITIONS", "100"))
IN_ONE_GAME = 20


@pytest.mark.parametrize("name", OUR_GAMES)
def test_standings_are_right_and_end_with_the_scores(name: str) -> None:
    game = zunft.load(name)
    assert game.standings is not None
    for seed in range(max(len(game.players), -(-POSITIONS // IN_ONE_GAME))):
        conformance.check_standings(game, game.players[seed % len(game.players)], None, seed, IN_ONE_GAME)


@pytest.mark.parametrize("name", OUR_GAMES)
def test_the_very_first_position_has_standings(name: str) -> None:
    """Before anything is dealt."""
    game = zunft.load(name)
    state = game.new(game.players[-1])
    rows = standings(game, state.view(None), state.setting)
    assert len(rows) == game.players[-1]
