"""The store's schema: old files are migrated, and a store can be copied into another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import sqlalchemy
from alembic import command
from alembic.script import ScriptDirectory

from tests.server.apps import application, content, put
from tests.server.logs import Log
from tests.server.servers import postgres_database
from zunft.cli import main
from zunft.core.errors import BadOption
from zunft.server.people.ratings import Rating, save
from zunft.server.store import channels, migrations, tokens
from zunft.server.store.channels import Channel
from zunft.server.store.copies import back_up, restore
from zunft.server.store.migrations import sqlalchemy_url
from zunft.server.store.opening import NEWEST, is_current
from zunft.server.store.sqlite import SqliteSession, connect_sqlite

NEWCOMER = Rating("account:a", "Jürgen", 25.0, 8.0, 0, 0.0)
TABLES = ("accounts", "log", "ratings", "seats", "sessions", "tables")


def make_old(path: Path) -> None:
    """A file of the first revision, from a current one."""
    engine = sqlalchemy.create_engine(sqlalchemy_url(str(path)))
    with engine.begin() as connection:
        config = migrations.configuration()
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
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
    save(session, "norenberc", 2, Rating("account:a", "Jürgen", 25.5, 8.25, 3, 1.5), NEWCOMER)
    connection.close()
    return log


def rows(url: str, tables: Sequence[str] = TABLES) -> dict[str, list[dict[str, object]]]:
    engine = sqlalchemy.create_engine(sqlalchemy_url(url))
    with engine.connect() as connection:
        found = {table: in_order(connection, table) for table in tables}
    engine.dispose()
    return found


def in_order(connection: sqlalchemy.Connection, table: str) -> list[dict[str, object]]:
    found = connection.execute(sqlalchemy.text(f"select * from {table}")).mappings()
    return sorted((dict(row) for row in found), key=lambda row: [str(value) for value in row.values()])


def without(row: dict[str, object], *names: str) -> dict[str, object]:
    return {name: value for name, value in row.items() if name not in names}


@pytest.fixture
def old(tmp_path: Path) -> tuple[Path, Log]:
    path = tmp_path / "old.sqlite"
    migrations.upgrade(str(path))
    log = fill(path)
    make_old(path)
    return path, log


def test_an_old_file_is_migrated_with_all_its_data(old: tuple[Path, Log]) -> None:
    path, log = old
    before = rows(str(path))
    assert all(before.values())
    migrations.upgrade(str(path))
    migrations.upgrade(str(path))
    assert is_current(str(path))
    for table, now in rows(str(path)).items():
        expected = [without(row, "webhook") for row in before[table]]
        assert [{name: row[name] for name in expected[0]} for row in now] == expected, table
    with application(path) as client:
        name = log.table.setup.id
        found = client.get(f"/api/v1/tables/{name}", headers={"authorization": "Bearer anna's secret"}).json()
        assert found["seat"] == 0 and found["number"] == log.table.number(0)
        assert found["view"] == log.table.state.view(0)


def test_webhooks_of_old_files_become_channels(old: tuple[Path, Log]) -> None:
    path, log = old
    connection = connect_sqlite(path)
    connection.execute("update seats set webhook = 'https://example.org/hook' where seat = 1")
    connection.close()
    migrations.upgrade(str(path))
    [channel] = rows(str(path), ["channels"])["channels"]
    assert (channel["table_id"], channel["seat"]) == (log.table.setup.id, 1)
    assert (channel["kind"], channel["format"], channel["address"]) == ("webhook", "json", "https://example.org/hook")
    make_old(path)
    assert [row["webhook"] for row in rows(str(path))["seats"]][:2] == ["", "https://example.org/hook"]


NEW_TABLES = ("channels", "tokens", "settings")


def test_channels_keys_and_tokens_are_in_backups(old: tuple[Path, Log], tmp_path: Path) -> None:
    path, _ = old
    migrations.upgrade(str(path))
    connection = connect_sqlite(path)
    session = SqliteSession(connection)
    channels.add(session, Channel("c", "a", None, None, "mail", "", "a@example.org", "", "en", "", 1, 5))
    channels.set_once(session, "push key", "secret")
    tokens.new_token(session, tokens.RESET, "a", "", 10)
    connection.close()
    expected = rows(str(path), NEW_TABLES)
    assert all(expected.values())
    back_up(str(path), tmp_path / "backup.sqlite")
    restore(tmp_path / "backup.sqlite", str(tmp_path / "restored.sqlite"))
    assert rows(str(tmp_path / "restored.sqlite"), NEW_TABLES) == expected
    with postgres_database() as url:
        restore(tmp_path / "backup.sqlite", url)
        assert rows(url, NEW_TABLES) == expected


def test_the_newest_revision_is_known_without_loading_what_migrates() -> None:
    """So that a start with a current schema needs neither SQLAlchemy nor Alembic."""
    assert ScriptDirectory.from_config(migrations.configuration()).get_current_head() == NEWEST


def test_a_new_file_is_current_and_a_foreign_one_is_not(tmp_path: Path) -> None:
    migrations.upgrade(str(tmp_path / "new.sqlite"))
    assert is_current(str(tmp_path / "new.sqlite"))
    assert not is_current(str(tmp_path / "strange.sqlite"))


def test_the_commands_backup_and_restore(
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
        counts = restore(path, url)
        assert counts["tables"] == 1 and counts["log"] > 10
        assert is_current(url)
        with pytest.raises(BadOption, match="not empty"):
            restore(path, url)
        back_up(url, tmp_path / "back.sqlite")
    migrations.upgrade(str(path))
    assert rows(str(tmp_path / "back.sqlite")) == rows(str(path))
