"""Stored data: reliable backups, one server per file, clocks that stop while the server is down."""

from __future__ import annotations

import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.apps import application
from tests.server.attacks.asking import bearer, cookies, get, post, post_form
from tests.server.servers import PATIENCE, Server, ask_postgres, free_port, postgres_database, wait_for
from zunft.server.client import Refusal, Seat
from zunft.server.store.database import Database
from zunft.server.store.prune import Policy
from zunft.server.tables import clocks, upkeep

MINUTE = 60_000


def zunft(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zunft", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=2 * PATIENCE, check=False)


def is_one_line(done: subprocess.CompletedProcess[str]) -> bool:
    return done.returncode == 2 and done.stderr.startswith("zunft: ") and done.stderr.count("\n") == 1


class Talkers:
    """People who chat at many tables until stopped."""

    def __init__(self, server: Server, tables: int) -> None:
        self.seats = [server.client.create("norenberc", 2, ["human", "open"], "Anna") for _ in range(tables)]
        self.stopping = False
        self.thread = threading.Thread(target=self.talk, daemon=True)

    def talk(self) -> None:
        while not self.stopping:
            for number, seat in enumerate(self.seats):
                seat.chat(f"word {number}")

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *error: object) -> None:
        self.stopping = True
        self.thread.join(PATIENCE)


def torn(backup: Path) -> list[Any]:
    """Tables whose summary does not match their log: each chat message is the last change there."""
    with sqlite3.connect(backup) as connection:
        found = connection.execute(
            "select t.id, t.changed, max(l.at), count(*), max(l.number) from tables t left join log l"
            " on l.table_id = t.id group by t.id having t.changed <> max(l.at) or count(*) <> max(l.number) + 1"
        ).fetchall()
    connection.close()
    return found


def test_a_backup_is_a_consistent_snapshot(server: Server, tmp_path: Path) -> None:
    with Talkers(server, 8):
        for number in range(3):
            file = tmp_path / f"backup-{number}.sqlite"
            done = zunft("backup", file, "--database", server.config.database)
            assert done.returncode == 0, done.stderr
            assert not torn(file)
            assert file.stat().st_mode & 0o077 == 0, "nobody else may read it"
    restored = tmp_path / "restored.sqlite"
    assert zunft("restore", file, "--database", restored).returncode == 0
    assert restored.stat().st_mode & 0o077 == 0
    assert not torn(restored)
    with Server(str(restored), tmp_path / "log.txt") as again:
        assert get(again, "/health").status == 200


def test_the_database_is_readable_only_by_its_owner(server: Server) -> None:
    file = Path(server.config.database)
    for each in file.parent.glob(f"{file.name}*"):
        assert each.stat().st_mode & 0o077 == 0, each


def test_a_missing_database_cannot_be_backed_up(tmp_path: Path) -> None:
    mistyped, file = tmp_path / "zumft.sqlite", tmp_path / "backup.sqlite"
    done = zunft("backup", file, "--database", mistyped)
    assert is_one_line(done), done
    assert not mistyped.exists() and not file.exists()


@pytest.fixture(scope="module")
def backup(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a table at which somebody chatted."""
    file = tmp_path_factory.mktemp("backup") / "backup.sqlite"
    seat = server.client.create("norenberc", 2, ["human", "open"], "Anna")
    for _ in range(3):
        seat.chat("hello")
    assert zunft("backup", file, "--database", server.config.database).returncode == 0
    return file


@pytest.mark.parametrize(
    "damage",
    [
        "delete from log where number = 1",
        "delete from seats where seat = 1",
        "delete from tables",
        "update log set data = '{' where number = 0",
        "drop table log",
    ],
)
def test_a_damaged_backup_is_not_restored(backup: Path, tmp_path: Path, damage: str) -> None:
    file, target = tmp_path / "backup.sqlite", tmp_path / "restored.sqlite"
    shutil.copy(backup, file)
    with sqlite3.connect(file) as connection:
        connection.execute(damage)
    connection.close()
    done = zunft("restore", file, "--database", target)
    assert is_one_line(done), done
    assert not target.exists()


def test_other_files_are_not_restored(tmp_path: Path) -> None:
    for name, content in (("text.sqlite", b"not a database" * 100), ("empty.sqlite", b"")):
        (tmp_path / name).write_bytes(content)
        done = zunft("restore", tmp_path / name, "--database", tmp_path / "restored.sqlite")
        assert is_one_line(done), done
        assert (tmp_path / name).read_bytes() == content
        assert not (tmp_path / "restored.sqlite").exists()


# Starting


def test_a_second_server_on_the_same_file_is_refused(server: Server) -> None:
    done = zunft("serve", "--port", str(free_port()), "--database", server.config.database)
    assert is_one_line(done) and "Zunft is at" not in done.stdout, done
    assert get(server, "/health").status == 200


def test_a_failed_start_gives_the_reason_in_one_line(server: Server, tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_text("not a database at all, just some text " * 50)
    for arguments in (
        ("--port", str(server.port)),
        ("--port", "99999"),
        ("--host", "256.1.1.1"),
        ("--database", str(tmp_path / "text.sqlite")),
        ("--database", str(tmp_path / "no" / "such" / "folder.sqlite")),
        ("--database", str(tmp_path)),
        ("--database", f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"),
        ("--thinkers", "0"),
        ("--workers", "0"),
        ("--rate", "-1"),
        ("--pause", "nan"),
    ):
        more: tuple[str, ...] = () if "--database" in arguments else ("--database", str(tmp_path / "new.sqlite"))
        more += () if "--port" in arguments else ("--port", str(free_port()))
        done = zunft("serve", *arguments, *more)
        assert is_one_line(done) and "Zunft is at" not in done.stdout, (arguments, done)


# Clocks


def set_back(database: str, milliseconds: int) -> None:
    """Shift all times in the store into the past, as if the server had been down since."""
    with sqlite3.connect(database) as connection:
        for table, columns in connection.execute(
            "select name, name from sqlite_master where type = 'table'"
        ).fetchall():
            names = [row[1] for row in connection.execute(f"pragma table_info({table})")]
            for column in {"at", "due", "changed", "created", "seen", "used"} & set(names):
                connection.execute(f"update {columns} set {column} = {column} - {milliseconds} where {column} > 0")
    connection.close()


def clocked(server: Server) -> list[Seat]:
    host = server.client.create("guildhall", 2, ["human", "open"], "Anna", pace="fast")
    return [host, server.client.sit(host.table, "Bruno", 1, host.invitations[1])]


def test_time_without_a_server_does_not_count(tmp_path: Path) -> None:
    database = str(tmp_path / "zunft.sqlite")
    with Server(database, tmp_path / "log.txt") as server:
        anna, bruno = clocked(server)
    set_back(database, 10 * MINUTE)
    with Server(database, tmp_path / "log.txt") as server:
        time.sleep(2.5)  # upkeep checks for expired clocks once a second
        for seat in (anna, bruno):
            seat.client = server.client
            position = seat.position()
            assert position["seat"] == seat.seat, "nobody was replaced"
            assert position["players"][seat.seat]["clock"] > 4 * MINUTE, "and hardly any time is gone"


def test_a_player_replaced_by_the_clock_can_take_the_seat_back(tmp_path: Path) -> None:
    database = str(tmp_path / "zunft.sqlite")
    with Server(database, tmp_path / "log.txt") as server:
        seats = clocked(server)
        with sqlite3.connect(database, timeout=PATIENCE) as connection:
            connection.execute(f"update log set at = at - {20 * MINUTE}")
            connection.execute("update tables set due = 1")
        connection.close()
        server.kill()
        server.start()
        late = next((seat for seat in seats if seat.position()["actions"]), seats[0])
        wait_for(lambda: late.position()["seat"] is None, "the clock to run out")
        assert post_form(server, f"/t/{late.table}/return", **bearer(late.secret)).status == 303
        assert late.position()["seat"] == late.seat


# Unavailable databases


def test_killed_database_connections_go_unnoticed(tmp_path: Path) -> None:
    with postgres_database() as url, Server(url, tmp_path / "log.txt") as server:
        seat = server.client.create("norenberc", 2, ["human", "open"], "Anna")
        for number in range(6):
            ask_postgres(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and pid <> pg_backend_pid()",
                url,
            )
            seat.chat(f"word {number}")
        said = [line["text"] for line in seat.position()["log"] if line["kind"] == "chat"]
        assert said == [f"word {number}" for number in range(6)]


def test_health_answers_while_the_database_does_not(tmp_path: Path) -> None:
    """All tables are locked by another client: writes block, but the health check responds."""
    import psycopg

    with postgres_database() as url, Server(url, tmp_path / "log.txt") as server:
        with psycopg.connect(url) as other:
            for (table,) in other.execute("select tablename from pg_tables where schemaname = 'public'").fetchall():
                other.execute(f"lock table {table} in access exclusive mode")
            wait_for(lambda: get(server, "/health").status == 503, "the server to say that it is not well")
            for _ in range(30):
                assert get(server, "/health").status == 503
        wait_for(lambda: get(server, "/health").status == 200, "the server to be well again")


def test_a_full_disk_is_unhealthy(tmp_path: Path) -> None:
    """Let no file of the process grow, as on a full disk."""
    database, log = tmp_path / "zunft.sqlite", tmp_path / "log.txt"
    server = Server(str(database), log)
    with server:
        seat = server.client.create("norenberc", 2, ["human", "open"], "Anna")
        assert server.process is not None
        process, hard = server.process.pid, resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.prlimit(process, resource.RLIMIT_FSIZE, (1, hard))
        wait_for(lambda: get(server, "/health").status == 503, "the server to say that its disk is full")
        with pytest.raises(Refusal, match=r"503|500"):
            seat.chat("x" * 400)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))
        wait_for(lambda: get(server, "/health").status == 200, "the server to be well again")
        seat.chat("and on it goes")


# Expired data


def deleted(*counts: int) -> str:
    kinds = ("tables waiting for players", "stalled games", "finished games", "sessions", "links sent by email")
    return f"deleted: {', '.join(f'{kind} {count}' for kind, count in zip(kinds, counts, strict=True))}\n"


def test_expired_data_is_deleted(tmp_path: Path) -> None:
    """Tables nobody joined, guests' finished games, unused sessions; what belongs to an account stays."""
    database = tmp_path / "zunft.sqlite"
    form = {"name": "Anna", "password": "a long enough password"}
    with Server(str(database), tmp_path / "log.txt") as server:
        session = cookies(session=post_form(server, "/account/register", form).cookies["session"])
        wanted = {"game": "guildhall", "players": 2, "seats": ["human", "random"]}
        made = {}
        for name, more in (("guest", {}), ("account", session)):
            for status in ("over", "open"):
                seats = ["human", "open"] if status == "open" else wanted["seats"]
                table = post(server, "/api/v1/tables", {**wanted, "seats": seats}, **more).json()
                made[name, status] = table["table"]
                if status == "over":
                    post_form(server, f"/t/{table['table']}/resign", **bearer(table["secrets"]["0"]))
    assert zunft("prune", "--database", database).stdout == deleted(0, 0, 0, 0, 0)
    set_back(str(database), 100 * 24 * 60 * MINUTE)
    done = zunft("prune", "--database", database)
    assert done.stdout == deleted(2, 0, 1, 1, 0), done
    with Server(str(database), tmp_path / "log.txt") as server:
        for (name, status), table in made.items():
            expected = 200 if (name, status) == ("account", "over") else 404
            assert get(server, f"/api/v1/tables/{table}").status == expected, (name, status)
        assert "Anna" not in get(server, "/account", **session).text
        assert post_form(server, "/account/sign-in", form).status == 303
    assert is_one_line(zunft("prune", "--database", tmp_path / "none.sqlite"))
    assert is_one_line(zunft("prune", "--database", database, "--open", "-1"))


def test_data_expires_by_the_clock_of_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    async def noted(database: Database, policy: Policy, now: int, pause: float) -> None:
        seen.append(now)

    monkeypatch.setattr(clocks, "now", lambda: 2_000_000)
    monkeypatch.setattr(upkeep, "FIRST_PRUNED", 0.0)
    monkeypatch.setattr(upkeep, "prune_all", noted)
    with application(tmp_path / "zunft.sqlite"):
        wait_for(lambda: seen, "expired data to be deleted")
    assert seen == [2_000_000]


def test_unused_sessions_expire(tmp_path: Path) -> None:
    database = str(tmp_path / "zunft.sqlite")
    with Server(database, tmp_path / "log.txt") as server:
        made = post_form(server, "/account/register", {"name": "Anna", "password": "a long enough password"})
        session = cookies(session=made.cookies["session"])
        assert "Anna" in get(server, "/account", **session).text
    set_back(database, 80 * 24 * 60 * MINUTE)
    with Server(database, tmp_path / "log.txt") as server:
        assert "Anna" in get(server, "/account", **session).text, "used in time"
    set_back(database, 80 * 24 * 60 * MINUTE)
    with Server(database, tmp_path / "log.txt") as server:
        assert "Anna" in get(server, "/account", **session).text, "used again in time"
    set_back(database, 100 * 24 * 60 * MINUTE)
    with Server(database, tmp_path / "log.txt") as server:
        assert "Anna" not in get(server, "/account", **session).text
