"""An application inside the test process, and tables put directly into its store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from zunft.server.app import make_app
from zunft.server.config import Config
from zunft.server.people.secrets import hashed
from zunft.server.store import queries
from zunft.server.store.sqlite import SqliteSession, connect_sqlite
from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table
from zunft.server.tables.upkeep import Upkeep


@contextmanager
def application(path: Path, **config: Any) -> Iterator[TestClient[Litestar]]:
    """A client of a new application; bots move without pauses."""
    app = make_app(Config(str(path), **{"pause": 0.0, "rate": 0.0, **config}))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def tables_of(client: TestClient[Litestar]) -> TableService:
    tables: TableService = client.app.state.tables
    return tables


def upkeep_of(client: TestClient[Litestar]) -> Upkeep:
    upkeep: Upkeep = client.app.state.upkeep
    return upkeep


def in_loop(client: TestClient[Litestar], work: Any, *args: Any) -> Any:
    """Runs a coroutine function in the application's event loop."""
    return client.blocking_portal.call(work, *args)


def put(path: Path, table: Table, secrets: Mapping[int, str], asleep: bool = False) -> None:
    """Insert this table into the store, as if it had been played there; secrets by seat. `asleep`: bots and clocks do
    not run."""
    connection = connect_sqlite(path)
    session = SqliteSession(connection)
    hashes = [hashed(secrets[seat]) if seat in secrets else "" for seat in range(table.setup.players)]
    connection.execute("begin")
    queries.add_table(session, table, hashes, {})
    if asleep:
        session.run("update tables set thinking = 0, due = null where id = :id", id=table.setup.id)
    connection.execute("commit")
    connection.close()


def content(path: Path) -> str:
    """The whole store as one text."""
    with sqlite3.connect(path) as connection:
        found = "\n".join(connection.iterdump())
    connection.close()
    return found
