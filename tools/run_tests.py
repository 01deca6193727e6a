"""Run the engine's tests from source and all tests against the compiled wheel, and print each run's result.

Rules, core, bots and reviews are compiled by mypyc, so they are tested in both modes. Everything else is the same
Python in both and is tested once, against the wheel that is shipped, and so are most settings of the conformance
suite; without a compiler, everything is tested from source.

A few failed tests run once more, alone: real browsers and killed servers depend on more than our code. A test that
passes then does not fail the run but is reported as flaky in the closing lines: a bug to fix.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INTERPRETED = ROOT / ".venv/bin/python"
COMPILED = ROOT / ".venv-compiled/bin/python"
WORKERS = os.environ.get("ZUNFT_TEST_WORKERS") or str((os.cpu_count() or 1) + 1)  # browser tests mostly wait
IN_BOTH_MODES = ("bots", "core", "games", "review", "test_compiled.py", "test_contract.py")
FROM_SOURCE_ONLY = ("test_packaging.py", "test_site.py")  # what the wheel is made of
FEW = 3  # failed tests that run once more
SLOWEST = 30  # tests, whose times are printed
FAILED = 1  # pytest's exit code if tests failed, and nothing else went wrong
SAMPLED = "10"  # one setting in ten is tested in both modes
REQUIRED = "compiled" in os.environ.get("ZUNFT_REQUIRE", "").split(",")


def main(arguments: list[str]) -> int:
    reason = why_not_compiled()
    left_out = [f"--ignore={path}" for path in tested_once()] if reason is None else []
    sampled = {"ZUNFT_CONFORMANCE_EVERY": SAMPLED} if reason is None else {}
    passed, closing = run("interpreted", INTERPRETED, [*arguments, *left_out], sampled)
    report = [f"interpreted  {closing}"]
    if reason is None:
        compiled_passed, closing = run("compiled", COMPILED, arguments)
        passed = passed and compiled_passed
        report.append(f"compiled     {closing}")
    else:
        passed = passed and not REQUIRED
        verdict = "FAILED" if REQUIRED else "SKIPPED"
        report.append(f"compiled     {verdict}: {reason}; install what is missing, then `make clean test`")
    print("\n".join(["", "Zunft's tests", *(f"  {line}" for line in report)]))
    return 0 if passed else 1


def run(mode: str, python: Path, arguments: list[str], settings: dict[str, str] | None = None) -> tuple[bool, str]:
    """Returns whether the tests passed, and the last line of pytest's output."""
    print(f"\n== {mode} ==", flush=True)
    environment = {**os.environ, "ZUNFT_MODE": mode, **(settings or {})}
    code, lines = pytest(python, ["-n", WORKERS, "--dist", "worksteal", *arguments], environment)
    failed = [line.partition(" ")[2].split(" - ")[0] for line in lines if line.startswith(("FAILED ", "ERROR "))]
    if code != FAILED or not 0 < len(failed) <= FEW:
        return code == 0, lines[-1]
    print(f"\n== {mode}: failed tests, run again ==", flush=True)
    again, _ = pytest(python, failed, environment)
    return again == 0, f"{lines[-1]}; " + ("flaky: " if again == 0 else "failed twice: ") + ", ".join(failed)


def pytest(python: Path, arguments: list[str], environment: dict[str, str]) -> tuple[int, list[str]]:
    """Stream pytest's output; returns its exit code and its lines that are not empty."""
    command = [str(python), "-m", "pytest", "-rsfE", f"--durations={SLOWEST}", *arguments]
    lines = ["no output"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if line.strip():
                lines.append(line.strip())
    return process.returncode, lines


def tested_once() -> list[Path]:
    """What the compiled run alone tests; new files and folders belong to it."""
    named = (*IN_BOTH_MODES, *FROM_SOURCE_ONLY)
    return [path for path in sorted((ROOT / "tests").glob("[!_]*")) if path.name not in named]


def why_not_compiled() -> str | None:
    """None if the installed wheel is compiled, else what its build was missing."""
    if answer(COMPILED, "import zunft; print(zunft.is_compiled())") == "True":
        return None
    return answer(INTERPRETED, "import setup; print(setup.why_pure() or 'the wheel was built without a C compiler')")


def answer(python: Path, code: str) -> str:
    return subprocess.check_output([python, "-c", code], cwd=ROOT, text=True).strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
