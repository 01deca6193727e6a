"""Goods given one at a time, types in rising order, so that every set of goods can be given in one way only."""

from __future__ import annotations

from typing import Final

ALL_TYPES: Final = -1


def offered(goods: list[int], first_good: int, number: int, without: int = ALL_TYPES) -> list[int]:
    """Types of which one can be given now so that `number` goods in all can still be given."""
    found: list[int] = []
    left = 0
    for good in range(len(goods) - 1, first_good - 1, -1):
        if good != without:
            left += goods[good]
            if goods[good] and left >= number:
                found.append(good)
    found.reverse()
    return found
