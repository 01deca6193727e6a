"""Server-sent events: each stream reads its table after its own last number and tells what its viewer may know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import structlog
from litestar.response import Stream

from zunft.core.errors import ZunftError
from zunft.server.hall import Hall
from zunft.server.table import Table

Tell = Callable[[Table, int], bytes]  # what happened at the table since a number, as the data of one event

HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
RETRY = b"retry: 1000\n\n"
SHORTEST_DELAY, LONGEST_DELAY = 0.1, 5.0  # seconds until the store is asked again

log = structlog.get_logger("zunft.stream")


def stream(hall: Hall, name: str, viewer: int | None, since: int, tell: Tell) -> Stream:
    return Stream(events(hall, name, viewer, since, tell), media_type="text/event-stream", headers=HEADERS)


async def events(hall: Hall, name: str, viewer: int | None, since: int, tell: Tell) -> AsyncIterator[bytes]:
    """Ids are the viewer's own numbers: what others choose in secret neither counts nor wakes anybody visibly."""
    yield RETRY
    with hall.hub.listening(name) as listener:
        while not hall.hub.stopping:
            if listener.take_ping():
                yield b": still here\n\n"
            if listener.take_news():
                table = hall.at_hand(name) or await present(hall, name)
                if table is None:
                    return
                number = table.number(viewer)
                if number > since:
                    yield b"id: %d\ndata: %s\n\n" % (number, tell(table, since))
                    since = number
            await listener.wait()


async def present(hall: Hall, name: str) -> Table | None:
    """A stream outlives a store that cannot be read for a while; None: the server stops meanwhile."""
    delay = SHORTEST_DELAY
    while not hall.hub.stopping:
        try:
            return await hall.table(name)
        except ZunftError:
            raise
        except Exception as error:
            log.error("stream waits for the store", error=type(error).__name__)
            await asyncio.sleep(delay)
            delay = min(LONGEST_DELAY, 2 * delay)
    return None


def last_seen(header: str | None, asked: int | None, present: int) -> int:
    """Where a stream goes on: after the last event that arrived, or where its page stood."""
    if header is not None and header.isdecimal() and len(header) < 10:
        return int(header)
    return present if asked is None else asked
