"""Action codes: first code of the kind + argument."""

from __future__ import annotations

from typing import Final

from zunft.core.actions import Codes, Kind, seat_ids
from zunft.games.norenberc.components import ROOMS
from zunft.games.norenberc.tiles import GOODS, GUILDS, MOST_GUILDS, MOST_PLAYERS, TILE_IDS

PASS: Final = 0
PLAN: Final = 0  # PLAN + cards, a set of guilds as bits, at least one
SELL: Final = 63  # SELL + number, 1 to 12
BUY: Final = 76  # BUY + (number - 1) * 6 + good
ENOUGH: Final = 94
HIRE: Final = 95  # + room
PAY: Final = 99  # + good
NOTHING: Final = 105
ROB: Final = 106  # + player
STEAL: Final = 111  # + good
DECLINE: Final = 117
PUT: Final = 118  # + good
MAYOR: Final = 124  # + guild
FIRST: Final = 130
STAY: Final = 131
ORDER: Final = 132  # chance: + player
DRAW: Final = 137  # chance: + tile
SWAP: Final = 224  # + place

# Where a craftsman can be swapped: four windows, the covered tile, four rooms in each house.
PLACES: Final = 9
COVERED: Final = 4
FIRST_ROOM: Final = 5

SEATS: Final = seat_ids(MOST_PLAYERS)
PLANS: Final = tuple(
    " ".join(str(guild + 1) for guild in range(MOST_GUILDS) if cards & 1 << guild)
    for cards in range(1, 1 << MOST_GUILDS)
)
PLACE_IDS: Final = tuple(
    f"{guild}-{place}"
    for guild in GUILDS
    for place in ("window-1", "window-2", "window-3", "window-4", "covered", *(f"room-{room}" for room in ROOMS))
)

CODES: Final = Codes(
    Kind("pass", PASS),
    Kind("plan", PLAN + 1, guilds=PLANS),
    Kind("sell", SELL + 1, count=tuple(str(number) for number in range(1, 13))),
    Kind("buy", BUY, count=("1", "2", "3"), good=GOODS),
    Kind("enough", ENOUGH),
    Kind("hire", HIRE, room=ROOMS),
    Kind("pay", PAY, good=GOODS),
    Kind("nothing", NOTHING),
    Kind("rob", ROB, player=SEATS),
    Kind("steal", STEAL, good=GOODS),
    Kind("decline", DECLINE),
    Kind("put", PUT, good=GOODS),
    Kind("mayor", MAYOR, guild=GUILDS),
    Kind("first", FIRST),
    Kind("stay", STAY),
    Kind("order", ORDER, player=SEATS),
    Kind("draw", DRAW, tile=TILE_IDS),
    Kind("swap", SWAP, place=PLACE_IDS),
    chance=("order", "draw"),
    declining=("pass", "enough", "nothing", "decline", "stay"),
)
