"""make soak: servers are killed repeatedly under load, during backups; nothing may be lost or duplicated.

make soak ARGS="--kills 200 --minutes 10"
make soak ARGS="--stores sqlite"
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.killing import Report, kill_again_and_again  # noqa: E402
from tests.server.servers import postgres_database  # noqa: E402

STORES = ("sqlite", "postgres")


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill servers repeatedly under load.")
    parser.add_argument("--kills", type=int, default=1000, metavar="N", help="in all")
    parser.add_argument(
        "--minutes", type=float, default=30.0, metavar="N", help="stop after this long, however many kills there were"
    )
    parser.add_argument("--players", type=int, default=4, metavar="N", help="tables at a time")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument(
        "--stores", default=",".join(STORES), metavar="NAMES", help="sqlite: one server; postgres: two processes"
    )
    parsed = parser.parse_args()
    stores = parsed.stores.split(",")
    failed = False
    for store in stores:
        began = time.monotonic()
        report, errors = soak(store, parsed, len(stores))
        print(f"{store}: {report}; {len(errors)} errors in the log; {time.monotonic() - began:.0f} s", flush=True)
        for line in errors[:10]:
            print(line)
        failed = failed or bool(report.lost or report.doubled or errors)
    return int(failed)


def soak(store: str, parsed: argparse.Namespace, parts: int) -> tuple[Report, list[str]]:
    """A share of the kills and of the time, on a separate database."""
    kills, seconds = parsed.kills // parts, parsed.minutes * 60 / parts
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        if store == "sqlite":
            file = f"{folder}/soak.sqlite"
            report = kill_again_and_again(file, log, kills, seconds, parsed.players, parsed.seed, backups=True)
        else:
            with postgres_database() as url:
                report = kill_again_and_again(url, log, kills, seconds, parsed.players, parsed.seed, 2, backups=True)
        lines = log.read_text().splitlines()
    return report, [line for line in lines if "Traceback" in line or '"level": "error"' in line]


if __name__ == "__main__":
    sys.exit(main())
