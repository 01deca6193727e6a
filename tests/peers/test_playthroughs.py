"""OpenSpiel's golden texts of complete games: too long for every test run."""

from __future__ import annotations

import os

import pytest

pytest.importorskip("pyspiel", reason="open_spiel is not installed")
from open_spiel.python.algorithms.generate_playthrough import playthrough

from tests.envs.games import NAMES
from zunft.envs import openspiel

pytestmark = pytest.mark.skipif("ZUNFT_PEERS" not in os.environ, reason="make test-peers runs it")


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_game_word_for_word(name: str) -> None:
    openspiel.register()
    first, again = (playthrough(f"zunft_{name}", None, seed=7) for _ in range(2))
    assert first == again and "InformationStateTensor" in first and "ChanceOutcomes" in first
