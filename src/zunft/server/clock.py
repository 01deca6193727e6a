"""Clocks: how long a player may think. They follow from the times in the table's log and need no state of their own."""

from __future__ import annotations

from typing import Final

import msgspec

NONE: Final = "none"
DAY: Final = 24 * 3600


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stock of seconds for the whole game, and what comes on top for each decision; nothing: no clock.

    A pace without a stock gives every decision its own time: a move a day.
    """

    stock: int = 0
    each: int = 0

    @property
    def is_timed(self) -> bool:
        return self.stock > 0 or self.each > 0


PACES: Final = {
    NONE: Pace(),
    "fast": Pace(stock=5 * 60, each=5),
    "live": Pace(stock=15 * 60, each=15),
    "slow": Pace(stock=60 * 60, each=60),
    "day": Pace(each=DAY),
}


class Clocks:
    """What is left to each player, in milliseconds, and since when whose clock has been running."""

    def __init__(self, pace: Pace, players: int) -> None:
        self.pace = pace
        self.left = [pace.stock * 1000] * players
        self.running: dict[int, int] = {}

    def copy(self) -> Clocks:
        other = Clocks(self.pace, len(self.left))
        other.left, other.running = self.left[:], dict(self.running)
        return other

    def ask(self, deciders: tuple[int, ...], now: int, acted: int | None = None) -> None:
        """From now on these have to decide; whoever was asked before and still is, goes on."""
        for player in list(self.running):
            if player not in deciders or player == acted:
                self.stop(player, now)
        for player in deciders:
            self.running.setdefault(player, now)

    def stop(self, player: int, now: int) -> None:
        spent = now - self.running.pop(player)
        if self.pace.stock:
            self.left[player] = max(0, self.left[player] + min(0, self.pace.each * 1000 - spent))

    def spent(self, player: int, now: int) -> int:
        """Milliseconds since the player was asked; 0 if nobody asks."""
        return now - self.running[player] if player in self.running else 0

    def ask_again(self, player: int, left: int, spent: int, now: int) -> None:
        """The player goes back to an earlier question, with what was left then and has spent so much on it since."""
        self.left[player] = left
        self.running[player] = now - spent

    def left_at(self, player: int, now: int) -> int | None:
        """Milliseconds until the player's time is up; None where nobody counts."""
        if not self.pace.is_timed:
            return None
        return max(0, self.left[player] + self.pace.each * 1000 - self.spent(player, now))

    def up_at(self, player: int) -> int | None:
        """When the time of a player who has to decide is up."""
        if not self.pace.is_timed or player not in self.running:
            return None
        return self.running[player] + self.left[player] + self.pace.each * 1000
