"""Data sets document their origin, and resume after being killed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import zunft
from tests.envs.games import TABLES
from tests.envs.test_data import recorded
from zunft.cli import main
from zunft.envs import card, data, parts, provenance
from zunft.version import __version__

KILLED = """
import os, sys
from zunft.envs.parts import Parts
from zunft.terminal.sim import Series
import zunft

series = Series(zunft.load("norenberc"), 2, {}, ["random", "random"], 7)
with Parts(sys.argv[1], series.game, 2, series.options, 7, series.seats(), games_in_part=3) as found:
    for number in range(20):
        if number == 8:
            os.kill(os.getpid(), 9)
        record = series.play_recorded(number)
        found.add(record, series.name(number), series.tally.sums())
"""


def sim(folder: Path, games: int, *more: str) -> int:
    given = ["sim", "norenberc", "--players", "2", "--bots", "random", "--games", str(games), "--json"]
    return main([*given, "--parquet", str(folder), *more])


def test_a_killed_data_set_resumes_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same rows, card and report as a set that was never interrupted."""
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "killed")], check=False)
    assert killed.returncode == -9
    assert [file.name for file in parts.finished(tmp_path / "killed" / "data")] == [
        "games-0000001-0000003.parquet",
        "games-0000004-0000006.parquet",
    ]
    assert sim(tmp_path / "killed", 12) == 0  # the seed comes from the set
    resumed = json.loads(capsys.readouterr().out)
    assert sim(tmp_path / "whole", 12, "--seed", "7") == 0
    whole = json.loads(capsys.readouterr().out)
    changing = ("cpu_seconds", "decisions_per_second")
    assert {**resumed, **dict.fromkeys(changing)} == {**whole, **dict.fromkeys(changing)}
    one, other = data.read(tmp_path / "killed"), data.read(tmp_path / "whole")
    for column in ("record", "ply", "player", "action", "terminal", "score", "observation"):
        assert np.array_equal(getattr(one, column), getattr(other, column))
    cards = [(tmp_path / name / "README.md").read_text(encoding="utf-8") for name in ("killed", "whole")]
    assert cards[0] == cards[1]
    assert len(set(one.record)) == 12
    assert not list((tmp_path / "killed" / "data").glob("*.part"))


def test_a_finished_data_set_is_unchanged_and_can_grow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sim(tmp_path, 2, "--seed", "1") == 0
    before = [file.stat().st_mtime_ns for file in parts.finished(tmp_path / "data")]
    assert sim(tmp_path, 2, "--seed", "1") == 0
    assert [file.stat().st_mtime_ns for file in parts.finished(tmp_path / "data")] == before
    capsys.readouterr()
    assert sim(tmp_path, 3) == 0
    assert len(set(data.read(tmp_path, ["record"]).record)) == 3
    assert json.loads(capsys.readouterr().out)["games"] == 3


def test_data_sets_are_not_mixed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sim(tmp_path, 1, "--seed", "1") == 0
    assert sim(tmp_path, 2, "--seed", "2") == 2
    assert "holds a different data set: seed is 1 there, 2 here" in capsys.readouterr().err
    given = ["sim", "norenberc", "--players", "2", "--bots", "greedy@5", "--games", "2", "--seed", "1"]
    assert main([*given, "--parquet", str(tmp_path)]) == 2
    assert "a different data set: bots is" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_terminal_marks_the_last_decision_of_each_player(name: str, players: int, tmp_path: Path) -> None:
    with data.Writer(tmp_path / "x.parquet", zunft.load(name), players, seed=5) as writer:
        for number in range(2):
            writer.add(recorded(name, players, number), f"game {number}")
    found = data.read(tmp_path / "x.parquet")
    assert set(found.seed) == {5}
    for record in set(found.record):
        for player in range(players):
            rows = np.flatnonzero((found.record == record) & (found.player == player))
            assert found.terminal[rows].tolist() == [False] * (len(rows) - 1) + [True]


def test_a_file_records_its_provenance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("from zunft.bots.random import RandomBot\n\n\nclass Mine(RandomBot):\n    pass\n")
    file = tmp_path / "games.parquet"
    given = ["sim", "norenberc", "--players", "3", "--games", "1", "--seed", "3", "--parquet", str(file)]
    assert main([*given, "--bots", f"apprentice,{bot}:Mine,greedy@5"]) == 0
    found = data.read(file)
    about = found.about
    assert (about["seed"], about["rules"], about["zunft"]) == (3, zunft.load("norenberc").rules, __version__)
    assert [one["name"] for one in about["bots"]] == ["apprentice", f"{bot}:Mine", "greedy@5"]
    assert about["bots"][0]["plays"].startswith("greedy@") and about["bots"][0]["version"] == __version__
    assert about["bots"][1]["version"] == f"sha256:{provenance.digest(bot)}"
    assert set(found.bot) == {"apprentice", f"{bot}:Mine", "greedy@5"}
    written = (tmp_path / "games.README.md").read_text(encoding="utf-8")
    assert 'path: "games.parquet"' in written and "| seed | 3 |" in written
    capsys.readouterr()


def test_the_card_has_the_form_of_hugging_face() -> None:
    about = data.about(zunft.load("norenberc"), 2, {}, 1, ["master", "random"])
    text = card.card(about, "data/*.parquet", 10_000, 900_000)
    head, body = re.fullmatch(r"---\n(.*?)\n---\n\n(.*)", text, re.S).groups()  # type: ignore[union-attr]
    assert "size_categories:\n- 100K<n<1M" in head and 'path: "data/*.parquet"' in head
    assert "task_categories:\n- reinforcement-learning" in head
    assert "10,000 games" in body and f"| 1 | master | {about['bots'][0]['plays']} | zunft {__version__} |" in body
    assert about["bots"][0]["plays"].startswith("search@")


def test_the_card_names_the_columns_of_the_file(tmp_path: Path) -> None:
    game = zunft.load("norenberc")
    fields = data.schema(game, data.about(game, 2, {}))
    assert [name for name, _, _ in card.COLUMNS] == fields.names
    for (_, kind, _), field in zip(card.COLUMNS, fields, strict=True):
        shown = str(field.type).replace("fixed_size_list<", "").split(":")[0]
        assert kind.split()[0] == {"element": "int8", "item": "int8", "float": "float32"}.get(shown, shown)
    page = (Path(__file__).parents[2] / "docs/research/data.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \| \w", page, re.M) == fields.names


def test_a_seed_too_large_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sim(tmp_path, 1, "--seed", str(2**64)) == 2
    assert "at most" in capsys.readouterr().err


def test_parts_are_read_in_order_and_gaps_are_not_filled(tmp_path: Path) -> None:
    for name in ("games-0000001-0000003.parquet", "games-0000007-0000009.parquet", "x.parquet"):
        pq.write_table(pa.table({"x": [1]}), tmp_path / name)
    assert [parts.numbers(file) for file in parts.finished(tmp_path)] == [(1, 3)]
