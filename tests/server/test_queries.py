"""Queries behind the pages: few, indexed, and reads that do not wait for writes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application, in_loop, tables_of
from tests.server.test_tables import friends
from tests.server.test_web import BROWSER, create, sign
from zunft.server.store import lists, queries
from zunft.server.store.database import Session
from zunft.server.store.sqlite import SqliteSession

Client = TestClient[Litestar]
MOST_QUERIES = 5


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with application(tmp_path / "zunft.sqlite") as found:
        yield found


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All queries except those of upkeep."""
    found: list[str] = []
    for method in ("all", "one", "run"):

        def noted(self: Any, sql: str, method: Any = getattr(SqliteSession, method), **values: Any) -> Any:
            if not any(part in sql for part in ("thinking = 1", "due <=", "from reviews where status", "pulse")):
                found.append(sql)
            return method(self, sql, **values)

        monkeypatch.setattr(SqliteSession, method, noted)
    return found


def test_no_page_needs_more_than_five_queries(client: Client, asked: list[str]) -> None:
    sign(client, "register", "Greta")
    tables = [create(client, "human", "open", name="Greta", listed=bool(number % 2))[0] for number in range(30)]
    tables += [friends(client)[0] for _ in range(3)]
    others, _ = create(client, "human", "open", "open", name="Hans", listed=True)
    kept = tables_of(client).cache
    for path in (
        "/",
        f"/t/{tables[0]}",
        f"/t/{tables[-1]}",
        f"/t/{tables[-1]}/replay",
        f"/t/{others}",
        "/new/norenberc",
        "/account",
        "/people/Greta",
        "/notices",
        f"/notices?table={tables[0]}",
        "/ratings",
        "/api/v1/tables",
        f"/api/v1/tables/{tables[-1]}",
    ):
        for name in list(kept.kept):
            kept.drop(name)  # with an empty cache
        asked.clear()
        answer = client.get(path, headers=BROWSER)
        assert answer.status_code == 200
        assert len(asked) <= MOST_QUERIES, (path, asked)
    assert client.get("/", headers=BROWSER).text.count('class="panel') >= 33


def test_lists_have_the_expected_content(client: Client) -> None:
    sign(client, "register", "Greta")
    mine, _ = create(client, "human", "open", "random", name="Greta")
    client.cookies.clear()
    guest, seats = create(client, "open", "human", "open", name="Hans", listed=True)
    private, _ = create(client, "human", "open", name="Ines", listed=False)
    secret = seats["1"]["authorization"].split()[1]
    client.cookies.set(f"seat-{guest}", secret)

    def read(session: Session) -> tuple[list[lists.Listed], list[lists.Listed]]:
        from zunft.server.people.secrets import hashed

        account = session.one("select id from accounts")
        assert account is not None
        return lists.own_tables(session, account[0], [hashed(secret), "nothing"]), lists.open_tables(session)

    own, waiting = in_loop(client, tables_of(client).database.read, read)
    assert {(table.id, table.seat) for table in own} == {(mine, 0), (guest, 1)}
    assert [seat.name for seat in own[0].seats if seat.kind == "human"] in (["Greta"], ["Hans"])
    assert [(table.id, table.free) for table in waiting] == [(guest, [0, 2])]
    assert private not in client.get("/", headers=BROWSER).text


def test_lists_use_indexes(client: Client, asked: list[str]) -> None:
    """However many tables there are: neither list scans all of them."""

    def plans(session: Session) -> list[str]:
        asked.clear()
        lists.open_tables(session)
        lists.running_tables(session)
        lists.own_tables(session, "account", ["hash"])
        queries.created_since(session, "household", 0, 10)
        sqls = [*asked, "select id from tables where thinking = 1 and status = 'playing' and changed <= 5 limit 200"]
        values = {"limit": 10, "account": "a", "h0": "h", "household": "h", "at": 0, "most": 10}
        return [str(step[3]) for sql in sqls for step in session.all(f"explain query plan {sql}", **values)]

    steps = in_loop(client, tables_of(client).database.read, plans)
    assert any("tables_by_list" in step for step in steps) and any("tables_by_thinking" in step for step in steps)
    assert any("seats_by_secret" in step for step in steps) and any("seats_by_account" in step for step in steps)
    assert any("tables_by_creation" in step for step in steps)
    for step in steps:
        assert (
            not (step.startswith("SCAN") and step.split()[1] in ("tables", "seats", "t", "s"))
            or "INDEX" in step
            or (
                step in ("SCAN t", "SCAN s", "SCAN own", "SCAN recent")  # results of an inner query, up to its limit
            )
        ), step


def test_reads_do_not_wait_for_writes(client: Client) -> None:
    database = tables_of(client).database

    async def read_during_a_write() -> Any:
        begun, read = threading.Event(), threading.Event()

        def slow(session: Session) -> bool:
            begun.set()
            return read.wait(30)

        writing = asyncio.create_task(database.work(slow))
        await asyncio.to_thread(begun.wait, 30)
        found = await asyncio.wait_for(database.read(lambda session: session.one("select 1")), 30)
        read.set()
        assert await writing
        return found

    assert in_loop(client, read_during_a_write) == (1,)


def test_reads_cannot_write_and_see_what_was_written(client: Client) -> None:
    database = tables_of(client).database

    def write(session: Session) -> int:
        return session.run("delete from sessions")

    with pytest.raises(Exception, match="readonly"):
        in_loop(client, database.read, write)
    name, _ = create(client, "human", "open")
    count = in_loop(
        client, database.read, lambda session: session.one("select count(*) from tables where id = :id", id=name)
    )
    assert count == (1,)
