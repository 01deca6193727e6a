"""The short way of a move: it answers as the usual way does, and leaves to that whatever is not a plain move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application, hall_of
from zunft.server import api

JSON = "application/json"
USUAL = "application/json; charset=utf-8"  # not plain enough for the short way


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with application(tmp_path / "zunft.sqlite") as client:
        yield client


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables whose moves came the usual way."""
    came: list[str] = []
    own_seat = api.own_seat

    async def noted(request: Any, hall: Any, name: str) -> int:
        came.append(name)
        return await own_seat(request, hall, name)

    monkeypatch.setattr(api, "own_seat", noted)
    return came


def sit(client: TestClient[Litestar]) -> tuple[str, str]:
    """A table of the game whose first question is everybody's, and the secret of the first seat."""
    made = client.post("/api/v1/tables", json={"game": "norenberc", "players": 2, "name": "Anna"}).json()
    return made["table"], made["secrets"]["0"]


def question(client: TestClient[Litestar], table: str, secret: str) -> dict[str, Any]:
    seen = client.get(f"/api/v1/tables/{table}", headers={"authorization": f"Bearer {secret}"}).json()
    return {"action": seen["actions"][0]["text"], "number": seen["number"]}


def move(client: TestClient[Litestar], table: str, secret: str, content: Any, kind: str = JSON) -> Any:
    headers = {"authorization": f"Bearer {secret}", "content-type": kind}
    body = {"json": content} if isinstance(content, dict) else {"content": content}
    return client.post(f"/api/v1/tables/{table}/actions", headers=headers, **body)


def test_a_plain_move_takes_the_short_way(client: TestClient[Litestar], usual: list[str]) -> None:
    table, secret = sit(client)
    answer = question(client, table, secret)
    before = hall_of(client).tables[table].number(0)
    short = move(client, table, secret, answer)
    assert short.status_code == 200 and usual == []
    assert short.json()["number"] > before


def test_both_ways_answer_alike(client: TestClient[Litestar], usual: list[str]) -> None:
    """The same move again counts once, so that both ways can be asked to make it."""
    table, secret = sit(client)
    answer = question(client, table, secret)
    move(client, table, secret, answer)
    short = move(client, table, secret, answer)
    assert usual == []
    long = move(client, table, secret, answer, USUAL)
    assert usual == [table]
    assert short.status_code == long.status_code == 200 and short.json() == long.json()
    assert sorted(short.headers.items()) == sorted(long.headers.items())


@pytest.mark.parametrize(
    ("content", "status", "reason"),
    [
        ({"action": "fly", "number": 1}, 400, "fly"),
        ({"action": "pass", "number": 1, "more": 1}, 400, "more"),
        ({"action": "pass"}, 400, "number"),
        (b"no json", 400, "JSON"),
        (b"", 400, ""),
        ({"action": "x" * 101, "number": 1}, 400, "100"),
        (b'{"action": "' + b"x" * 2000 + b'", "number": 1}', 400, "100"),
    ],
)
def test_what_is_wrong_is_explained_the_usual_way(
    client: TestClient[Litestar], usual: list[str], content: Any, status: int, reason: str
) -> None:
    table, secret = sit(client)
    short, long = [move(client, table, secret, content, kind) for kind in (JSON, USUAL)]
    assert short.status_code == long.status_code == status
    assert short.json() == long.json() and reason in short.json()["detail"]


def test_strangers_and_unknown_tables_go_the_usual_way(client: TestClient[Litestar]) -> None:
    table, secret = sit(client)
    answer = question(client, table, secret)
    assert move(client, table, "guessed", answer).status_code == 403
    assert move(client, "nowhere", secret, answer).status_code == 404
    assert client.get(f"/api/v1/tables/{table}/actions").status_code == 405
    assert question(client, table, secret) == answer, "nothing has changed"


def test_a_failing_store_is_noted_and_tells_nothing(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, secret = sit(client)
    answer = question(client, table, secret)

    async def fail(work: Any) -> Any:
        raise OSError("the disk is full of secrets")

    monkeypatch.setattr(hall_of(client).database, "work", fail)
    refused = move(client, table, secret, answer)
    assert refused.status_code == 500 and "secrets" not in refused.text
