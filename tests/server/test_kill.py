"""A server killed at any moment loses nothing it has acknowledged; asked to stop, it stops at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.killing import kill_again_and_again
from tests.server.servers import PATIENCE, Server, free_port, postgres_database, wait_for
from tests.server.test_play import Listener
from zunft.server.client import Client

LONGEST_STOP = 2.0  # seconds, as documented


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_a_kill_loses_nothing_acknowledged(store: str, tmp_path: Path) -> None:
    if store == "sqlite":
        report = kill_again_and_again(str(tmp_path / "zunft.sqlite"), tmp_path / "log.txt", 3, PATIENCE, backups=True)
        assert report.backups, report
    else:
        with postgres_database() as url:
            report = kill_again_and_again(url, tmp_path / "log.txt", 2, PATIENCE, processes=2)
    assert report.kills >= 2 and report.acknowledged >= 10, report
    assert report.lost == report.doubled == 0, report


def test_a_server_with_open_streams_stops_immediately_and_loses_nothing(tmp_path: Path) -> None:
    """The real command; streams end cleanly, and the log has no errors."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "zunft",
        "serve",
        "--port",
        str(port),
        "--database",
        str(tmp_path / "z.sqlite"),
        "--pause",
        "0",
    ]
    with (tmp_path / "log.txt").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
    server = Server(str(tmp_path / "z.sqlite"), tmp_path / "log.txt")
    server.port, server.process = port, process
    try:
        wait_for(server.is_ready, "the server")
        assert process.stdout is not None
        assert f"http://127.0.0.1:{port}/" in process.stdout.readline().decode()
        seat = Client(server.url).create("norenberc", 2, ["human", "random"])
        listeners = [Listener(seat) for _ in range(12)]
        number = seat.chat("the last word")
        for listener in listeners:
            listener.hears(number)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        for listener in listeners:
            listener.thread.join(PATIENCE)
            assert not listener.thread.is_alive()
        process.wait(PATIENCE)
        took = time.monotonic() - began
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
    for listener in listeners:
        listener.stream.close()
    assert process.returncode in (0, -signal.SIGTERM)
    assert "Traceback" not in (tmp_path / "log.txt").read_text()
    assert took < LONGEST_STOP or is_busy(), f"took {took:.1f} s"
    with Server(str(tmp_path / "z.sqlite"), tmp_path / "log-2.txt") as again:
        seat.client = again.client
        assert seat.position()["log"][-1]["text"] == "the last word"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process of its parent's death")
def test_a_worker_started_after_its_server_died_exits() -> None:
    program = "import sys; from zunft.server.tables.thinkers import begin; begin(int(sys.argv[1])); print('lives')"
    for server, lives in ((os.getpid(), True), (os.getpid() + 1, False)):
        done = subprocess.run([sys.executable, "-c", program, str(server)], capture_output=True, text=True, check=False)
        assert ("lives" in done.stdout) == lives


def is_busy() -> bool:
    """Whether this machine is overloaded, which makes timing meaningless."""
    return os.getloadavg()[0] > (os.cpu_count() or 1)
