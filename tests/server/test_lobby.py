"""The lobby: tables where it is my turn first, finished games with results, facts about each game."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

import zunft
from tests.server.apps import application, in_loop, tables_of
from tests.server.servers import wait_for
from tests.server.test_tables import do, friends, table_of
from tests.server.test_web import BROWSER, create, sign
from zunft.server.store.database import Session
from zunft.server.store.lists import own_tables
from zunft.server.store.queries import Result

Client = TestClient[Litestar]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with application(tmp_path / "zunft.sqlite") as found:
        yield found


def lobby(client: Client, language: str = "en") -> str:
    answer = client.get("/", headers={**BROWSER, "accept-language": language})
    assert answer.status_code == 200
    return html.unescape(answer.text)


def test_tables_where_it_is_my_turn_come_first(client: Client) -> None:
    sign(client, "register", "Greta")
    tables = [friends(client, "guildhall", name="Greta")[0] for _ in range(6)]
    tables += [create(client, "human", "open", name="Greta")[0] for _ in range(2)]
    mine = [name for name in tables if table_of(client, name).deciders == (0,)]
    shown = re.findall(r'href="/t/([\w-]+)"', lobby(client))
    assert set(shown[: len(mine)]) == set(mine) and set(shown[: len(tables)]) == set(tables)
    if len(mine) > 1:
        assert f"It is your turn at {len(mine)} tables." in lobby(client)


def test_finished_games_show_result_and_duration(client: Client) -> None:
    sign(client, "register", "Greta")
    won, seats = friends(client, "guildhall", name="Greta")
    do(client, won, "resign", seats["1"])
    lost, seats = friends(client, "guildhall", name="Greta")
    do(client, lost, "resign", seats["0"])
    found = lobby(client).partition('class="finished"')[2].partition("</details>")[0]
    items = {table: item for item in found.split("<li ")[1:] for table in (won, lost) if f"/t/{table}" in item}
    assert "<b>won</b>" in items[won] and "not won" in items[lost]
    assert re.search(r'class="winner">(?:(?!</span></span>).)*Greta', items[won], re.S)


def test_a_result_is_stored_with_points_and_not_changed_by_chat(client: Client) -> None:
    table, _ = create(client, "random", "random", game="guildhall")
    wait_for(lambda: table_of(client, table).is_over, "the end of the game")
    found = table_of(client, table)

    def read(session: Session) -> str:
        row = session.one("select result from tables where id = :id", id=table)
        assert row is not None
        return str(row[0])

    result = msgspec.json.decode(in_loop(client, tables_of(client).database.read, read), type=Result)
    assert result.points == found.state.scores() and result.winners == found.state.winners()
    assert result.at == found.log[-1].at


def test_games_older_than_stored_results_are_listed_without_them(client: Client) -> None:
    sign(client, "register", "Greta")
    table, seats = friends(client, "guildhall", name="Greta")
    do(client, table, "resign", seats["1"])

    def forget(session: Session) -> None:
        session.run("update tables set result = ''")

    in_loop(client, tables_of(client).database.work, forget)
    assert f"/t/{table}" in lobby(client) and f"/t/{table}" in client.get("/people/greta", headers=BROWSER).text

    def read(session: Session) -> list[object]:
        row = session.one("select id from accounts")
        assert row is not None
        return [each.result for each in own_tables(session, row[0], [])]

    assert in_loop(client, tables_of(client).database.read, read) == [None]


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_each_game_shows_duration_and_difficulty(client: Client, language: str) -> None:
    shown = lobby(client, language)
    for name in ("norenberc", "guildhall", "strasbourg", "calimala"):
        say = zunft.load(name).texts[language]
        assert f"{say.say('length')} · {say.say('difficulty')}" in shown
    assert shown.count('class="begin"') == 1, "one of them is for beginners"
