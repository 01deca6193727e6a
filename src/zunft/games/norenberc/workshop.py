"""The workshop: its master sets the price of everything traded at this house."""

from __future__ import annotations

from typing import Final

from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import value_of

MASTER: Final = 0


def master(table: Table, guild: int) -> int:
    return table.houses[guild].windows[MASTER]


def price(table: Table, guild: int) -> int:
    return value_of(master(table, guild))
