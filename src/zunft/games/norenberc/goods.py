"""Goods are given one at a time in ascending type order, so every set of goods has exactly one encoding."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason, because
from zunft.games.norenberc.tiles import GOODS

ALL_TYPES: Final = -1


def offered(goods: list[int], first_good: int, number: int, without: int = ALL_TYPES) -> list[int]:
    """Types to give next such that `number` goods in total can still be given."""
    found: list[int] = []
    left = 0
    for good in range(len(goods) - 1, first_good - 1, -1):
        if good != without:
            left += goods[good]
            if goods[good] and left >= number:
                found.append(good)
    found.reverse()
    return found


def why_not_offered(goods: list[int], first_good: int, good: int) -> Reason:
    """None left, passed over, or too few would follow."""
    if not goods[good]:
        return because("none", good=GOODS[good])
    return because("give_later", good=GOODS[good]) if good < first_good else because("give_earlier", good=GOODS[good])
