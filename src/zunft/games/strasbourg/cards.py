"""Influence cards: a set of them is one number, with three bits for the copies of each value."""

from __future__ import annotations

from typing import Final

HIGHEST: Final = 6
BITS: Final = 3
COPIES: Final = 7  # the bits of one value
ANY: Final = 1 << BITS * HIGHEST  # more than any set of cards

ONE = (0, *(1 << BITS * (value - 1) for value in range(1, HIGHEST + 1)))
"""One card, by its value. Sets are joined by adding and parted by subtracting."""


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
    """The values there are, rising."""
    found: list[int] = []
    value = 1
    while cards:
        if cards & COPIES:
            found.append(value)
        cards >>= BITS
        value += 1
    return found


def copies_each(cards: int) -> list[int]:
    """How many copies of each value there are, of those there are at all."""
    found: list[int] = []
    while cards:
        if cards & COPIES:
            found.append(cards & COPIES)
        cards >>= BITS
    return found


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
    """Most cards first, then highest cards first: an order of which the others need see only sizes."""
    keys = [size(cards) * ANY + cards for cards in stacks]
    keys.sort(reverse=True)
    return [key % ANY for key in keys]
