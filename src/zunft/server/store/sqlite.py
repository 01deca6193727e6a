"""SQLite: one writing and one reading connection, each in its own thread.

All pending writes are committed together: one disk sync for many appends.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from zunft.server.store.database import KeyTaken, Record, Work

T = TypeVar("T")
Outcome = tuple[Any, BaseException | None]

MOST_TOGETHER: Final = 64


class SqliteSession:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def all(self, sql: str, **values: Any) -> list[Record]:
        return self.connection.execute(sql, values).fetchall()

    def one(self, sql: str, **values: Any) -> Record | None:
        found: Record | None = self.connection.execute(sql, values).fetchone()
        return found

    def run(self, sql: str, **values: Any) -> int:
        try:
            return self.connection.execute(sql, values).rowcount
        except sqlite3.IntegrityError as error:
            raise KeyTaken(str(error)) from None

    def notify(self, message: str) -> None:
        """No other process has this file open."""


class Job(NamedTuple):
    """Work with a waiting caller."""

    work: Work[Any]
    future: asyncio.Future[Any]

    def settle(self, result: Any, error: BaseException | None) -> None:
        if self.future.done():
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)


class Sqlite:
    is_shared = False

    def __init__(self, path: Path) -> None:
        self.url = str(path)
        self.writing, self.reading = connect_sqlite(path), connect_sqlite(path, read_only=True)
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self.serve, name="sqlite", daemon=True)
        self.writer.start()
        self.reader = ThreadPoolExecutor(1, "sqlite-read")

    async def work(self, work: Work[T]) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.jobs.put(Job(work, future))
        return await future

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.reader, self.read_now, work)

    def read_now(self, work: Work[T]) -> T:
        self.reading.execute("begin")
        try:
            return work(SqliteSession(self.reading))
        finally:
            self.reading.execute("rollback")

    async def listen(self, on_notification: Callable[[str | None], None]) -> None:
        await asyncio.Event().wait()

    def close(self) -> None:
        self.jobs.put(None)
        self.writer.join()
        self.reader.shutdown()
        self.reading.close()

    # In the writer thread

    def serve(self) -> None:
        stopping = False
        while not stopping:
            waiting = self.waiting()
            stopping = None in waiting
            self.commit([job for job in waiting if job is not None])
        self.writing.close()

    def waiting(self) -> list[Job | None]:
        together = [self.jobs.get()]
        while len(together) < MOST_TOGETHER and together[-1] is not None:
            try:
                together.append(self.jobs.get_nowait())
            except queue.Empty:
                break
        return together

    def commit(self, jobs: list[Job]) -> None:
        """All jobs in one transaction. Results are delivered after the commit, waking the loop once for all of them."""
        if not jobs:
            return
        try:
            self.writing.execute("begin immediate")
            outcomes = [self.tried(job.work) for job in jobs]
            self.writing.execute("commit")
        except sqlite3.Error as error:
            if self.writing.in_transaction:
                self.writing.execute("rollback")
            outcomes = [(None, error)] * len(jobs)
        jobs[0].future.get_loop().call_soon_threadsafe(settle_all, jobs, outcomes)

    def tried(self, work: Work[Any]) -> Outcome:
        """A refused job rolls back only its own changes."""
        self.writing.execute("savepoint work")
        try:
            outcome: Outcome = work(SqliteSession(self.writing)), None
        except Exception as error:
            outcome = None, error
            self.writing.execute("rollback to work")
        self.writing.execute("release work")
        return outcome


def settle_all(jobs: list[Job], outcomes: list[Outcome]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        job.settle(*outcome)


def connect_sqlite(path: Path, read_only: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("pragma busy_timeout = 5000")
    connection.execute("pragma foreign_keys = on")
    if read_only:
        connection.execute("pragma query_only = on")
    return connection
