"""The command as hosts run it: several processes on one port, and a proxy in front."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.servers import PATIENCE, Server, free_port, postgres_database, wait_for
from tests.server.test_play import Listener, random_choice
from zunft.server.client import Client, Seat
from zunft.server.serve import address_in_browser


@contextmanager
def served(database: str, log: Path, *arguments: str) -> Iterator[Server]:
    server = Server(database, log)
    server.port = free_port()
    command = [sys.executable, "-m", "zunft", "serve", "--port", str(server.port), "--database", database, *arguments]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    server.process = process
    try:
        wait_for(server.is_ready, "the server")
        yield server
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def test_several_processes_share_one_port(tmp_path: Path) -> None:
    """Each request may reach another process; listeners hear what was done at the other."""
    with (
        postgres_database() as url,
        served(url, tmp_path / "log.txt", "--workers", "2", "--pause", "0", "--rate", "0") as server,
    ):
        assert len(server.children()) >= 2
        host = Client(server.url).create("norenberc", 2, ["human", "open"], "Anna")
        guest = Client(server.url).sit(host.table, "Bruno", 1, host.invitations[1])
        listeners = [Listener(Seat(Client(server.url), host.table, 1, guest.secret)) for _ in range(6)]
        for word in range(10):
            number = host.chat(f"word {word}")
            for listener in listeners:
                listener.hears(number)
        bots = Client(server.url).create("norenberc", 2, ["human", "random"], "Cleo")
        assert bots.play(random_choice(3))["status"] == "over"
        for listener in listeners:
            listener.close()
    assert "Traceback" not in (tmp_path / "log.txt").read_text()


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "http://localhost:8000/"),
        ("::", "http://localhost:8000/"),
        ("::1", "http://[::1]:8000/"),
        ("games.example.org", "http://games.example.org:8000/"),
    ],
)
def test_the_address_printed_at_the_start_can_be_opened(host: str, address: str) -> None:
    assert address_in_browser(host, 8000) == address


def test_several_processes_need_postgres(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "zunft", "serve", "--workers", "2", "--database", str(tmp_path / "z.sqlite")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2 and "PostgreSQL" in done.stderr
    assert "Traceback" not in done.stderr


def test_behind_a_proxy_the_visitors_address_and_scheme_are_used(tmp_path: Path) -> None:
    with served(str(tmp_path / "z.sqlite"), tmp_path / "log.txt", "--rate", "5", "--proxy", "127.0.0.1") as server:
        answers = [post(server, "192.0.2.1") for _ in range(12)]
        assert answers.count(429) >= 2, "a table costs four of 25 moves that one address may make at once"
        assert post(server, "192.0.2.2") == 201
        request = urllib.request.Request(
            f"{server.url}/preferences",
            data=b"theme=dark",
            headers={"X-Forwarded-For": "192.0.2.3", "X-Forwarded-Proto": "https"},
        )
        opener = urllib.request.build_opener(NoRedirect)
        with pytest.raises(urllib.error.HTTPError) as answered:
            opener.open(request, timeout=PATIENCE)
        with answered.value as answer:
            assert answer.code == 303
            assert "secure" in answer.headers["set-cookie"].lower()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object, **named: object) -> None:
        return None


def post(server: Server, address: str) -> int:
    ask = {"game": "norenberc", "players": 2, "seats": ["human", "open"]}
    request = urllib.request.Request(
        f"{server.url}/api/v1/tables",
        data=json.dumps(ask).encode(),
        headers={"Content-Type": "application/json", "X-Forwarded-For": address},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
