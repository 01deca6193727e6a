"""Every request gets an answer that its sender can use: a page for browsers, in the visitor's language; never a 500."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.server.apps import application
from tests.server.attacks.asking import Answer, ask, bearer, connected, get, heard, post, post_form, status_line
from tests.server.servers import Server, wait_for
from zunft.server.tables import hints

BROWSER = {"accept": "text/html", "accept-language": "de"}


def is_german_page(answer: Answer) -> bool:
    return answer.text.startswith("<!doctype html>") and "Das hat nicht geklappt" in answer.text


@pytest.mark.parametrize("path", ["/", "/health", "/rules/norenberc", "/static/table.js", "/api/v1/games", "/nowhere"])
def test_head_is_answered_as_get_without_a_body(server: Server, path: str) -> None:
    """Monitors and link previews use it."""
    full, head = get(server, path), ask(server, "HEAD", path)
    assert (head.status, head.text) == (full.status, "")
    assert head.headers["content-type"] == full.headers["content-type"]
    assert head.headers["x-content-type-options"] == "nosniff"


def test_a_head_request_for_a_stream_ends(server: Server) -> None:
    seat = server.client.create("norenberc", 2, ["human", "random"])
    for path in (f"/t/{seat.table}/stream", f"/api/v1/tables/{seat.table}/events"):
        assert ask(server, "HEAD", path).status == 405


def test_browsers_get_pages_for_requests_that_are_refused_early(server: Server) -> None:
    foreign = post_form(server, "/preferences", {"theme": "dark"}, origin="http://evil.example", **BROWSER)
    assert foreign.status == 403 and is_german_page(foreign)
    too_long = get(server, "/?" + "x" * 3000, **BROWSER)
    assert too_long.status == 414 and is_german_page(too_long)
    program = post_form(server, "/preferences", {"theme": "dark"}, origin="http://evil.example")
    assert program.status == 403 and program.json()["code"] == "other_site"


def test_an_invalid_host_is_not_repeated_in_the_page(server: Server) -> None:
    with connected(
        server, b"GET /?language=de HTTP/1.1\r\nhost: a<b\r\naccept: text/html\r\nconnection: close\r\n\r\n"
    ) as connection:
        answer = heard(connection)
    assert status_line(answer) == 400 and b"a<b" not in answer


@pytest.mark.parametrize("language", ["de", "ru"])
def test_unknown_actions_are_refused_in_the_visitors_language(server: Server, language: str) -> None:
    seat = server.client.create("norenberc", 2, ["human", "random"])
    wanted = {"action": "no such thing", "number": 1}
    answer = post(
        server, f"/api/v1/tables/{seat.table}/actions", wanted, accept_language=language, **bearer(seat.secret)
    )
    assert (answer.status, answer.json()["code"]) == (400, "unknown_action")
    assert "'no such thing'" in answer.json()["detail"] and "called" not in answer.json()["detail"]


def test_messages_do_not_repeat_long_input(server: Server) -> None:
    long = "x" * 50_000
    seat = server.client.create("norenberc", 2, ["human", "random"])
    own = bearer(seat.secret)
    for path in ("/tables", f"/t/{seat.table}/choose", "/puzzles/norenberc/1"):
        fields = dict.fromkeys(("game", "level", "pace", "action", "name"), long)
        answer = post_form(server, path, fields, **own)
        assert 400 <= answer.status < 500 and len(answer.text) < 5000, path


@pytest.mark.parametrize("bot", ["open", "human", "nobody"])
def test_a_continued_game_has_nobody_missing(server: Server, bot: str) -> None:
    """It has begun, so nobody could ever take an open seat in time."""
    client = server.client
    table = client.post("/tables", {"game": "norenberc", "players": 2, "seats": ["random", "random"]})["table"]
    wait_for(lambda: client.get(f"/tables/{table}")["status"] == "over", "the end of the game")
    answer = post_form(server, f"/branch/{table}", {"at": "5", "seat": "0", "bot": bot})
    assert (answer.status, answer.json()["code"]) == (400, "unknown_bot")


def test_a_game_that_was_uninstalled_does_not_break_the_lobby(tmp_path: Path) -> None:
    path = tmp_path / "zunft.sqlite"
    with application(path) as client:
        wanted = {"game": "norenberc", "players": 2, "seats": ["human", "open"], "listed": True}
        made = client.post("/api/v1/tables", json=wanted).json()
    with sqlite3.connect(path) as store:
        store.execute("update tables set game = 'gone'")
    with application(path) as client:
        lobby = client.get("/", headers=BROWSER)
        assert lobby.status_code == 200 and "<b>gone</b>" in lobby.text
        own = {"cookie": f"seat-{made['table']}={made['secrets']['0']}"}
        assert "<b>gone</b>" in client.get("/", headers={**BROWSER, **own}).text
        for path_of_table in (f"/t/{made['table']}", f"/t/{made['table']}/replay", f"/t/{made['table']}/stream"):
            answer = client.get(path_of_table, headers=BROWSER)
            assert answer.status_code == 404 and "Ein Spiel „gone“ gibt es nicht." in answer.text


def test_a_search_for_hints_that_takes_too_long_can_be_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with application(tmp_path / "zunft.sqlite", hints=100_000) as client:
        wanted = {"game": "norenberc", "players": 2, "seats": ["human", "random"]}
        made = client.post("/api/v1/tables", json=wanted).json()
        own = {"authorization": f"Bearer {made['secrets']['0']}", "accept-language": "de"}
        where = f"/api/v1/tables/{made['table']}"
        wait_for(lambda: client.get(where, headers=own).json()["hints"], "a decision")
        monkeypatch.setattr(hints, "LONGEST", 0.05)
        answer = client.post(f"{where}/hints", headers=own)
        assert (answer.status_code, answer.json()["code"]) == (409, "hints_too_slow")
        assert "versuch es noch einmal" in answer.json()["detail"]
