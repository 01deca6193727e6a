"""Confidence intervals."""

from __future__ import annotations

import pytest

from zunft.core.intervals import wilson


@pytest.mark.parametrize(
    ("rate", "games", "interval"),
    [
        (0.5, 100, (0.4038, 0.5962)),
        (0.8, 10, (0.4902, 0.9433)),
        (0.0, 10, (0.0, 0.2775)),
        (1.0, 10, (0.7225, 1.0)),
        (0.0, 0, (0.0, 1.0)),
    ],
)
def test_wilson_agrees_with_published_values(rate: float, games: int, interval: tuple[float, float]) -> None:
    """Also sensible for few games and for rates near 0 and 1; with no games, anything is possible."""
    assert wilson(rate, games) == pytest.approx(interval, abs=1e-4)
