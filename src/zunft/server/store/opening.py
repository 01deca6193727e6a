"""Preparing the database before the server starts: created, migrated, and locked against a second server."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from zunft.core.errors import BadOption
from zunft.server.store.database import Database, is_postgres, open_database

PRIVATE: Final = 0o600
NEWEST: Final = "0007"  # the last of the migrations
REVISION: Final = "select version_num from alembic_version"


@contextlib.contextmanager
def prepared(url: str) -> Iterator[None]:
    """The database, ready to use; a SQLite file is locked for one server."""
    with contextlib.nullcontext() if is_postgres(url) else held(Path(url)):
        upgraded(url)
        yield


@contextlib.contextmanager
def opened_existing(url: str) -> Iterator[Database]:
    """For a command: the database must exist, and is migrated first."""
    if not is_postgres(url) and not Path(url).is_file():
        raise BadOption(f"{url} does not exist")
    upgraded(url)
    database = open_database(url)
    try:
        yield database
    finally:
        database.close()


def upgraded(url: str) -> None:
    """Creates or migrates the schema. Nearly always there is nothing to do, and so nothing to load for it, which would
    take a third of the time of a start."""
    if is_current(url):
        return
    import sqlalchemy.exc

    from zunft.server.store import migrations

    try:
        migrations.upgrade(url)
    except sqlalchemy.exc.DBAPIError as error:
        raise BadOption(f"the database {name_of(url)} cannot be opened: {error.orig}") from None


def is_current(url: str) -> bool:
    """Whether the schema is the newest; not if it cannot be read."""
    if is_postgres(url):
        import psycopg

        with contextlib.suppress(psycopg.Error), psycopg.connect(url) as server:
            return server.execute(REVISION).fetchone() == (NEWEST,)
        return False
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(url)) as file:
        return bool(file.execute(REVISION).fetchone() == (NEWEST,))
    return False


def name_of(url: str) -> str:
    """Without the password."""
    return url.rpartition("@")[2]


@contextlib.contextmanager
def held(file: Path) -> Iterator[None]:
    """One server per SQLite file: two would miss each other's moves. The lock ends with its process, even if killed."""
    make_private(file)
    lock = os.open(file.with_name(file.name + "-server"), os.O_RDWR | os.O_CREAT, PRIVATE)
    try:
        if not locked(lock):
            raise BadOption(f"another server is using {file}")
        yield
    finally:
        os.close(lock)


def locked(lock: int) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows: the host must ensure it
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def make_private(file: Path) -> None:
    """Not readable for other users of this machine; SQLite gives its side files the same mode."""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE))
        file.chmod(PRIVATE)
    except OSError as error:
        raise BadOption(f"the database {file} cannot be opened: {error.strerror}") from None
