"""Real servers for tests: separate processes on free ports, on SQLite or PostgreSQL."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
import psycopg
import pytest

from zunft.server.client import Client
from zunft.server.config import Config

POSTGRES = os.environ.get("ZUNFT_TEST_POSTGRES", "postgresql://127.0.0.1/postgres")
REQUIRED = "postgres" in os.environ.get("ZUNFT_REQUIRE", "").split(",")
PATIENCE = 60.0  # seconds; a server takes two to start
PROGRAM = """
import sys, msgspec
from zunft.server.config import Config
from zunft.server.serve import serve
serve(msgspec.json.decode(sys.argv[1], type=Config), "127.0.0.1", int(sys.argv[2]))
"""


NURSERY = """
import json, os, signal, sys
import psycopg, uvicorn, uvloop
import zunft
from zunft.server.app import make_app
from zunft.server.config import Config
from zunft.server.serve import serve
for name in zunft.game_names():
    zunft.load(name)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    config, port, log = json.loads(line)
    child = os.fork()
    if child:
        print(child, flush=True)
        continue
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number in (1, 2):
            os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), number)
        serve(Config(**config), "127.0.0.1", port)
    finally:
        os._exit(0)
"""


class Forked:
    """A server forked by a nursery, as far as it is used like a `Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        return None if Path(f"/proc/{self.pid}").exists() else 0

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def wait(self, patience: float) -> None:
        wait_for(lambda: self.poll() is not None, f"process {self.pid} to end", patience)


class Nursery:
    """A process that has loaded the program and forks a server on request. Loading takes most of a server's start, too
    much for a thousand of them."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def fork(self, config: Config, port: int, log: Path) -> Forked:
        assert self.process.stdin is not None and self.process.stdout is not None
        wanted = msgspec.to_builtins(config), port, str(log)
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        return Forked(int(self.process.stdout.readline()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.communicate()


class Server:
    """One process; its database outlives it, so that it can be killed and restarted."""

    def __init__(self, database: str, log: Path, nursery: Nursery | None = None, **config: Any) -> None:
        self.config = Config(database, **{"pause": 0.0, "rate": 0.0, **config})
        self.log = log
        self.nursery = nursery
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | Forked | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def client(self) -> Client:
        return Client(self.url)

    def start(self) -> Self:
        self.process = self.nursery.fork(self.config, self.port, self.log) if self.nursery else self.new_process()
        wait_for(self.is_ready, f"the server at {self.url}, see {self.log}")
        return self

    def new_process(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-c", PROGRAM, msgspec.json.encode(self.config).decode(), str(self.port)],
                stdout=log,
                stderr=log,
            )

    def is_ready(self) -> bool:
        assert self.process is not None and self.process.poll() is None, self.log.read_text()
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def children(self) -> list[int]:
        """Its bots' processes, where the system lists them."""
        assert self.process is not None
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(child) for child in path.read_text().split()] if path.exists() else []

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.end(signal.SIGTERM)

    def end(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)
        self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def wait_for(is_so: Any, what: str, patience: float = PATIENCE) -> None:
    until = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < until, f"timed out waiting for {what}"
        time.sleep(0.02)


def is_alive(process: int) -> bool:
    """And still one of ours: process ids are reused."""
    try:
        return b"multiprocessing" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


@contextmanager
def postgres_database() -> Iterator[str]:
    """The URL of a new, empty database, dropped afterwards; skips the test if there is no PostgreSQL."""
    name = f"zunft_test_{secrets.token_hex(6)}"
    try:
        psycopg.connect(POSTGRES, connect_timeout=5).close()
    except psycopg.OperationalError as error:
        reason = f"no PostgreSQL at {POSTGRES} (ZUNFT_TEST_POSTGRES): {error}"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    ask_postgres(f"create database {name}")
    try:
        yield POSTGRES.rpartition("/")[0] + "/" + name
    finally:
        ask_postgres(f"drop database {name} with (force)")


def ask_postgres(sql: str, url: str = POSTGRES) -> list[tuple[Any, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        done = connection.execute(sql)
        return done.fetchall() if done.description else []
