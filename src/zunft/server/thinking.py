"""Bots think in processes of their own, never in the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from zunft import bots
from zunft.bots import Seat
from zunft.core.state import State

PR_SET_PDEATHSIG = 1
LONGEST = 60.0  # seconds that a bot may think about one decision


def think(state: State, player: int, bot: str, seed: int, longest: float) -> int:
    """What the bot chooses; it sees its seat, not the table."""
    with at_most(longest):
        return bots.load(bot)(seed).choose(Seat(state, player))


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Whoever thinks longer is interrupted; whoever does not mind, dies with the process. Where there are no alarms,
    bots are trusted."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def interrupt(received: int, frame: object) -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # the next alarm ends the process
    raise TimeoutError("a bot thought for too long")


def begin(server: int) -> None:
    """A worker dies with its server, even with one that is killed, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != server:  # it died while this one was being born
            os._exit(1)


class Thinkers:
    """A pool of processes; one that dies is replaced."""

    def __init__(self, number: int, longest: float = LONGEST) -> None:
        self.number = number
        self.longest = longest
        self.pool = self.new_pool()

    def new_pool(self) -> ProcessPoolExecutor:
        # Spawned, not forked: a forked child would keep the server's port open.
        return ProcessPoolExecutor(
            self.number, mp_context=get_context("spawn"), initializer=begin, initargs=(os.getpid(),)
        )

    async def choose(self, state: State, player: int, bot: str, seed: int) -> int:
        twin = state.clone()
        twin.journal = None
        try:
            return await self.ask(twin, player, bot, seed)
        except BrokenProcessPool:  # perhaps somebody else's bot broke it
            return await self.ask(twin, player, bot, seed)

    async def ask(self, state: State, player: int, bot: str, seed: int) -> int:
        pool = self.pool
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(pool, think, state, player, bot, seed, self.longest)
        except BrokenProcessPool:
            if self.pool is pool:
                self.pool = self.new_pool()
            raise

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
