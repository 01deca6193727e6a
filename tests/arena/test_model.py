"""Language models in the arena: a command that reads a prompt and writes an answer."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from zunft.arena import Match, run, standing
from zunft.arena.match import play
from zunft.arena.report import budget
from zunft.bots import UnknownBot
from zunft.cli import main
from zunft.core.record import Record
from zunft.terminal.words import texts

FIRST = """
import sys
prompt = sys.stdin.read()
assert "# RULES" in prompt and "# POSITION" in prompt and "You are P" in prompt
choices = prompt.rsplit("# YOUR DECISION", 1)[1].split("\\n\\n")[0].split("\\n")[2:]
"""
GOOD = FIRST + "print('Let me think.\\n' + choices[0])"
STUBBORN = FIRST + "print('I resign')"
LEARNS = FIRST + "print(choices[0] if 'legal are' in prompt else 'dance')"
BROKEN = "import sys; sys.exit('no key for the model')"
SLOW = "import time; time.sleep(60)"


def command(folder: Path, script: str) -> str:
    file = folder / "model.py"
    file.write_text(script, encoding="utf-8")
    return f"llm:{sys.executable} -I -S {file}"


def match_of(bot: str, **more: float) -> Match:
    return Match.agree("norenberc", 2, [bot, "random"], 2, 1, **more)


@pytest.mark.parametrize(("script", "illegal"), [(GOOD, 0.0), (LEARNS, 0.5), (STUBBORN, 1.0)])
def test_answers_are_counted_and_games_end(tmp_path: Path, script: str, illegal: float) -> None:
    match = match_of(command(tmp_path, script))
    results = list(run(match))
    model, other = standing(match, results)
    assert model["answers"] >= 8 and model["illegal_answers"] == illegal * model["answers"]
    assert (other["answers"], other["illegal_answers"]) == (0, 0)
    assert not any(result.faults for result in results)
    assert {result.deal for result in results} == {0}, "both play the same deal, once from each seat"


def test_a_model_is_repeatable(tmp_path: Path) -> None:
    match = match_of(command(tmp_path, STUBBORN))
    assert play(match, 0).scores == play(match, 0).scores


@pytest.mark.parametrize(
    ("script", "patience", "reason"),
    [(BROKEN, 60, "ended with code 1: no key for the model"), (SLOW, 0.5, "gave no answer for 0.5 seconds")],
)
def test_a_failing_command_is_replaced_by_random_choices(
    tmp_path: Path, script: str, patience: float, reason: str
) -> None:
    result = play(match_of(command(tmp_path, script), patience=patience), 0)
    assert [fault["reason"] for fault in result.faults] == [reason]


def test_records_of_long_commands_can_be_read(tmp_path: Path) -> None:
    bot = command(tmp_path, STUBBORN) + " with some more words" * 10
    result = play(match_of(bot, records=True), 0)
    assert Record.from_json(result.record or "").replay().scores() == result.scores


def test_a_missing_command() -> None:
    assert "cannot be started" in play(match_of("llm:/no/such/model"), 0).faults[0]["reason"]
    with pytest.raises(UnknownBot, match="needs a command"):
        match_of("llm:")


def test_the_table_shows_illegal_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = command(tmp_path, LEARNS)
    given = ["arena", "norenberc", "--players", "2", "--bots", f"{bot},random", "--games", "2", "--workers", "1"]
    kept = ["--state", str(tmp_path / "games.jsonl")]
    assert main([*given, *kept, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)["bots"][0]
    assert main([*given, *kept, "--report", str(tmp_path / "page.html")]) == 0
    shown = f"{row['illegal_answers']} / {row['answers']}"
    assert shown in capsys.readouterr().out
    assert shown in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_head_names_bots_with_their_own_budget() -> None:
    bots = ["master", "greedy@30", "search", "random", "llm:model", "exec:bot"]
    match = Match("norenberc", 2, tuple(bots), 2, 1, nodes=100)
    own = "With their own budget: master, greedy@30, llm:model."
    assert budget(match, texts("en")) == f"100 simulations for each decision. {own}"
    assert "their own" not in budget(Match("norenberc", 2, ("search", "random"), 2, 1, nodes=100), texts("en"))
