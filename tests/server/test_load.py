"""The load test of bench/load.py can play: what its listeners read of a stream is what the server sends."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.servers import Server

BENCH = Path(__file__).parent.parent.parent / "bench"
MOVES = 12  # the first of Guildhall's are sets to tick


@pytest.mark.parametrize("kind", ["json", "html"])
def test_the_load_test_plays(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    from load import Load, address

    async def play(port: int) -> int:
        load = Load(port, kind, "guildhall", seed=1)
        load.measuring = True
        table = asyncio.create_task(load.table(address(0)))
        while load.moves < MOVES and not table.done():
            await asyncio.sleep(0.02)
        load.stopping = True
        await table
        return load.moves

    with Server(f"{tmp_path}/load.sqlite", tmp_path / "log.txt") as server:
        assert asyncio.run(play(server.port)) >= MOVES


def test_stored_tables_are_like_those_of_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    import load

    assert asyncio.run(load.lobby(sys.executable, 300, own=10))["lobby_page_cpu_ms"] >= 0  # checks what it reads
