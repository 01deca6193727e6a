"""Latency on a crowded server: how long a move and the wait for a bot take, compared with an idle server.

python bench/crowd.py [--masters 100] [--streams 1000] [--stored 100000] [--seconds 20]

Prints one JSON line for the idle server and one for the crowded one, in the same run: how long a move took until it was
answered, how long the bot's answer took (a bot that does not search, so this is the wait for its turn), and the
processor time of the lobby page. Masters play at tables without viewers; idle streams come from many addresses,
because the number per address is limited. Loopback only; everything is bounded in count and time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvloop

from load import Connection, Listener, Server, address, fill, lobby_cpu, quantile, request

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

SHARE = 15  # tables and streams per address: below all limits
SETTLING = 3.0  # seconds to wait after the crowd has connected


async def master_table(port: int, number: int) -> None:
    """A table of searching bots without viewers."""
    wanted = {"game": "norenberc", "players": 3, "seats": ["master"] * 3}
    keep = Connection(port, address(number // SHARE))
    try:
        await request(port, "POST", "/api/v1/tables", wanted, keep=keep)
    finally:
        keep.close()


@asynccontextmanager
async def idle_stream(port: int, number: int, table: str) -> AsyncIterator[None]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address(number // SHARE), 0))
    writer.write(f"GET /api/v1/tables/{table}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
    first = await reader.readline()
    if b" 200 " not in first:
        raise RuntimeError(f"a stream was refused: {first!r}")
    try:
        yield
    finally:
        writer.close()


class Person:
    """Plays game after game against a bot that answers immediately."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.moves: list[float] = []
        self.bots: list[float] = []
        self.position: dict[str, Any] = {}
        self.changed = asyncio.Event()

    def heard(self, listener: Listener, data: bytes) -> None:
        self.position = json.loads(data)
        self.changed.set()

    async def play(self, until: float) -> None:
        while time.perf_counter() < until:
            await self.play_once(until)

    async def play_once(self, until: float) -> None:
        wanted = {"game": "guildhall", "players": 2, "seats": ["human", "random"], "name": "Anna"}
        made = await request(self.port, "POST", "/api/v1/tables", wanted)
        table, secret = made["table"], made["secrets"]["0"]
        self.position = {}
        listener = Listener(self.port, f"/api/v1/tables/{table}/events", secret, self.heard)
        listening = asyncio.create_task(listener.listen())
        keep = Connection(self.port)
        try:
            while time.perf_counter() < until and self.position.get("status") != "over":
                await self.turn(table, secret, keep)
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
            keep.close()

    async def turn(self, table: str, secret: str, keep: Connection) -> None:
        """Make the player's move if it is their turn; else wait for the bot's."""
        began, is_begun = time.perf_counter(), bool(self.position)
        if not self.position.get("actions"):
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 60)
            if is_begun:
                self.bots.append((time.perf_counter() - began) * 1000)
            return
        answer = {"action": self.position["actions"][0]["text"], "number": self.position["number"]}
        self.changed.clear()
        await request(self.port, "POST", f"/api/v1/tables/{table}/actions", answer, secret, keep)
        self.moves.append((time.perf_counter() - began) * 1000)
        await asyncio.wait_for(self.changed.wait(), 60)


async def measured(server: Server, seconds: float) -> dict[str, Any]:
    person = Person(server.port)
    await person.play(time.perf_counter() + seconds)
    return {
        "moves": len(person.moves),
        "move_p50_ms": quantile(person.moves, 0.5),
        "move_p99_ms": quantile(person.moves, 0.99),
        "bot_p50_ms": quantile(person.bots, 0.5),
        "bot_p99_ms": quantile(person.bots, 0.99),
        "bot_max_ms": quantile(person.bots, 1.0),
        "memory_mb": round(server.memory()),
    }


async def compare(python: str, masters: int, streams: int, stored: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(python, folder)
        try:
            await server.ready()
            line = {"server": "idle", "lobby_page_cpu_ms": await lobby_cpu(server), **await measured(server, seconds)}
            print(json.dumps(line), flush=True)
        finally:
            server.stop()
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder) / "zunft.sqlite", stored)
        server = Server(python, folder)
        try:
            await server.ready()
            line = {"server": "crowded", "masters": masters, "streams": streams, "stored": stored}
            line["lobby_page_cpu_ms"] = await lobby_cpu(server)
            wanted = {"game": "guildhall", "players": 2, "seats": ["human", "open"], "name": "Anna"}
            quiet = (await request(server.port, "POST", "/api/v1/tables", wanted))["table"]
            async with AsyncExitStack() as crowd:
                for number in range(streams):
                    await crowd.enter_async_context(idle_stream(server.port, number, quiet))
                for number in range(masters):
                    await master_table(server.port, number)
                await asyncio.sleep(SETTLING)
                print(json.dumps(line | await measured(server, seconds)), flush=True)
        finally:
            server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = Path(__file__).resolve().parent.parent
    parser.add_argument(
        "--python", default=str(root / ".venv-compiled/bin/python"), help="the Python that runs the server"
    )
    parser.add_argument("--masters", type=int, default=100, help="tables where three masters play")
    parser.add_argument("--streams", type=int, default=1000, help="idle streams")
    parser.add_argument("--stored", type=int, default=100_000, help="tables in the store")
    parser.add_argument("--seconds", type=float, default=20.0)
    asked = parser.parse_args()
    python = asked.python if Path(asked.python).exists() else sys.executable
    uvloop.run(compare(python, asked.masters, asked.streams, asked.stored, asked.seconds))


if __name__ == "__main__":
    main()
