"""Tables in memory, loaded from the store. The log holds everything, so any table can be dropped."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from zunft.server.refusals import NotFound, Refused
from zunft.server.store import queries
from zunft.server.store.database import Database, Session
from zunft.server.tables.fold import after, folded
from zunft.server.tables.log import Entry
from zunft.server.tables.table import Table, game_named

KEPT: Final = 256  # tables in memory
LOOKED_AT: Final = 8  # oldest tables checked for removal with each one added


class CachedTable:
    """A table in memory, the hashes of its seats' secrets, and the lock for writing."""

    def __init__(self, table: Table, hashes: list[str]) -> None:
        self.table = table
        self.hashes = hashes
        self.lock = asyncio.Lock()


class TableCache:
    def __init__(self, database: Database, is_needed: Callable[[str], bool]) -> None:
        self.database = database
        self.is_needed = is_needed
        self.kept: OrderedDict[str, CachedTable] = OrderedDict()
        self.stale: set[str] = set()  # tables that another process has changed
        self.reading: dict[str, asyncio.Task[None]] = {}  # tables being loaded from the store

    async def get(self, name: str) -> CachedTable:
        """Includes every change announced to this process."""
        while (found := self.current(name)) is None:
            await self.read(name)
        return found

    async def get_fresh(self, name: str) -> CachedTable:
        """Includes every change by other processes, announced or not."""
        if self.database.is_shared:
            self.stale.add(name)
        return await self.get(name)

    def current(self, name: str) -> CachedTable | None:
        """The table, if it is cached and up to date."""
        if name not in self.kept or name in self.stale or name in self.reading:
            return None
        self.kept.move_to_end(name)
        return self.kept[name]

    def put(self, table: Table, hashes: list[str]) -> None:
        self.kept[table.setup.id] = CachedTable(table, hashes)
        self.drop_some()

    def update(self, table: Table) -> None:
        """Replace the cached table by its successor."""
        kept = self.kept.get(table.setup.id)
        if kept is not None and len(kept.table.log) < len(table.log):
            kept.table = table

    def invalidate(self, name: str | None) -> None:
        """Another process has changed this table, or, with None, perhaps all of them."""
        if name is None:
            self.stale.update(self.kept)
        elif name in self.kept or name in self.reading:
            self.stale.add(name)

    async def read(self, name: str) -> None:
        """Load from the store, once for all concurrent readers."""
        if name not in self.reading:
            self.reading[name] = asyncio.create_task(self.read_now(name))
        await asyncio.shield(self.reading[name])

    async def read_now(self, name: str) -> None:
        self.stale.discard(name)
        kept = self.kept.get(name)
        try:
            await (self.load(name) if kept is None else self.refresh(kept))
        except BaseException:
            if kept is not None:
                self.stale.add(name)  # changes by other processes are still unread
            raise
        finally:
            del self.reading[name]

    async def load(self, name: str) -> None:
        if not name.isprintable():  # PostgreSQL refuses NUL
            raise NotFound("unknown_table", table=name)

        def work(session: Session) -> tuple[queries.Stored | None, list[Entry]]:
            return queries.load_table(session, name), queries.load_entries(session, name)

        stored, entries = await self.database.read(work)
        if stored is None:
            raise NotFound("unknown_table", table=name)
        if game_named(stored.setup.game).rules != stored.setup.rules:
            raise Refused("old_rules", version=stored.setup.rules)
        table = await asyncio.to_thread(folded, stored.setup, stored.seats, entries)  # a long log takes a while
        self.put(table, stored.hashes)

    async def refresh(self, kept: CachedTable) -> None:
        """Load entries that other processes have written."""
        table = kept.table
        name, known = table.setup.id, len(table.log)

        def work(session: Session) -> tuple[list[Entry], list[str]]:
            return queries.load_entries(session, name, known), queries.seat_hashes(session, name)

        entries, hashes = await self.database.read(work)
        if kept.table is table:  # else a writer in this process has loaded them already
            kept.table, kept.hashes = after(table, *entries), hashes

    def drop_some(self) -> None:
        """Drop unused tables among those not accessed for the longest time."""
        newest = next(reversed(self.kept))
        for _ in range(LOOKED_AT):
            oldest = next(iter(self.kept))
            if len(self.kept) <= KEPT or oldest == newest:
                return
            if self.is_needed(oldest) or self.kept[oldest].lock.locked():
                self.kept.move_to_end(oldest)
            else:
                self.drop(oldest)

    def drop(self, name: str) -> None:
        self.kept.pop(name, None)
        self.stale.discard(name)
