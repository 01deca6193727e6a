"""The store's schema: old files are brought up to date, and everything can be taken from one store to another."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy
from alembic import command

from tests.server.apps import application, content, put
from tests.server.logs import Log
from tests.server.servers import postgres_database
from zunft.cli import main
from zunft.core.errors import BadOption
from zunft.server import migrations
from zunft.server.database import SqliteSession, connect_sqlite
from zunft.server.migrations import sqlalchemy_url
from zunft.server.ratings import Rating, save

NEWCOMER = Rating("account:a", "Jürgen", 25.0, 8.0, 0, 0.0)
TABLES = ("accounts", "log", "ratings", "seats", "sessions", "tables")


def make_old(path: Path) -> None:
    """A file of the first revision."""
    engine = sqlalchemy.create_engine(sqlalchemy_url(str(path)))
    with engine.begin() as connection:
        config = migrations.configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()


def fill(path: Path) -> Log:
    """A running game, an account with a session, a rating."""
    log = Log("norenberc", seed=3)
    log.play(20)
    put(path, log.table, {0: "anna's secret"})
    connection = connect_sqlite(path)
    session = SqliteSession(connection)
    session.run("insert into accounts (id, name, folded, password, created) values ('a', 'Jürgen', 'jürgen', 'x', 1)")
    session.run("insert into sessions (token, account, created) values ('t', 'a', 1)")
    save(session, log.table, Rating("account:a", "Jürgen", 25.5, 8.25, 3, 1.5), NEWCOMER)
    connection.close()
    return log


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    engine = sqlalchemy.create_engine(sqlalchemy_url(url))
    with engine.connect() as connection:
        found = {
            table: sorted(tuple(row) for row in connection.execute(sqlalchemy.text(f"select * from {table}")))
            for table in TABLES
        }
    engine.dispose()
    return found


@pytest.fixture
def old(tmp_path: Path) -> tuple[Path, Log]:
    path = tmp_path / "old.sqlite"
    make_old(path)
    return path, fill(path)


def test_an_old_file_is_brought_up_to_date_with_all_its_data(old: tuple[Path, Log]) -> None:
    path, log = old
    before = rows(str(path))
    assert all(before.values())
    migrations.upgrade(str(path))
    migrations.upgrade(str(path))
    assert migrations.is_current(str(path))
    assert rows(str(path)) == before
    with application(path) as client:
        name = log.table.setup.id
        found = client.get(f"/api/v1/tables/{name}", headers={"authorization": "Bearer anna's secret"}).json()
        assert found["seat"] == 0 and found["number"] == log.table.number(0)
        assert found["view"] == log.table.state.view(0)


def test_a_new_file_is_current_and_a_strange_one_is_not(tmp_path: Path) -> None:
    migrations.upgrade(str(tmp_path / "new.sqlite"))
    assert migrations.is_current(str(tmp_path / "new.sqlite"))
    assert not migrations.is_current(str(tmp_path / "strange.sqlite"))


def test_backup_and_restore_as_commands(
    old: tuple[Path, Log], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = old
    backup, restored = tmp_path / "backup.sqlite", tmp_path / "restored.sqlite"
    with application(path):  # while the server runs
        assert main(["backup", str(backup), "--database", str(path)]) == 0
    assert "1 tables" in capsys.readouterr().out
    assert main(["restore", str(backup), "--database", str(restored)]) == 0
    assert rows(str(restored)) == rows(str(path))
    assert main(["backup", str(backup), "--database", str(path)]) != 0, "a backup is never written over"
    assert main(["restore", str(backup), "--database", str(restored)]) != 0, "only into an empty database"
    assert main(["restore", str(tmp_path / "none.sqlite"), "--database", str(tmp_path / "x.sqlite")]) != 0
    assert content(restored) != ""


def test_from_sqlite_to_postgresql_and_back(old: tuple[Path, Log], tmp_path: Path) -> None:
    path, _ = old
    with postgres_database() as url:
        counts = migrations.copy(str(path), url)
        assert counts["tables"] == 1 and counts["log"] > 10
        assert rows(url) == rows(str(path))
        assert migrations.is_current(url)
        with pytest.raises(BadOption, match="not empty"):
            migrations.copy(str(path), url)
        migrations.copy(url, str(tmp_path / "back.sqlite"))
    assert rows(str(tmp_path / "back.sqlite")) == rows(str(path))
