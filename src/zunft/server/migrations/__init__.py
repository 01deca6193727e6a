"""The store's schema, step by step; `upgrade` brings an old file or database up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from zunft.core.errors import BadOption

LOCK = 0x7A756E6674  # "zunft"


def upgrade(url: str) -> None:
    """All steps that are missing, in one transaction each."""
    with opened(url) as engine, engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several servers may start at once
            connection.execute(sqlalchemy.text(f"select pg_advisory_xact_lock({LOCK})"))
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def copy(source: str, target: str) -> dict[str, int]:
    """All rows of one store into another that is empty; SQLite and PostgreSQL alike, in one snapshot of the source."""
    upgrade(source)
    upgrade(target)
    tables = sqlalchemy.MetaData()
    counts: dict[str, int] = {}
    with opened(source) as reader, opened(target) as writer, reader.connect() as old, writer.begin() as new:
        if reader.dialect.name == "postgresql":
            old.execution_options(isolation_level="REPEATABLE READ")
        tables.reflect(old)
        tables.remove(tables.tables["alembic_version"])
        for table in tables.sorted_tables:
            if new.execute(sqlalchemy.select(table).limit(1)).first() is not None:
                raise BadOption(f"the database is not empty: it has {table.name}")
            counts[table.name] = 0
            for rows in old.execute(sqlalchemy.select(table)).partitions(1000):
                new.execute(table.insert(), [dict(row._mapping) for row in rows])
                counts[table.name] += len(rows)
    return counts


def is_current(url: str) -> bool:
    with opened(url) as engine, engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    return found == ScriptDirectory.from_config(configuration()).get_current_head()


@contextmanager
def opened(url: str) -> Iterator[sqlalchemy.Engine]:
    engine = sqlalchemy.create_engine(sqlalchemy_url(url))
    try:
        yield engine
    finally:
        engine.dispose()


def configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return config


def sqlalchemy_url(url: str) -> str:
    if url.startswith(("postgresql://", "postgres://")):
        return "postgresql+psycopg://" + url.partition("://")[2]
    return f"sqlite:///{url}"
