"""Server load test: N tables with four seats, a listener per seat; the next move follows when all four have the last.

python bench/load.py [--tables 1,50] [--seconds 5] [--listeners json,html] [--game guildhall] [--peer] [--stored N]
    [--lengths 10,1000] [--lobby 100000]

Prints one JSON line per measurement: moves, moves per second of the server's processor time, and the latency from the
move to the mover and to all four listeners. --peer runs boardgame.io's server with its own game the same way, from
bench/boardgameio (npm install there first). Loopback only; everything is bounded in count and time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import uvloop

ROOT = Path(__file__).resolve().parent.parent
PEER = ROOT / "bench" / "boardgameio"
QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
SEATS = 4
SESSION = "lobby"  # token of the account that reads the lobby
WARM_UP = 2.0
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """`zunft serve` in a separate process, with a new SQLite file."""

    def __init__(self, python: str, folder: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [python, "-m", "zunft", "serve", "--port", str(self.port), "--pause", "0", "--rate", "0"]
        command += ["--daily-tables", "0"]
        self.process = subprocess.Popen([*command, "--database", f"{folder}/zunft.sqlite"], **QUIET)

    def cpu(self) -> float:
        """Seconds of processor time of the server process (no bots play here)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Megabytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    async def ready(self) -> None:
        for _ in range(200):
            try:
                await request(self.port, "GET", "/health")
            except OSError:
                await asyncio.sleep(0.1)
            else:
                return
        raise TimeoutError("the server does not answer")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


# A minimal client: its own work must not affect the measurement.


def address(number: int) -> str:
    """A loopback address of its own for each group of connections, as the server limits them per address."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


class Connection:
    """Kept alive between requests; reconnects if the server has closed it as idle."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port = port
        self.source = source  # its source address
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, content: bytes) -> tuple[int, bytes]:
        """Retried once if the connection was lost: the server accepts the same answer to a position only once."""
        try:
            return await self.ask_once(content)
        except (ConnectionError, EOFError):
            self.close()
            return await self.ask_once(content)

    async def ask_once(self, content: bytes) -> tuple[int, bytes]:
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.source, 0)
            )
        self.writer.write(content)
        first = await self.reader.readline()
        if not first:
            raise EOFError
        length = 0
        while (line := (await self.reader.readline()).strip().lower()) != b"":
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return int(first.split()[1]), await self.reader.readexactly(length)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


async def request(
    port: int, method: str, path: str, body: Any = None, secret: str = "", keep: Connection | None = None
) -> Any:
    connection = keep or Connection(port)
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-length: {len(content)}\r\n"
    head += f"authorization: Bearer {secret}\r\n" if secret else ""
    head += "content-type: application/json\r\n\r\n"
    try:
        status, answer = await connection.ask(head.encode() + content)
    finally:
        if keep is None:
            connection.close()
    if status >= 400:
        raise RuntimeError(f"{method} {path}: {status} {answer[:200]!r}")
    return json.loads(answer) if answer else None


class Listener:
    """One seat's stream; keeps the last number and the legal actions."""

    def __init__(self, port: int, path: str, secret: str, heard: Any, source: str = "127.0.0.1") -> None:
        self.port, self.path, self.secret, self.heard, self.source = port, path, secret, heard, source
        self.number, self.actions = 0, []  # type: ignore[var-annotated]
        self.pieces: dict[str, list[str]] = {}

    async def listen(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22, local_addr=(self.source, 0))
        head = f"GET {self.path}?since=0 HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        writer.write(f"{head}authorization: Bearer {self.secret}\r\n\r\n".encode())
        try:
            while True:
                event = await reader.readuntil(b"\n\n")
                before, _, data = event.partition(b"\ndata: ")
                if before.rpartition(b"\n")[2].startswith(b"id: "):  # a position; others are pings and presence
                    self.heard(self, data)
        finally:
            writer.close()

    def put_together(self, regions: dict[str, list[Any]]) -> None:
        """Like the page's script: new pieces, and runs of those already here."""
        for name, changes in regions.items():
            here, found = self.pieces.get(name, []), []
            for each in changes:
                if isinstance(each, str):
                    found.append(each)
                else:
                    found += here[each[0] : each[1]]
            self.pieces[name] = found


class Load:
    def __init__(self, port: int, kind: str, game: str, seed: int) -> None:
        self.port, self.kind, self.game = port, kind, game
        self.rng = random.Random(seed)
        self.measuring = False
        self.moves = 0
        self.mover_ms: list[float] = []
        self.all_ms: list[float] = []
        self.stopping = False
        self.playing = 0  # tables that have made their first move

    async def table(self, source: str) -> None:
        """Play game after game at one table until the time is up, from this address."""
        await self.play(source, first=True)
        while not self.stopping:
            await self.play(source)

    async def play(self, source: str, first: bool = False) -> None:
        seats = ["human"] + ["open"] * (SEATS - 1)
        wanted = {"game": self.game, "players": SEATS, "seats": seats, "name": "P0"}
        keep = [Connection(self.port, source) for _ in seats]
        made = await request(self.port, "POST", "/api/v1/tables", wanted, keep=keep[0])
        table = made["table"]
        secrets = [made["secrets"]["0"]]
        for seat in range(1, SEATS):
            ask = {"name": f"P{seat}", "seat": seat, "invitation": made["secrets"][str(seat)]}
            taken = await request(self.port, "POST", f"/api/v1/tables/{table}/seats", ask, keep=keep[seat])
            secrets.append(taken["secret"])
        changed = asyncio.Event()
        over = False

        def heard(listener: Listener, data: bytes) -> None:
            nonlocal over
            event = msgspec.json.decode(data)
            if self.kind == "json":
                listener.number = event["number"]
                listener.actions = [each["text"] for each in event["actions"]]
                over = over or event["status"] == "over"
            else:
                listener.number = event["update"]["number"]
                listener.put_together(event["regions"])
                decision = "".join(listener.pieces["decision"])
                listener.actions = values(decision)
                over = over or 'class="panel decision over"' in decision
            changed.set()

        path = f"/api/v1/tables/{table}/events" if self.kind == "json" else f"/t/{table}/stream"
        listeners = [Listener(self.port, path, secret, heard, source) for secret in secrets]
        tasks = [asyncio.create_task(listener.listen()) for listener in listeners]
        try:
            while not self.stopping and not over:
                movers = [seat for seat, each in enumerate(listeners) if each.actions]
                if not movers:
                    changed.clear()
                    await asyncio.wait_for(changed.wait(), 30)
                    continue
                await self.move(table, movers[0], listeners, secrets, keep, changed)
                self.playing += first
                first = False
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for connection in keep:
                connection.close()

    async def move(
        self,
        table: str,
        seat: int,
        listeners: list[Listener],
        secrets: list[str],
        keep: list[Connection],
        changed: asyncio.Event,
    ) -> None:
        before = [each.number for each in listeners]
        action = self.rng.choice(listeners[seat].actions)
        listeners[seat].actions = []
        sent = time.perf_counter()
        answer = asyncio.create_task(
            request(
                self.port,
                "POST",
                f"/api/v1/tables/{table}/actions",
                {"action": action, "number": before[seat]},
                secrets[seat],
                keep[seat],
            )
        )
        answer.add_done_callback(lambda _: changed.set())
        answered = False
        while any(each.number <= old for each, old in zip(listeners, before, strict=True)):
            changed.clear()
            await asyncio.wait_for(changed.wait(), 30)
            if answer.done():
                answer.result()  # raises if the move was refused
            if not answered and listeners[seat].number > before[seat]:
                answered = True
                if self.measuring:
                    self.mover_ms.append((time.perf_counter() - sent) * 1000)
        if self.measuring:
            self.moves += 1
            self.all_ms.append((time.perf_counter() - sent) * 1000)
        await answer


def values(html: str) -> list[str]:
    """The choices in a page's decision region; of a set that is ticked, members to begin with."""
    if 'data-sets="' in html:
        parts = attribute(html, "data-parts-of").split("|")
        return [parts[int(members.split()[0])] for members in attribute(html, "data-sets").split("|")]
    return [piece.split('"', 1)[0] for piece in html.split('name="action" value="')[1:]]


def attribute(html: str, name: str) -> str:
    return html.split(f'{name}="', 1)[1].split('"', 1)[0]


def quantile(found: list[float], share: float) -> float | None:
    ordered = sorted(found)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 2) if ordered else None


async def measure(python: str, kind: str, tables: int, seconds: float, game: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(python, folder)
        try:
            await server.ready()
            load = Load(server.port, kind, game, tables)
            tasks = [asyncio.create_task(load.table(address(number))) for number in range(tables)]
            while load.playing < tables and not any(task.done() for task in tasks):
                await asyncio.sleep(0.1)
            await asyncio.sleep(WARM_UP)
            cpu, wall, load.measuring = server.cpu(), time.perf_counter(), True
            own = time.process_time()
            await asyncio.sleep(seconds)
            own = time.process_time() - own
            load.measuring = False
            cpu, wall = server.cpu() - cpu, time.perf_counter() - wall
            load.stopping = True
            await asyncio.wait(tasks, timeout=20)
            for task in tasks:
                if task.done() and task.exception():
                    raise task.exception()  # type: ignore[misc]
            return {
                "server": "zunft",
                "listeners": kind,
                "game": game,
                "tables": tables,
                "moves": load.moves,
                "moves_per_s": round(load.moves / wall),
                "moves_per_cpu_s": round(load.moves / cpu) if cpu else None,
                "mover_p50_ms": quantile(load.mover_ms, 0.5),
                "mover_p99_ms": quantile(load.mover_ms, 0.99),
                "all4_p50_ms": quantile(load.all_ms, 0.5),
                "all4_p99_ms": quantile(load.all_ms, 0.99),
                "memory_mb": round(server.memory()),
                "load_cpu_s": round(own, 2),
            }
        finally:
            server.stop()


async def stored(python: str, tables: int, game: str) -> dict[str, Any]:
    """The server's memory after this many tables have been created, viewed and abandoned."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(python, folder)
        try:
            await server.ready()
            keep = Connection(server.port)
            seats = ["human"] + ["open"] * (SEATS - 1)
            ask = {"game": game, "players": SEATS, "seats": seats, "name": "P0"}
            for _ in range(tables):
                made = await request(server.port, "POST", "/api/v1/tables", ask, keep=keep)
                await request(server.port, "GET", f"/api/v1/tables/{made['table']}", keep=keep)
            return {"server": "zunft", "stored_tables": tables, "memory_mb": round(server.memory())}
        finally:
            server.stop()


def peer(tables: int, seconds: float) -> dict[str, Any]:
    done = subprocess.run(
        ["node", "load.js", str(tables), str(round(seconds))], cwd=PEER, capture_output=True, text=True, timeout=120
    )
    found: dict[str, Any] = json.loads(done.stdout) if done.returncode == 0 else {"error": done.stderr[-300:]}
    return {"server": "boardgame.io", **found}


def length(entries: int, moves: int = 300) -> dict[str, Any]:
    """Processor time of one move, sent to four listeners or four pages, at a table whose log has this many entries; the
    position is the same at any length, as all but the first ten are chat."""
    from zunft.server.tables import commands
    from zunft.server.tables.creation import Wanted, new_table
    from zunft.server.views.live import LivePage
    from zunft.server.web.api import json_encoder

    moment = commands.Moment(0, random.Random(1))
    table = new_table(Wanted("guildhall", SEATS, ["human"] * SEATS, [f"P{seat}" for seat in range(SEATS)]), moment)
    while len(table.log) < entries:
        if len(table.log) < 10:
            player = table.deciders[0]
            table = commands.moved(table, moment, player, table.state.legal_actions(player)[0])
        else:
            table = commands.chat(table, moment, 0, "well") or table
    player = table.deciders[0]
    action, number = table.game.text(table.state.legal_actions(player)[0]), table.number(player)
    kinds: dict[str, list[Any]] = {
        "json": [json_encoder(seat, "en") for seat in range(SEATS)],
        "page": [LivePage(seat, "en", has_reviews=True) for seat in range(SEATS)],
    }
    found: dict[str, Any] = {"entries": entries}
    for kind, encoders in kinds.items():
        start = time.process_time()
        for _ in range(moves):
            after = commands.act(table, moment, player, action, number)
            assert after is not None
            for seat in range(SEATS):
                encoders[seat](after, after.number(seat) - 1)
        found[f"{kind}_move_cpu_ms"] = round((time.process_time() - start) * 1000 / moves, 3)
    return found


async def lobby(python: str, tables: int, own: int = 100) -> dict[str, Any]:
    """The lobby with this many tables stored, for an account that plays at a hundred."""
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder) / "zunft.sqlite", tables, own)
        server = Server(python, folder)
        try:
            await server.ready()
            return {"stored_tables": tables, "own_tables": own, "lobby_page_cpu_ms": await lobby_cpu(server, own)}
        finally:
            server.stop()


async def lobby_cpu(server: Server, own: int = 0, times: int = 50) -> float:
    """Milliseconds of the server's processor time for the whole page, with the tables of the account `me`, if any."""
    keep = Connection(server.port)
    cookie = f"cookie: session={SESSION}\r\n" if own else ""
    content = f"GET / HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n{cookie}\r\n".encode()
    try:
        _, page = await keep.ask(content)  # templates are loaded
        assert page.count(b'href="/t/') >= own, "not the lobby of this account"
        before = server.cpu()
        for _ in range(times):
            await keep.ask(content)
        return round((server.cpu() - before) * 1000 / times, 1)
    finally:
        keep.close()


def fill(path: Path, tables: int, own: int = 100) -> None:
    """Fill a store with this many tables; the account `me`, which is signed in, plays at some of them."""
    from zunft.server.people.secrets import hashed
    from zunft.server.store import migrations
    from zunft.server.store.sqlite import connect_sqlite

    migrations.upgrade(str(path))
    with contextlib.closing(connect_sqlite(path)) as connection:
        connection.execute("begin")
        connection.executemany(
            "insert into tables (id, game, rules, players, options, pace, listed, origin, status, created, changed,"
            " thinking, deciders, next) values (?, 'guildhall', 1, 4, '{}', '{}', ?, '', ?, 0, ?, 0, '[[0],[0]]', '')",
            ((f"t{n}", n % 2, ("open", "playing", "over")[n % 3], n) for n in range(tables)),
        )
        connection.executemany(
            "insert into seats (table_id, seat, kind, name, bot, secret, account)"
            " values (?, ?, 'human', 'P', '', ?, ?)",
            (
                (f"t{n}", seat, f"s{n}-{seat}", "me" if not seat and not n % (tables // own) else "")
                for n in range(tables)
                for seat in range(SEATS)
            ),
        )
        connection.execute("insert into accounts (id, name, folded, password, created) values ('me', 'P', 'p', '', 0)")
        connection.execute(
            "insert into sessions (token, account, created, used) values (?, 'me', ?, ?)",
            (hashed(SESSION), *[int(time.time() * 1000)] * 2),
        )
        connection.execute("commit")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--python", default=str(ROOT / ".venv-compiled/bin/python"), help="the Python that runs the server"
    )
    parser.add_argument("--tables", default="1,10,50")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--listeners", default="json,html")
    parser.add_argument("--game", default="guildhall")
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--stored", type=int, default=0, help="also measure memory with this many stored tables")
    parser.add_argument("--lengths", default="", help="also measure a move's cost at these lengths of the log")
    parser.add_argument("--lobby", type=int, default=0, help="also measure the lobby with this many stored tables")
    asked = parser.parse_args()
    python = asked.python if Path(asked.python).exists() else sys.executable
    for entries in map(int, filter(None, asked.lengths.split(","))):
        print(json.dumps(length(entries)), flush=True)
    if asked.lobby:
        print(json.dumps(uvloop.run(lobby(python, asked.lobby))), flush=True)
    for tables in map(int, filter(None, asked.tables.split(","))):
        for kind in asked.listeners.split(","):
            print(json.dumps(uvloop.run(measure(python, kind, tables, asked.seconds, asked.game))), flush=True)
        if asked.peer:
            print(json.dumps(peer(tables, asked.seconds)), flush=True)
    if asked.stored:
        print(json.dumps(uvloop.run(stored(python, asked.stored, asked.game))), flush=True)


if __name__ == "__main__":
    main()
