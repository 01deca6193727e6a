"""The workshop: its master sets the price of everything traded at this house."""

from __future__ import annotations

from typing import Final

from zunft.games.norenberc.table import House, Table
from zunft.games.norenberc.tiles import value_of

MASTER: Final = 0


def house_price(house: House) -> int:
    return value_of(house.windows[MASTER])


def price(table: Table, guild: int) -> int:
    return house_price(table.houses[guild])
