"""The examples run, shortened; training runs if its libraries are installed."""

from __future__ import annotations

import importlib.util
import json
import runpy
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.envs.games import NAMES
from zunft.envs.text import TextTable

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def run(example: str, *arguments: str) -> Any:
    return runpy.run_path(str(EXAMPLES / f"{example}.py"))["main"](list(arguments))


@pytest.mark.parametrize("name", NAMES)
def test_random_rollouts(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = run("random_rollouts", name, "--games", "4")
    assert all(-1 <= reward <= 1 for reward in found.values()) and len(found) == 3
    assert "mean reward" in capsys.readouterr().out


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_language_model(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    rewards = run("language_model", "norenberc", "--players", "3", "--language", language)
    assert sum(rewards) == pytest.approx(0) and any(rewards)
    assert "wrong answers" in capsys.readouterr().out


def test_language_model_answers_one_prompt(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    table = TextTable("norenberc", 2, seed=1)
    monkeypatch.setattr("sys.stdin", StringIO(table.observe()))
    run("language_model", "--answer")
    assert capsys.readouterr().out.strip() in table.legal_actions()


def test_openspiel_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert -1 <= run("openspiel_ismcts", "norenberc", "--simulations", "3", "--games", "1") <= 1
    assert "the search on seat 1" in capsys.readouterr().out


@pytest.mark.skipif(
    importlib.util.find_spec("sb3_contrib") is None or importlib.util.find_spec("matplotlib") is None,
    reason="training needs the extra zunft[train] (PyTorch); make test-peers runs it",
)
@pytest.mark.filterwarnings("ignore")
def test_maskable_ppo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A few seconds of training produce a curve, a picture and a policy that plays."""
    points = run(
        *("maskable_ppo", "--minutes", "0.1", "--num-envs", "8", "--num-steps", "32", "--points", "1"),
        *("--games-per-point", "8", "--games", "20", "--out", str(tmp_path)),
    )
    assert points[-1]["games"] == 20 and 0 <= points[-1]["wins"] <= 1
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((tmp_path / "curve.json").read_text(encoding="utf-8"))["points"] == points
    assert (tmp_path / "policy.zip").exists()
    assert points[-1]["steps"] > 8 * 32, "not a single update"
    assert "of 20 games won against random" in capsys.readouterr().out
