"""Hidden information never leaks: tables that differ only in what a viewer cannot know look the same, byte for byte."""

from __future__ import annotations

import difflib
import json
import os
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.testing import TestClient

from tests.server.apps import application, content, in_loop, put, tables_of
from tests.server.logs import GAMES, Twins, all_twins, chance_twins, opening_twins, secret_twins
from zunft.core.record import HUMAN
from zunft.core.text import LANGUAGES
from zunft.server.people.secrets import hashed
from zunft.server.serve import set_up_logging
from zunft.server.tables import clocks
from zunft.server.tables import log as entries
from zunft.server.tables.fold import after
from zunft.server.tables.log import Entry
from zunft.server.tables.table import Table
from zunft.server.views.live import LivePage
from zunft.server.web import api
from zunft.server.web.streams import Encode, Rights, events

NOW = 2_000_000
NODES = 3  # simulations for a hint: what matters is what they are made from
TWINS = int(os.environ.get("ZUNFT_TWINS", "0"))  # additional positions to compare per game
Pair = tuple[TestClient[Litestar], TestClient[Litestar]]
Received = dict[str, bytes]  # by request


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two applications with a frozen clock."""
    folder = tmp_path_factory.mktemp("leaks")
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setattr(clocks, "now", lambda: NOW)
        first, other = (stack.enter_context(application(folder / f"{each}.sqlite", hints=NODES)) for each in (0, 1))
        yield first, other


def secret(table: str, seat: int) -> str:
    return f"secret-of-{table}-{seat}"


async def streamed(client: TestClient[Litestar], name: str, viewer: int | None, since: int, encode: Encode) -> bytes:
    """Everything a stream sends before it waits."""
    tables = tables_of(client)
    table = await tables.table(name)
    found = b""
    stream = events(tables, name, viewer, since, encode, rights(client, name, viewer) if lost(table, viewer) else None)
    async for each in stream:
        found += each
        if b"data:" in each or (table.number(viewer) <= since and found):
            break
    await stream.aclose()  # type: ignore[attr-defined]
    assert not (lost(table, viewer) and b"data:" in found), "a stream outlives its rights"
    return found


def lost(table: Table, viewer: int | None) -> bool:
    """Whether this viewer has been replaced."""
    return viewer is not None and table.seats[viewer].kind != HUMAN


def rights(client: TestClient[Litestar], name: str, viewer: int | None) -> Rights:
    """Of a stream opened while the seat was still the viewer's."""
    headers = [(b"cookie", f"seat-{name}={secret(name, viewer or 0)}".encode())]
    scope: Any = {"type": "http", "headers": headers, "state": {}}
    connection: Any = ASGIConnection(scope)
    return Rights(connection, tables_of(client), name, viewer)


async def received(client: TestClient[Litestar], name: str, viewer: int | None, language: str, at: int) -> Received:
    """Everything a viewer on this seat can receive, requested inside the application's event loop."""
    cookies = {"name": "Somebody", "language": language}
    if viewer is not None:
        cookies[f"seat-{name}"] = secret(name, viewer)
    headers = {"host": "testserver", "cookie": "; ".join(f"{key}={value}" for key, value in cookies.items())}
    found = {}
    for path in (
        f"/t/{name}",
        f"/t/{name}/replay",
        f"/t/{name}/replay?at={at}",
        f"/api/v1/tables/{name}",
        f"/t/{name}/replay?at={at}&seat=0",
        f"/t/{name}/log",
        f"/api/v1/tables/{name}/record",
        f"/api/v1/tables/{name}/review",
        "/",
        "/metrics",
    ):
        found[path] = await asked(client.app, "GET", path, headers)
        assert not found[path].startswith(b"5"), (path, found[path])
    for what, sent in REFUSED:
        answer = await asked(client.app, "POST", f"/api/v1/tables/{name}/{what}", headers, sent)
        assert answer.startswith(b"4"), (what, answer)
        found[f"{what} {sent}"] = answer
    for what, sent in ADVICE:
        found[f"{what} {sent}"] = await asked(client.app, "POST", f"/api/v1/tables/{name}/{what}", headers, sent)
        assert not found[f"{what} {sent}"].startswith(b"5"), (what, found)
    assert b"zunft_streams" in found["/metrics"], "metrics are shown to this machine"
    seat = json.loads(found[f"/api/v1/tables/{name}"].partition(b"\n")[2])["seat"]
    assert seat == viewer or (seat is None and lost(await tables_of(client).table(name), viewer))
    for since in (0, at):
        for kind, encode in (
            ("page", LivePage(viewer, language, has_reviews=True)),
            ("json", api.json_encoder(viewer, language)),
        ):
            found[f"{kind} stream since {since}"] = await streamed(client, name, viewer, since, encode)
    return found


async def asked(app: Any, method: str, path: str, headers: dict[str, str], sent: Any = None) -> bytes:
    """Status and headers in the first line, then the body; without a client's own work, which would take longer."""
    body = b"" if sent is None else json.dumps(sent).encode()
    target, _, query = path.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": target,
        "raw_path": target.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
    }
    start: Any = {}
    parts: list[bytes] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        start.update(message if message["type"] == "http.response.start" else {})
        parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return b"%d %r\n" % (start["status"], sorted(start["headers"])) + b"".join(parts)


# Refused requests: a refusal must not reveal more than necessary.
REFUSED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("actions", {"action": "no-such-action", "number": 1}),
    ("actions", {"action": "@0", "number": 0}),
    ("actions", {"action": "@0", "number": 99_999}),
    ("chat", {"text": " "}),
    ("seats", {"name": "Somebody", "seat": 1}),
)


# Requests that search the position, if the viewer has to decide and the table allows it; else they are refused.
ADVICE: tuple[tuple[str, dict[str, Any]], ...] = (("hints", {}), ("objection", {"action": "pass"}), ("review", {}))


def check(apps: Pair, folder: Path, twins: Twins, name: str, language: str, hints: bool) -> int:
    for number, log in enumerate(twins.logs):
        log.table.setup.id = name
        secrets = {seat: secret(name, seat) for seat in range(log.table.setup.players)}
        allowed = Entry(len(log.table.log), log.moment().now, entries.HINTS, -1, {"allowed": hints})
        put(folder / f"{number}.sqlite", after(log.table, allowed), secrets, asleep=True)
    at = random.Random(name).randint(1, twins.logs[0].table.number(None))
    for viewer in twins.viewers:
        one, other = (in_loop(client, received, client, name, viewer, language, at) for client in apps)
        for what in one:
            lines = [each[what].decode().splitlines() for each in (one, other)]
            difference = "\n".join(difflib.unified_diff(lines[0], lines[1], n=0))
            assert not difference, f"{what} tells viewer {viewer} more than they may know: {difference}"
    return len(twins.viewers)


def folder_of(apps: Pair) -> Path:
    return Path(tables_of(apps[0]).database.url).parent


@pytest.mark.parametrize("game", GAMES)
def test_hidden_draws_leak_nowhere(apps: Pair, game: str) -> None:
    checked = 0
    for seed in range(3):
        twins = chance_twins(game, seed, steps=seed * 9, further=seed * 4)
        if twins is not None:
            checked += check(apps, folder_of(apps), twins, f"{game}-chance-{seed}", LANGUAGES[seed % 3], True)
        twins = opening_twins(game, seed, further=seed * 6)
        if twins is not None:
            checked += check(apps, folder_of(apps), twins, f"{game}-opening-{seed}", LANGUAGES[seed % 3], True)
    assert checked >= 4
    assert apps[0].app.state.hints.known or game == "guildhall", "nobody was given a hint"


@pytest.mark.parametrize("game", GAMES)
def test_secret_choices_leak_nowhere(apps: Pair, game: str) -> None:
    checked = 0
    for seed in range(2):
        for number, twins in enumerate(secret_twins(game, seed, steps=seed * 25)):
            checked += check(
                apps, folder_of(apps), twins, f"{game}-secret-{seed}-{number}", LANGUAGES[number % 3], seed == 0
            )
    assert checked >= 10 or game == "guildhall", "nobody chose in secret"


@pytest.mark.parametrize("game", GAMES)
def test_twins_of_every_kind_look_the_same(apps: Pair, game: str) -> None:
    """With clocks and without, early and late, even for a player who has left; ZUNFT_TWINS adds more."""
    checked = 0
    for seed in count():
        for number, twins in enumerate(all_twins(game, seed)):
            name = f"{game}-twin-{seed}-{number}"
            checked += check(apps, folder_of(apps), twins, name, LANGUAGES[(seed + number) % 3], seed % 3 == 0)
        if seed % 10 == 0 or checked >= TWINS:
            print(f"{game}: {checked} twin positions, no difference", flush=True)
        if checked >= max(TWINS, 6):
            break


def test_the_check_detects_a_difference(apps: Pair) -> None:
    """A viewer who can tell the twins apart is shown different things."""
    twins = next(secret_twins("norenberc", 5, 0))
    player = next(seat for seat in range(3) if seat not in twins.viewers)
    twins.viewers = [player]
    with pytest.raises(AssertionError, match="more than they may know"):
        check(apps, folder_of(apps), twins, "a-difference", "en", False)


@pytest.mark.usefixtures("logging_of_its_own")
def test_secrets_are_stored_nowhere_in_plain_text(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Not in the store, not in the log, not on error pages."""
    set_up_logging()
    password = "correct horse battery staple"
    answers = []
    with application(tmp_path / "zunft.sqlite") as client:
        client.post("/account/register", data={"name": "Anna", "password": password}, follow_redirects=False)
        session = client.cookies["session"]
        made = client.post(
            "/api/v1/tables", json={"game": "norenberc", "players": 2, "seats": ["human", "open"]}
        ).json()
        table = made["table"]
        own = {"authorization": f"Bearer {made['secrets']['0']}"}
        sat = client.post(
            f"/api/v1/tables/{table}/seats", json={"name": "Bruno", "seat": 1, "invitation": made["secrets"]["1"]}
        ).json()
        hidden = [password, session, *made["secrets"].values(), sat["secret"]]
        answers += [
            client.post(f"/api/v1/tables/{table}/actions", headers=own, json={"action": "no", "number": 1}),
            client.post(f"/api/v1/tables/{table}/actions", headers=own, content=b"{"),
            client.get(f"/t/{table}/s/{made['secrets']['1']}", headers={"accept": "text/html"}),
            client.post("/account/sign-in", data={"name": "Anna", "password": password + "!"}),
        ]
        tables = tables_of(client)

        async def fail(*args: Any, **named: Any) -> None:
            raise RuntimeError(f"{made['secrets']} {password}")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables, "execute", fail)
            failed = client.post(f"/api/v1/tables/{table}/actions", headers=own, json={"action": "x", "number": 1})
            page = client.post(
                f"/t/{table}/undo", headers={**own, "accept": "text/html"}, data={"x": "1"}, follow_redirects=False
            )
        assert failed.status_code == page.status_code == 500
        answers += [failed, page]
    said = capfd.readouterr()
    assert '"error": "RuntimeError"' in said.err and "in fail" in said.err, "with the traceback"
    texts = [content(tmp_path / "zunft.sqlite"), said.err, said.out, *(answer.text for answer in answers)]
    for text in texts:
        for each in hidden:
            assert each not in text
    assert "$argon2id$" in texts[0]
    assert hashed(sat["secret"]) in texts[0]
    for answer in answers[:4]:
        assert 400 <= answer.status_code < 500
    assert json.loads(failed.text)["detail"] == "Something went wrong on our side; it has been logged."
    assert not re.search(r"Traceback|\.py", page.text)
