"""README.md, docs/reference/install.md and the tutorial, followed in empty directories: a clone with only Python and
make, the wheel alone, and the source distribution on a machine without npm and compiler.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

import zunft
from tests.browser import tables
from tests.browser.conftest import ARGUMENTS, PATIENCE, chromium, listen
from tests.test_tutorial import Workshop, follow
from zunft.server.client import Client

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PLAIN_BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WHAT_SYSTEMS_HAVE = (
    *("awk", "basename", "cat", "chmod", "cp", "cut", "dirname", "echo", "env", "find", "git", "grep", "head", "ls"),
    *("make", "mkdir", "mv", "python3", "rm", "sed", "sh", "sort", "tail", "test", "touch", "tr", "true", "uname"),
)
ICONS = """async () => {
  const found = {};
  for (const use of document.querySelectorAll('use')) {
    const [sprite, id] = use.getAttribute('href').split('#');
    found[id] = (await (await fetch(sprite)).text()).includes(`id="${id}"`);
  }
  return found;
}"""  # for each icon on the page, whether its file has a drawing of it

pytestmark = pytest.mark.skipif(not zunft.is_compiled(), reason="installing is tried once, by the compiled run")


@pytest.fixture
def system(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine without npm and C compiler."""
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in WHAT_SYSTEMS_HAVE:
        found = str(Path(sys.base_prefix, "bin/python3")) if name == "python3" else shutil.which(name)
        if found:
            (commands / name).symlink_to(found)
    left_out = ("PYTHONPATH", "VIRTUAL_ENV", "CC", "ZUNFT_MODE", "ZUNFT_REQUIRE", "MAKEFLAGS", "MAKELEVEL")
    return {**{key: value for key, value in os.environ.items() if key not in left_out}, "PATH": str(commands)}


def run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@contextmanager
def site(command: list[str], folder: Path, environment: dict[str, str], port: int) -> Iterator[str]:
    """The site started by this command, from its first answer until it is stopped."""
    log = folder / "site.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=output, start_new_session=True
        )
    try:
        url = f"http://127.0.0.1:{port}"
        while not answers(url):
            assert process.poll() is None, log.read_text(encoding="utf-8")
            time.sleep(0.2)
        yield url
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(f"{url}/health", timeout=30).close()
    except OSError:
        return False
    return True


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def play_a_move_in_a_browser(url: str) -> None:
    """One click from the start page to a table, one choice; fonts, icons and scripts all load."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1366, "height": 768}, locale="en-US")
        page.set_default_timeout(PATIENCE)
        complaints = listen(page)
        missing: list[str] = []
        page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
        page.goto(url)
        page.locator('form[action="/tables"] button').first.click()
        tables.sit(page)
        tables.play(page, tables.from_list, seed=1, most=2)
        assert tables.number(page) > 1
        assert page.evaluate("document.fonts.size") > 0
        drawn = page.evaluate(ICONS)
        browser.close()
    assert not complaints + missing
    assert drawn and all(drawn.values()), drawn


def commands_of_readme() -> list[list[str]]:
    """The commands that need only the clone's own environment."""
    lines = [line for block in PLAIN_BLOCK.findall(README) for line in block.splitlines()]
    return [shlex.split(line, comments=True) for line in lines if line.startswith(".venv/bin/zunft ")]


def test_a_clone_plays_with_nothing_but_python_and_make(tmp_path: Path, system: dict[str, str]) -> None:
    """In a folder whose name is also one of ours."""
    clone = tmp_path / "docs/zunft"
    clone.parent.mkdir()
    run(["git", "clone", "--quiet", str(ROOT), str(clone)], tmp_path, {**system, "PATH": os.environ["PATH"]})
    port = free_port()
    with site(["make", "play", f"ARGS=--port {port}"], clone, system, port) as url:
        play_a_move_in_a_browser(url)
    assert commands_of_readme()
    for command in commands_of_readme():
        run(command, clone, system)
    run([".venv/bin/python", "-m", "doctest", "README.md", "docs/guide.md"], clone, system)
    follow_the_tutorial(tmp_path, clone / ".venv/bin/python", system)


def test_the_wheel_alone_plays_and_studies(tmp_path: Path, system: dict[str, str]) -> None:
    (wheel,) = (ROOT / "dist").glob("zunft-*.whl")
    python = environment_with(tmp_path, system, f"{wheel}[web]")
    zunft_command = str(python.parent / "zunft")
    assert "(compiled)" in run([zunft_command, "--version"], tmp_path, system)
    assert "Norenberc" in run([zunft_command, "games"], tmp_path, system)
    run([zunft_command, "sim", "norenberc", "--games", "10", "--json"], tmp_path, system)
    shutil.copy(ROOT / "README.md", tmp_path)
    run([str(python), "-m", "doctest", "README.md"], tmp_path, system)
    port = free_port()
    with site([zunft_command, "serve", "--port", str(port)], tmp_path, system, port) as url:
        play_a_move_in_a_browser(url)
        assert "Zunft" in urllib.request.urlopen(f"{url}/docs").read().decode()
    follow_the_tutorial(tmp_path, python, system)


def test_the_source_distribution_gives_a_site_without_npm(tmp_path: Path, system: dict[str, str]) -> None:
    project = tmp_path / "project"
    shutil.copytree(
        ROOT,
        project,
        ignore=shutil.ignore_patterns(".*", "node_modules", "dist", "build", "*.egg-info", "__pycache__", "results"),
    )
    build = [sys.executable, "-c", "from setuptools import build_meta; print('built', build_meta.build_sdist('..'))"]
    name = run(build, project, dict(os.environ)).rsplit("built ", 1)[1].strip()
    python = environment_with(tmp_path, system, f"{tmp_path / name}[web]")
    port = free_port()
    with site([str(python.parent / "zunft"), "serve", "--port", str(port)], tmp_path, system, port) as url:
        play_a_move_in_a_browser(url)


def follow_the_tutorial(folder: Path, python: Path, system: dict[str, str]) -> None:
    """The game of the tutorial is installed by pip, passes its tests, and is played to its end on the site."""
    run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pytest"], folder, system)
    follow(Workshop(folder, str(python), system))
    port = free_port()
    with site([str(python), "-m", "zunft", "serve", "--port", str(port)], folder, system, port) as url:
        assert "Wachs" in urllib.request.urlopen(url).read().decode()
        seat = Client(url).create("wachs", 2, ["human", "apprentice"])
        assert seat.play(lambda position: str(position["actions"][0]["text"]))["status"] == "over"


def environment_with(folder: Path, system: dict[str, str], what: str) -> Path:
    """A new environment with only this installed."""
    run(["python3", "-m", "venv", str(folder / "new")], folder, system)
    python = folder / "new/bin/python"
    run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", what], folder, system)
    return python
