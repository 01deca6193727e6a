"""Sorted lists of ints: binary search, distinct values, counts.

`bisect` compares objects; a compiled search compares ints, which is much faster.
"""

from __future__ import annotations


def place_of(values: list[int], value: int) -> int:
    """The leftmost insertion point, as `bisect_left`."""
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) >> 1
        if values[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


def insert(values: list[int], value: int) -> None:
    values.insert(place_of(values, value), value)


def remove(values: list[int], value: int) -> None:
    """Remove one occurrence; it must be present."""
    values.pop(place_of(values, value))


def different(values: list[int]) -> list[int]:
    return [values[place] for place in range(len(values)) if not place or values[place] != values[place - 1]]


def copies(values: list[int]) -> list[int]:
    """How often each distinct value occurs."""
    found: list[int] = []
    first = 0
    for place in range(1, len(values) + 1):
        if place == len(values) or values[place] != values[first]:
            found.append(place - first)
            first = place
    return found
