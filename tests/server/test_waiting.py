"""The waiting room and presence: links with QR codes for the host only, the agreed settings, who is present."""

from __future__ import annotations

import asyncio
import html
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application, in_loop, tables_of
from tests.server.servers import postgres_database
from tests.server.test_web import BROWSER, create
from zunft.server.notices.hub import Hub
from zunft.server.store import migrations, queries
from zunft.server.store.database import Session, open_database
from zunft.server.tables import clocks
from zunft.server.tables.service import TableService
from zunft.server.web.streams import PresenceWatch, events

Client = TestClient[Litestar]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with application(tmp_path / "zunft.sqlite") as found:
        yield found


def page(client: Client, table: str, headers: dict[str, str], language: str = "en") -> str:
    answer = client.get(f"/t/{table}", headers={**BROWSER, **headers, "accept-language": language})
    assert answer.status_code == 200
    return html.unescape(answer.text)


def test_only_the_host_gets_a_code_for_each_open_seat(client: Client) -> None:
    table, seats = create(client, "human", "open", "open")
    shown = page(client, table, seats["0"])
    assert shown.count('class="copy"') == 2 == shown.count("data-copy=") == shown.count('class="qr"')
    codes = [client.get(f"/t/{table}/qr/{seat}", headers=seats["0"]) for seat in (1, 2)]
    assert all(code.headers["content-type"] == "image/svg+xml" and b"<svg" in code.content for code in codes)
    assert codes[0].content != codes[1].content and all(b"style" not in code.content for code in codes)
    assert codes[0].headers["cache-control"] == "no-store"
    for headers in ({}, seats["1"], {"authorization": "Bearer x"}):
        assert client.get(f"/t/{table}/qr/1", headers=headers).status_code == 403
        assert "data-copy" not in page(client, table, headers)
    assert client.get(f"/t/{table}/qr/0", headers=seats["0"]).status_code == 403, "a taken seat has no invitation"
    assert client.get(f"/t/{table}/qr/77", headers=seats["0"]).status_code == 403


def test_all_viewers_see_the_settings(client: Client) -> None:
    table, seats = create(client, "human", "open", game="guildhall", pace="day", options={"mode": "mega"}, listed=True)
    for headers in (seats["0"], {}):
        shown = page(client, table, headers)
        assert "A day for each decision" in shown and "all twelve" in shown and "Professions" in shown
    assert "Ein Tag" in page(client, table, {}, "de")


def test_spectators_are_labelled(client: Client) -> None:
    table, seats = create(client, "human", "open", listed=True)
    assert "You are watching" in page(client, table, {})
    assert "You are watching" not in page(client, table, seats["0"])


def test_arrivals_and_departures_are_noticed() -> None:
    async def come_and_go() -> None:
        hub = Hub()
        with hub.listening("table", 0) as anna:
            assert anna.take_change()
            with hub.listening("table", 1), hub.listening("table"):
                assert anna.take_change() and hub.here("table") == ([0, 1], 1)
            assert anna.take_change() and hub.here("table") == ([0], 0)
            with hub.listening("other", 2):
                assert not anna.take_change()
        assert hub.here("table") == ([], 0)

    asyncio.run(come_and_go())


def test_only_pages_receive_presence(client: Client) -> None:
    table, _ = create(client, "human", "random")
    tables = tables_of(client)

    async def first_events(watch: PresenceWatch | None) -> list[bytes]:
        stream = events(tables, table, 0, 0, lambda table, since: b"{}", None, watch)
        found = [await anext(stream) for _ in range(2)]
        await stream.aclose()  # type: ignore[attr-defined]
        return found

    assert in_loop(client, first_events, PresenceWatch(tables, table))[1] == (
        b'event: presence\ndata: {"seats":[0],"spectators":0}\n\n'
    )
    assert in_loop(client, first_events, None)[1].startswith(b"id: ")


def test_presence_includes_other_processes(tmp_path: Path) -> None:
    with postgres_database() as url:
        migrations.upgrade(url)
        database = open_database(url)

        async def look() -> bytes:
            tables = TableService(database, Hub())

            def seen(session: Session) -> None:
                session.run(
                    "insert into tables (id, game, rules, players, options, pace, listed, origin, status, created,"
                    " changed, thinking, deciders, next) values ('t', 'norenberc', 1, 2, '{}', '{}', 0, '', 'open', 1,"
                    " 1, 0, '[[],[]]', '')"
                )
                for seat in (0, 1):
                    queries.insert(
                        session, "seats", table_id="t", seat=seat, kind="human", name="A", bot="", secret="", account=""
                    )
                queries.note_seen(session, "t", 1, clocks.now())

            await database.work(seen)
            watch = PresenceWatch(tables, "t")
            await watch.read_other_processes()
            assert watch.change() and not watch.change(), "sent once"
            return str(watch.sent).encode()

        try:
            assert b"seats=[1]" in asyncio.run(look())
        finally:
            database.close()
