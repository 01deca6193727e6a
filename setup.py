"""Compiles core, games and the bots' search with mypyc when a wheel is built and a C compiler is at hand; else pure.

Editable installs are never compiled: a stale extension module would hide edits. ZUNFT_PURE=1 asks for a pure wheel.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import setup

COMPILED = ("core", "games", "bots/search.py", "bots/greedy.py")
INTERPRETED = ("__init__.py", "compiling.py")


def modules() -> list[str]:
    parts = [Path("src/zunft", part) for part in COMPILED]
    found = [path for part in parts for path in ([part] if part.is_file() else sorted(part.rglob("*.py")))]
    return [str(path) for path in found if path.name not in INTERPRETED]


def has_compiler() -> bool:
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(command) is not None


def extensions() -> list:
    building_wheel = "bdist_wheel" in sys.argv and "editable_wheel" not in sys.argv
    if not building_wheel or os.environ.get("ZUNFT_PURE") == "1":
        return []
    if not has_compiler():
        print("zunft: no C compiler found, building the pure package", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    return mypycify(["--strict", *modules()], opt_level="3", debug_level="0")


setup(ext_modules=extensions())
