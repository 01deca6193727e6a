"""The example game, installed like any package, is found and passes its own tests with the Zunft under test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent / "examples/markttag"
INSTALL = ("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation")


def python(*arguments: str, path: str = "") -> str:
    """The installed example comes first on the path, then the Zunft under test."""
    known = os.environ.get("PYTHONPATH", "")
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (path, known)))},
        cwd=EXAMPLE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_game_is_found_and_passes_its_tests(tmp_path: Path) -> None:
    source, installed = tmp_path / "source", tmp_path / "installed"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    python(*INSTALL, "--target", str(installed), str(source))
    found = python("-c", "import zunft; print(*zunft.game_names(), zunft.is_compiled())", path=str(installed)).split()
    assert "markttag" in found
    assert found[-1] == python("-c", "import zunft; print(zunft.is_compiled())").strip(), "another Zunft was found"
    python("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "tests", path=str(installed))
