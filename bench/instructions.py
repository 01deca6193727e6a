"""Instructions for each decision, clone and simulation, by callgrind; independent of the load."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).resolve().parent / "count_zunft.py"
MARK = "getppid"  # a function of the C library that nothing else calls: os.getppid() is the mark
KINDS = ("playout", "plain", "plain_with_draw", "clone", "kept_clone", "search")

Line = dict[str, Any]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep callgrind's profiles there")
    parser.add_argument("games", nargs="*", help="only these games")
    options = parser.parse_args()
    if not has_valgrind():
        sys.exit("valgrind was not found")
    for line in counted(sys.executable, options.games, options.keep):
        print(json.dumps(line), flush=True)
    return 0


def has_valgrind() -> bool:
    return shutil.which("valgrind") is not None


def counted(python: str, games: list[str], keep: Path | None = None, script: Path = SCRIPT) -> Iterator[Line]:
    """One line for each game, number of players and kind of work, with the instructions of one unit."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "profile")
        command = ["valgrind", "--tool=callgrind", f"--dump-before={MARK}", f"--callgrind-out-file={out}"]
        command += [python, str(script), *games]
        surroundings = {**os.environ, "PYTHONPATH": "", "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"valgrind failed:\n{done.stderr}")
        for number, line in enumerate(map(json.loads, done.stdout.splitlines()), 1):
            profile = Path(f"{out}.{2 * number}")  # every second profile lies between two lines
            yield {**line, "instructions": total(profile) / line["units"]}
            if keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(profile, keep / f"{line['name'].lower()}-{line['players']}-{line['work']}")


def total(profile: Path) -> int:
    found = re.search(r"^totals: (\d+)$", profile.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    if found is None:
        raise ValueError(f"{profile} has no total")
    return int(found[1])


if __name__ == "__main__":
    sys.exit(main())
