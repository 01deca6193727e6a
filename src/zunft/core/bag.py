"""A bag: how many copies of each kind are in it, as a list of counts."""

from __future__ import annotations

import random


def pick(copies: list[int], rng: random.Random) -> int:
    """A kind, as likely as it has copies."""
    left = int(rng.random() * sum(copies))
    kind = 0
    while left >= copies[kind]:
        left -= copies[kind]
        kind += 1
    return kind
