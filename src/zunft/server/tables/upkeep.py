"""Once a second: expired clocks, bots abandoned by a process that died, and the health of the store."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from functools import partial
from typing import Final

import structlog

from zunft.server.store import queries
from zunft.server.store.prune import Policy, prune_all
from zunft.server.store.pulse import LATE, beat
from zunft.server.tables import clocks, commands
from zunft.server.tables.bots import Bots
from zunft.server.tables.service import TableService

OVERDUE: Final = 5_000  # milliseconds after which another process may move a bot
BEAT: Final = 3.0  # seconds between two heartbeats
FAINT: Final = 8.0  # seconds without a heartbeat after which the server is unhealthy
FIRST_PRUNED: Final = 600.0  # seconds after the start: a server that is restarted every day prunes, too
PRUNED: Final = 24 * 3600.0  # seconds between two runs
RESUMED: Final = 200  # tables whose bots are resumed in one check
REPORTED: Final = 1000  # tables remembered as reported

log = structlog.get_logger("zunft.upkeep")


class Upkeep:
    def __init__(self, tables: TableService, bots: Bots) -> None:
        self.tables = tables
        self.bots = bots
        self.alive_at = time.monotonic()  # last successful write to the store
        self.beat_at = clocks.now()  # the same, by the clock that players' time uses
        self.reported: set[tuple[str, str]] = set()

    @property
    def is_healthy(self) -> bool:
        """Whether the store accepts writes; answered without a query."""
        return time.monotonic() - self.alive_at < FAINT

    async def run(self) -> None:
        while True:
            await asyncio.sleep(1)
            with self.reporting("upkeep"):
                await self.tick()

    async def keep_pulse(self) -> None:
        while True:
            with self.reporting("pulse"):
                await self.beat()
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        now = clocks.now()
        for name in await self.tables.database.work(partial(beat, now=now)):
            self.tables.invalidate(name)
        self.alive_at, self.beat_at = time.monotonic(), now

    async def keep_pruned(self, policy: Policy) -> None:
        await asyncio.sleep(FIRST_PRUNED)
        while True:
            with self.reporting("pruning"):
                await prune_all(self.tables.database, policy, clocks.now(), pause=1.0)
            await asyncio.sleep(PRUNED)

    async def tick(self) -> None:
        """Detects a clock jump or a stalled process before any player's time runs out because of it."""
        if abs(clocks.now() - self.beat_at) > LATE:
            await self.beat()
        await self.run_due()

    async def run_due(self) -> None:
        at = clocks.now()
        for name in await self.tables.database.read(lambda session: queries.tables_due(session, at)):
            with self.reporting(name):
                await self.tables.execute(name, commands.time_up)
        await self.resume(OVERDUE)

    async def resume(self, overdue: int = 0) -> None:
        """Resume bot moves that are overdue; after a start, all of them."""
        before = clocks.now() - overdue
        found = await self.tables.database.read(lambda session: queries.tables_thinking(session, before))
        failed = {what for what, _ in self.reported}
        waiting = [name for name in found if name not in self.tables.busy]
        for name in sorted(waiting, key=failed.__contains__)[:RESUMED]:  # tables that cannot be read come last
            with self.reporting(name):
                self.bots.start_moves(await self.tables.table(name))

    @contextlib.contextmanager
    def reporting(self, what: str) -> Iterator[None]:
        """A broken table must not block the others, and is reported once, not every second."""
        try:
            yield
        except Exception as error:
            failure = what, type(error).__name__
            if failure not in self.reported:
                log.error("upkeep failed", table=what, error=failure[1])
                if len(self.reported) < REPORTED:
                    self.reported.add(failure)
        else:
            self.reported = {failure for failure in self.reported if failure[0] != what}
