"""Factored actions, for factored policies: the kind, and the value of each of its arguments.

A policy over `kind` and then over the arguments needs far fewer outputs than one over all actions; its probability of
an action is the product. `Factors.table` has a row for each player action, in the order of masks and action spaces.
"""

from __future__ import annotations

import numpy as np

from zunft.core.game import Game
from zunft.envs.arguments import found as found_game
from zunft.envs.observation import Array

NONE = 0  # the kind has no such argument


class Factors:
    """Columns: "kind" and the names of all arguments. Values start at 1; 0: the kind has no such argument."""

    columns: tuple[str, ...]
    values: dict[str, tuple[str, ...]]  # what the numbers of a column mean, from 1
    table: Array  # player actions × columns

    def __init__(self, game: str | Game) -> None:
        game = found_game(game)
        parted = [game.codes.take_apart(code) for code in game.codes.player_codes]
        found: dict[str, dict[str, int]] = {"kind": {}}
        for action in parted:
            for column, value in [("kind", action.kind), *action.args.items()]:
                known = found.setdefault(column, {})
                known.setdefault(value, len(known) + 1)
        self.columns = tuple(found)
        self.values = {column: tuple(known) for column, known in found.items()}
        self.table = np.zeros((len(parted), len(self.columns)), np.int16)
        for number, action in enumerate(parted):
            for at, column in enumerate(self.columns):
                value = action.kind if column == "kind" else action.args.get(column, "")
                self.table[number, at] = found[column].get(value, NONE)

    def mask(self, legal: Array, chosen: dict[str, int]) -> dict[str, Array]:
        """For each column, the values still possible, given the mask of actions and the values already chosen."""
        possible = np.asarray(legal, bool).copy()
        for column, value in chosen.items():
            possible &= self.table[:, self.columns.index(column)] == value
        found = {}
        for at, column in enumerate(self.columns):
            allowed = np.zeros(len(self.values[column]) + 1, np.int8)
            allowed[np.unique(self.table[possible, at])] = 1
            found[column] = allowed
        return found
