"""Randomness from the operating system: unpredictable, and without a seed that must be kept secret."""

from __future__ import annotations

import os
import random
from typing import Final

FETCHED: Final = 4096  # bytes per call: fetching a few for every draw would cost more than the move itself
BITS: Final = 53  # in a random float
BYTES: Final = 7


class Chance(random.SystemRandom):
    def __init__(self) -> None:
        super().__init__()
        self.fetched = b""
        self.used = 0

    def randbytes(self, n: int) -> bytes:
        if self.used + n > len(self.fetched):
            self.fetched, self.used = os.urandom(max(FETCHED, n)), 0
        self.used += n
        return self.fetched[self.used - n : self.used]

    def random(self) -> float:
        return (int.from_bytes(self.randbytes(BYTES)) >> (BYTES * 8 - BITS)) / (1 << BITS)

    def getrandbits(self, k: int, /) -> int:
        number = (k + 7) // 8
        return int.from_bytes(self.randbytes(number)) >> (number * 8 - k)
