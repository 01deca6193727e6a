"""The application inside the test's own process, and tables put straight into its store."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from zunft.server import store
from zunft.server.app import Config, make_app
from zunft.server.database import SqliteSession, connect_sqlite
from zunft.server.hall import Hall
from zunft.server.table import Chair, Table


@contextmanager
def application(path: Path, **config: Any) -> Iterator[TestClient[Litestar]]:
    """A client of an application of its own; bots do not dawdle."""
    app = make_app(Config(str(path), **{"pause": 0.0, "rate": 0.0, **config}))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def hall_of(client: TestClient[Litestar]) -> Hall:
    hall: Hall = client.app.state.hall
    return hall


def in_loop(client: TestClient[Litestar], work: Any, *args: Any) -> Any:
    """Runs a coroutine function where the application runs."""
    return client.blocking_portal.call(work, *args)


def put(path: Path, table: Table, secrets: Mapping[int, str]) -> None:
    """This table into the store, as if it had been played there; seats open by these secrets."""
    connection = connect_sqlite(path)
    session = SqliteSession(connection)
    hashes = [store.hashed(secrets[seat]) if seat in secrets else "" for seat in range(table.setup.players)]
    chairs = [Chair(chair.kind, chair.name, chair.bot) for chair in table.chairs]
    store.add_table(session, table.setup, chairs, hashes, table.rows)
    store.tell_state(session, table, 0)
    connection.close()


def content(path: Path) -> str:
    """Everything in a store, as one text."""
    with sqlite3.connect(path) as connection:
        found = "\n".join(connection.iterdump())
    connection.close()
    return found
