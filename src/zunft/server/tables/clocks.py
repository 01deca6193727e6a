"""Clocks: players' thinking time, derived from the times in the table's log, without any other state."""

from __future__ import annotations

import time
from typing import Final

import msgspec

NONE: Final = "none"
DAY: Final = 24 * 3600
RETURN_TIME: Final = 60  # seconds that a returning player has at least


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stock of seconds for the whole game, used after each decision's own allowance; neither: no clock.

    An allowance alone limits every decision by itself: a move a day.
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
    """Milliseconds left to each player, and which clocks have been running since when."""

    def __init__(self, pace: Pace, players: int) -> None:
        self.pace = pace
        self.left = [pace.stock * 1000] * players
        self.running: dict[int, int] = {}

    def copy(self) -> Clocks:
        other = Clocks(self.pace, len(self.left))
        other.left, other.running = self.left[:], dict(self.running)
        return other

    def ask(self, deciders: tuple[int, ...], now: int, acted: int | None = None) -> None:
        """These players have to decide from now on; clocks that are already running continue."""
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
        """Milliseconds since the player was asked; 0 if the player is not asked."""
        return now - self.running[player] if player in self.running else 0

    def ask_again(self, player: int, left: int, spent: int, now: int) -> None:
        """The player returns to an earlier question, with the time left then minus the time spent on it since."""
        self.left[player] = left
        self.running[player] = now - spent

    def stand_still(self, milliseconds: int) -> None:
        """Exclude a span of time from all clocks."""
        self.running = {player: since + milliseconds for player, since in self.running.items()}

    def welcome_back(self, player: int) -> None:
        """A player who returns after running out of time gets a minimum."""
        if self.pace.stock:
            self.left[player] = max(self.left[player], RETURN_TIME * 1000)

    def left_at(self, player: int, now: int) -> int | None:
        """Milliseconds until the player's time is up; None without a clock."""
        if not self.pace.is_timed:
            return None
        return max(0, self.left[player] + self.pace.each * 1000 - self.spent(player, now))

    def up_at(self, player: int) -> int | None:
        """When the time of a player who is to decide runs out."""
        if not self.pace.is_timed or player not in self.running:
            return None
        return self.running[player] + self.left[player] + self.pace.each * 1000
