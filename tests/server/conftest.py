"""Servers shared by many tests: on SQLite, on PostgreSQL, and two processes on one PostgreSQL."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests.server.servers import Server, postgres_database

STORES = ("sqlite", "postgres", "two processes")


@pytest.fixture
def logging_of_its_own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Resets the log output after the test, when its captured streams are closed."""
    monkeypatch.setattr(logging, "raiseExceptions", True)
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session", params=STORES)
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """One server, or two connected only through their database."""
    folder: Path = tmp_path_factory.mktemp(request.param.replace(" ", "-"))
    if request.param == "sqlite":
        with Server(str(folder / "zunft.sqlite"), folder / "log.txt") as server:
            yield [server]
        return
    with postgres_database() as url, Server(url, folder / "log.txt") as server:
        if request.param == "postgres":
            yield [server]
        else:
            with Server(url, folder / "log-2.txt") as second:
                yield [server, second]
