"""Wakes the streams of a table when the table has changed; they read for themselves what is new."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator

PING = 15.0


class Hub:
    def __init__(self) -> None:
        self.waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.stopping = False

    def wake(self, table: str | None = None) -> None:
        """Everybody at this table, or everybody."""
        for name in [table] if table is not None else list(self.waiting):
            for event in self.waiting.get(name, ()):
                event.set()

    def stop(self) -> None:
        """Ends all streams, so that the server can shut down at once."""
        self.stopping = True
        self.wake()

    def listeners(self) -> int:
        return sum(len(events) for events in self.waiting.values())

    async def changes(self, table: str) -> AsyncIterator[bool]:
        """True: something may be new, at first too; False: time for a ping.

        Pings keep to their own time, whatever happens: a ping that came late would tell of a choice made in secret.
        """
        clock = asyncio.get_running_loop().time
        ping = clock() + PING
        event = asyncio.Event()
        event.set()
        self.waiting[table].add(event)
        try:
            while not self.stopping:
                try:
                    async with asyncio.timeout_at(ping):
                        await event.wait()
                except TimeoutError:
                    ping += PING
                    yield False
                    continue
                event.clear()
                if not self.stopping:
                    yield True
        finally:
            self.waiting[table].discard(event)
            if not self.waiting[table]:
                del self.waiting[table]
