"""Random draws: integers, shuffles, and kinds from a bag. A bag is a list of the number of copies of each kind."""

from __future__ import annotations

import random


def below(number: int, rng: random.Random) -> int:
    """A uniform random integer from 0 to `number` - 1."""
    return int(rng.random() * number)


def size(copies: list[int]) -> int:
    """How many are in the bag. With so few kinds a compiled loop is faster than `sum`."""
    found = 0
    for number in copies:
        found += number
    return found


def pick(copies: list[int], rng: random.Random) -> int:
    """A random kind, weighted by its number of copies."""
    return pick_of(copies, size(copies), rng)


def pick_of(copies: list[int], number: int, rng: random.Random) -> int:
    """The same for a bag whose size is already known."""
    left = below(number, rng)
    kind = 0
    while left >= copies[kind]:
        left -= copies[kind]
        kind += 1
    return kind


def shuffle(values: list[int], rng: random.Random) -> None:
    """Shuffle in place. Compiled, because `rng.shuffle` would dominate the cost of a guess."""
    for last in range(len(values) - 1, 0, -1):
        other = below(last + 1, rng)
        values[last], values[other] = values[other], values[last]
