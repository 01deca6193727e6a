"""Combinations: the settings that the suite tries."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from itertools import product
from typing import Any

from zunft.core.game import COMPONENTS, Game

MOST_COMBINATIONS = 64  # of options, all tried; above that, only every pair of values


def settings(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players with every combination of options; if there are too many, with every pair of values.

    Number and list options use their examples.
    """
    names = [name for name in game.options if name != COMPONENTS]
    choices = [game.options[name].examples() for name in names]
    many = has_many_options(game)
    defaults = [values.index(game.options[name].default) for name, values in zip(names, choices, strict=True)]
    rows = pairwise([len(values) for values in choices], defaults) if many else product(*map(range, map(len, choices)))
    combinations = [[values[at] for values, at in zip(choices, row, strict=True)] for row in rows]
    for players in game.players:
        for values in combinations:
            yield players, dict(zip(names, values, strict=True))


def has_many_options(game: Game) -> bool:
    """Whether there are too many combinations of options to try them all."""
    sizes = [len(option.examples()) for name, option in game.options.items() if name != COMPONENTS]
    return math.prod(sizes) > MOST_COMBINATIONS


def pairwise(sizes: list[int], first: list[int]) -> list[list[int]]:
    """A small set of rows, `first` included, in which any two columns contain every pair of their values."""
    rows = [first]
    missing = {
        (one, a, other, b)
        for one, other in itertools.combinations(range(len(sizes)), 2)
        for a in range(sizes[one])
        for b in range(sizes[other])
    } - pairs_of(first)
    while missing:
        one, a, other, b = min(missing)
        row = [-1] * len(sizes)
        row[one], row[other] = a, b
        for column in range(len(sizes)):
            if row[column] < 0:
                row[column] = max(range(sizes[column]), key=lambda at: len(missing & pairs_of(row, column, at)))
        rows.append(row)
        missing -= pairs_of(row)
    return rows


def pairs_of(row: list[int], column: int = -1, value: int = -1) -> set[tuple[int, int, int, int]]:
    """The pairs of values in a partly filled row; with a column, only those that setting it to `value` would add."""
    filled = [(at, value if at == column else known) for at, known in enumerate(row) if known >= 0 or at == column]
    return {
        (one, a, other, b)
        for (one, a), (other, b) in itertools.combinations(filled, 2)
        if column < 0 or column in (one, other)
    }
