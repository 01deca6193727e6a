"""OpenSpiel solves a small Markttag: the exploitability falls towards zero."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="open_spiel is not installed")
EXAMPLE = Path(__file__).parents[2] / "markttag_cfr.py"


def test_exploitability_falls() -> None:
    curve = runpy.run_path(str(EXAMPLE))["main"](["--coins", "2", "--days", "2", "--iterations", "10", "--every", "5"])
    values = [value for _, value in curve]
    assert [iteration for iteration, _ in curve] == [1, 5, 10]
    assert values == sorted(values, reverse=True) and values[0] > 0.4 and values[-1] < 0.01
