"""The base package plays, simulates and prints its help without any extra installed."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
IMPORTED_AS = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client", "open_spiel": "pyspiel"}

BLOCKED = """
import sys
for name in {names!r}:
    sys.modules[name] = None
from zunft.cli import main
sys.exit(main({arguments!r}))
"""


def optional_modules() -> list[str]:
    """The modules that the user extras install, by import name."""
    lines = [line for extra in ("web", "rl", "arena") for line in PROJECT["optional-dependencies"][extra]]
    names = [re.split(r"[\[<>=; ]", line)[0] for line in lines if not line.startswith("zunft[")]
    return [IMPORTED_AS.get(name, name) for name in names]


def test_the_command_needs_no_extra() -> None:
    code = BLOCKED.format(names=optional_modules(), arguments=["sim", "guildhall", "--games", "2", "--json"])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '"guildhall"' in done.stdout
