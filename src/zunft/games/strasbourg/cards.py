"""Influence cards: a set of cards is one int, with three bits for the copies of each value."""

from __future__ import annotations

import random
from typing import Final

from zunft.core.bag import below

HIGHEST: Final = 6
BITS: Final = 3
COPIES: Final = 7  # the bits of one value
ANY: Final = 1 << BITS * HIGHEST  # larger than any set of cards

ONE = (0, *(1 << BITS * (value - 1) for value in range(1, HIGHEST + 1)))
"""A single card, by value. Sets are combined by addition and subtraction."""


def copies(cards: int, value: int) -> int:
    return cards >> BITS * (value - 1) & COPIES


def size(cards: int) -> int:
    number = 0
    while cards:
        number += cards & COPIES
        cards >>= BITS
    return number


def worth(cards: int) -> int:
    """The influence points of a stack."""
    points, value = 0, 1
    while cards:
        points += (cards & COPIES) * value
        cards >>= BITS
        value += 1
    return points


def highest(cards: int) -> int:
    """The highest value in the set, 0 if it is empty."""
    value = 0
    while cards:
        cards >>= BITS
        value += 1
    return value


def distinct(cards: int) -> list[int]:
    """The different values, ascending."""
    found: list[int] = []
    value = 1
    while cards:
        if cards & COPIES:
            found.append(value)
        cards >>= BITS
        value += 1
    return found


def copies_each(cards: int) -> list[int]:
    """The number of copies of each value present."""
    found: list[int] = []
    while cards:
        if cards & COPIES:
            found.append(cards & COPIES)
        cards >>= BITS
    return found


def pick(cards: int, rng: random.Random) -> int:
    """A random value, weighted by its copies."""
    left = below(size(cards), rng)
    value = 1
    while left >= cards & COPIES:
        left -= cards & COPIES
        cards >>= BITS
        value += 1
    return value


def rising(cards: int) -> list[int]:
    """Every card's value, lowest first."""
    found: list[int] = []
    for value in range(1, HIGHEST + 1):
        found += [value] * copies(cards, value)
    return found


def falling(cards: int) -> list[int]:
    """Every card's value, highest first."""
    return rising(cards)[::-1]


def of(values: list[int]) -> int:
    """The set of these cards."""
    cards = 0
    for value in values:
        cards += ONE[value]
    return cards


def in_order(stacks: list[int]) -> list[int]:
    """Most cards first, then highest cards first, so that the order shows others only the sizes."""
    keys = [size(cards) * ANY + cards for cards in stacks]
    keys.sort(reverse=True)
    return [key % ANY for key in keys]
