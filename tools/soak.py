"""make soak: servers are killed repeatedly under load, during backups; nothing may be lost or duplicated.

make soak ARGS="--kills 200 --minutes 10"
make soak ARGS="--stores sqlite"
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.killing import Report, kill_again_and_again  # noqa: E402
from tests.server.servers import Nursery, postgres_database  # noqa: E402

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
    kills = parsed.kills // len(stores)
    failed = False
    with ProcessPoolExecutor(len(stores), mp_context=get_context("spawn")) as pool:  # a process of players per store
        running = [pool.submit(soak, store, kills, parsed.minutes, parsed.players, parsed.seed) for store in stores]
        for store, work in zip(stores, running, strict=True):
            report, errors, seconds = work.result()
            print(f"{store}: {report}; {len(errors)} errors in the log; {seconds:.0f} s", flush=True)
            for line in errors[:10]:
                print(line)
            if report.kills < kills:
                print(f"{store}: ended by its time limit before {kills} kills")
            failed = failed or bool(report.lost or report.doubled or errors)
    return int(failed)


def soak(store: str, kills: int, minutes: float, players: int, seed: int) -> tuple[Report, list[str], float]:
    """On a separate database; returns the report, the errors in the servers' log, and the time it took."""
    began = time.monotonic()
    work = partial(kill_again_and_again, backups=True, say=lambda line: print(f"{store}: {line}", flush=True))
    with tempfile.TemporaryDirectory() as folder, Nursery() as nursery:
        work = partial(work, nursery=nursery)
        log = Path(folder) / "log.txt"
        if store == "sqlite":
            report = work(f"{folder}/soak.sqlite", log, kills, minutes * 60, players, seed)
        else:
            with postgres_database() as url:
                report = work(url, log, kills, minutes * 60, players, seed, processes=2)
        lines = log.read_text().splitlines()
    errors = [line for line in lines if "Traceback" in line or '"level": "error"' in line]
    return report, errors, time.monotonic() - began


if __name__ == "__main__":
    sys.exit(main())
