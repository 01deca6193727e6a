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

import zunft
from tests.server.apps import application, in_loop, put, tables_of
from tests.server.logs import Log
from tests.server.test_tables import friends
from tests.server.test_web import BROWSER, create, sign
from zunft.review import Evaluator, review
from zunft.server.people import solvers
from zunft.server.people.accounts import Account
from zunft.server.people.ratings import ratings_of
from zunft.server.store import channels, lists, queries, reviews, tokens
from zunft.server.store.channels import Channel
from zunft.server.store.database import Session
from zunft.server.store.sqlite import SqliteSession
from zunft.server.tables.clocks import now
from zunft.server.tables.records import record_of
from zunft.server.tables.table import Table

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


OWN = 100  # tables of the account that reads
SHOWN = (200, 302, 303)


def stored_review(session: Session, table: Table) -> None:
    found = review(record_of(table), Evaluator(1))
    parts = [part.to_dict(table.game) for part in found.parts]
    reviews.add(session, table.setup.id, found.head, len(parts), "", 0)
    reviews.save_parts(session, table.setup.id, parts, 0)
    reviews.set_status(session, table.setup.id, reviews.DONE)


def secret_in(headers: dict[str, str]) -> str:
    return headers["authorization"].split()[1]


def pages(client: Client, path: Path) -> dict[str, list[str]]:
    """Addresses by route, for an account with many tables, answered puzzles, channels, and a reviewed game; the last
    of a table's are somebody else's."""
    sign(client, "register", "Greta")
    own = [create(client, "human", "open", name="Greta", listed=bool(number % 2)) for number in range(OWN)]
    waiting, host = own[0]
    client.cookies.set(f"seat-{waiting}", secret_in(host["0"]))  # invitations derive from the host's secret
    running, seats = friends(client, name="Greta")
    others, over = Log("norenberc", seed=5), Log("norenberc", seed=3)
    others.table.setup.id, over.table.setup.id = "others", "over"
    others.play(10)
    over.play(10_000)
    put(path, others.table, {0: "anna's secret"}, asleep=True)
    put(path, over.table, {})

    def fill(session: Session) -> tuple[str, str]:
        found = session.one("select id from accounts")
        assert found is not None
        greta = Account(found[0], "Greta")
        session.run("update seats set account = :id where table_id = 'over' and seat = 0", id=greta.id)
        stored_review(session, over.table)
        for game in zunft.game_names():
            solvers.note_answer(session, greta, game, f"{game}-1", True, 0)
        channel = Channel("c", greta.id, None, None, "mail", "", "greta@example.org", "", "en", "", 0, 0)
        channels.add(session, channel)
        return tokens.new_token(session, "reset", greta.id, "", now()), tokens.new_token(
            session, "confirm", "c", "", now()
        )

    reset, confirm = in_loop(client, tables_of(client).database.work, fill)
    all_tables = [waiting, running, "over", "others"]
    game = "norenberc"
    return {
        "/": ["/"],
        "/new/{name}": [f"/new/{game}"],
        "/rules/{name}": [f"/rules/{game}"],
        "/components/{name}": [f"/components/{game}"],
        "/summary/{name}": [f"/summary/{game}"],
        "/credits": ["/credits"],
        "/ratings": ["/ratings"],
        "/account": ["/account"],
        "/account/forgot": ["/account/forgot"],
        "/account/reset/{token}": [f"/account/reset/{reset}"],
        "/confirm/{token}": [f"/confirm/{confirm}"],
        "/people/{name}": ["/people/Greta"],
        "/notices": ["/notices", f"/notices?table={running}"],
        "/t/{name}": [f"/t/{name}" for name in all_tables],
        "/t/{name}/log": [f"/t/{name}/log" for name in all_tables],
        "/t/{name}/qr/{seat}": [f"/t/{waiting}/qr/1"],
        "/t/{name}/s/{secret}": [f"/t/{running}/s/{secret_in(seats['1'])}"],
        "/t/{name}/replay": [f"/t/{name}/replay" for name in all_tables[1:]],
        "/t/{name}/record": ["/t/over/record"],
        "/review/{name}/learn/{player}/{number}": ["/review/over/learn/0/1"],
        "/puzzles": ["/puzzles"],
        "/puzzles/{name}": [f"/puzzles/{game}"],
        "/puzzles/{name}/{number}": [f"/puzzles/{game}/1"],
        "/health": ["/health"],
        "/metrics": ["/metrics"],
        "/manifest.webmanifest": ["/manifest.webmanifest"],
        "/service-worker.js": ["/service-worker.js"],
        "/offline": ["/offline"],
        "/api/v1/games": ["/api/v1/games"],
        "/api/v1/tables": ["/api/v1/tables"],
        "/api/v1/tables/{name}": [f"/api/v1/tables/{name}" for name in all_tables],
        "/api/v1/tables/{name}/record": ["/api/v1/tables/over/record"],
        "/api/v1/tables/{name}/review": ["/api/v1/tables/over/review"],
    }


def test_no_page_needs_more_than_five_queries(tmp_path: Path, asked: list[str]) -> None:
    """Every route that can be read, with nothing in memory."""
    path = tmp_path / "zunft.sqlite"
    with application(path, open_tables=2 * OWN, metrics_token="numbers") as client:
        found = pages(client, path)
        routes = {route.path_format for route in client.app.routes if "GET" in getattr(route, "methods", ())}
        streams = {"/t/{name}/stream", "/api/v1/tables/{name}/events"}
        headers = BROWSER | {"authorization": "Bearer numbers"}
        files = {route for route in routes if route.endswith("/{path}") or route.startswith(("/schema", "/docs"))}
        assert set(found) == routes - streams - files
        for address in (address for addresses in found.values() for address in addresses):
            for name in list(tables_of(client).cache.kept):
                tables_of(client).cache.drop(name)
            client.app.state.reviews.finished.clear()
            asked.clear()
            answer = client.get(address, headers=headers, follow_redirects=False)
            assert answer.status_code in SHOWN, (address, answer.text)
            assert len(asked) <= MOST_QUERIES, (address, asked)
        assert client.get("/", headers=BROWSER).text.count('class="panel') >= OWN
        assert "<polyline" in client.get("/t/over/replay", headers=BROWSER).text, "the review is shown"


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
        ratings_of(session, "account")
        queries.created_since(session, "household", 0, 10)
        sqls = [*asked, "select id from tables where thinking = 1 and status = 'playing' and changed <= 5 limit 200"]
        values = {"limit": 10, "account": "a", "h0": "h", "who": "w", "household": "h", "at": 0, "most": 10}
        return [str(step[3]) for sql in sqls for step in session.all(f"explain query plan {sql}", **values)]

    steps = in_loop(client, tables_of(client).database.read, plans)
    assert any("tables_by_list" in step for step in steps) and any("tables_by_thinking" in step for step in steps)
    assert any("seats_by_secret" in step for step in steps) and any("seats_by_account" in step for step in steps)
    assert any("ratings_by_who" in step for step in steps)
    assert any("tables_by_creation" in step for step in steps)
    for step in steps:
        assert (
            not (step.startswith("SCAN") and step.split()[1] in ("tables", "seats", "ratings", "t", "s"))
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
