"""Judgement: each player's chances in a position, from what a good player would look at.

A game names its features and counts them for a state. The weights are trained by self-play (tools/train.py) and kept in
the game's folder as judgement.toml: for each feature its weight at the beginning and at the end of the game, and,
where it helps, a separate set for a number of players. The horizon there is the number of decisions a quick playout
takes before it is judged, so that a new plan has time to pay off; it, too, can differ by the number of players
([horizons]). Two more settings of the search are in the file because games differ in them: exploration, and how many
random actions a quick playout compares (tries). Former weights and settings stay as judgement-VERSION.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from math import exp
from pathlib import Path
from typing import Any

from zunft.core.errors import ZunftError
from zunft.core.state import State

FILE = "judgement.toml"
HORIZON = 4  # decisions, by default
EXPLORATION = 0.35  # by default: the weight of what is unknown about an action in the tree
TRIES = 2  # by default: random actions of which a quick playout takes the best so far


class UnknownWeights(ZunftError):
    """The game has no weights of this version, or the file cannot be read."""


class Weights:
    """Each feature's weight at the beginning and at the end of the game."""

    early: list[float]
    late: list[float]

    def __init__(self, names: tuple[str, ...], worth: dict[str, list[float]]) -> None:
        """A missing weight is 0."""
        self.early = [float(worth.get(name, [0.0, 0.0])[0]) for name in names]
        self.late = [float(worth.get(name, [0.0, 0.0])[1]) for name in names]

    def at(self, progress: float) -> list[float]:
        early, late = self.early, self.late
        return [early[place] + progress * (late[place] - early[place]) for place in range(len(early))]


class Judgement:
    """Scores each player by a weighted sum of features; a softmax over these marks gives the chances."""

    names: tuple[str, ...]
    features: Callable[[State], list[list[float]]]  # for each player, in the order of the names
    progress: Callable[[State], float]  # from 0 at the beginning to 1 at the end
    package: str | None
    horizon: int
    horizons: dict[int, int]  # by number of players, overrides the usual one
    exploration: float
    tries: int
    usual: Weights
    by_players: dict[int, Weights]  # overrides the usual ones

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
        self.package = package
        self.weigh({})
        if package is not None and (resources.files(package) / FILE).is_file():
            self.weigh(tomllib.loads((resources.files(package) / FILE).read_text(encoding="utf-8")))

    def weigh(self, content: dict[str, Any]) -> None:
        """Load the weights of a judgement.toml."""
        self.horizon = int(content.get("horizon", HORIZON))
        self.horizons = {int(players): int(own) for players, own in content.get("horizons", {}).items()}
        self.exploration = float(content.get("exploration", EXPLORATION))
        self.tries = int(content.get("tries", TRIES))
        self.usual = Weights(self.names, content.get("weights", {}))
        self.by_players = {
            int(players): Weights(self.names, worth) for players, worth in content.get("players", {}).items()
        }

    def version(self, name: str) -> Judgement:
        """The same features with other weights: a former version of the game's own ("2026-11"), or those of a file."""
        other = Judgement(self.names, self.features, self.progress)
        other.package = self.package
        other.weigh(self.content_of(name))
        return other

    def content_of(self, name: str) -> dict[str, Any]:
        path = Path(name) if name.endswith(".toml") else Path(f"judgement-{name}.toml")
        file = path if name.endswith(".toml") or self.package is None else resources.files(self.package) / path.name
        try:
            return tomllib.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UnknownWeights(f"{path}: {error}") from error

    def chances(self, state: State) -> list[float]:
        """Each player's chance of winning; the sum is 1. Certain once the game is over."""
        if state.is_over():
            return shares(state.winners(), state.setting.players)
        weights = self.weights(state)
        marks: list[float] = []
        for counted in self.features(state):
            mark = 0.0
            for place in range(len(weights)):
                mark += weights[place] * counted[place]
            marks.append(mark)
        return softmax(marks)

    def weights(self, state: State) -> list[float]:
        return self.weights_for(state.setting.players).at(self.progress(state))

    def horizon_for(self, players: int) -> int:
        return self.horizons.get(players, self.horizon)

    def weights_for(self, players: int) -> Weights:
        return self.by_players.get(players, self.usual)

    def described(self) -> str:
        """Everything that chances depend on except the features' code."""
        sets = {0: self.usual, **self.by_players}
        return repr(
            (
                self.names,
                [self.horizon, *sorted(self.horizons.items())],
                (self.exploration, self.tries),
                [(players, sets[players].early, sets[players].late) for players in sets],
            )
        )


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
