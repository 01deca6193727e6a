"""Backups: a snapshot in one SQLite file, verified before it is restored into an empty database."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import sqlalchemy

from zunft.core.errors import BadOption
from zunft.server.store.database import is_postgres
from zunft.server.store.migrations import opened
from zunft.server.store.opening import is_current, make_private, name_of, upgraded

AT_ONCE: Final = 1000  # rows

# Queries that must find nothing, and what it means if they do.
FAULTS: Final = (
    ("select 1 from pragma_integrity_check where integrity_check <> 'ok'", "it is damaged"),
    ("select 1 from pragma_foreign_key_check", "rows refer to missing rows"),
    (
        "select 1 from tables t where t.players <> (select count(*) from seats s where s.table_id = t.id)",
        "a table has too few seats",
    ),
    ("select 1 from log group by table_id having count(*) <> max(number) + 1 or min(number) <> 0", "a log has gaps"),
    ("select 1 from log where not json_valid(data)", "a log cannot be read"),
    ("select 1 from tables where not json_valid(options) or not json_valid(deciders)", "a table cannot be read"),
)


def back_up(source: str, file: Path) -> dict[str, int]:
    """Returns the number of rows per kind."""
    with removed_on_failure(file):
        make_private(file)
        if is_postgres(source):
            upgraded(str(file))
            return copied(source, str(file))
        copy_file(Path(source), file)
        verify(file, source)
        return counted(file)


def restore(file: Path, target: str) -> dict[str, int]:
    """Opens the backup read-only: verification and migration run on a copy."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.sqlite"
        copy_file(file, copy)
        verify(copy, str(file))
        upgraded(str(copy))
        if is_postgres(target):
            upgraded(target)
            return copied(str(copy), target)
        is_new = not Path(target).exists()
        with removed_on_failure(Path(target)) if is_new else contextlib.nullcontext():
            make_private(Path(target))
            upgraded(target)
            return copied(str(copy), target)


@contextlib.contextmanager
def removed_on_failure(file: Path) -> Iterator[None]:
    """An incomplete file must not look like a complete one."""
    try:
        yield
    except BaseException:
        for each in (file, *file.parent.glob(f"{file.name}-*")):
            each.unlink(missing_ok=True)
        raise


def copy_file(source: Path, target: Path) -> None:
    """A consistent snapshot, even during writes."""
    if not source.is_file():
        raise BadOption(f"{source} does not exist")
    with (
        contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
        contextlib.closing(sqlite3.connect(target)) as new,
    ):
        try:
            old.backup(new)
            new.execute("pragma journal_mode = delete")
        except sqlite3.DatabaseError as error:
            raise BadOption(f"{source} is not a Zunft database: {error}") from None


def verify(file: Path, name: str) -> None:
    """Every table must have its seats and its complete log."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        try:
            connection.execute("select 1 from alembic_version")
            for query, meaning in FAULTS:
                if connection.execute(query).fetchone() is not None:
                    raise BadOption(f"{name_of(name)} is not a complete backup: {meaning}")
        except sqlite3.DatabaseError as error:
            raise BadOption(f"{name_of(name)} is not a Zunft database: {error}") from None


def copied(source: str, target: str) -> dict[str, int]:
    """Copy all rows into an empty store, from one snapshot of the source."""
    if not is_current(source):
        raise BadOption(f"{name_of(source)} has a different schema version: start this version on it once")
    tables = sqlalchemy.MetaData()
    counts: dict[str, int] = {}
    with opened(source) as reader, opened(target) as writer, reader.connect() as old, writer.begin() as new:
        if is_postgres(source):
            old.execution_options(isolation_level="REPEATABLE READ")
        tables.reflect(old)
        tables.remove(tables.tables["alembic_version"])
        for table in tables.sorted_tables:
            if new.execute(sqlalchemy.select(table).limit(1)).first() is not None:
                raise BadOption(f"the database is not empty: it has {table.name}")
            counts[table.name] = 0
            for rows in old.execute(sqlalchemy.select(table)).mappings().partitions(AT_ONCE):
                new.execute(table.insert(), [dict(row) for row in rows])
                counts[table.name] += len(rows)
    return counts


def counted(file: Path) -> dict[str, int]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        names = connection.execute(
            "select name from sqlite_master where type = 'table' and name <> 'alembic_version' order by name"
        ).fetchall()
        return {name: connection.execute(f"select count(*) from {name}").fetchone()[0] for (name,) in names}
