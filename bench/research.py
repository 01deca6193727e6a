"""Steps per second through each research interface beside our peers' games: one run, one machine, one table."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from report import WITH_TENSORS, arguments
from run import MISSING, RESULTS, ROOT, Line, machine, measured

PEERS = {"pettingzoo": "PettingZoo", "rlcard": "RLCard", "openspiel": "OpenSpiel"}
MORE = {"openspiel": ["--tensors"]}
GIN_RUMMY = "gin rummy"
AEC_YARDSTICKS = ("texas hold'em", "leduc hold'em")  # in PettingZoo; the faster one counts
AEC_GOAL = 15  # times as fast
SELF_PLAY = "vector, self-play"
VECTOR_GOAL = 300_000  # steps per CPU second of one core
WIDTH = 110  # columns where there is no terminal


def main() -> int:
    parser = arguments()
    parser.description = __doc__
    parser.add_argument("--no-peers", action="store_true", help="measure only Zunft")
    parser.add_argument("games", nargs="*", help="only these games")
    options = parser.parse_args()
    console = Console() if sys.stdout.isatty() else Console(width=WIDTH)
    budget = [f"--seconds={options.seconds}", f"--repetitions={options.repetitions}"]
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        ours = measured(progress, ".venv-compiled", "zunft_envs", [*budget, *options.games])
        wanted = {} if options.no_peers else PEERS
        peers = {
            name: measured(progress, f".venv-peers/{name}", name, [*budget, *MORE.get(name, [])]) for name in wanted
        }
    results: dict[str, Any] = {"machine": machine(), "load": os.getloadavg(), "ours": ours, "peers": peers}
    console.print(table(results))
    for remark in remarks(results):
        console.print(remark)
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{results['machine']['date']}-research.json"
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    console.print(f"Written to {path.relative_to(ROOT)}")
    return 0


def rate(line: Line) -> float:
    """OpenSpiel's script is shared with the other benchmark and reports decisions, which are steps here."""
    return float(line["rate"] if "rate" in line else line["decisions_per_second"])


def yardstick(results: dict[str, Any], peer: str, game: str = GIN_RUMMY) -> float:
    """The rate of a peer's game in this run; 0 if it could not be measured."""
    return next((rate(line) for line in results["peers"].get(peer, []) if line["name"] == game), 0.0)


def table(results: dict[str, Any]) -> Table:
    made = Table(title="Random play by interface", box=SIMPLE, padding=0, pad_edge=False)
    made.add_column("interface")
    made.add_column("game", no_wrap=True)
    heads = ("players", "steps\na second", "steps a CPU\nsecond")
    for head in (*heads, *(f"times gin\nrummy of\n{peer}" for peer in PEERS.values())):
        made.add_column(head, justify="right", no_wrap=True)
    for line in results["ours"]:
        made.add_row(*row(results, line, line["interface"]))
    made.add_section()
    for peer, found in results["peers"].items():
        for line in found:
            made.add_row(*row(results, line, PEERS[peer]))
    return made


def row(results: dict[str, Any], line: Line, interface: str) -> list[str]:
    ratios = [f"{rate(line) / yardstick(results, peer):.1f}" if yardstick(results, peer) else MISSING for peer in PEERS]
    rates = [f"{value:,.0f}" for value in (rate(line), line.get("cpu_rate", rate(line)))]
    return [interface, line["name"], str(line["players"]), *rates, *ratios]


def remarks(results: dict[str, Any]) -> Iterator[str]:
    for name, found in results["peers"].items():
        yield f"{PEERS[name]} {found[0]['version']}" if found else f"{PEERS[name]} could not be installed here."
    yield (
        "Seconds are of one core's CPU time; with workers they are the clock's, so other programs on this machine "
        "count against us, and a CPU second is one that any of our processes spent."
    )
    yield f"Processes that wanted a core, in the last minute: {results['load'][0]:.1f}; cores: {os.cpu_count()}"
    if not results["ours"]:
        yield "No figures of ours: .venv-compiled is not set up."
    elif not results["ours"][0]["compiled"]:
        yield "These figures are of the interpreted package."
    if results["peers"].get("pettingzoo"):
        yield "PettingZoo's gin rummy is gone from the newer version that the extra rl installs."
    cards = max([yardstick(results, "pettingzoo", game) for game in AEC_YARDSTICKS])
    tensors = yardstick(results, "openspiel", f"{GIN_RUMMY} {WITH_TENSORS}")
    for line in results["ours"]:
        if line["interface"] == "PettingZoo" and cards:
            yield verdict(
                line, rate(line) / cards, AEC_GOAL, f"times the faster of PettingZoo's {' and '.join(AEC_YARDSTICKS)}"
            )
        elif line["interface"] == SELF_PLAY:
            yield verdict(line, rate(line), VECTOR_GOAL, "steps a second")
        elif line["interface"].endswith(WITH_TENSORS) and tensors:
            yield verdict(line, rate(line), tensors, "steps a second, OpenSpiel's gin rummy with tensors")


def verdict(line: Line, value: float, goal: float, unit: str) -> str:
    met = "met" if value >= goal else "missed"
    return f"{line['name']}, {line['interface']}: {value:,.0f} {unit}, goal {goal:,.0f} {met}"


if __name__ == "__main__":
    sys.exit(main())
