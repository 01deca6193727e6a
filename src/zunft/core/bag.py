"""Drawing at random: one of so many, and a kind from a bag, which is how many copies of each kind are in it."""

from __future__ import annotations

import random


def below(number: int, rng: random.Random) -> int:
    """A whole number from 0 on that is less than this one, each as likely."""
    return int(rng.random() * number)


def size(copies: list[int]) -> int:
    """How many are in the bag: for the few kinds that there are, a compiled loop costs less than `sum`."""
    found = 0
    for number in copies:
        found += number
    return found


def pick(copies: list[int], rng: random.Random) -> int:
    """A kind, as likely as it has copies."""
    left = below(size(copies), rng)
    kind = 0
    while left >= copies[kind]:
        left -= copies[kind]
        kind += 1
    return kind
