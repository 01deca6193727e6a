"""A broken third-party game is reported in one line and skipped; everything else works without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games import OUR_GAMES

# A whole game in few lines: each player says a number, the highest wins.
GAME = """
from zunft.core.actions import Codes, Kind
from zunft.core.errors import UnknownStep
from zunft.core.game import Game, Number, Option
from zunft.core.sheet import Sheet
from zunft.core.state import State, Task

class Table(State):
    said: list[int]
    def choices(self, task):
        return [0, 1, 2]
    def decide(self, task, action):
        self.said[task.player] = action
    def points(self):
        return [{{"said": number}} for number in self.said]
    def own_view(self, player):
        return {{"said": self.said[:]}}
{more}

def start(setting):
    table = Table()
    table.open(setting)
    table.said = [0] * setting.players
    table.agenda = [Task(1, player) for player in reversed(range(setting.players))]
    return table

game = Game(
    name="{name}", title="{name}", rules=1, players=range(2, 4), codes=Codes(Kind("say", 0, number=("0", "1", "2"))),
    bound=3, package=__name__, start=start, decisions={{1: "say"}},
    sheets=lambda view, say: [Sheet("", [], [view["said"]])], {arguments}
)
"""
TEXT = """
about = "Say a number."
[action]
say = "Say {number}"
[help]
say = "The highest wins."
[prompt]
say = "Which number?"
[log]
[source]
said = "Said"
"""
WITHOUT_POINTS = """
    def view(self, player=None):
        view = super().view(player)
        del view["points"]
        return view
"""


def source(name: str, more: str = "", arguments: str = "") -> str:
    return GAME.format(name=name, more=more, arguments=arguments)


# By name: the module, its English texts, and the error reported; empty for a good one.
PLUGINS = {
    "good": (source("good", arguments='options={"odd": Option(False, (False, True))}'), TEXT, ""),
    "no_import": ("import there_is_no_such_module", TEXT, "ModuleNotFoundError: No module named"),
    "no_syntax": ("def broken(:", TEXT, "SyntaxError: "),
    "quits": ("raise SystemExit('that was\\n it')", TEXT, "SystemExit: that was it"),
    "no_game": ("game = 3", TEXT, "no_game:game is not a zunft.Game"),
    "no_attribute": ("", TEXT, "AttributeError: "),
    "no_text": (source("no_text"), TEXT.replace('[prompt]\nsay = "Which number?"', ""), "no English text prompt.say"),
    "no_texts": (source("no_texts"), None, "FileNotFoundError: "),
    "bad_text": (source("bad_text"), "about = ", "TOMLDecodeError: "),
    "no_points": (source("no_points", WITHOUT_POINTS), TEXT, "the view has no key points"),
    "bad_option": (
        source("bad_option", arguments='options={"limit": Number(9, 1, 5)}'),
        TEXT,
        "the default of option limit must be an integer from 1 to 5, not 9",
    ),
    "other_name": (source("another"), TEXT, "the game is called 'another', its entry point 'other_name'"),
    "no_log": (
        source("no_log").replace("= action", "= action\n        self.log('said', count=action)"),
        TEXT,
        "no text 'log.said' in en",
    ),
    "no_source": (source("no_source"), TEXT.replace('said = "Said"', ""), "no English text source.said"),
    "no_section": (
        source("no_section"),
        TEXT.replace("Say {number}", "Say {number:pieces}"),
        "no texts 'pieces' in en",
    ),
    "no_plural": (
        source("no_plural"),
        TEXT.replace("Say {number}", "Say {number:pieces}") + '[pieces]\none = "{n} piece"\n',
        "texts 'pieces' in en have only one of one, other",
    ),
    "no_argument": (
        source("no_argument"),
        TEXT.replace("Say {number}", "Say {amount}"),
        "the text 'Say {amount}' uses 'amount'; its arguments are number",
    ),
    "no_json": (
        source("no_json").replace("self.said[:]}", "set(self.said)}"),
        TEXT,
        "TypeError: Object of type set is not JSON serializable",
    ),
    "fails_late": (
        source("fails_late").replace("= action", "= action\n        assert task.player == 0, 'too late'"),
        TEXT,
        "AssertionError: too late",
    ),
    "fails_last": (
        source("fails_last").replace('view["said"]', 'view["lost"] if view["over"] else [0]'),
        TEXT,
        "KeyError: 'lost'",
    ),
    "raises": (source("raises", "    def acting(self):\n        return [1 // 0]"), TEXT, "ZeroDivisionError: "),
    "norenberc": (source("norenberc"), TEXT, ""),  # third-party games cannot replace ours
}
NAMED = {name: said for name, (_, _, said) in PLUGINS.items() if said}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them installed beside Zunft."""
    found = tmp_path_factory.mktemp("plugins")
    for name, (code, text, _) in PLUGINS.items():
        module = f"{name}_plugin" if name == "norenberc" else name
        (found / module / "text").mkdir(parents=True)
        (found / module / "__init__.py").write_text(code, encoding="utf-8")
        if text is not None:
            (found / module / "text/en.toml").write_text(text, encoding="utf-8")
        info = found / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[zunft.games]\n{name} = {module}:game\n", encoding="utf-8")
    return found


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    known = os.environ.get("PYTHONPATH", "")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(folder), known))), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=folder, capture_output=True, text=True, check=False
    )


def zunft(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python(folder, "-m", "zunft", *arguments)


def check_names_all(said: str) -> None:
    lines = [line for line in said.splitlines() if line.startswith("zunft: the game ")]
    assert len(lines) == len(NAMED)
    for name, reason in NAMED.items():
        assert any(line.startswith(f"zunft: the game {name} is left out: ") and reason in line for line in lines), name


def test_games_reports_each_in_one_line_and_lists_the_others(folder: Path) -> None:
    done = zunft(folder, "games", "--json", "--language", "de")
    assert done.returncode == 0, done.stderr
    games = {game["name"]: game for game in json.loads(done.stdout)}
    assert set(OUR_GAMES) | {"good"} <= set(games) and not set(games) & set(NAMED)
    assert games["norenberc"]["title"] == "Norenberc"
    assert games["good"]["about"] == "Say a number.", "texts missing in German are in English"
    assert games["good"]["options"]["odd"]["help"] == "odd", "an option without texts goes by its name"
    check_names_all(done.stderr)


def test_the_site_names_them_when_it_starts(folder: Path) -> None:
    started = "import sys, zunft.cli as cli; cli.serve.serve = lambda *_, **__: None; sys.exit(cli.main(['serve']))"
    done = python(folder, "-c", started)
    assert done.returncode == 0, done.stderr
    check_names_all(done.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ("sim", "good", "--games", "3", "--seed", "1"),
        ("sim", "norenberc", "--games", "1", "--seed", "1"),
        ("arena", "good", "--bots", "random,random", "--games", "4", "--seed", "1"),
        ("play", "good", "--seed", "1"),
        ("bench", "good", "--repeat", "1"),
    ],
    ids=" ".join,
)
def test_other_commands_are_not_affected(folder: Path, arguments: tuple[str, ...]) -> None:
    done = zunft(folder, *arguments)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["no_import", "no_points"])
def test_requesting_one_of_them_gives_the_reason(folder: Path, name: str) -> None:
    done = zunft(folder, "play", name)
    assert done.returncode == 2
    assert done.stderr.startswith(f"zunft: the game {name} cannot be played: {NAMED[name]}")
    assert done.stderr.count("\n") == 1


def test_an_unknown_game_is_answered_with_the_known_ones(folder: Path) -> None:
    said = zunft(folder, "sim", "halma").stderr
    assert "there is no game 'halma'" in said and "good" in said
    assert not any(name in said for name in NAMED)


def test_the_smallest_correct_game_conforms(folder: Path) -> None:
    code = "import zunft; from zunft.core.conformance import check_game; check_game(zunft.load('good'), 2)"
    done = python(folder, "-c", code)
    assert done.returncode == 0, done.stderr
