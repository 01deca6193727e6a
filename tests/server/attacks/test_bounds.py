"""Every number, size and depth from outside is bounded: other visitors get responses whatever is sent."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import re
from importlib import resources
from pathlib import Path

import pytest

from tests.server.attacks.asking import (
    Fields,
    ask,
    bearer,
    connected,
    get,
    heard,
    peak_memory,
    post,
    post_files,
    post_form,
    status_line,
)
from tests.server.servers import Server, wait_for

MEGABYTE = 1 << 20
FORM = b"application/x-www-form-urlencoded"
HUGE = str(10**30)
DEEP = 100_000
PATIENT = 20.0  # seconds within which other visitors get a response during a bad request


def test_a_form_for_millions_of_players_takes_no_memory(server: Server) -> None:
    before = peak_memory(server)
    answer = post_files(server, "/tables", {"game": "norenberc", "players": "10000000"})
    assert answer.status == 400
    assert peak_memory(server) - before < 50 * MEGABYTE


@pytest.mark.parametrize(
    "number", ["-1", "0", "10", "99999999", "2147483648", "9" * 9, "9" * 19, HUGE, "1e9", "٣", "²"]
)
def test_numbers_out_of_range_are_refused_everywhere(server: Server, number: str) -> None:
    seat = server.client.create("norenberc", 2, ["human", "open"], listed=True)
    own = bearer(seat.secret)
    where = f"/t/{seat.table}"
    answers = [
        post_files(server, "/tables", {"game": "norenberc", "players": number}),
        post_form(server, f"{where}/sit", {"seat": number, "name": "Bruno"}),
        post_form(server, f"{where}/choose", {"number": number, "action": "pass"}, **own),
        post_form(server, f"{where}/replace", {"seat": number}, **own),
        post_form(server, f"/branch/{seat.table}", {"at": number}, **own),
        post(server, "/api/v1/tables", f'{{"game": "norenberc", "players": {number}}}'.encode()),
        post(server, f"/api/v1/tables/{seat.table}/seats", f'{{"name": "Bruno", "seat": {number}}}'.encode()),
        post(server, f"/api/v1/tables/{seat.table}/actions", f'{{"action": "x", "number": {number}}}'.encode(), **own),
    ]
    if number.isascii():
        answers.append(get(server, f"{where}/replay?at=-{number}"))
        answers.append(get(server, f"/api/v1/tables/{seat.table}/events?since=-{number}x"))
    for place, answer in enumerate(answers):
        assert 400 <= answer.status < 500, (place, answer)


# Component files and records


def dotted_keys(size: int) -> bytes:
    """Takes a TOML parser time quadratic in the size."""
    return ".".join(["a"] * (size // 2)).encode() + b" = 1"


@pytest.mark.parametrize(
    "content",
    [
        dotted_keys(60_000),
        b"\n".join(b"[" + dotted_keys(2_000)[:-4] + b".b%d]" % number for number in range(30)),
        b"x = " + b"[" * 30_000,
        b"x = " + b"[" * 30_000 + b"]" * 30_000,
        b"x = " + b"{a=" * 15_000,
        b"x = " + b"9" * 60_000,
        b"x = 9" + b"_9" * 20_000,
    ],
    ids=["dotted", "headings", "open brackets", "brackets", "tables", "a number", "underscores"],
)
def test_a_component_file_does_not_block_the_server(server: Server, content: bytes) -> None:
    form: Fields = {"game": "norenberc", "option-components": ("components.toml", content)}
    with concurrent.futures.ThreadPoolExecutor(1) as others:
        bad = others.submit(post_files, server, "/tables", form)
        assert get(server, "/api/v1/games").status == 200
        answer = bad.result(PATIENT)
    assert answer.status == 400, answer.text[:500]


@pytest.mark.parametrize(
    "row", ["", "## " * 9, "S5 " * 9, "H-2 " * 9, "H" + "9" * 5000, "H²", "H2 " * 1000, "\x00", "٣٣ " * 9]
)
def test_odd_grids_are_refused(server: Server, row: str) -> None:
    text = (resources.files("zunft.games.strasbourg") / "components.toml").read_text(encoding="utf-8")
    odd, number = re.subn(r"(?ms)^grid = \[$.*?^\]$", lambda _: f"grid = {json.dumps([row] * 6)}", text)
    assert number == 1
    form: Fields = {"game": "strasbourg", "players": "3", "option-components": ("components.toml", odd.encode())}
    answer = post_files(server, "/tables", form)
    assert answer.status == 400 and len(answer.text) < 20_000, answer.text[:500]


def test_component_files_have_a_size_limit(server: Server) -> None:
    form: Fields = {"game": "norenberc", "option-components": ("components.toml", b"# a comment\n" * 10_000)}
    answer = post_files(server, "/tables", form)
    assert answer.status in (400, 413) and "64" in answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"[" * DEEP,
        b'{"game":' * DEEP,
        b'{"game": "norenberc", "players": 2, "options": ' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"}",
        b'{"game": "norenberc", "players": 2, "options": {"components": ' + b"[" * 400 + b"]" * 400 + b"}}",
    ],
)
def test_deep_json_is_refused(server: Server, body: bytes) -> None:
    assert post(server, "/api/v1/tables", body).status == 400
    assert post_files(server, "/import", {"record": ("record.json", body)}).status == 400


@pytest.mark.parametrize(
    "action", ["@99999999999999999999", "@" + "9" * 5000, "@-1", "@", "\x00", "lay \x00", "x" * 100_000]
)
def test_records_with_impossible_actions_are_refused(server: Server, action: str) -> None:
    record = {"zunft": 1, "game": "norenberc", "rules": 1, "players": 2, "options": {}, "actions": [action] * 3}
    for rules in range(1, 8):
        body = json.dumps({**record, "rules": rules}).encode()
        answer = post_files(server, "/import", {"record": ("record.json", body)})
        assert answer.status == 400, answer.text[:300]


def test_a_long_query_is_refused(server: Server) -> None:
    """Thousands of parameters would take longer to read than the page to draw."""
    for path in ("/", "/schema/openapi.json", "/api/v1/tables", "/static/table.js", "/docs/index.html"):
        assert get(server, f"{path}?{'&a=1' * 600}").status == 414
        assert get(server, f"{path}?{'&a=1' * 400}").status in (200, 404)


def test_an_oversized_body_is_not_read(server: Server) -> None:
    before = peak_memory(server)
    head = b"POST /api/v1/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    head += b"transfer-encoding: chunked\r\n\r\n"
    with connected(server, head) as connection:
        chunk = b"%x\r\n" % MEGABYTE + b" " * MEGABYTE + b"\r\n"
        received = b""
        with contextlib.suppress(OSError):  # the server stopped reading
            for _ in range(60):
                connection.sendall(chunk)
            received = connection.recv(MEGABYTE)  # the connection ends only when the time for sending is over
    assert status_line(received) in (0, 413)
    assert peak_memory(server) - before < 30 * MEGABYTE
    answer = ask(server, "POST", "/api/v1/tables", b" " * (2 * MEGABYTE), {"content-type": "application/json"})
    assert answer.status == 413


def test_forms_without_files_are_short(server: Server) -> None:
    """Reading a megabyte of fields takes a third of a second, and needs no seat."""
    form = {"content-type": "application/x-www-form-urlencoded"}
    fields = b"a=1&" * 20_000
    for path in ("/t/any/chat", "/account/sign-in", "/preferences", "/notices/add", "/branch/any"):
        assert ask(server, "POST", path, fields, form).status == 413, path
    for path in ("/tables", "/import"):
        assert ask(server, "POST", path, b"game=norenberc", form).status in (400, 404), f"{path} takes another kind"


# Headers


@pytest.mark.parametrize(
    "headers",
    [
        b"accept-language: " + b"en," * MEGABYTE + b"\r\n",
        b"x: " + b"y" * 100_000 + b"\r\n",
        b"".join(b"x-%d: y\r\n" % number for number in range(20_000)),
        b"cookie: " + b"; ".join(b"seat-%d=%d" % (number, number) for number in range(20_000)) + b"\r\n",
    ],
    ids=["languages", "one", "many", "cookies"],
)
def test_long_headers_are_refused_without_reading_them(server: Server, headers: bytes) -> None:
    with connected(server) as connection:
        with contextlib.suppress(OSError):  # the server stopped reading
            connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n" + headers + b"\r\n")
        answer = heard(connection)
    assert status_line(answer) in (0, 431)
    assert get(server, "/health").status == 200


def test_endless_headers_take_no_memory(server: Server) -> None:
    before = peak_memory(server)
    with connected(server, b"GET / HTTP/1.1\r\nhost: x\r\nx: ") as connection:
        try:
            for _ in range(100):
                connection.sendall(b"y" * MEGABYTE)
        except OSError:
            pass
    assert peak_memory(server) - before < 30 * MEGABYTE


def test_a_long_path_is_refused(server: Server) -> None:
    with connected(server) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(b"GET /" + b"a" * MEGABYTE + b" HTTP/1.1\r\nhost: x\r\n\r\n")
        assert status_line(heard(connection)) in (0, 400, 414, 431)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nhost: x\r\nx: y",
        b"POST /api/v1/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{",
        b"POST /preferences HTTP/1.1\r\nhost: x\r\ncontent-type: " + FORM + b"\r\ncontent-length: 9\r\n\r\n",
    ],
    ids=["nothing", "a word", "half a header", "half a body", "no body"],
)
def test_an_incomplete_request_times_out(sent: bytes, impatient: Server) -> None:
    with connected(impatient, sent) as connection:
        assert status_line(heard(connection)) in (0, 408), "closed by the server"
    assert get(impatient, "/health").status == 200


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> object:
    folder: Path = tmp_path_factory.mktemp("impatient")
    with Server(str(folder / "zunft.sqlite"), folder / "log.txt", request_seconds=1.0) as found:
        yield found


def test_a_slow_body_times_out(impatient: Server) -> None:
    """A byte now and then does not count as progress: the time for the whole body is limited."""
    head = b"POST /preferences HTTP/1.1\r\nhost: x\r\ncontent-type: " + FORM + b"\r\ncontent-length: 500\r\n\r\n"
    with connected(impatient, head) as connection:
        connection.settimeout(0.2)
        dripped = 0

        def is_let_go() -> bool:
            nonlocal dripped
            try:
                connection.sendall(b"x")
                dripped += 1
                return status_line(connection.recv(1000)) in (0, 408)
            except TimeoutError:
                return False
            except OSError:
                return True

        wait_for(is_let_go, "the server to let go")
        assert dripped < 500
