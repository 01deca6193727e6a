"""The toy game passes the conformance suite, so that tests with it apply to the real games."""

from __future__ import annotations

import pytest

from tests import toy
from zunft.core import conformance
from zunft.core.game import loaded


def test_the_toy_game_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(loaded, "toy", toy.game)
    conformance.check_all(toy.game, seeds=range(3))
