"""Puzzles: one choice is clearly the best, even when searched again; they are records, and the search can resume."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import toy
from zunft.bots import Seat
from zunft.cli import main
from zunft.core.game import loaded
from zunft.core.record import Record
from zunft.review import Evaluator
from zunft.review.puzzles import FEWEST_CHOICES, MARGIN, MOST_OF_A_GAME, puzzles

SEARCH = ["puzzles", "toy", "--players", "2", "--nodes", "30"]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(loaded, "toy", toy.game)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)


def contents(folder: Path) -> dict[str, dict[str, Any]]:
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def test_the_solution_is_clearly_the_best_choice_for_a_search_that_has_not_seen_it() -> None:
    found = [puzzle for number in range(6) for puzzle in puzzles(toy.game, 2, {}, number, Evaluator(30))]
    assert found
    for puzzle in found:
        state = puzzle.record.replay()
        assert state.current_player() == puzzle.player
        assert puzzle.choices >= FEWEST_CHOICES
        assert puzzle.margin >= MARGIN
        decision = Evaluator(600, seed=77).decision(Seat(state, puzzle.player), thorough=True)
        assert decision.best().action == puzzle.hint.choice.action


def test_a_game_yields_few_puzzles_and_always_the_same() -> None:
    first = [puzzle.to_json() for puzzle in puzzles(toy.game, 2, {}, 3, Evaluator(30))]
    assert len(first) <= MOST_OF_A_GAME
    assert first == [puzzle.to_json() for puzzle in puzzles(toy.game, 2, {}, 3, Evaluator(30))]


def test_puzzles_are_records_with_a_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SEARCH, "--number", "3", "--save", str(tmp_path), "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert len(content["found"]) == 3
    for found in content["found"]:
        record = Record.from_json(Path(found["file"]).read_text(encoding="utf-8"))
        state = record.replay()
        assert toy.game.parse(found["solution"]) in state.legal_actions(found["player"])
        assert found["margin"] >= MARGIN and found["judgement"] == content["judgement"]


def test_a_search_resumes_where_it_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at_once, in_parts = tmp_path / "at-once", tmp_path / "in-parts"
    main([*SEARCH, "--number", "4", "--save", str(at_once)])
    for number in ("1", "2", "4"):
        main([*SEARCH, "--number", number, "--save", str(in_parts)])
    assert "Puzzles in" in capsys.readouterr().out
    assert contents(at_once) == contents(in_parts)


@pytest.mark.parametrize(
    ("arguments", "head", "message"),
    [
        (["--seed", "2"], None, "a different search: seed is 1 there, 2 here"),
        ([], "[]", "not the settings of a search"),
        (["--nodes", "999999"], None, "at most 100000"),
    ],
)
def test_a_folder_of_another_search_is_refused_and_unchanged(
    arguments: list[str], head: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([*SEARCH, "--number", "2", "--save", str(tmp_path)])
    if head is not None:
        (tmp_path / "search.json").write_text(head, encoding="utf-8")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    capsys.readouterr()
    assert main([*SEARCH, "--number", "9", "--save", str(tmp_path), *arguments]) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1
    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir()}
