"""A seat at the table: everything a bot gets to see, and the interface it implements."""

from __future__ import annotations

import random
from typing import Any, NoReturn, Protocol

from zunft.core.game import Game
from zunft.core.state import State


class Seat:
    """One player's place while that player has to decide.

    A bot gets a seat and never the table. The table is in a slot with a mangled name: it is not in `vars()`, no public
    attribute leads to it, and a seat cannot be pickled, so honest code does not reach it by accident. Python cannot
    stop code that does so on purpose; run untrusted bots in a separate process.
    """

    __slots__ = ("__table", "nodes", "player", "seconds")

    player: int
    nodes: int | None  # budget in simulations,
    seconds: float | None  # or in seconds; None if not set

    def __init__(self, state: State, player: int, nodes: int | None = None, seconds: float | None = None) -> None:
        self.player = player
        self.nodes = nodes
        self.seconds = seconds
        self.__table = state if state.journal is None else without_journal(state)

    @property
    def game(self) -> Game:
        """For the texts of actions and the size of the action space."""
        return self.__table.setting.game

    @property
    def players(self) -> int:
        """How many play."""
        return self.__table.setting.players

    def view(self) -> dict[str, Any]:
        """What this player may see now."""
        return self.__table.view(self.player)

    def legal_actions(self) -> list[int]:
        return self.__table.legal_actions(self.player)

    def guess(self, rng: random.Random) -> State:
        """A table for the bot to search on, consistent with what this player knows."""
        return self.__table.resample(self.player, rng)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a seat cannot be pickled; send what it shows, or create it in the process that has the table")


class Bot(Protocol):
    """A program that plays; created with a seed, so that its games are reproducible."""

    def choose(self, seat: Seat) -> int:
        """One of the seat's legal actions."""


def without_journal(state: State) -> State:
    """Bots do not need the log, and copying it with every guess would be slow."""
    twin = state.clone()
    twin.journal = None
    return twin
