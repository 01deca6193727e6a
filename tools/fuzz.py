"""make fuzz: random requests; none may make the server fail, answer slowly or leak memory.

make fuzz ARGS="--inputs 25000 --seed 7"
make fuzz ARGS="--kinds 'component files,records'"
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.attacks.fuzzing import KINDS, fuzz  # noqa: E402
from tests.server.servers import Server  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Send random requests to the server.")
    parser.add_argument("--inputs", type=int, default=25_000, metavar="N", help=f"of each kind: {', '.join(KINDS)}")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--kinds", default=",".join(KINDS), metavar="NAMES")
    parsed = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        try:
            limits: dict[str, Any] = {"open_tables": 1_000_000, "bot_tables": 1_000_000, "daily_tables": 0}
            with Server(f"{folder}/fuzz.sqlite", log, **limits) as server:
                kinds = parsed.kinds.split(",")
                fuzz(server, parsed.inputs, parsed.seed, lambda line: print(line, flush=True), kinds)
        except AssertionError:
            traceback.print_exc()
            failed = 1
        errors = [line for line in log.read_text().splitlines() if "Traceback" in line or '"level": "error"' in line]
    for line in errors[:10]:
        print(line)
    print(f"{len(errors)} errors in the server's log")
    return 1 if errors or failed else 0


if __name__ == "__main__":
    sys.exit(main())
