"""Server-sent events: each stream reads its table after its own last number and tells what its viewer may know."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from litestar.response import Stream

from zunft.server.hall import Hall
from zunft.server.table import Table

Tell = Callable[[Table, int], bytes]  # what happened at the table since a number, as the data of one event

HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
RETRY = b"retry: 1000\n\n"


def stream(hall: Hall, name: str, viewer: int | None, since: int, tell: Tell) -> Stream:
    return Stream(events(hall, name, viewer, since, tell), media_type="text/event-stream", headers=HEADERS)


async def events(hall: Hall, name: str, viewer: int | None, since: int, tell: Tell) -> AsyncIterator[bytes]:
    """Ids are the viewer's own numbers: what others choose in secret neither counts nor wakes anybody visibly."""
    yield RETRY
    async for woken in hall.hub.changes(name):
        if not woken:
            yield b": still here\n\n"
            continue
        table = await hall.table(name)
        number = table.number(viewer)
        if number > since:
            yield b"id: %d\ndata: %s\n\n" % (number, tell(table, since))
            since = number


def last_seen(header: str | None, asked: int | None, present: int) -> int:
    """Where a stream goes on: after the last event that arrived, or where its page stood."""
    if header is not None and header.isdecimal() and len(header) < 10:
        return int(header)
    return present if asked is None else asked
