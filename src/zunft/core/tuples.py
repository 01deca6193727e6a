"""Tuples of ints, which clones of a table share: a change makes another tuple."""

from __future__ import annotations


def added(values: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """The same with `number` added at this place."""
    found = list(values)
    found[place] += number
    return tuple(found)


def replaced(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """The same with another value at this place."""
    found = list(values)
    found[place] = value
    return tuple(found)
