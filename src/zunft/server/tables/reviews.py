"""Reviews of finished games: computed once, part by part at low priority, and stored with the table."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from functools import partial
from typing import Any, Final

import structlog

from zunft.core.record import Record
from zunft.review import Evaluator, Review, head_of, part_from, parts
from zunft.server.refusals import Forbidden, Refused, TooMany
from zunft.server.store import reviews as store
from zunft.server.store.queries import decode, encode
from zunft.server.store.reviews import DONE, FAILED, StoredReview
from zunft.server.tables import clocks
from zunft.server.tables.guidance import guided_actions
from zunft.server.tables.records import record_of
from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table
from zunft.server.tables.thinkers import Thinkers, at_most

NICENESS: Final = 15  # of the review process: bots and pages have priority
AT_ONCE: Final = 0.5  # seconds of work per batch stored
HELD: Final = 90_000  # milliseconds without progress after which another process may claim a review
PAUSE: Final = 2.0  # seconds between checks for work left by other processes
MOST_OF_ONE: Final = 5  # waiting reviews per household
MOST: Final = 500  # in total
KEPT: Final = 32  # finished reviews cached
FAILURES: Final = 3  # failures after which a review is abandoned

log = structlog.get_logger("zunft.reviews")


def review_some(text: str, nodes: int, done: list[int], seconds: float, longest: float) -> list[dict[str, Any]]:
    """Runs in a worker process: the next parts of a review, at least one if any is left."""
    record = Record.from_json(text)
    found: list[dict[str, Any]] = []
    until = time.monotonic() + seconds
    with at_most(longest):
        for part in parts(record, Evaluator(nodes), set(done)):
            found.append(part.to_dict(record.game))
            if time.monotonic() >= until:
                break
    return found


class Reviews:
    """Requests for reviews, and the work on them: one review at a time in this process."""

    def __init__(self, tables: TableService, thinkers: Thinkers, nodes: int) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self.nodes = nodes  # simulations per decision; 0: no reviews here
        self.finished: OrderedDict[str, Review] = OrderedDict()
        self.failures: dict[str, int] = {}
        self.asked = asyncio.Event()

    @property
    def are_offered(self) -> bool:
        return self.nodes > 0

    # Requests

    def check(self, table: Table) -> None:
        """Only a game played to its end can be reviewed."""
        if not self.are_offered:
            raise Forbidden("no_reviews")
        if not table.is_over:
            raise Forbidden("review_not_yet")
        if table.ended:
            raise Refused("review_unfinished")

    def is_possible(self, table: Table) -> bool:
        return self.are_offered and table.is_over and not table.ended

    async def ask(self, table: Table, household: str) -> None:
        self.check(table)
        record = record_of(table)
        name, head = table.setup.id, self.head(record)

        def work(session: Any) -> None:
            if store.find(session, name) is not None:
                return
            own, all_of_them = store.waiting_of(session, household)
            if own >= MOST_OF_ONE or all_of_them >= MOST:
                raise TooMany("too_many_reviews", most=MOST_OF_ONE)
            store.add(session, name, head, len(record.actions), household, clocks.now())

        await self.tables.database.work(work)
        self.asked.set()

    def head(self, record: Record) -> dict[str, Any]:
        """As it reads back from the store, so that the two can be compared."""
        head: dict[str, Any] = decode(encode(head_of(record, Evaluator(self.nodes))))
        return head

    # Reading

    async def stored(self, table: Table) -> StoredReview | None:
        name = table.setup.id
        return await self.tables.database.read(lambda session: store.find(session, name))

    async def review(self, table: Table, found: StoredReview | None) -> Review | None:
        """The complete review, once done."""
        if found is None or found.status != DONE:
            return None
        name = table.setup.id
        if name in self.finished:
            self.finished.move_to_end(name)
            return self.finished[name]
        contents = await self.tables.database.read(lambda session: store.parts(session, name))
        review = await asyncio.to_thread(read, table, found.head, contents)
        self.finished[name] = review
        while len(self.finished) > KEPT:
            self.finished.popitem(last=False)
        return review

    # Working

    async def run(self) -> None:
        """Until cancelled. Resumes what a killed server had begun."""
        if not self.are_offered:
            return
        if not self.tables.database.is_shared:
            await self.tables.database.work(store.release_all)
        while True:
            self.asked.clear()
            name = await self.taken()
            if name is not None:
                await self.work_on(name)
                continue
            try:
                async with asyncio.timeout(PAUSE):
                    await self.asked.wait()
            except TimeoutError:
                continue

    async def taken(self) -> str | None:
        now = clocks.now()
        try:
            return await self.tables.database.work(partial(store.take, now=now, until=now + HELD))
        except Exception as error:  # the store is unavailable; upkeep reports it
            log.warning("no review claimed", error=type(error).__name__)
            return None

    async def work_on(self, name: str) -> None:
        try:
            await self.compute(name)
            self.failures.pop(name, None)
        except Exception as error:
            self.failures[name] = self.failures.get(name, 0) + 1
            log.error("review failed", table=name, error=type(error).__name__)
            if self.failures[name] >= FAILURES:
                del self.failures[name]
                await self.finish(name, FAILED)

    async def compute(self, name: str) -> None:
        """Compute all missing parts; each batch is stored before the next begins."""
        table = await self.tables.table(name)
        record = record_of(table)
        head, text = self.head(record), record.to_json()
        found = await self.stored(table)
        if found is not None and found.head != head:  # begun by another version of this program
            await self.tables.database.work(partial(store.begin_again, table=name, head=head))
        done = await self.tables.database.read(lambda session: store.numbers(session, name))
        while len(done) < len(record.actions):
            longest = self.thinkers.longest
            new = await self.thinkers.call(review_some, text, self.nodes, done, AT_ONCE, longest)
            until = clocks.now() + HELD
            await self.tables.database.work(partial(store.save_parts, table=name, found=new, until=until))
            done += [part["number"] for part in new]
        await self.finish(name, DONE)

    async def finish(self, name: str, status: str) -> None:
        await self.tables.database.work(partial(store.set_status, table=name, status=status))


def read(table: Table, head: dict[str, Any], contents: list[Any]) -> Review:
    record = record_of(table)
    return Review(record, head, [part_from(content, record) for content in contents], guided_actions(table))
