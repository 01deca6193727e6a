"""Load from one visitor does not slow down others: bots, streams, sign-ins, webhooks and tables have limits."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.apps import application
from tests.server.attacks.asking import (
    Stream,
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
from tests.server.attacks.fuzzing import record_of
from tests.server.logs import Log
from tests.server.servers import Server, wait_for
from zunft.server.notices.delivery import addresses_of
from zunft.server.people import passwords
from zunft.server.tables import log as entries
from zunft.server.views import live, memo
from zunft.server.views.site import static
from zunft.server.web import files
from zunft.server.web.api import json_encoder
from zunft.server.web.security import cost_of

MEGABYTE = 1 << 20
PASSWORD = "a long enough password"


@contextlib.contextmanager
def running(folder: Path, **config: Any) -> Iterator[Server]:
    with Server(str(folder / "zunft.sqlite"), folder / "log.txt", **config) as server:
        yield server


# Streams and connections


def test_streams_per_address_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, streams=5) as server:
        seat = server.client.create("norenberc", 2, ["human", "open"])
        path = f"/api/v1/tables/{seat.table}/events"
        streams = [Stream(server, path, **bearer(seat.secret)) for _ in range(8)]
        try:
            assert sorted(stream.status for stream in streams) == [200] * 5 + [429] * 3
            assert seat.chat("others are answered")
            next(stream for stream in streams if stream.status == 200).close()

            def is_free_again() -> bool:
                stream = Stream(server, path, **bearer(seat.secret))
                streams.append(stream)
                return stream.status == 200

            wait_for(is_free_again, "a stream that was closed to make room")
        finally:
            for stream in streams:
                with contextlib.suppress(OSError):
                    stream.close()


def test_connections_per_address_are_limited(tmp_path: Path) -> None:
    """A thousand half-open requests lock nobody out: those above the limit are closed at once."""
    with running(tmp_path, connections=20) as server, contextlib.ExitStack() as stack:
        opened = [stack.enter_context(connected(server, b"GET / HTTP/1.1\r\n")) for _ in range(30)]
        answered = [status_line(heard(connection)) for connection in opened[20:]]
        assert set(answered) <= {0, 429, 503}, answered
        for connection in opened[:10]:
            connection.close()
        wait_for(server.is_ready, "the server to answer again")


def test_connections_of_a_proxys_network_are_not_limited(tmp_path: Path) -> None:
    with (
        running(tmp_path, connections=3, proxies="10.0.0.0/8, 127.0.0.0/24") as server,
        contextlib.ExitStack() as stack,
    ):
        for _ in range(10):
            stack.enter_context(connected(server, b"GET / HTTP/1.1\r\n"))
        assert get(server, "/health").status == 200


# Passwords


def test_many_concurrent_sign_ins_take_little_memory(tmp_path: Path) -> None:
    """Hashing a password takes 64 MB: few run at the same time, and the queue is limited."""
    with running(tmp_path) as server:
        before = peak_memory(server)
        with concurrent.futures.ThreadPoolExecutor(40) as crowd:
            fields = {"name": "nobody", "password": PASSWORD}
            answers = list(crowd.map(lambda _: post_form(server, "/account/sign-in", fields).status, range(40)))
        assert set(answers) <= {403, 429}
        assert peak_memory(server) - before < 200 * MEGABYTE


def test_sign_ins_cost_more_than_moves(tmp_path: Path) -> None:
    with running(tmp_path, rate=20.0, burst=100) as server:
        fields = {"name": "nobody", "password": PASSWORD}
        with concurrent.futures.ThreadPoolExecutor(15) as crowd:
            answers = list(crowd.map(lambda _: post_form(server, "/account/sign-in", fields).status, range(15)))
        assert 429 in answers, "guessing passwords is slow"
        assert server.client.create("norenberc", 2, ["human", "open"]), "other requests from the address still work"


def test_replays_cost_more_than_moves(tmp_path: Path) -> None:
    with running(tmp_path, rate=0.001, burst=21) as server:
        seat = server.client.create("norenberc", 2, ["human", "open"])  # costs 4 of 21
        paths = [f"/t/{seat.table}/replay", f"/api/v1/tables/{seat.table}/record"] * 3
        answers = [get(server, path).status for path in paths]
        assert answers == [409, 403, 409, 403, 429, 429]
        assert get(server, f"/t/{seat.table}").status == 200


def test_pages_cost_less_than_moves_but_not_nothing(tmp_path: Path) -> None:
    with running(tmp_path, rate=0.001, burst=5) as server:
        seat = server.client.create("norenberc", 2, ["human", "open"])  # costs 4 of 5, a table half of 1
        paths = [f"/t/{seat.table}"] * 4 + ["/static/table.js", "/health"]
        assert [get(server, path).status for path in paths] == [200] * 2 + [429] * 3 + [200]


@pytest.mark.parametrize("path", ["{}/", "/{}", "{}//", "{}"])
def test_additional_slashes_do_not_evade_limits(tmp_path: Path, path: str) -> None:
    """The router ignores them, so limits must, too."""
    with running(tmp_path, rate=0.001, burst=30, streams=1) as server:
        seat = server.client.create("norenberc", 2, ["human", "open"])  # costs 4 of 30
        streams = [Stream(server, path.format(f"/t/{seat.table}/stream")) for _ in range(2)]
        try:
            assert [stream.status for stream in streams] == [200, 429]
        finally:
            for stream in streams:
                stream.close()
        fields = {"name": "nobody", "password": PASSWORD}
        answers = [post_form(server, path.format("/account/sign-in"), fields).status for _ in range(2)]
        assert answers == [403, 429], "signing in costs 20"


def test_creating_a_table_costs_the_same_everywhere() -> None:
    for path in ("/tables", "/api/v1/tables", "/learn/norenberc", "/t/some-table/rematch"):
        assert cost_of(f"POST {path}") == cost_of("POST /tables") > cost_of("POST /t/some-table/choose")


def test_requests_that_take_longer_than_a_page_cost_more() -> None:
    """Measured: a review of Guildhall takes 33 ms, a QR code up to 12, a position to solve 6, other pages 1 or 2."""
    page, replay = cost_of("GET /ratings"), cost_of("GET /t/some-table/replay")
    assert cost_of("GET /api/v1/tables/some-table/review") == replay
    assert page < cost_of("GET /") < cost_of("GET /t/some-table/qr/1") < replay
    for path in ("/puzzles/guildhall/1", "/review/some-table/learn/0/1"):
        assert cost_of(f"GET {path}") > page
    assert cost_of("GET /puzzles") == page


def test_files_cost_little_but_not_nothing(tmp_path: Path) -> None:
    with running(tmp_path, rate=0.001, burst=1) as server:
        statuses = [get(server, "/static/pages.css").status for _ in range(25)]
        assert statuses == [200] * 20 + [429] * 5
        assert get(server, "/health").status == 200, "what costs nothing is not limited"


def test_a_file_is_compressed_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A large one takes 35 ms, in which nobody else gets a response."""
    packed, pack = [], files.packed

    def noted(file: Path) -> bytes | None:
        packed.append(file)
        return pack(file)

    monkeypatch.setattr(files, "packed", noted)
    with application(tmp_path / "z.sqlite") as client:
        answers = [client.get("/static/table.js", headers={"accept-encoding": "gzip"}) for _ in range(3)]
        plain = client.get("/static/table.js", headers={"accept-encoding": "identity"})
    assert [answer.headers["content-encoding"] for answer in answers] == ["gzip"] * 3
    assert "content-encoding" not in plain.headers
    assert {answer.content for answer in answers} == {plain.content}
    assert [file.name for file in packed] == ["table.js"]


def test_files_are_kept_by_browsers_until_they_change(tmp_path: Path) -> None:
    """Those with a version for ever; scripts import each other without one, so they are revalidated."""
    with application(tmp_path / "z.sqlite") as client:
        script = client.get("/static/story.js")
        again = client.get("/static/story.js", headers={"if-none-match": script.headers["etag"]})
        changed = client.get("/static/story.js", headers={"if-none-match": '"1-2"'})
        style = client.get(static("table.css"))
    assert script.headers["cache-control"] == "no-cache"
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", script.headers["etag"])
    assert (changed.status_code, changed.content) == (200, script.content)
    assert style.status_code == 200 and "immutable" in style.headers["cache-control"]


def test_reading_a_table_costs_more_than_other_pages() -> None:
    """Its log may be long."""
    for path in ("/t/some-table", "/t/some-table/log", "/t/some-table/stream", "/api/v1/tables/some-table"):
        assert cost_of("GET /api/v1/tables") < cost_of(f"GET {path}") < cost_of("POST /t/some-table/choose")


def test_old_positions_of_a_stream_take_no_memory() -> None:
    """A client may ask for what has happened since any number; only recent answers are kept."""
    log = Log("norenberc", seed=1)
    for number in range(300):
        log.add(entries.CHAT, 0, {"text": f"{number} " + "x" * 400})
    answers = {since: json_encoder(None, "en")(log.table, since) for since in range(log.table.number(None))}
    updates = [live.update(log.table, None, "en", since) for since in answers]
    assert len(updates) == len(answers) > 300 and len(set(answers.values())) == len(answers)
    kept = memo.kept[log.table]
    assert sum(isinstance(value, bytes) for value in kept.values()) == memo.NEARLY
    assert sum(isinstance(value, live.Update) for value in kept.values()) == memo.NEARLY


def test_an_unknown_name_takes_as_long_as_a_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hash is checked either way, with the same parameters."""
    hasher, checked = passwords.hasher(), []

    class Counting:
        def verify(self, kept: str, password: str) -> bool:
            checked.append(kept.rsplit("$", 2)[0])
            return hasher.verify(kept, password)

        def hash(self, password: str) -> str:
            return hasher.hash(password)

    kept = hasher.hash(PASSWORD)
    monkeypatch.setattr(passwords, "hasher", Counting)
    for known, password, is_right in ((kept, PASSWORD, True), (kept, "wrong", False), (None, PASSWORD, False)):
        assert asyncio.run(passwords.is_right(known, password)) == is_right
    assert len(checked) == 3 and len(set(checked)) == 1


# Tables


def test_open_tables_per_address_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, open_tables=6) as server:
        wanted = {"game": "norenberc", "players": 2, "seats": ["human", "open"], "listed": True}
        answers = [post(server, "/api/v1/tables", wanted) for _ in range(9)]
        assert [answer.status for answer in answers] == [201] * 6 + [429] * 3
        assert "6" in answers[-1].json()["detail"]
        made = answers[0].json()
        taken = {"name": "Bruno", "seat": 1, "invitation": made["secrets"]["1"]}
        assert post(server, f"/api/v1/tables/{made['table']}/seats", taken).status == 201
        assert post(server, "/api/v1/tables", wanted).status == 201, "one is no longer open"


def test_the_lobby_shows_a_few_tables_per_address(server: Server) -> None:
    for _ in range(8):
        server.client.create("norenberc", 2, ["human", "open"], listed=True)
    assert len(server.client.tables()) <= 5


def test_bot_only_tables_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, bot_tables=3) as server:
        wanted = {"game": "norenberc", "players": 2, "seats": ["master", "master"]}
        statuses = [post(server, "/api/v1/tables", wanted).status for _ in range(6)]
        assert statuses == [201] * 3 + [429] * 3


def test_tables_of_a_day_are_limited(tmp_path: Path) -> None:
    """Each is stored for weeks, also one of a person with bots, a guided game, a position played on, or a record."""
    with running(tmp_path, daily_tables=4) as server:
        wanted = {"game": "norenberc", "players": 2, "seats": ["human", "random"]}
        assert [post(server, "/api/v1/tables", wanted).status for _ in range(2)] == [201] * 2
        assert post_form(server, "/learn/norenberc").status == 303
        assert post_form(server, "/puzzles/norenberc/1/play").status == 303
        record = {"record": ("record.json", record_of("norenberc").encode())}
        refused = [
            post(server, "/api/v1/tables", wanted),
            post_form(server, "/learn/norenberc"),
            post_form(server, "/puzzles/norenberc/1/play"),
            post_files(server, "/import", record),
        ]
        assert [answer.status for answer in refused] == [429] * 4
        assert {answer.json()["code"] for answer in refused} == {"too_many_daily_tables"}


def test_a_rematch_counts_as_a_table_of_its_address(tmp_path: Path) -> None:
    with running(tmp_path, open_tables=2) as server:
        hosts = []
        for _ in range(3):
            hosts.append(server.client.create("norenberc", 2, ["human", "open"], listed=True))
            guest = server.client.sit(hosts[-1].table, "Bruno", 1)
            assert post_form(server, f"/t/{guest.table}/resign", **bearer(guest.secret)).status == 303
        statuses = [post_form(server, f"/t/{host.table}/rematch", **bearer(host.secret)).status for host in hosts]
        assert statuses == [303, 303, 429], "each rematch waits for a player"


def test_tables_left_to_bots_count_as_tables_without_people(tmp_path: Path) -> None:
    with running(tmp_path, bot_tables=3) as server:
        wanted = {"game": "norenberc", "players": 3, "seats": ["human", "master", "master"]}
        for _ in range(3):
            made = post(server, "/api/v1/tables", wanted).json()
            left = post_form(server, f"/t/{made['table']}/leave", **bearer(made["secrets"]["0"]))
            assert left.status == 303
        assert post(server, "/api/v1/tables", wanted).status == 429


def test_a_persons_bot_does_not_wait_for_tables_of_others(tmp_path: Path) -> None:
    """Twenty unattended tables of masters do not keep another visitor's game from being finished."""
    with running(tmp_path, thinkers=1, bot_tables=100, open_tables=100) as server:
        for _ in range(20):
            server.client.create("norenberc", 3, ["human", "master", "master"])
        seat = server.client.create("norenberc", 2, ["human", "random"], "Anna")
        stream = Stream(server, f"/api/v1/tables/{seat.table}/events", **bearer(seat.secret))
        try:
            for _ in range(5):
                wait_for(lambda: seat.position()["actions"] or seat.position()["status"] == "over", "the bot's turn")
                position = seat.position()
                if position["status"] == "over":
                    break
                seat.act(position["actions"][0]["text"], position["number"])
        finally:
            stream.close()


# Webhooks


class Dripping:
    """Receives webhooks, and responds endlessly, one byte at a time."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.open: list[socket.socket] = []
        self.ended = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            self.open.append(connection)
            threading.Thread(target=self.drip, args=(connection,), daemon=True).start()

    def drip(self, connection: socket.socket) -> None:
        try:
            connection.sendall(b"HTTP/1.1 200 OK\r\nx: ")
            while True:
                connection.sendall(b"y")
                time.sleep(0.05)
        except OSError:
            self.ended += 1

    def close(self) -> None:
        self.listening.close()
        for connection in self.open:
            connection.close()


def test_a_slow_webhook_does_not_block_sign_ins(tmp_path: Path) -> None:
    dripping = Dripping()
    try:
        with running(tmp_path, private_webhooks=True, webhook_seconds=2.0) as server:
            for _ in range(12):
                seat = server.client.create("norenberc", 2, ["human", "open"], "Anna")
                url = f"http://127.0.0.1:{dripping.port}/"
                wanted = {"table": seat.table, "kind": "webhook", "format": "json", "address": url}
                assert post_form(server, "/notices/add", wanted, **bearer(seat.secret)).status == 303
                server.client.sit(seat.table, "Bruno", 1, seat.invitations[1])
            wait_for(lambda: dripping.open, "a webhook")
            fields = {"name": "Somebody", "password": PASSWORD}
            assert post_form(server, "/account/register", fields).status == 303
            wait_for(lambda: dripping.ended, "the server to give a dripping receiver up")
    finally:
        dripping.close()


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.0.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b:1::1]",
        "[2002:7f00:1::]",
        "[2001:0:7f00:1::]",
        "[fec0::1]",
        "[fe80::1]",
        "[fc00::1]",
        "[ff02::1]",
        "[100::1]",
        "[2001:db8::1]",
        "localhost",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
    ],
)
def test_webhooks_reach_only_public_addresses(host: str) -> None:
    with pytest.raises(OSError, match=r"public|not known|resolution|Name|No address"):
        addresses_of(host.strip("[]"), 80)


# Slow and greedy connections


def test_pipelined_requests_are_answered_in_order(server: Server) -> None:
    """Many requests in one packet are no way around the limits, and all get a response."""
    one = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"
    with connected(server, one * 30 + b"GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n") as connection:
        assert heard(connection).count(b"HTTP/1.1 200") == 31


def test_an_unread_stream_costs_little(server: Server) -> None:
    """The receiver sleeps: the server buffers only a little of what it could not send."""
    seat = server.client.create("norenberc", 2, ["human", "open"], "Anna")
    before = peak_memory(server)
    request = (
        f"GET /api/v1/tables/{seat.table}/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {seat.secret}\r\n\r\n"
    )
    with connected(server, request.encode()):
        for number in range(300):
            seat.chat(f"{number} " + "x" * 400)
    assert peak_memory(server) - before < 40 * MEGABYTE
    assert get(server, "/health").status == 200
