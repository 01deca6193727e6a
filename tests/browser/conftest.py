"""A real server in a separate process, and a real Chromium."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

REQUIRED = "browser" in os.environ.get("ZUNFT_REQUIRE", "").split(",")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 60_000  # milliseconds; a busy machine answers slowly

expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    found = os.environ.get("ZUNFT_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        reason = "no Chromium was found; install it, or name it in ZUNFT_CHROMIUM"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    return found


class Server:
    """`zunft serve` on a free port; can be stopped and restarted on the same store."""

    def __init__(self, folder: Path, *options: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.command = [sys.executable, "-m", "zunft", "serve", "--port", str(self.port), "--pause", "0", "--rate", "0"]
        self.command += ["--database", str(folder / "zunft.sqlite"), *options]
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        for _ in range(1_200):  # two minutes: a busy machine starts slowly
            try:
                urllib.request.urlopen(f"{self.url}/health", timeout=5).close()
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.1)
            else:
                return
        raise TimeoutError(self.log.read_text())

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait()

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server
    failures = [line for line in server.log.read_text().splitlines() if '"error"' in line]
    assert not failures, failures


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": 1366, "height": 768}, locale="en-US", reduced_motion="reduce", color_scheme="light"
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": 360, "height": 800}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """Browser errors, such as a blocked script or a missing file, fail the test."""
    page = context.new_page()
    complaints = listen(page)
    yield page
    assert not complaints


def listen(page: Page) -> list[str]:
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    return complaints
