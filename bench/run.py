"""Our speed and our peers' speed side by side: one run, one machine, one table."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from instructions import KINDS, counted, has_valgrind
from report import arguments

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RESULTS = HERE / "results"
PEERS = {"catanatron": "Catanatron", "openspiel": "OpenSpiel"}
YARDSTICKS = (("catanatron", "Catanatron", 4), ("openspiel", "gin rummy", 2), ("openspiel", "oh hell", 4))
MISSING = "-"
WIDTH = 90  # of the table, by default

Line = dict[str, Any]


def main() -> int:
    parser = arguments()
    parser.description = __doc__
    parser.add_argument("--no-peers", action="store_true", help="measure only Zunft")
    parser.add_argument("--instructions", action="store_true", help="count instructions too, with valgrind")
    parser.add_argument("games", nargs="*", help="only these games")
    options = parser.parse_args()
    console = Console() if sys.stdout.isatty() else Console(width=WIDTH)
    budget = [f"--seconds={options.seconds}", f"--repetitions={options.repetitions}"]
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        compiled = measured(progress, ".venv-compiled", "zunft", [*budget, *options.games])
        interpreted = measured(progress, ".venv", "zunft", [*budget, *options.games])
        peers = (
            {}
            if options.no_peers
            else {name: measured(progress, f".venv-peers/{name}", name, budget) for name in PEERS}
        )
        instructions = counted_here(progress, options.games) if options.instructions else []
    results = {
        "machine": machine(),
        "seconds": options.seconds,
        "repetitions": options.repetitions,
        "compiled": [line for line in compiled if line["compiled"]],
        "interpreted": interpreted,
        "peers": peers,
        "instructions": instructions,
    }
    console.print(table(results))
    console.print(work_table(results))
    if instructions:
        console.print(instruction_table(instructions))
    for remark in remarks(results):
        console.print(remark)
    console.print(f"Written to {write(results).relative_to(ROOT)}")
    return 0


# Measuring


def measured(progress: Progress, environment: str, script: str, options: list[str]) -> list[Line]:
    """All lines of one measuring script, run in its environment; none if that could not be set up."""
    if not (ROOT / environment / "ready").exists():
        return []
    task = progress.add_task(f"{environment} …", total=None)
    found = []
    for line in lines(environment, script, options):
        found.append(line)
        progress.update(task, description=f"{environment}: {line['name']}, {line['players']} players")
    progress.remove_task(task)
    return found


def counted_here(progress: Progress, games: list[str]) -> list[Line]:
    if not has_valgrind():
        sys.exit("valgrind was not found")
    task = progress.add_task("callgrind: all games …", total=None)
    found = list(counted(str(ROOT / ".venv-compiled/bin/python"), games))
    progress.remove_task(task)
    return found


def lines(environment: str, script: str, options: list[str]) -> Iterator[Line]:
    python = ROOT / environment / "bin/python"
    with subprocess.Popen(
        [str(python), str(HERE / f"measure_{script}.py"), *options], env=surroundings(script), stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        yield from map(json.loads, process.stdout)
    if process.returncode:
        sys.exit(f"measure_{script}.py failed in {environment}")


def surroundings(script: str) -> dict[str, str]:
    """Peers' environments lack Zunft, whose source has the timing code; ours have it installed."""
    return {**os.environ, "PYTHONPATH": "" if script.startswith("zunft") else str(ROOT / "src")}


def machine() -> dict[str, str]:
    return {
        "date": datetime.date.today().isoformat(),
        "python": platform.python_version(),
        "system": platform.system(),
        "processor": processor(),
    }


def processor() -> str:
    try:
        found = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    except OSError:
        found = []
    return found[0].split(":", 1)[1].strip() if found else platform.processor()


# Reporting


def table(results: dict[str, Any]) -> Table:
    """Ratios compare compiled decisions per second with a peer's in the same run."""
    made = Table(title="Random play on one core", box=SIMPLE, padding=0, pad_edge=False)
    made.add_column("game", no_wrap=True)
    for head in ("players", "decisions\na second", "\npure", "clone\nµs", "\npure"):
        made.add_column(head, justify="right", no_wrap=True)
    for _, game, _ in YARDSTICKS:
        made.add_column(f"times\n{game}", justify="right", no_wrap=True)
    compiled = {(line["name"], line["players"]): line for line in results["compiled"]}
    for plain in results["interpreted"]:
        fast = compiled.get((plain["name"], plain["players"]))
        made.add_row(plain["name"], str(plain["players"]), *speeds(fast, plain), *ratios(results, fast or plain))
    made.add_section()
    for found in results["peers"].values():
        for peer in found:
            made.add_row(peer["name"], str(peer["players"]), *speeds(peer, None), *ratios(results, peer))
    return made


def work_table(results: dict[str, Any]) -> Table:
    """Compiled, apart from the last column."""
    made = Table(
        title="Loops in plain Python, clones that are kept, tree search", box=SIMPLE, padding=0, pad_edge=False
    )
    made.add_column("game", no_wrap=True)
    heads = ("players", "decisions\na second", "\nwith draw", "kept\nclone µs", "simulations\na second", "\npure")
    for head in heads:
        made.add_column(head, justify="right", no_wrap=True)
    compiled = {(line["name"], line["players"]): line for line in results["compiled"]}
    for plain in results["interpreted"]:
        fast = compiled.get((plain["name"], plain["players"]))
        made.add_row(plain["name"], str(plain["players"]), *work(fast, plain))
    return made


def work(fast: Line | None, plain: Line) -> list[str]:
    shapes = {
        "plain_per_second": ",.0f",
        "plain_with_draw_per_second": ",.0f",
        "kept_clone_microseconds": ".1f",
        "simulations_per_second": ",.0f",
    }
    found = [f"{fast[key]:{shape}}" if fast else MISSING for key, shape in shapes.items()]
    return [*found, f"{plain['simulations_per_second']:,.0f}"]


def instruction_table(found: list[Line]) -> Table:
    """Of one decision, one clone, one simulation; compiled."""
    made = Table(title="Instructions, counted by callgrind", box=SIMPLE, padding=0, pad_edge=False)
    made.add_column("game", no_wrap=True)
    for head in ("players", *[kind.replace("_", "\n", 1).replace("_", " ") for kind in KINDS]):
        made.add_column(head, justify="right", no_wrap=True)
    by_kind = {(line["name"], line["players"], line["work"]): line["instructions"] for line in found}
    for name, players in dict.fromkeys((line["name"], line["players"]) for line in found):
        made.add_row(name, str(players), *[f"{by_kind[name, players, kind]:,.0f}" for kind in KINDS])
    return made


def speeds(fast: Line | None, plain: Line | None) -> list[str]:
    return [
        f"{line[key]:{shape}}" if line else MISSING
        for key, shape in (("decisions_per_second", ",.0f"), ("clone_microseconds", ".1f"))
        for line in (fast, plain)
    ]


def ratios(results: dict[str, Any], line: Line) -> list[str]:
    found = []
    for peer, game, players in YARDSTICKS:
        yardstick = peer_line(results["peers"].get(peer, []), game, players)
        ratio = line["decisions_per_second"] / yardstick["decisions_per_second"] if yardstick else None
        found.append(f"{ratio:.1f}" if ratio else MISSING)
    return found


def peer_line(found: list[Line], game: str, players: int) -> Line | None:
    return next((line for line in found if line["name"] == game and line["players"] == players), None)


def remarks(results: dict[str, Any]) -> Iterator[str]:
    if not results["compiled"]:
        yield "No compiled figures: the wheel is pure; `make wheel` says why."
    for name, found in results["peers"].items():
        yield f"{PEERS[name]} {found[0]['version']}" if found else f"{PEERS[name]} could not be installed here."
    compared = ", ".join(f"{game} with {players}" for _, game, players in YARDSTICKS)
    yield f"Ratios are to {compared} players."
    yield "Catanatron's actions include forced ones, which Zunft carries out without asking."


def write(results: dict[str, Any]) -> Path:
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{results['machine']['date']}.json"
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())
