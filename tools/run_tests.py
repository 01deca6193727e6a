"""Run the engine's tests from source and all tests against the compiled wheel, and print each run's result.

Rules, core and bots are compiled by mypyc, so they are tested in both modes. Server, browser, environments and arena
are the same Python in both and are tested once, against the wheel that is shipped; without a compiler, everything is
tested from source.
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
TESTED_ONCE = ("tests/arena", "tests/browser", "tests/envs", "tests/server")
REQUIRED = "compiled" in os.environ.get("ZUNFT_REQUIRE", "").split(",")


def main(arguments: list[str]) -> int:
    reason = why_not_compiled()
    left_out = [f"--ignore={folder}" for folder in TESTED_ONCE] if reason is None else []
    passed, closing = run("interpreted", INTERPRETED, [*arguments, *left_out])
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


def run(mode: str, python: Path, arguments: list[str]) -> tuple[bool, str]:
    """Stream pytest's output; returns whether it passed, and its last line."""
    print(f"\n== {mode} ==", flush=True)
    command = [str(python), "-m", "pytest", "-n", WORKERS, "--dist", "worksteal", "-rs", *arguments]
    closing = "no output"
    with subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "ZUNFT_MODE": mode}, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            closing = line.strip() or closing
    return process.returncode == 0, closing


def why_not_compiled() -> str | None:
    """None if the installed wheel is compiled, else what its build was missing."""
    if answer(COMPILED, "import zunft; print(zunft.is_compiled())") == "True":
        return None
    return answer(INTERPRETED, "import setup; print(setup.why_pure() or 'the wheel was built without a C compiler')")


def answer(python: Path, code: str) -> str:
    return subprocess.check_output([python, "-c", code], cwd=ROOT, text=True).strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
