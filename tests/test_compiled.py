"""Compiled and interpreted games behave the same; and the compiled package needs no compiler."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import zunft
from zunft.core import conformance

SOURCE = Path(__file__).parent.parent / "src"
REQUIRED = "compiled" in os.environ.get("ZUNFT_REQUIRE", "").split(",")
MODE = os.environ.get("ZUNFT_MODE")
SEED = 7

SETTINGS = [(name, players) for name in zunft.game_names() for players in zunft.load(name).players]

needs_compiled = pytest.mark.skipif(not zunft.is_compiled(), reason="the package under test is interpreted")

TRACES = """
import json, sys, zunft
from zunft.core import conformance
assert not zunft.is_compiled(), zunft.__file__
for name, players in json.loads(sys.argv[1]):
    print(conformance.trace(zunft.load(name), players, seed=int(sys.argv[2])), flush=True)
"""

WITHOUT_TOOLS = """
import random, sys
for name in ("mypy", "mypyc", "mypy_extensions", "setuptools"):
    sys.modules[name] = None
import zunft
assert zunft.is_compiled()
for name in zunft.game_names():
    state = zunft.load(name).new()
    assert zunft.playout(state, random.Random(1)) and state.is_over()
"""


def python(code: str, *arguments: str, path: str = "") -> str:
    """The output of a separate Python with this import path in front."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(MODE is None, reason="ZUNFT_MODE does not say which mode this is; `make test` sets it")
def test_the_package_under_test_is_the_intended_one() -> None:
    assert zunft.is_compiled() == (MODE == "compiled"), f"{MODE} was requested, but this is {zunft.__file__}"


def test_a_required_compiled_run_is_compiled() -> None:
    """Where compiled tests are mandatory, the run must really be compiled."""
    assert not (REQUIRED and MODE == "compiled") or zunft.is_compiled()


@needs_compiled
def test_compiled_games_run_exactly_as_their_source() -> None:
    """Every state, event and list of choices of whole games, by fingerprint."""
    compiled = [conformance.trace(zunft.load(name), players, seed=SEED) for name, players in SETTINGS]
    interpreted = python(TRACES, json.dumps(SETTINGS), str(SEED), path=str(SOURCE)).split()
    different = [setting for setting, one, other in zip(SETTINGS, compiled, interpreted, strict=True) if one != other]
    assert not different


@needs_compiled
def test_the_compiled_package_needs_no_build_tools() -> None:
    python(WITHOUT_TOOLS)


@needs_compiled
def test_everything_configured_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rule module is missing from the build."""
    monkeypatch.chdir(SOURCE.parent)
    meant = [Path(name).relative_to("src/zunft") for name in runpy.run_path("setup.py")["modules"]()]
    assert meant
    for module in meant:
        built = list((Path(zunft.__file__).parent / module.parent).glob(f"{module.stem}.*"))
        assert [path for path in built if path.suffix in (".so", ".pyd")], f"{module} is interpreted"
