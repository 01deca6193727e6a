"""Compiles core, games, search and reviews with mypyc when a wheel is built and a C compiler is available; else pure.

Editable installs are never compiled: a stale extension module would hide edits. ZUNFT_PURE=1 asks for a pure wheel.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED = ("core", "games", "bots/search.py", "bots/proof.py", "bots/greedy.py", "review")
INTERPRETED = ("__init__.py", "compiling.py")


def modules() -> list[str]:
    parts = [Path("src/zunft", part) for part in COMPILED]
    found = [path for part in parts for path in ([part] if part.is_file() else sorted(part.rglob("*.py")))]
    return [str(path) for path in found if path.name not in INTERPRETED]


def why_pure() -> str | None:
    """What keeps a wheel from being compiled, or None."""
    if os.environ.get("ZUNFT_PURE") == "1":
        return "ZUNFT_PURE=1 asks for the pure package"
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(command) is None:
        return f"no C compiler was found ({command})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python.h was not found (the package python3-dev or python3-devel brings it)"
    return None


def extensions() -> list[Extension]:
    if "bdist_wheel" not in sys.argv:
        return []
    reason = why_pure()
    if reason:
        print(f"zunft: {reason}; building the pure package", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    # One C file per module: a single file takes more than twice the CPU time to compile, for 5 % more speed.
    found = mypycify(["--strict", *modules()], opt_level="3", debug_level="0", multi_file=True)
    if sys.platform != "win32":
        for extension in found:  # functions that nobody outside sees are called directly
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    return found


class BuildAtOnce(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Compiles the C files of an extension at the same time, one on each core."""

    def build_extensions(self) -> None:
        one_by_one = self.compiler.compile

        def at_once(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                found = pool.map(lambda source: one_by_one([source], **options), sources)
                return [built for each in found for built in each]

        self.compiler.compile = at_once
        super().build_extensions()


def fetch_assets() -> None:
    """Wheels and source distributions carry what the pages take from npm, so that installing needs no npm."""
    if not {"bdist_wheel", "sdist"} & set(sys.argv) or Path("src/zunft/server/web/static/built/icons.svg").exists():
        return
    try:
        subprocess.run([sys.executable, "tools/make_assets.py"], check=True)
    except (OSError, subprocess.CalledProcessError):
        print("zunft: npm was not found or failed; the pages lack fonts and icons", file=sys.stderr)


if __name__ == "__main__":
    fetch_assets()
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAtOnce})
