"""PostgreSQL: a connection pool, and NOTIFY between processes."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import psycopg
from psycopg_pool import ConnectionPool

from zunft.server.store.database import KeyTaken, Record, Work

T = TypeVar("T")

CHANNEL: Final = "zunft"
CONNECTIONS: Final = 8
FIRST_DELAY, LONGEST_DELAY = 0.2, 5.0  # seconds before reconnecting
DELAYS: Final = (0.0, 0.05, 0.2, 0.5)  # seconds before each retry on another connection
PATIENCE: Final = 5.0  # seconds to wait for a connection
NAMED = re.compile(r"(?<!:):(\w+)")


class PostgresSession:
    def __init__(self, connection: Any, sender: str) -> None:
        self.connection = connection
        self.sender = sender

    def all(self, sql: str, **values: Any) -> list[Record]:
        found: list[Record] = self.connection.execute(in_postgres(sql), values).fetchall()
        return found

    def one(self, sql: str, **values: Any) -> Record | None:
        found: Record | None = self.connection.execute(in_postgres(sql), values).fetchone()
        return found

    def run(self, sql: str, **values: Any) -> int:
        try:
            changed: int = self.connection.execute(in_postgres(sql), values).rowcount
        except psycopg.errors.UniqueViolation as error:
            raise KeyTaken(str(error)) from None
        return changed

    def notify(self, message: str) -> None:
        self.connection.execute("select pg_notify(%s, %s)", (CHANNEL, f"{self.sender}:{message}"))


class Postgres:
    is_shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = secrets.token_hex(4)  # sender in notifications, so that a process ignores its own
        self.threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="postgres")
        self.pool = ConnectionPool(
            url, min_size=1, max_size=CONNECTIONS, open=True, check=ConnectionPool.check_connection
        )

    async def work(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.threads, self.transact, work)

    async def read(self, work: Work[T]) -> T:
        return await self.work(work)

    def transact(self, work: Work[T]) -> T:
        """Retries on a new connection if one is lost; an entry that was committed anyway is found by its key."""
        for wait in DELAYS:
            try:
                return self.transact_once(work)
            except (psycopg.OperationalError, psycopg.InterfaceError):
                time.sleep(wait)
        return self.transact_once(work)

    def transact_once(self, work: Work[T]) -> T:
        with self.pool.connection(timeout=PATIENCE) as connection:
            return work(PostgresSession(connection, self.name))

    async def listen(self, on_notification: Callable[[str | None], None]) -> None:
        """After a lost connection, notifications may have been missed, so listeners check for changes."""
        delay = FIRST_DELAY
        own = f"{self.name}:"
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    delay = FIRST_DELAY
                    on_notification(None)
                    async for notice in connection.notifies():
                        if not notice.payload.startswith(own):
                            on_notification(notice.payload.partition(":")[2])
            except psycopg.OperationalError:
                await asyncio.sleep(delay)
                delay = min(LONGEST_DELAY, delay * 2)

    def close(self) -> None:
        self.threads.shutdown()
        self.pool.close()


def in_postgres(sql: str) -> str:
    return NAMED.sub(r"%(\1)s", sql)
