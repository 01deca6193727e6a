"""Password hashing is deliberately slow and memory-hungry: a few run at a time, and the queue is limited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from zunft.server.refusals import TooMany

T = TypeVar("T")

AT_ONCE: Final = 2  # 64 MB each
MOST_WAITING: Final = 20


@cache
def hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def dummy_hash() -> str:
    """A dummy hash, checked for unknown names so that they take as long as known ones."""
    return hasher().hash("nobody's password")


class Hashing:
    """A separate thread pool: passwords neither delay other work nor wait for it."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self.waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        if self.waiting >= MOST_WAITING:
            raise TooMany("too_many_requests")
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, work)
        finally:
            self.waiting -= 1


@cache
def hashing() -> Hashing:
    return Hashing()


async def hash_of(password: str) -> str:
    return await hashing().run(lambda: hasher().hash(password))


async def is_right(kept: str | None, password: str) -> bool:
    """Takes the same time whether or not the account exists."""

    def check() -> bool:
        try:
            hasher().verify(kept or dummy_hash(), password)
        except Argon2Error:
            return False
        return kept is not None

    return await hashing().run(check)
