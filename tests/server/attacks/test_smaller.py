"""Odd requests get a plain refusal; responses have headers that keep them private."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.server.attacks.asking import (
    ask,
    bearer,
    connected,
    cookies,
    get,
    heard,
    post,
    post_files,
    post_form,
    status_line,
)
from tests.server.servers import Server, postgres_database, wait_for


@pytest.mark.parametrize(
    "header",
    ["en;q=1.2.3", "de;q=.", "de;q=..", "ru;q=9999999999999999999999", "*", ",,;;", "de;q=", "a" * 5000, "de,"],
)
def test_any_accept_language_header_is_parsed(server: Server, header: str) -> None:
    assert get(server, "/", accept_language=header).status == 200


def test_the_preferred_language_is_used(server: Server) -> None:
    assert 'lang="ru"' in get(server, "/", accept_language="de;q=0.5, ru;q=0.9, en;q=x").text
    assert 'lang="de"' in get(server, "/", accept_language="fr, " * 20 + "de-CH").text


@pytest.mark.parametrize("text", ["\x00", "a\x00b", "\ud800", "\u202e", "\x1b[2J"])
def test_unprintable_characters_are_refused(server: Server, text: str) -> None:
    sent = quote(text, errors="surrogatepass")
    seat = server.client.create("norenberc", 2, ["human", "open"], listed=True)
    own = bearer(seat.secret)
    for path in (
        f"/t/{sent}",
        f"/t/{sent}/stream",
        f"/t/{sent}/replay",
        f"/t/{seat.table}/s/{sent}",
        f"/new/{sent}",
        f"/rules/{sent}",
        f"/components/{sent}",
        f"/api/v1/tables/{sent}",
        f"/api/v1/tables/{sent}/events",
        f"/static/{sent}",
        f"/games/norenberc/{sent}",
        f"/{sent}",
    ):
        assert 400 <= get(server, path).status < 500, path
    for path in (f"/t/{sent}/choose", f"/t/{seat.table}/{sent}", f"/branch/{sent}", f"/account/{sent}"):
        assert 400 <= post_form(server, path, {"number": "1", "action": "x"}, **own).status < 500, path
    body = f"name={sent}&seat=1".encode()
    form = {"content-type": "application/x-www-form-urlencoded"}
    sat = ask(server, "POST", f"/t/{seat.table}/sit", body, form).status
    assert sat == 400 or text == "\ud800", "which arrives as a question mark"
    body = f"name={sent}&password=a+long+enough+password".encode()
    assert ask(server, "POST", "/account/register", body, form).status < 500
    assert ask(server, "POST", "/account/sign-in", body, form).status < 500
    for field in ("action", "text", "url", "seat", "bot"):
        for what in ("choose", "chat", "replace", "fill"):
            answer = ask(server, "POST", f"/t/{seat.table}/{what}", f"{field}={sent}".encode(), {**form, **own})
            assert answer.status < 500, (what, field)
    for kind, field in product(("push", "mail", "webhook", sent), ("address", "format", "p256dh", "auth", "channel")):
        body = f"table={seat.table}&kind={kind}&{field}={sent}".encode()
        for what in ("add", "test", "remove"):
            assert 400 <= ask(server, "POST", f"/notices/{what}", body, {**form, **own}).status < 500, (kind, field)


@pytest.mark.parametrize("folder", ["/static/", "/games/norenberc/", "/t/", "/"])
def test_overlong_paths_are_not_found(server: Server, folder: str) -> None:
    for name in ("x" * 300, "x" * 1000, quote("é" * 200), "/".join(["x"] * 300)):
        assert get(server, folder + name).status == 404


def test_nul_in_cookies_and_secrets_opens_nothing(server: Server) -> None:
    seat = server.client.create("norenberc", 2, ["human", "open"])
    for value in ("%00", "x" * 3000, "\xff", "a\tb"):
        held = {f"seat-{seat.table}": value, "session": value, "name": value, "language": value, "theme": value}
        answer = get(server, f"/t/{seat.table}", **cookies(**held))
        assert answer.status == 200
        assert get(server, "/", **cookies(**held)).status == 200


def test_nul_is_refused_on_postgresql(tmp_path: Path) -> None:
    """Which cannot store it, unlike SQLite."""
    keys = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}
    renewal = {"old": "https://push.example/a", "address": "https://push.example/b", "auth": "A" * 22, **keys}
    with postgres_database() as url, Server(url, tmp_path / "log.txt") as server:
        assert post(server, "/push/renew", renewal).status == 404
        assert post(server, "/push/renew", {**renewal, "old": "\x00"}).status == 400
        assert get(server, "/notices?table=%00").status == 404
        assert post_form(server, "/notices/add", {"table": "\x00", "kind": "push"}).status == 404
        assert get(server, "/t/%00").status == get(server, "/people/%00").status == 404


@pytest.mark.parametrize(
    "host", ["a:b", "a:99999", "a:0", "a@b", "[::1", "[:::1]", "[1.2.3]", "x" * 261, "x" * 20_000, "%", ":-1", "a:1:2"]
)
def test_impossible_hosts_are_refused(server: Server, host: str) -> None:
    """The host becomes part of links and QR codes."""
    seat = server.client.create("norenberc", 2, ["human", "open"])
    for path in ("/", f"/t/{seat.table}", f"/t/{seat.table}/qr/1", "/api/v1/games"):
        assert get(server, path, host=host, **bearer(seat.secret)).status == 400, path
    assert post_form(server, "/preferences", {"theme": "dark"}, host=host).status == 400


@pytest.mark.parametrize("host", ["localhost:8000", "zunft_1.example.org", "[::1]:8000", "192.0.2.1", "x" * 260, ""])
def test_other_hosts_appear_in_the_links_of_seats(server: Server, host: str) -> None:
    seat = server.client.create("norenberc", 2, ["human", "open"])
    assert f"http://{host}/t/{seat.table}/s/" in get(server, f"/t/{seat.table}", host=host, **bearer(seat.secret)).text
    assert get(server, f"/t/{seat.table}/qr/1", host=host, **bearer(seat.secret)).status == 200


def test_a_second_host_is_checked_too(server: Server) -> None:
    for hosts in (b"host: a\r\nhost: a:b\r\n", b"host: a:b\r\nhost: a\r\n"):
        with connected(server, b"GET / HTTP/1.1\r\nconnection: close\r\n" + hosts + b"\r\n") as connection:
            assert status_line(heard(connection)) == 400


@pytest.mark.parametrize(
    "name", ["seat-a@b", "seat-(", "invitation-a b", "session@", "seat-\xe9", "seat-a[b]", "seat-"]
)
def test_oddly_named_cookies_do_not_keep_anybody_signed_in(server: Server, name: str) -> None:
    answer = post_form(server, "/account/sign-out", cookie=f"seat-abc=1; {name}=2; session=3")
    assert answer.status == 303 and answer.cookies.keys() == {"seat-abc", "session"}


def test_api_responses_are_not_cached(server: Server) -> None:
    seat = server.client.create("norenberc", 2, ["human", "random"])
    own = bearer(seat.secret)
    for answer in (
        get(server, f"/api/v1/tables/{seat.table}", **own),
        get(server, "/api/v1/tables"),
        get(server, "/api/v1/games"),
        get(server, f"/t/{seat.table}", **own),
        post(server, f"/api/v1/tables/{seat.table}/chat", {"text": "x"}, **own),
        post(server, "/api/v1/tables", {}),
        get(server, "/api/v1/tables/none"),
        post_form(server, "/account/sign-in", {"name": "x", "password": "y"}),
    ):
        assert answer.headers.get("cache-control") == "no-store", answer
    assert get(server, "/static/pages.css").headers.get("cache-control") != "no-store"


def test_request_contents_are_not_logged(server: Server) -> None:
    marked = "a-mark-that-nobody-else-uses"
    seat = server.client.create("norenberc", 2, ["human", "random"])
    post(server, f"/api/v1/tables/{seat.table}/actions", {"action": marked, "number": -5}, **bearer(seat.secret))
    post(server, "/api/v1/tables", f'{{"game": "{marked}"'.encode())
    post_files(server, "/import", {"record": (marked, marked.encode())})
    get(server, f"/t/{marked}/s/{marked}?{marked}={marked}")
    get(server, f"/{marked}", x_odd=marked, cookie=f"session={marked}")
    ask(server, marked.upper()[:6], f"/{marked}")
    assert marked not in server.log.read_text().lower()


# Identity


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("strict")
    with Server(str(folder / "zunft.sqlite"), folder / "log.txt", rate=0.001, burst=5) as found:
        yield found


def test_a_forged_address_is_ignored(strict: Server) -> None:
    forms = [
        post_form(strict, "/preferences", {"theme": "dark"}, x_forwarded_for=f"192.0.2.{each}") for each in range(8)
    ]
    assert [answer.status for answer in forms] == [303] * 5 + [429] * 3
    assert "strict-transport-security" not in get(strict, "/", x_forwarded_proto="https").headers


def test_a_configured_proxy_is_trusted(tmp_path: Path) -> None:
    config: dict[str, Any] = {"rate": 0.001, "burst": 5, "proxies": "127.0.0.1"}
    with Server(str(tmp_path / "zunft.sqlite"), tmp_path / "log.txt", **config) as server:
        for visitor in range(8):
            headers = {"x_forwarded_for": f"192.0.2.{visitor}", "x_forwarded_proto": "https"}
            answer = post_form(server, "/preferences", {"theme": "dark"}, **headers)
            assert answer.status == 303
            assert answer.headers["strict-transport-security"].startswith("max-age=")
            assert "secure" in answer.headers["set-cookie"].lower()
        same = [post_form(server, "/preferences", {"theme": "dark"}, x_forwarded_for="2001:db8::1") for _ in range(3)]
        same += [
            post_form(server, "/preferences", {"theme": "dark"}, x_forwarded_for=f"2001:db8::{n}") for n in range(2, 7)
        ]
        assert [answer.status for answer in same] == [303] * 5 + [429] * 3, "one household has many addresses"


def test_metrics_are_only_for_the_host(server: Server, tmp_path: Path) -> None:
    assert get(server, "/metrics").status == 200, "on this machine"
    assert get(server, "/metrics", x_forwarded_for="192.0.2.1").status == 403, "through a proxy"
    with Server(str(tmp_path / "zunft.sqlite"), tmp_path / "log.txt", metrics_token="a token") as closed:
        assert get(closed, "/metrics").status == 403
        assert get(closed, "/metrics", **bearer("another")).status == 403
        assert get(closed, "/metrics", **bearer("a token")).status == 200


def test_metrics_do_not_reveal_secret_choices(server: Server) -> None:
    host = server.client.create("norenberc", 2, ["human", "open"], "Anna")
    server.client.sit(host.table, "Bruno", 1, host.invitations[1])

    def numbers() -> list[str]:
        return get(server, "/metrics").text.splitlines()

    before, position = numbers(), host.position()
    host.act(position["actions"][0]["text"], position["number"])
    assert numbers() == before


def test_a_table_with_other_rules_is_reported_once(tmp_path: Path) -> None:
    database, log = str(tmp_path / "zunft.sqlite"), tmp_path / "log.txt"
    with Server(database, log) as server:
        name = server.client.create("norenberc", 2, ["human", "random"]).table
    with sqlite3.connect(database) as connection:
        connection.execute("update tables set rules = 999, thinking = 1, status = 'playing', changed = 1")
    connection.close()
    with Server(database, log) as server:
        wait_for(lambda: "upkeep failed" in log.read_text(), "the report")
        assert get(server, f"/api/v1/tables/{name}").status == 409
        time.sleep(3)  # checked once a second
    assert log.read_text().count("upkeep failed") == 1


@pytest.mark.parametrize("kind", ["text/plain; charset=zip", "text/plain; charset=ascii", "text/plain"])
def test_fields_in_another_encoding_are_refused(server: Server, kind: str) -> None:
    part = b'--a\r\ncontent-disposition: form-data; name="game"\r\ncontent-type: ' + kind.encode()
    body = part + b"\r\n\r\n\xff\xfe\r\n--a--\r\n"
    for path in ("/tables", "/import"):
        assert ask(server, "POST", path, body, {"content-type": "multipart/form-data; boundary=a"}).status == 400
