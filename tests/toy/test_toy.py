"""The toy game keeps the laws of the real ones, so that what is tested with it holds for them."""

from __future__ import annotations

from typing import Any

import pytest

from tests import toy
from zunft.core import conformance
from zunft.core.game import loaded


@pytest.mark.parametrize(("players", "options"), list(conformance.settings(toy.game)))
def test_the_toy_game_is_a_game(monkeypatch: pytest.MonkeyPatch, players: int, options: dict[str, Any]) -> None:
    monkeypatch.setitem(loaded, "toy", toy.game)
    for seed in range(3):
        conformance.check_game(toy.game, players, options, seed)
    conformance.check_labels(toy.game, players, options)
    conformance.check_catalogues(toy.game)
