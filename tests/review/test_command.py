"""`zunft review` on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import zunft
from tests import toy
from tests.review.positions import random_game
from zunft.cli import main
from zunft.core.game import loaded
from zunft.core.text import LANGUAGES
from zunft.terminal.match import MOST_BYTES, read_record

QUICK = ["--nodes", "4"]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A finished game whose first player's name needs HTML escaping."""
    record = random_game(zunft.load("norenberc"), 2)
    record.names = ["<b>Anna & Co</b>"]
    path = tmp_path / "game.json"
    path.write_text(record.to_json(), encoding="utf-8")
    return path


def test_json_has_accounts_that_add_up_and_all_parts(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(game), "--json", *QUICK]) == 0
    content = json.loads(capsys.readouterr().out)
    record = read_record(game)
    assert (content["game"], content["players"], content["nodes"], content["seed"]) == ("norenberc", 2, 4, 1)
    assert len(content["parts"]) == content["actions"] == len(record.actions)
    for account in content["accounts"]:
        explained = account["luck"] - account["losses"] + account["others"]
        assert account["result"] - account["start"] == pytest.approx(explained, abs=1e-9)
    decisions = [part for part in content["parts"] if part["choices"]]
    assert decisions and all(part["verdict"] and "swing" in part and "why" in part for part in decisions)
    assert content["names"] == ["<b>Anna & Co</b>", "Player B"]


def test_the_same_command_gives_the_same_output(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["review", str(game), *QUICK])
    first = capsys.readouterr().out
    main(["review", str(game), *QUICK])
    assert capsys.readouterr().out == first


def test_player_shows_that_players_mistakes_and_draws(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(game), "--player", "2", "--json", *QUICK]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["player"] == 1
    assert {content["parts"][number]["player"] for number in content["mistakes"]} <= {1}
    assert {draw["player"] for draw in content["luckiest"]} == {1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_and_the_page_speak_every_language(
    language: str, game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.html"
    assert main(["review", str(game), "--html", str(file), "--language", language, *QUICK]) == 0
    shown = capsys.readouterr().out
    assert "<b>Anna & Co</b>" in shown and "±" in shown
    page = file.read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in page
    assert "<b>Anna" not in page and "&lt;b&gt;Anna &amp; Co&lt;/b&gt;" in page
    outside = page.replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in outside and "https://" not in outside and "<script" not in page and "url(" not in page


def test_the_chart_has_a_line_for_each_player_and_the_marks(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.html"
    assert main(["review", str(game), "--html", str(file), "--json", "--nodes", "20"]) == 0
    content = json.loads(capsys.readouterr().out)
    page = file.read_text(encoding="utf-8")
    lines = re.findall(r'<polyline class="steps" points="([^"]*)"', page)
    assert [len(line.split()) for line in lines] == [len(content["positions"])] * 2
    assert page.count('<circle class="mark"') == len(content["mistakes"])
    assert page.count('<path class="mark"') == len(content["luckiest"]) > 0
    decisions = [part for part in content["parts"] if part["choices"]]
    assert page.count("<tr>") == 1 + 2 + 1 + len(decisions)


def test_a_game_from_outside_is_reviewed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(loaded, "toy", toy.game)
    path = tmp_path / "toy.json"
    path.write_text(random_game(toy.game, 2).to_json(), encoding="utf-8")
    assert main(["review", str(path), "--html", str(tmp_path / "toy.html"), *QUICK]) == 0
    assert "Toy: review of a game" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe", "not a text file"),
        (b"{}", "not a Zunft record"),
        (b"[" * 100_000, "not a record"),
        (b" " * (MOST_BYTES + 1), "larger than 4 MB"),
    ],
)
def test_invalid_records_are_refused_in_one_line(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.json"
    path.write_bytes(content)
    assert main(["review", str(path)]) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1


def test_bad_usage_is_refused(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unfinished = read_record(game)
    unfinished.actions.pop()
    unfinished.deciders.pop()
    unfinished.scores = None
    path = tmp_path / "unfinished.json"
    path.write_text(unfinished.to_json(), encoding="utf-8")
    for arguments, message in [
        ([str(path)], "the game is not over"),
        ([str(game), "--player", "3"], "--player 3: the record has 2 players"),
        ([str(game), "--nodes", "99999999"], "nodes must be between"),
        ([str(tmp_path / "none.json")], "No such file"),
    ]:
        assert main(["review", *arguments]) == 2
        said = capsys.readouterr().err
        assert message in said and said.count("\n") == 1
