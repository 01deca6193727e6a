"""The log of a table: numbered entries that are never changed or removed, and the setup agreed before the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeVar, overload

import msgspec

from zunft.server.tables.clocks import Pace

T = TypeVar("T")

# Kinds of entries
SIT: Final = "sit"
BEGIN: Final = "begin"
ACT: Final = "act"
UNDO: Final = "undo"
CHAT: Final = "chat"
ASK: Final = "ask"
ANSWER: Final = "answer"
REPLACE: Final = "replace"  # a bot takes over a seat
RETURN: Final = "return"  # a person takes it back
PAUSE: Final = "pause"  # running clocks were stopped for a time
END: Final = "end"  # ends early
REMATCH: Final = "rematch"
HINTS: Final = "hints"  # whether hints are allowed
HINT: Final = "hint"  # a player's first hint; visible to that player only
GUIDE: Final = "guide"  # a learner reads on in a tutorial, goes back or leaves it

# Why a bot takes over a seat, or a game ends
RESIGN: Final = "resign"
FILL: Final = "fill"
LEAVE: Final = "leave"
CLOCK: Final = "clock"
CONSENT: Final = "consent"

ABSENT: Final = (CLOCK, CONSENT)  # reasons after which the player may come back

# Occupants of a seat, besides HUMAN
OPEN: Final = "open"
BOT: Final = "bot"

# Status of a table
WAITING: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"


class Entry(msgspec.Struct, frozen=True):
    number: int
    at: int  # milliseconds since 1970
    kind: str
    player: int  # -1: no player
    data: dict[str, Any]


class Seat(msgspec.Struct, frozen=True):
    """The occupant of a seat."""

    kind: str  # HUMAN, OPEN or BOT
    name: str = ""
    bot: str = ""
    resigned: bool = False
    substitute: bool = False  # a bot that took over during the game
    away: bool = False  # a bot that plays until the player comes back


class Setup(msgspec.Struct):
    """Agreed when the table was created."""

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    pace: Pace
    listed: bool
    created: int
    origin: str = ""  # the table this one branched off, or another source
    household: str = ""  # of the creator, hashed: for limits


class Log(Sequence[T]):
    """An append-only list. `plus` shares storage with the shorter list: a move costs the same at any length."""

    __slots__ = ("items", "length")

    def __init__(self, items: list[T] | None = None) -> None:
        self.items: list[T] = [] if items is None else items
        self.length = len(self.items)

    def plus(self, item: T) -> Log[T]:
        """One item longer; this list stays unchanged. Copies only if two lists diverge here."""
        items = self.items if len(self.items) == self.length else self.items[: self.length]
        items.append(item)
        return Log(items)

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return self.items[slice(*index.indices(self.length))]
        if not -self.length <= index < self.length:
            raise IndexError(index)
        return self.items[index if index >= 0 else self.length + index]

    def __iter__(self) -> Iterator[T]:
        return islice(self.items, self.length)

    def __reversed__(self) -> Iterator[T]:
        return (self.items[index] for index in range(self.length - 1, -1, -1))
