"""zunft arena on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zunft.cli import main
from zunft.core.text import LANGUAGES

SMALL = ["arena", "norenberc", "--players", "2", "--bots", "greedy@4,random", "--games", "2", "--workers", "1"]
FIELDS = [
    "games",
    "wins",
    "win_rate",
    "ci_low",
    "ci_high",
    "mean_score",
    "rating",
    "rating_sigma",
    "seconds_per_decision",
]


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_json_has_all_fields_for_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [row["bot"] for row in report["bots"]] == ["greedy@4", "random"]
    for row in report["bots"]:
        assert set(FIELDS) <= set(row)
        assert row["games"] == 2
    assert (report["game"], report["players"], report["games"]) == ("norenberc", 2, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_names_the_bots(language: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report, records = tmp_path / "report.html", tmp_path / "records"
    assert main([*SMALL, "--language", language, "--report", str(report), "--records", str(records)]) == 0
    assert "greedy@4" in capsys.readouterr().out
    page = report.read_text(encoding="utf-8")
    assert page.count("<svg viewBox") >= 5 and f'lang="{language}"' in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "") and "https://" not in page
    assert len(list(records.glob("*.json"))) == 2


def test_a_finished_match_leaves_no_state_behind(tmp_path: Path) -> None:
    main([*SMALL, "--json"])
    assert not list((tmp_path / "state").rglob("*.jsonl"))


def test_one_among_three_has_a_short_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "norenberc", "--players", "3", "--bots", "greedy@3,random*2", "--games", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["line_up"] == ["greedy@3", "random", "random"]
    assert report["games"] == 3


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", "random@5"], "does not take nodes"),
        (["--bots", "exec:"], "needs a program"),
        (["--players", "9"], "is for 2 to 5 players"),
        (["--state", "README.md"], "not a file of arena games"),
    ],
)
def test_errors_are_reported_in_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SMALL, *arguments]) == 2
    error = capsys.readouterr().err
    assert complaint in error and error.count("\n") == 1
