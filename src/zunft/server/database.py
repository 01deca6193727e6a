"""One SQLite file, or PostgreSQL: the same few lines of SQL run on both.

Work is a plain function that gets a `Session`; it runs in a thread as one transaction, and may be run again if that was
taken back. SQLite has one thread and one connection, and everything that waits is committed together: one sync to the
disk for many appends.
"""

from __future__ import annotations

import asyncio
import queue
import re
import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
Work = Callable[["Session"], T]
Row = Sequence[Any]
Outcome = tuple[Any, BaseException | None]

CHANNEL = "zunft"
NAMED = re.compile(r"(?<!:):(\w+)")
MOST_TOGETHER = 64
POSTGRES_CONNECTIONS = 8


class Taken(Exception):
    """Somebody else was quicker: a row with this key is there already."""


class Session(Protocol):
    """SQL with :named values."""

    def all(self, sql: str, **values: Any) -> list[Row]: ...

    def one(self, sql: str, **values: Any) -> Row | None: ...

    def run(self, sql: str, **values: Any) -> int:
        """How many rows were changed; raises Taken if a key is taken."""

    def notify(self, message: str) -> None:
        """Tell other processes, when and only if this is committed."""


class Database(Protocol):
    url: str
    is_shared: bool  # whether other processes may write

    async def work(self, work: Work[T]) -> T: ...

    async def listen(self, heard: Callable[[str | None], None]) -> None:
        """Until cancelled: what other processes tell; None after a lost connection, when anything may have happened."""

    def close(self) -> None: ...


def open_database(url: str) -> Database:
    """`postgresql://…`, or the name of a SQLite file."""
    if url.startswith(("postgresql://", "postgres://")):
        return Postgres(url)
    return Sqlite(Path(url))


# SQLite


class SqliteSession:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def all(self, sql: str, **values: Any) -> list[Row]:
        return self.connection.execute(sql, values).fetchall()

    def one(self, sql: str, **values: Any) -> Row | None:
        found: Row | None = self.connection.execute(sql, values).fetchone()
        return found

    def run(self, sql: str, **values: Any) -> int:
        try:
            return self.connection.execute(sql, values).rowcount
        except sqlite3.IntegrityError as error:
            raise Taken(str(error)) from None

    def notify(self, message: str) -> None:
        """Nobody else has this file open."""


class Job:
    def __init__(self, work: Work[Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()

    def settle(self, result: Any, error: BaseException | None) -> None:
        if self.future.cancelled() or self.future.done():
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(result)


class Sqlite:
    is_shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.url = str(path)
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.serve, name="sqlite", daemon=True)
        self.ready = threading.Event()
        self.failure: BaseException | None = None
        self.thread.start()
        self.ready.wait()
        if self.failure is not None:
            raise self.failure

    async def work(self, work: Work[T]) -> T:
        job = Job(work, asyncio.get_running_loop())
        self.jobs.put(job)
        result: T = await job.future
        return result

    async def listen(self, heard: Callable[[str | None], None]) -> None:
        await asyncio.Event().wait()

    def close(self) -> None:
        self.jobs.put(None)
        self.thread.join()

    # In the thread

    def serve(self) -> None:
        try:
            connection = connect_sqlite(self.path)
        except sqlite3.Error as error:
            self.failure = error
            return
        finally:
            self.ready.set()
        while True:
            together = self.waiting()
            self.commit(connection, [job for job in together if job is not None])
            if None in together:
                connection.close()
                return

    def waiting(self) -> list[Job | None]:
        together = [self.jobs.get()]
        while len(together) < MOST_TOGETHER and together[-1] is not None:
            try:
                together.append(self.jobs.get_nowait())
            except queue.Empty:
                break
        return together

    def commit(self, connection: sqlite3.Connection, together: list[Job]) -> None:
        """All in one transaction; one that fails takes only its own changes back. Nobody hears before the commit."""
        if not together:
            return
        works = [job.work for job in together]
        try:
            outcomes = all_at_once(connection, works) or one_by_one(connection, works)
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("rollback")
            outcomes = [(None, error)] * len(together)
        loops: dict[asyncio.AbstractEventLoop, list[tuple[Job, Any, BaseException | None]]] = {}
        for job, (result, error_) in zip(together, outcomes, strict=True):
            loops.setdefault(job.loop, []).append((job, result, error_))
        for loop, settled in loops.items():
            loop.call_soon_threadsafe(settle_all, settled)


def all_at_once(connection: sqlite3.Connection, works: list[Work[Any]]) -> list[Outcome] | None:
    """Without savepoints, as work is seldom refused; where some is, everything is taken back."""
    session = SqliteSession(connection)
    connection.execute("begin immediate")
    outcomes = []
    for work in works:
        outcomes.append(tried(session, work))
        if outcomes[-1][1] is not None:
            connection.execute("rollback")
            return None
    connection.execute("commit")
    return outcomes


def one_by_one(connection: sqlite3.Connection, works: list[Work[Any]]) -> list[Outcome]:
    """What is refused takes back only its own changes."""
    session = SqliteSession(connection)
    connection.execute("begin immediate")
    outcomes = []
    for work in works:
        connection.execute("savepoint work")
        outcomes.append(tried(session, work))
        if outcomes[-1][1] is not None:
            connection.execute("rollback to work")
        connection.execute("release work")
    connection.execute("commit")
    return outcomes


def tried(session: SqliteSession, work: Work[Any]) -> Outcome:
    try:
        return work(session), None
    except Exception as error:
        return None, error


def settle_all(settled: list[tuple[Job, Any, BaseException | None]]) -> None:
    for job, result, error in settled:
        job.settle(result, error)


def connect_sqlite(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("pragma busy_timeout = 5000")
    connection.execute("pragma foreign_keys = on")
    return connection


# PostgreSQL


class PostgresSession:
    def __init__(self, connection: Any, sender: str) -> None:
        self.connection = connection
        self.sender = sender

    def all(self, sql: str, **values: Any) -> list[Row]:
        found: list[Row] = self.connection.execute(in_postgres(sql), values).fetchall()
        return found

    def one(self, sql: str, **values: Any) -> Row | None:
        found: Row | None = self.connection.execute(in_postgres(sql), values).fetchone()
        return found

    def run(self, sql: str, **values: Any) -> int:
        import psycopg

        try:
            changed: int = self.connection.execute(in_postgres(sql), values).rowcount
        except psycopg.errors.UniqueViolation as error:
            raise Taken(str(error)) from None
        return changed

    def notify(self, message: str) -> None:
        self.connection.execute("select pg_notify(%s, %s)", (CHANNEL, f"{self.sender}:{message}"))


class Postgres:
    is_shared = True

    def __init__(self, url: str) -> None:
        from psycopg_pool import ConnectionPool

        self.url = url
        self.name = secrets.token_hex(4)  # in messages, so that nobody listens to itself
        self.threads = ThreadPoolExecutor(POSTGRES_CONNECTIONS, thread_name_prefix="postgres")
        self.pool = ConnectionPool(
            url, min_size=1, max_size=POSTGRES_CONNECTIONS, open=True, check=ConnectionPool.check_connection
        )

    async def work(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.threads, self.transact, work)

    def transact(self, work: Work[T]) -> T:
        with self.pool.connection() as connection:
            return work(PostgresSession(connection, self.name))

    async def listen(self, heard: Callable[[str | None], None]) -> None:
        """A lost connection is made anew; what was missed meanwhile is looked up by everybody."""
        import psycopg

        delay = 0.2
        own = f"{self.name}:"
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    delay = 0.2
                    heard(None)
                    async for notice in connection.notifies():
                        if not notice.payload.startswith(own):
                            heard(notice.payload.partition(":")[2])
            except psycopg.OperationalError:
                await asyncio.sleep(delay)
                delay = min(5.0, delay * 2)

    def close(self) -> None:
        self.threads.shutdown()
        self.pool.close()


def in_postgres(sql: str) -> str:
    return NAMED.sub(r"%(\1)s", sql)
