"""make soak: kills the server again and again under load and says what was lost; nothing must be.

make soak ARGS="--kills 200 --minutes 60"
make soak ARGS="--database postgresql://127.0.0.1/zunft_soak"
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.killing import kill_again_and_again  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills the server again and again under load.")
    parser.add_argument("--kills", type=int, default=200, metavar="N")
    parser.add_argument(
        "--minutes", type=float, default=60.0, metavar="N", help="stops then, however many kills there were"
    )
    parser.add_argument("--players", type=int, default=4, metavar="N", help="tables at a time")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--database", metavar="URL", help="an empty database; without it a new SQLite file")
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = parsed.database or str(Path(folder) / "soak.sqlite")
        log = Path(folder) / "log.txt"
        report = kill_again_and_again(database, log, parsed.kills, parsed.minutes * 60, parsed.players, parsed.seed)
        failures = [line for line in log.read_text().splitlines() if "Traceback" in line or '"level": "error"' in line]
    print(f"{report}; {len(failures)} errors in the server's log")
    for line in failures[:10]:
        print(line)
    return 1 if report.lost or failures else 0


if __name__ == "__main__":
    sys.exit(main())
