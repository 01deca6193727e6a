"""make quick: formatter, linter, types, and the tests of what changed since main, or a sample of all tests; a minute.

    python tools/quick.py             what changed, or a sample if nothing did
    python tools/quick.py tests/core  these tests

Tests run in their usual order, those that changed first, until the time is up; the last line says how many did.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 40  # for the tests; formatter, linter and types take the rest of the minute
CHECKED = ("src", "tests", "tools", "bench", "docs", "examples", "setup.py")

# By path prefix, the longest first: the tests for it
TESTS = {
    "src/zunft/core/": ("tests/core", "tests/toy", "tests/test_contract.py", "tests/games/test_records.py"),
    "src/zunft/terminal/": ("tests/test_cli.py",),
    "src/zunft/cli.py": ("tests/test_cli.py", "tests/test_plugins.py"),
    "src/zunft/server/": ("tests/server/test_web.py", "tests/server/test_table.py", "tests/server/test_new_table.py"),
    "src/zunft/bots/": ("tests/bots",),
    "src/zunft/arena/": ("tests/arena",),
    "src/zunft/envs/": ("tests/envs",),
    "docs/tutorial/": ("tests/test_tutorial.py",),
    "docs/": ("tests/test_docs.py", "tests/test_contract.py"),
    "examples/": ("tests/test_example.py",),
}
SAMPLE = (
    "tests/test_layers.py",
    "tests/core",
    "tests/toy",
    "tests/games/test_records.py",
    "tests/bots",
    "tests/test_cli.py",
)


class Deadline:
    """Stops the test run when the time is up, and reports the results so far."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.run = 0
        self.all = 0

    def pytest_collection_finish(self, session: Any) -> None:
        self.all = len(session.items)

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.run += report.when == "call"

    def pytest_runtest_teardown(self, item: Any) -> None:
        if time.monotonic() > self.end:
            item.session.shouldstop = "the time is up"


def git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed() -> list[str]:
    """Files that differ from main, committed or not."""
    base = git("merge-base", "HEAD", "main")
    return sorted({*git("diff", "--name-only", *base), *git("ls-files", "--others", "--exclude-standard")})


def tests_of(paths: list[str]) -> list[str]:
    """Changed tests first, then the tests for what changed; a game has its own."""
    found = [path for path in paths if path.startswith("tests/") and Path(path).name.startswith("test_")]
    for path in paths:
        parts = Path(path).parts
        if path.startswith("src/zunft/games/") and len(parts) > 4:
            found += [f"tests/games/{parts[3]}", "tests/games/test_records.py"]
        beginning = max((known for known in TESTS if path.startswith(known)), key=len, default="")
        found += TESTS.get(beginning, ())
    return [path for path in dict.fromkeys(found) if (ROOT / path).exists()]


def main(arguments: list[str]) -> int:
    checks = (("ruff", "format", "--check", *CHECKED), ("ruff", "check", "--quiet", *CHECKED), ("mypy",))
    failed = [
        name for name, *more in checks if subprocess.run([sys.executable, "-m", name, *more], cwd=ROOT).returncode
    ]
    chosen = arguments or tests_of(changed()) or list(SAMPLE)
    deadline = Deadline(SECONDS)
    code = pytest.main(["-q", "-p", "no:xdist", "--rootdir", str(ROOT), *chosen], [deadline])
    stopped = code == pytest.ExitCode.INTERRUPTED and deadline.run < deadline.all
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) and not stopped:
        failed.append("tests")
    print(f"\n{deadline.run} of {deadline.all} tests in {', '.join(chosen)}; failed: {', '.join(failed) or 'nothing'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
