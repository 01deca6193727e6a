"""Wakes the streams of a table when the table has changed; they read for themselves what is new."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator

PING = 15.0


class Listener:
    """A stream that waits; what it is woken for stays until it has looked."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.has_news = True  # at first, too
        self.has_ping = False
        self.waiting: asyncio.Future[None] | None = None
        self.next_ping = self.loop.time()
        self.plan_ping()

    def wake(self) -> None:
        self.has_news = True
        self.go_on()

    def ping(self) -> None:
        self.has_ping = True
        self.plan_ping()
        self.go_on()

    def plan_ping(self) -> None:
        """Pings keep to their own time: one that came late would tell of a choice made in secret."""
        self.next_ping += PING
        self.timer = self.loop.call_at(self.next_ping, self.ping)

    def go_on(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def wait(self) -> None:
        """Until there is news or it is time for a ping."""
        if not self.has_news and not self.has_ping:
            self.waiting = self.loop.create_future()
            await self.waiting

    def take_news(self) -> bool:
        """Whether something may be new."""
        had, self.has_news = self.has_news, False
        return had

    def take_ping(self) -> bool:
        had, self.has_ping = self.has_ping, False
        return had


class Hub:
    def __init__(self) -> None:
        self.waiting: defaultdict[str, set[Listener]] = defaultdict(set)
        self.stopping = False

    def wake(self, table: str | None = None) -> None:
        """Everybody at this table, or everybody."""
        for name in [table] if table is not None else list(self.waiting):
            for listener in self.waiting.get(name, ()):
                listener.wake()

    def stop(self) -> None:
        """Ends all streams, so that the server can shut down at once."""
        self.stopping = True
        self.wake()

    def listeners(self) -> int:
        return sum(len(listeners) for listeners in self.waiting.values())

    @contextlib.contextmanager
    def listening(self, table: str) -> Iterator[Listener]:
        listener = Listener()
        self.waiting[table].add(listener)
        try:
            yield listener
        finally:
            listener.timer.cancel()
            self.waiting[table].discard(listener)
            if not self.waiting[table]:
                del self.waiting[table]
