"""Which bot thinks next: attended tables first, and a fair share for each household and each table."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Final, NamedTuple

HALF_LIFE: Final = 30.0  # seconds after which time used counts half
KEPT: Final = 10_000  # households and tables whose use is remembered


class Asker(NamedTuple):
    """A table whose bot wants to think."""

    table: str
    household: str  # of the table's creator
    is_attended: bool  # whether the table has a viewer


class Turns:
    """Limits how many think at a time; attended tables go first, then those that have used least."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self.thinking = 0
        self.unattended = 0
        self.waiting: dict[asyncio.Future[None], Asker] = {}  # in order of arrival
        self.spent: dict[str, tuple[float, float]] = {}  # seconds used, and when that was updated

    @contextlib.asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        await self.wait(asker)
        began = time.monotonic()
        try:
            yield
        finally:
            took = time.monotonic() - began
            self.add(f"household {asker.household}", took)
            self.add(f"table {asker.table}", took)
            self.leave(asker)

    async def wait(self, asker: Asker) -> None:
        ready = asyncio.get_running_loop().create_future()
        self.waiting[ready] = asker
        self.call_next()
        try:
            await ready
        except asyncio.CancelledError:
            self.waiting.pop(ready, None)
            if ready.done() and not ready.cancelled():
                self.leave(asker)
            raise

    def leave(self, asker: Asker) -> None:
        self.thinking -= 1
        self.unattended -= not asker.is_attended
        self.call_next()

    def call_next(self) -> None:
        while self.thinking < self.slots and (ready := self.next()) is not None:
            asker = self.waiting.pop(ready)
            self.thinking += 1
            self.unattended += not asker.is_attended
            ready.set_result(None)

    def next(self) -> asyncio.Future[None] | None:
        """With several slots, unattended tables never get the last one."""
        is_full = self.slots > 1 and self.unattended >= self.slots - 1
        able = [
            (ready, asker)
            for ready, asker in self.waiting.items()
            if not ready.done() and (asker.is_attended or not is_full)  # done: just cancelled
        ]
        return min(able, key=lambda each: self.rank(each[1]), default=(None, None))[0]

    def rank(self, asker: Asker) -> tuple[bool, float, float]:
        return (
            not asker.is_attended,
            self.spent_by(f"household {asker.household}"),
            self.spent_by(f"table {asker.table}"),
        )

    def spent_by(self, who: str) -> float:
        """Recent use, decayed."""
        seconds, at = self.spent.get(who, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE))

    def add(self, who: str, seconds: float) -> None:
        self.spent[who] = self.spent_by(who) + seconds, time.monotonic()
        if len(self.spent) > KEPT:
            for each in sorted(self.spent, key=self.spent_by)[: KEPT // 2]:
                del self.spent[each]
