"""The benchmark table: our figures beside our peers', and a plain note about missing ones."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

BENCH = Path(__file__).parent.parent / "bench"


def line(name: str, players: int, rate: float, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "players": players,
        "decisions_per_second": rate,
        "clone_microseconds": 1.5,
        "plain_per_second": rate / 4,
        "plain_with_draw_per_second": rate / 2,
        "kept_clone_microseconds": 2.5,
        "simulations_per_second": rate / 50,
        **more,
    }


def results(compiled: bool, peers: bool) -> dict[str, Any]:
    catanatron = [line("Catanatron", 4, 20_000, version="3")]
    openspiel = [line("gin rummy", 2, 40_000, version="2"), line("oh hell", 4, 100_000, version="2")]
    return {
        "compiled": [line("Norenberc", 2, 500_000)] if compiled else [],
        "interpreted": [line("Norenberc", 2, 50_000)],
        "peers": {"catanatron": catanatron if peers else [], "openspiel": openspiel if peers else []},
    }


def printed(found: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(BENCH))
    import run

    monkeypatch.delitem(sys.modules, "run")
    monkeypatch.delitem(sys.modules, "instructions")
    console = Console(file=io.StringIO(), width=run.WIDTH, record=True)
    console.print(run.table(found), *run.remarks(found))
    console.print("Work", run.work_table(found))
    return console.export_text()


def test_ratios_compare_with_the_peers_of_the_same_run(monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed(results(compiled=True, peers=True), monkeypatch)
    row, work = [row.split() for row in text.splitlines() if "Norenberc" in row]
    assert work == ["Norenberc", "2", "125,000", "250,000", "2.5", "10,000", "1,000"]
    assert row == ["Norenberc", "2", "500,000", "50,000", "1.5", "1.5", "25.0", "12.5", "5.0"]


def test_missing_peers_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(printed(results(compiled=False, peers=False), monkeypatch).split())
    assert "No compiled figures" in text
    assert "Catanatron could not be installed" in text and "OpenSpiel could not be installed" in text


def test_instructions_are_shown_for_each_kind_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    import run
    from instructions import KINDS

    monkeypatch.delitem(sys.modules, "run")
    monkeypatch.delitem(sys.modules, "instructions")
    counted = [
        {"name": "Calimala", "players": players, "work": kind, "instructions": 1000.0 * players + number}
        for players in (3, 4)
        for number, kind in enumerate(KINDS)
    ]
    console = Console(file=io.StringIO(), width=run.WIDTH, record=True)
    console.print(run.instruction_table(counted))
    rows = [row.split() for row in console.export_text().splitlines() if "Calimala" in row]
    assert rows == [["Calimala", str(n), *[f"{1000 * n + kind:,}" for kind in range(len(KINDS))]] for n in (3, 4)]


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_callgrind_counts_what_stands_between_two_marks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Twice the work is about twice the instructions, without what comes before."""
    monkeypatch.syspath_prepend(str(BENCH))
    import instructions

    monkeypatch.delitem(sys.modules, "instructions")
    script = tmp_path / "work.py"
    script.write_text(
        "import json, os\n"
        "for work, number in (('once', 20000), ('twice', 40000)):\n"
        "    sum(range(1000))\n"
        "    os.getppid()\n"
        "    sum(range(number))\n"
        "    os.getppid()\n"
        "    print(json.dumps({'name': 'Sum', 'work': work, 'units': 1}))\n"
    )
    once, twice = instructions.counted(sys.executable, [], script=script)
    assert twice["instructions"] / once["instructions"] == pytest.approx(2, rel=0.1)


def researched(peers: bool, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(BENCH))
    import research

    monkeypatch.delitem(sys.modules, "research")
    monkeypatch.delitem(sys.modules, "run")
    ours = {"name": "Norenberc", "players": 2, "compiled": True}
    found: dict[str, Any] = {
        "load": (3.0, 2.0, 1.0),
        "ours": [
            {**ours, "interface": "PettingZoo", "rate": 50_000},
            {**ours, "interface": "vector, 2 workers", "rate": 100_000, "cpu_rate": 110_000},
            {**ours, "interface": "vector, self-play", "rate": 290_000},
            {**ours, "interface": "OpenSpiel with tensors", "rate": 30_000},
        ],
        "peers": {
            "pettingzoo": [
                {"name": name, "players": 2, "version": "1", "rate": rate}
                for name, rate in (("gin rummy", 2_500), ("texas hold'em", 2_500), ("leduc hold'em", 3_000))
                if peers
            ],
            "rlcard": [],
            "openspiel": [
                line("gin rummy", 2, 40_000, version="2"),
                {"name": "gin rummy with tensors", "players": 2, "version": "2", "rate": 22_000},
            ]
            if peers
            else [],
        },
    }
    console = Console(file=io.StringIO(), width=research.WIDTH, record=True)
    console.print(research.table(found), *research.remarks(found))
    return console.export_text()


def test_interfaces_are_compared_with_gin_rummy(monkeypatch: pytest.MonkeyPatch) -> None:
    text = researched(True, monkeypatch)
    rows = [row.split() for row in text.splitlines() if "Norenberc" in row]
    assert rows[0] == ["PettingZoo", "Norenberc", "2", "50,000", "50,000", "20.0", "-", "1.2"]
    assert rows[1] == ["vector,", "2", "workers", "Norenberc", "2", "100,000", "110,000", "40.0", "-", "2.5"]
    said = " ".join(text.split())
    assert (
        "Norenberc, PettingZoo: 17 times the faster of PettingZoo's texas hold'em and leduc hold'em, goal 15 met"
        in said
    )
    assert "Norenberc, vector, self-play: 290,000 steps a second, goal 300,000 missed" in said
    assert (
        "Norenberc, OpenSpiel with tensors: 30,000 steps a second, OpenSpiel's gin rummy with tensors, goal 22,000"
        in said
    )


def test_missing_peers_of_interfaces_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "RLCard could not be installed here." in " ".join(researched(False, monkeypatch).split())
