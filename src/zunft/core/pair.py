"""Two numbers in one `Task.place`: pair(other, rank) when the task is made, first(place) and second(place) later.

The second number must be below 256, and neither may be negative. A third goes into the first: pair(pair(a, b), c).
Shifts and masks cost a compiled game less than `//` and `%`.
"""

from __future__ import annotations

from typing import Final

BITS: Final = 8
MASK: Final = 0xFF


def pair(first: int, second: int) -> int:
    return first << BITS | second


def first(place: int) -> int:
    return place >> BITS


def second(place: int) -> int:
    return place & MASK
