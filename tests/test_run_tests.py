"""`make test` names flaky tests, and fails for tests that fail twice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tools import run_tests

PROGRAM = """
from pathlib import Path

def test_good():
    pass

def test_{name}():
    tries = Path(__file__).with_suffix(".tries")
    tries.write_text(tries.read_text() + "x" if tries.exists() else "x")
    assert len(tries.read_text()) > {failures}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(run_tests, "ROOT", tmp_path)
    monkeypatch.setattr(run_tests, "WORKERS", "0")
    return tmp_path


@pytest.mark.parametrize(
    ("failures", "passed", "said"), [(0, True, "2 passed"), (1, True, "flaky: "), (2, False, "failed twice: ")]
)
def test_a_failed_test_runs_once_more(folder: Path, failures: int, passed: bool, said: str) -> None:
    (folder / "test_some.py").write_text(PROGRAM.format(name="odd", failures=failures))
    found, closing = run_tests.run("interpreted", Path(sys.executable), [])
    assert found is passed and said in closing
    assert ("test_some.py::test_odd" in closing) is (failures > 0)


def test_many_failures_are_no_accident(folder: Path) -> None:
    for number in range(run_tests.FEW + 1):
        (folder / f"test_{number}.py").write_text(PROGRAM.format(name="odd", failures=1))
    found, closing = run_tests.run("interpreted", Path(sys.executable), [])
    assert not found and "flaky" not in closing


def test_a_file_that_cannot_be_collected_fails_the_run(folder: Path) -> None:
    (folder / "test_some.py").write_text("import a_module_that_nobody_has\n")
    found, _ = run_tests.run("interpreted", Path(sys.executable), [])
    assert not found


def test_the_engine_is_tested_in_both_modes() -> None:
    tests = {path.name for path in (run_tests.ROOT / "tests").glob("[!_]*")}
    once = {path.name for path in run_tests.tested_once()}
    assert tests - once == {*run_tests.IN_BOTH_MODES, *run_tests.FROM_SOURCE_ONLY}
    assert {"arena", "browser", "envs", "mcp", "server", "test_cli.py"} <= once
