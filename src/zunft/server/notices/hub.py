"""Wakes a table's streams when the table has changed; each stream reads the changes itself."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

PING = 15.0


class Listener:
    """A waiting stream; a change stays pending until it is read."""

    def __init__(self, viewer: int | None = None) -> None:
        self.viewer = viewer  # None: a spectator
        self.loop = asyncio.get_running_loop()
        self.has_change = True  # so that the first read happens at once
        self.has_ping = False
        self.waiting: asyncio.Future[None] | None = None
        self.next_ping = self.loop.time()
        self.plan_ping()

    def wake(self) -> None:
        self.has_change = True
        self.resume()

    def ping(self) -> None:
        self.has_ping = True
        self.plan_ping()
        self.resume()

    def plan_ping(self) -> None:
        """Pings have a fixed schedule: a delayed ping would reveal that somebody chose in secret."""
        self.next_ping += PING
        self.timer = self.loop.call_at(self.next_ping, self.ping)

    def resume(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def wait(self) -> None:
        """Until there is a change or a ping is due."""
        if not self.has_change and not self.has_ping:
            self.waiting = self.loop.create_future()
            await self.waiting

    def take_change(self) -> bool:
        """Whether the table may have changed; clears the flag."""
        had, self.has_change = self.has_change, False
        return had

    def take_ping(self) -> bool:
        had, self.has_ping = self.has_ping, False
        return had


class Presence(NamedTuple):
    seats: list[int]
    spectators: int


class Hub:
    def __init__(self) -> None:
        self.waiting: defaultdict[str, set[Listener]] = defaultdict(set)
        self.stopping = False

    def wake(self, table: str | None = None) -> None:
        """All streams of this table, or all streams."""
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
    def listening(self, table: str, viewer: int | None = None) -> Iterator[Listener]:
        """Streams at the table check who is present when a viewer comes or goes."""
        listener = Listener(viewer)
        self.wake(table)
        self.waiting[table].add(listener)
        try:
            yield listener
        finally:
            listener.timer.cancel()
            self.waiting[table].discard(listener)
            if not self.waiting[table]:
                del self.waiting[table]
            self.wake(table)

    def here(self, table: str) -> Presence:
        """Viewers with an open stream to this table in this process."""
        viewers = [listener.viewer for listener in self.waiting.get(table, ())]
        return Presence(sorted({viewer for viewer in viewers if viewer is not None}), viewers.count(None))
