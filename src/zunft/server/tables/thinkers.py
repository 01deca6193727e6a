"""Bots think in worker processes, never in the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from zunft import bots
from zunft.bots import Seat
from zunft.core.state import State

T = TypeVar("T")

PR_SET_PDEATHSIG = 1
LONGEST = 60.0  # seconds a bot may think about one decision
NICENESS = 5  # the server has priority: people wait for it


def think(state: State, player: int, bot: str, seed: int, longest: float) -> int:
    """The bot's choice, from its own view only."""
    with at_most(longest):
        return bots.load(bot)(seed).choose(Seat(state, player))


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Interrupt the bot when its time is up; if it ignores that, end the process. No limit where alarms are missing."""
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
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # a second alarm ends the process
    raise TimeoutError("a bot thought for too long")


def begin(server: int, niceness: int = NICENESS) -> None:
    """A worker exits with its server, even if that is killed, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != server:  # the server died while this worker was starting
            os._exit(1)


class Thinkers:
    """A process pool; workers that die are replaced."""

    def __init__(self, number: int, longest: float = LONGEST, niceness: int = NICENESS) -> None:
        self.number = number
        self.longest = longest
        self.niceness = niceness  # of the workers, so that they yield to other processes
        self.pool = self.new_pool()

    def new_pool(self) -> ProcessPoolExecutor:
        # Spawned, not forked: a forked child would keep the server's port open.
        return ProcessPoolExecutor(
            self.number, mp_context=get_context("spawn"), initializer=begin, initargs=(os.getpid(), self.niceness)
        )

    async def choose(self, state: State, player: int, bot: str, seed: int) -> int:
        twin = state.clone()
        twin.journal = None
        return await self.call(think, twin, player, bot, seed, self.longest)

    async def call(self, work: Callable[..., T], *args: Any) -> T:
        try:
            return await self.ask(work, *args)
        except BrokenProcessPool:  # another job may have broken it
            return await self.ask(work, *args)

    async def ask(self, work: Callable[..., T], *args: Any) -> T:
        pool = self.pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
        except BrokenProcessPool:
            if self.pool is pool:
                self.pool = self.new_pool()
            raise

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
