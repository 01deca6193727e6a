"""Schema migrations; `upgrade` brings an old file or database up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy
from alembic import command
from alembic.config import Config

from zunft.server.store.database import is_postgres

LOCK = 0x7A756E6674  # "zunft" in ASCII


def upgrade(url: str) -> None:
    """Apply all pending migrations, one transaction each."""
    with opened(url) as engine, engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several servers may start at once
            connection.execute(sqlalchemy.text(f"select pg_advisory_xact_lock({LOCK})"))
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


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
    if is_postgres(url):
        return "postgresql+psycopg://" + url.partition("://")[2]
    return f"sqlite:///{url}"
