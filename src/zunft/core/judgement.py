"""Judgement: each player's chances in a position, from what a good player would look at.

A game names its features and counts them for a state; the weights come from self-play and lie in the game's folder as
judgement.toml, a pair for each feature: what it is worth at the beginning and at the end of the game. The horizon
there says how many decisions a quick playout takes before it is judged, so that a plan just made shows its worth.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from math import exp
from typing import Any

from zunft.core.state import State

FILE = "judgement.toml"
HORIZON = 4  # decisions, where the game says nothing


class Judgement:
    """Marks each player by a weighted sum of features; a softmax over the marks gives the chances."""

    names: tuple[str, ...]
    features: Callable[[State], list[list[float]]]  # for each player, in the order of the names
    progress: Callable[[State], float]  # from 0 at the beginning to 1 at the end
    horizon: int
    early: list[float]
    late: list[float]

    def __init__(
        self,
        names: tuple[str, ...],
        features: Callable[[State], list[list[float]]],
        progress: Callable[[State], float],
        package: str | None = None,
    ) -> None:
        self.names = names
        self.features = features
        self.progress = progress
        self.horizon = HORIZON
        self.weigh({})
        if package is not None:
            self.read(package)

    def read(self, package: str) -> None:
        """The tuned weights in the game's folder; none yet while they are being tuned."""
        file = resources.files(package) / FILE
        if file.is_file():
            content: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
            self.horizon = int(content.get("horizon", HORIZON))
            self.weigh(content["weights"])

    def weigh(self, weights: dict[str, list[float]]) -> None:
        """Take these weights; a feature without one counts for nothing."""
        self.early = [float(weights.get(name, [0.0, 0.0])[0]) for name in self.names]
        self.late = [float(weights.get(name, [0.0, 0.0])[1]) for name in self.names]

    def chances(self, state: State) -> list[float]:
        """Who will win, as shares of 1; certain once the game is over."""
        if state.is_over():
            return shares(state.winners(), state.setting.players)
        weights = self.weights(self.progress(state))
        marks: list[float] = []
        for counted in self.features(state):
            mark = 0.0
            for place in range(len(weights)):
                mark += weights[place] * counted[place]
            marks.append(mark)
        return softmax(marks)

    def weights(self, progress: float) -> list[float]:
        early, late = self.early, self.late
        return [early[place] + progress * (late[place] - early[place]) for place in range(len(early))]


def shares(winners: list[int], players: int) -> list[float]:
    """A shared victory is split."""
    found = [0.0] * players
    for winner in winners:
        found[winner] = 1.0 / len(winners)
    return found


def softmax(marks: list[float]) -> list[float]:
    best = max(marks)
    grown = [exp(mark - best) for mark in marks]
    total = sum(grown)
    return [each / total for each in grown]
