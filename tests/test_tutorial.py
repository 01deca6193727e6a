"""docs/tutorial/add-a-game.md works: its files are written and its commands run in page order. Here with the sources of
Zunft; tests/test_install.py follows the page with an installed Zunft."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/tutorial/add-a-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:^(Add to )?`([\w./]+)`:\n\n)?^```(\w+)( fails)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEPS = 12

PLAYS_ON_THE_SITE = """
from pathlib import Path
from tests.server.apps import application

with application(Path("site.sqlite")) as client:
    assert "Wachs" in client.get("/").text
    assert 'name="option-heap" min="6" max="40"' in client.get("/new/wachs").text
    wanted = {"game": "wachs", "players": 2, "seats": ["human", "apprentice"], "name": "Anna"}
    made = client.post("/api/v1/tables", json=wanted).json()
    page = client.get(f"/t/{made['table']}", headers={"authorization": f"Bearer {made['secrets']['0']}"})
    assert page.status_code == 200 and "How much wax do you take?" in page.text, page.text
"""


class Workshop:
    """The folder described on the page, and the Python that has Zunft and pytest."""

    def __init__(self, folder: Path, python: str, environment: dict[str, str]) -> None:
        self.folder = folder / "wachs"
        self.folder.mkdir()
        self.executable = python
        self.environment = {
            **environment,
            "PYTHONDONTWRITEBYTECODE": "1",  # a file is written twice within a second
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "100",
            "HOME": str(folder),
        }

    def write(self, name: str, content: str, more: bool) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(path.read_text(encoding="utf-8") + content if more else content, encoding="utf-8")

    def install(self, arguments: list[str]) -> None:
        done = self.python("-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.executable, *arguments],
            env=self.environment,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def run(self, commands: str, fails: bool) -> None:
        """Run the lines with a dollar sign; the lines below each must appear in its output."""
        for part in commands.removeprefix("$ ").split("\n$ "):
            command, _, wanted = part.partition("\n")
            words = shlex.split(command)
            if words[:4] == ["python", "-m", "pip", "install"]:
                self.install(words[4:])
                continue
            started = ["-m", "zunft", *words[1:]] if words[0] == "zunft" else words[1:]
            if "pytest" in words:
                started += ["-p", "no:cacheprovider", "-p", "no:xdist"]
            done = self.python(*started)
            said = done.stdout + done.stderr
            assert (done.returncode != 0) == fails, f"$ {command}\n{said}"
            for line in wanted.splitlines():
                assert line in said, f"$ {command}\n{said}\nlacks {line!r}"


class SourceWorkshop(Workshop):
    """Without pip, so that the environment of the tests stays as it is."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, sys.executable, dict(os.environ))
        self.installed = folder / "installed/wachs-1.0.dist-info"
        path = (self.folder / "src", self.installed.parent, ROOT, *filter(None, [os.environ.get("PYTHONPATH")]))
        self.environment["PYTHONPATH"] = os.pathsep.join(map(str, path))

    def install(self, arguments: list[str]) -> None:
        """Write what pip generates from the entry points."""
        project = tomllib.loads((self.folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        lines = [f"{name} = {value}" for name, value in project["entry-points"]["zunft.games"].items()]
        self.installed.mkdir(parents=True)
        (self.installed / "entry_points.txt").write_text("\n".join(["[zunft.games]", *lines, ""]), encoding="utf-8")
        (self.installed / "METADATA").write_text("Metadata-Version: 2.1\nName: wachs\nVersion: 1.0\n", encoding="utf-8")


def follow(workshop: Workshop) -> None:
    """Write every file and run every command of the page."""
    for more, name, language, fails, content in BLOCK.findall(PAGE):
        if language == "console":
            workshop.run(content, bool(fails))
        else:
            assert name, f"a block of {language} belongs to no file:\n{content}"
            workshop.write(name, content, bool(more))


def test_the_page_has_its_twelve_steps() -> None:
    assert re.findall(r"^## (\d+)\. ", PAGE, re.MULTILINE) == [str(step + 1) for step in range(STEPS)]


def test_following_the_page_gives_a_game(tmp_path: Path) -> None:
    workshop = SourceWorkshop(tmp_path)
    follow(workshop)
    done = workshop.python("-c", PLAYS_ON_THE_SITE)
    assert done.returncode == 0, done.stdout + done.stderr
