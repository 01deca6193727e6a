"""Streams: nothing is missed, even if the store cannot be read for a while; pings keep their schedule."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application, in_loop, tables_of
from tests.server.test_web import create
from zunft.server.notices import hub as hubs
from zunft.server.notices.hub import Hub
from zunft.server.store import queries
from zunft.server.store.database import Work
from zunft.server.store.sqlite import SqliteSession, connect_sqlite
from zunft.server.tables import log
from zunft.server.tables.log import Entry
from zunft.server.tables.table import Table
from zunft.server.views.live import LivePage, change
from zunft.server.web.streams import events

Client = TestClient[Litestar]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "zunft.sqlite"


@pytest.fixture
def client(file: Path) -> Iterator[Client]:
    with application(file) as found:
        yield found


def written_elsewhere(file: Path, name: str, entry: Entry) -> None:
    """As if by another process."""
    connection = connect_sqlite(file)
    queries.add_entry(SqliteSession(connection), name, entry)
    connection.close()


def number_sent(table: Table, since: int) -> bytes:
    return str(table.number(None)).encode()


def test_a_stream_survives_an_unavailable_store(client: Client, file: Path) -> None:
    name, _ = create(client, "human", "open")
    tables = tables_of(client)

    async def listen() -> list[bytes]:
        stream = events(tables, name, None, 0, number_sent)
        heard = [await anext(stream)]
        present = await tables.table(name)
        written_elsewhere(file, name, Entry(len(present.log), 0, log.CHAT, 0, {"text": "Hello"}))
        working, left = tables.database.read, [3]

        async def away(work: Work[Any]) -> Any:
            if left[0]:
                left[0] -= 1
                raise OSError("the store is unavailable")
            return await working(work)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables.database, "read", away)
            tables.invalidate(name)
            heard.append(await asyncio.wait_for(anext(stream), 20))
        await stream.aclose()  # type: ignore[attr-defined]
        assert left == [0]
        return heard

    assert in_loop(client, listen)[1] == b"id: 1\ndata: 1\n\n"


async def heard(listener: hubs.Listener) -> tuple[bool, bool]:
    """Whether a ping is due, and whether the table may have changed."""
    await asyncio.wait_for(listener.wait(), 20)
    return listener.take_ping(), listener.take_change()


def test_pings_keep_their_own_schedule() -> None:
    async def listen() -> list[tuple[bool, bool]]:
        hub, found = Hub(), []
        with hub.listening("table") as listener:
            found.append(await heard(listener))
            due = listener.timer.when()
            for _ in range(2):
                hub.wake("table")
                found.append(await heard(listener))
            assert listener.timer.when() == due, "whatever happens"
            hub.wake("table")
            listener.ping()
            found.append(await heard(listener))
            hub.stop()
            found.append(await heard(listener))
        assert not hub.waiting
        return found

    changed, both = (False, True), (True, True)
    assert asyncio.run(listen()) == [changed, changed, changed, both, changed]


def test_a_quiet_stream_is_pinged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "PING", 0.01)

    async def listen() -> list[tuple[bool, bool]]:
        with Hub().listening("table") as listener:
            return [await heard(listener) for _ in range(4)]

    assert asyncio.run(listen()) == [(False, True), (True, False), (True, False), (True, False)]


# Incremental page updates


def put_together(before: list[str], changes: list[str | list[int]]) -> list[str]:
    """As done by the page's script."""
    return [piece for each in changes for piece in ([each] if isinstance(each, str) else before[each[0] : each[1]])]


@pytest.mark.parametrize(
    ("before", "now", "changes"),
    [
        ("", "abc", ["a", "b", "c"]),
        ("abc", "abc", [[0, 3]]),
        ("abcde", "abXde", [[0, 2], "X", [3, 5]]),
        ("abcde", "cdeabX", [[2, 5], [0, 2], "X"]),
        ("abc", "acb", [[0, 1], "c", "b"]),  # same number of pieces: other positions are not searched
        ("abc", "abXYc", [[0, 2], "X", "Y", [2, 3]]),
        ("abcde", "ae", [[0, 1], [4, 5]]),
        ("aaa", "aa", [[0, 2]]),
        ("abc", "", []),
    ],
)
def test_known_pieces_are_sent_as_indexes(before: str, now: str, changes: list[Any]) -> None:
    assert change(list(before), list(now)) == changes
    assert put_together(list(before), change(list(before), list(now))) == list(now)


def test_updates_turn_a_page_into_the_current_one(client: Client) -> None:
    """The increments of one stream add up to what a new stream sends at once."""
    name, seats = create(client, "human", "random", "random", game="guildhall")
    page = LivePage(0, "de", has_reviews=True)
    shown: dict[str, list[str]] = {}
    told_at_once = sent_in_total = 0
    for _ in range(12):
        position = client.get(f"/api/v1/tables/{name}", headers=seats["0"]).json()
        table: Table = in_loop(client, tables_of(client).table, name)
        update, whole = decoded(page(table, 0)), decoded(LivePage(0, "de", has_reviews=True)(table, 0))
        shown = {region: put_together(shown.get(region, []), change) for region, change in update["regions"].items()}
        assert shown == whole["regions"]
        sent_in_total += len(str(update["regions"]))
        told_at_once += len(str(whole["regions"]))
        if position["actions"]:
            answer = {"action": position["actions"][0]["text"], "number": position["number"]}
            client.post(f"/api/v1/tables/{name}/actions", headers=seats["0"], json=answer)
    assert sent_in_total < told_at_once / 2


def decoded(data: bytes) -> Any:
    return queries.decode(data.decode())
