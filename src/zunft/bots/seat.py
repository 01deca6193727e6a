"""A seat at the table: all that a bot gets to see, and the little it has to do."""

from __future__ import annotations

import random
from typing import Any, NoReturn, Protocol

from zunft.core.game import Game
from zunft.core.state import State


class Seat:
    """One player's place while that player has to decide.

    A bot gets a seat and never the table. The table hides behind a mangled name in a slot: it is in no `vars()`, no
    public attribute leads to it, and a seat cannot be pickled, so honest code does not reach it by accident. Python
    cannot stop code that digs for it on purpose; let strangers' bots play in a process of their own.
    """

    __slots__ = ("__table", "nodes", "player", "seconds")

    player: int
    nodes: int | None  # how much thinking is allowed: so many simulations,
    seconds: float | None  # or so many seconds; None where nobody set a budget

    def __init__(self, state: State, player: int, nodes: int | None = None, seconds: float | None = None) -> None:
        self.player = player
        self.nodes = nodes
        self.seconds = seconds
        self.__table = state if state.journal is None else without_journal(state)

    @property
    def game(self) -> Game:
        """For the texts of actions and the size of the action space."""
        return self.__table.setting.game

    def view(self) -> dict[str, Any]:
        """What this player may see now."""
        return self.__table.view(self.player)

    def legal_actions(self) -> list[int]:
        return self.__table.legal_actions(self.player)

    def guess(self, rng: random.Random) -> State:
        """A table of the bot's own to think with: as it might be, for all that this player knows."""
        return self.__table.resample(self.player, rng)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a seat does not travel; send what it shows, or make it where the table is")


class Bot(Protocol):
    """A player that is a program; made with a seed, so that its games can be repeated."""

    def choose(self, seat: Seat) -> int:
        """One of the seat's legal actions."""


def without_journal(state: State) -> State:
    """Thinking needs no log, and copying one with every guess would be slow."""
    twin = state.clone()
    twin.journal = None
    return twin
