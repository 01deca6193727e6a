"""The example game, installed like any package, passes its own tests and is played with the Zunft under test."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples/markttag"
INSTALL = ("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation")


PLAYED_ON_THE_SITE = """
import sys
from pathlib import Path
from tests.server.apps import application
from tests.server.test_tables import play_out

with application(Path(sys.argv[1], "site.sqlite")) as client:
    assert "Markttag" in client.get("/").text
    wanted = {"game": "markttag", "players": 2, "seats": ["human", "apprentice"], "name": "Anna"}
    made = client.post("/api/v1/tables", json=wanted).json()
    seats = {"0": {"authorization": f"Bearer {made['secrets']['0']}"}}
    page = client.get(f"/t/{made['table']}", headers=seats["0"])
    assert page.status_code == 200 and "Which coin do you bid?" in page.text, page.text
    print(play_out(client, made["table"], seats)["status"])
"""


def python(*arguments: str, path: str = "") -> str:
    """The installed example comes first on the path, then the Zunft under test."""
    known = os.environ.get("PYTHONPATH", "")
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (path, known)))},
        cwd=EXAMPLE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("example")
    source, target = folder / "source", folder / "installed"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    python(*INSTALL, "--target", str(target), str(source))
    return str(target)


def test_the_example_game_is_found_and_passes_its_tests(installed: str) -> None:
    found = python("-c", "import zunft; print(*zunft.game_names(), zunft.is_compiled())", path=installed).split()
    assert "markttag" in found
    assert found[-1] == python("-c", "import zunft; print(zunft.is_compiled())").strip(), "another Zunft was found"
    python("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "tests", path=installed)


def test_the_example_game_is_played_on_the_site(installed: str, tmp_path: Path) -> None:
    said = python("-c", PLAYED_ON_THE_SITE, str(tmp_path), path=os.pathsep.join((installed, str(ROOT))))
    assert said.splitlines()[-1] == "over"


def test_a_greedy_bot_wins_the_example_game_in_the_arena(installed: str) -> None:
    match = ("markttag", "--players", "2", "--bots", "greedy,random", "--games", "40", "--seed", "1", "--workers", "1")
    report = json.loads(python("-m", "zunft", "arena", *match, "--json", path=installed))
    rates = {row["bot"]: row["win_rate"] for row in report["bots"]}
    assert rates["greedy"] > rates["random"] and not report["faults"], report
