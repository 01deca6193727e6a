"""One SQLite file, or PostgreSQL: the same SQL runs on both.

Work is a plain function that takes a `Session`; it runs in a thread as one transaction, and may be retried after a
rollback.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

T = TypeVar("T")
Work = Callable[["Session"], T]
Record = Sequence[Any]  # one row of a query's result


class KeyTaken(Exception):
    """A row with this key already exists: another writer was faster."""


class Session(Protocol):
    """SQL with :named parameters."""

    def all(self, sql: str, **values: Any) -> list[Record]: ...

    def one(self, sql: str, **values: Any) -> Record | None: ...

    def run(self, sql: str, **values: Any) -> int:
        """Number of changed rows; raises KeyTaken."""

    def notify(self, message: str) -> None:
        """Notify other processes on commit, and only then."""


@runtime_checkable
class Database(Protocol):
    url: str
    is_shared: bool  # whether other processes may write

    async def work(self, work: Work[T]) -> T:
        """Read and write; committed when the function returns."""

    async def read(self, work: Work[T]) -> T:
        """Read-only, in one snapshot; never blocked by writes."""

    async def listen(self, on_notification: Callable[[str | None], None]) -> None:
        """Until cancelled: notifications from other processes; None after a lost connection: some may be missing."""

    def close(self) -> None: ...


def open_database(url: str) -> Database:
    """`postgresql://…`, or the path of a SQLite file."""
    if is_postgres(url):
        from zunft.server.store.postgres import Postgres

        return Postgres(url)
    from zunft.server.store.sqlite import Sqlite

    return Sqlite(Path(url))


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))
