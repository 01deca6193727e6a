"""Server-sent events: each stream reads its table from its own last number and sends what its viewer may know."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

import msgspec
import structlog
from litestar.response import Stream

from zunft.core.errors import ZunftError
from zunft.server.notices.hub import Presence
from zunft.server.store import queries
from zunft.server.tables.clocks import now
from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table
from zunft.server.web.preferences import AnyRequest, language_of
from zunft.server.web.visitors import seat_of

Encode = Callable[[Table, int], bytes]  # data of one event: what happened since a number
EncoderFor = Callable[[int | None, str], Encode]  # for a viewer and a language

HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
NOTED = 60.0  # seconds between updates of a player's presence in the store
RETRY = b"retry: 1000\n\n"
LEFT = b"event: left\ndata: {}\n\n"  # a bot has taken this seat: the page must reload
SHORTEST_DELAY, LONGEST_DELAY = 0.1, 5.0  # seconds before the store is retried

log = structlog.get_logger("zunft.streams")


async def stream(
    request: AnyRequest,
    tables: TableService,
    name: str,
    since: int | None,
    encoder_for: EncoderFor,
    farewell: bytes = b"",
) -> Stream:
    """`since`: the number the client has seen, None: the current one. `farewell`: last event of a stream whose seat was
    lost."""
    viewer = await seat_of(request, tables, name)
    if since is None:
        since = (await tables.table(name)).number(viewer)
    header = request.headers.get("last-event-id", "")
    start = int(header) if header.isdecimal() and len(header) < 10 else since
    rights = Rights(request, tables, name, viewer, farewell)
    watch = PresenceWatch(tables, name) if farewell else None  # only pages show presence
    found = events(tables, name, viewer, start, encoder_for(viewer, language_of(request)), rights, watch)
    return Stream(found, media_type="text/event-stream", headers=HEADERS)


class Rights:
    """The right to a seat may end while the stream is open: the seat was left, or the session has ended."""

    def __init__(
        self, request: AnyRequest, tables: TableService, name: str, viewer: int | None, farewell: bytes = b""
    ) -> None:
        self.request = request
        self.tables = tables
        self.name = name
        self.viewer = viewer
        self.farewell = farewell
        self.noted = 0.0  # when presence was last stored

    async def hold(self) -> bool:
        if self.viewer is None:
            return True
        return await seat_of(self.request, self.tables, self.name) == self.viewer

    async def note(self) -> None:
        """Record the player's presence for other processes, at intervals."""
        at = time.monotonic()
        if self.viewer is None or (self.noted and at - self.noted < NOTED):
            return
        self.noted = at
        work = partial(queries.note_seen, table=self.name, seat=self.viewer, at=now())
        try:
            await self.tables.database.work(work)
        except Exception as error:
            log.error("presence not stored", error=type(error).__name__)


class PresenceWatch:
    """Sends a page who is at the table. Presence in other processes is read from the store, at each ping."""

    def __init__(self, tables: TableService, name: str) -> None:
        self.tables = tables
        self.name = name
        self.others: list[int] = []
        self.sent: Presence | None = None

    async def read_other_processes(self) -> None:
        if self.tables.database.is_shared:
            since = now() - int(2 * NOTED * 1000)
            work = partial(queries.seen_since, table=self.name, at=since)
            self.others = await self.tables.database.read(work)

    def change(self) -> bytes:
        """Empty if unchanged."""
        here = self.tables.hub.here(self.name)
        present = Presence(sorted({*here.seats, *self.others}), here.spectators)
        if present == self.sent:
            return b""
        self.sent = present
        return b"event: presence\ndata: %s\n\n" % msgspec.json.encode(
            {"seats": present.seats, "spectators": present.spectators}
        )


async def events(
    tables: TableService,
    name: str,
    viewer: int | None,
    since: int,
    encode: Encode,
    rights: Rights | None = None,
    watch: PresenceWatch | None = None,
) -> AsyncIterator[bytes]:
    """Event ids are the viewer's own numbers: others' secret choices neither count nor cause a visible wake-up."""
    yield RETRY
    with tables.hub.listening(name, viewer) as listener:
        while not tables.hub.stopping:
            if rights is not None:
                await rights.note()
            if listener.take_ping():
                if watch is not None:
                    await watch.read_other_processes()
                yield b": still here\n\n"
            if watch is not None and (presence := watch.change()):
                yield presence
            if listener.take_change():
                table = await current_table(tables, name)
                if table is None:
                    return
                number = table.number(viewer)
                if number > since:
                    if rights is not None and not await rights.hold():
                        yield rights.farewell
                        return
                    yield b"id: %d\ndata: %s\n\n" % (number, encode(table, since))
                    since = number
            await listener.wait()


async def current_table(tables: TableService, name: str) -> Table | None:
    """Retries while the store cannot be read; None if the server stops meanwhile."""
    delay = SHORTEST_DELAY
    while not tables.hub.stopping:
        try:
            return await tables.table(name)
        except ZunftError:
            raise
        except Exception as error:
            log.error("stream is waiting for the store", error=type(error).__name__)
            await asyncio.sleep(delay)
            delay = min(LONGEST_DELAY, 2 * delay)
    return None
