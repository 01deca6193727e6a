"""Observations and masks as numpy arrays, and their spaces; the same for all interfaces."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from zunft.core.errors import BadOption
from zunft.core.game import Game
from zunft.core.observation import CATEGORY, Layout, whole_row
from zunft.core.state import State
from zunft.envs.arguments import found

Array = npt.NDArray[Any]


def layout_of(game: Game) -> Layout:
    if game.layout is None or game.observe is None:
        raise BadOption(f"{game.title} has no numeric observation; use its text observation instead")
    return game.layout


def observe(state: State, player: int) -> Array:
    """What this player sees as int8 numbers, in the order of `game.layout`."""
    return np.frombuffer(whole_row(state, player), np.int8)


def mask(game: Game, codes: list[int]) -> Array:
    """1 for these player actions, 0 for all others, as int8."""
    return np.frombuffer(game.codes.mask(codes), np.int8)


@cache
def highs(game: Game) -> Array:
    return np.array(layout_of(game).highs(), np.int8)


class Expander:
    """Encodes rows for neural networks: amounts scaled to about 0 to 1, categories one-hot.

    >>> expand = Expander("norenberc")
    >>> expand(observations).shape == (len(observations), expand.length)
    """

    def __init__(self, game: str | Game) -> None:
        amounts: list[int] = []
        scales: list[float] = []
        self.categories: list[tuple[int, int]] = []  # index in the row, highest value
        at = 0
        for field in layout_of(found(game)).fields:
            for place in range(at, at + field.size):
                if field.kind == CATEGORY:
                    self.categories.append((place, field.high))
                else:
                    amounts.append(place)
                    scales.append(1 / min(field.high, 40))
            at += field.size
        self.amounts = np.array(amounts)
        self.scales = np.array(scales, np.float32)
        self.length = len(amounts) + sum(high for _, high in self.categories)

    def __call__(self, observations: Array) -> Array:
        """Expand one or many rows to float32."""
        rows = np.atleast_2d(observations)
        out = np.zeros((len(rows), self.length), np.float32)
        out[:, : len(self.amounts)] = rows[:, self.amounts] * self.scales
        at = len(self.amounts)
        for place, high in self.categories:
            which = rows[:, place].astype(np.int64)
            named = np.flatnonzero(which)
            out[named, at + which[named] - 1] = 1
            at += high
        return out if observations.ndim > 1 else out[0]
