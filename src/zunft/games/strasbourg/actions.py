"""Action codes: first code of the kind + argument."""

from __future__ import annotations

from typing import Final

from zunft.core.actions import Codes, Kind, seat_ids
from zunft.games.strasbourg.cards import HIGHEST
from zunft.games.strasbourg.city import CORNER_IDS, SQUARE_IDS
from zunft.games.strasbourg.names import BUILDINGS, GOODS, MOST_PLAYERS, ROUND_TILES, TASKS

KEEP: Final = 0
RETURN: Final = 1
DRAW: Final = 2
STOP: Final = 3
NEW_STACK: Final = 4
JOIN: Final = 5  # + stack, in the order they were begun
REVEAL: Final = 29  # + stack, as the owner sees them
PASS: Final = 53
DEFER: Final = 54
TAKE_GOOD: Final = 55
PLACE: Final = 56
FIELD: Final = 57  # + square
DECLINE: Final = 111
SELL: Final = 112  # + good
ENOUGH: Final = 117
RECLAIM: Final = 118  # + value - 1
LEAVE: Final = 124
CHAPEL: Final = 125  # + corner
BUILD: Final = 165  # + square
TILE: Final = 219  # chance: + round tile
BUILDING: Final = 224  # chance: + building
START: Final = 229  # chance: + player
DEAL: Final = 234  # chance: + task
CARD: Final = 259  # chance: + value - 1

MOST_STACKS = 24
STACKS = tuple(str(number) for number in range(1, MOST_STACKS + 1))
VALUES = tuple(str(value) for value in range(1, HIGHEST + 1))
PLAYERS = seat_ids(MOST_PLAYERS)

CODES = Codes(
    Kind("keep", KEEP),
    Kind("return", RETURN),
    Kind("draw", DRAW),
    Kind("stop", STOP),
    Kind("new-stack", NEW_STACK),
    Kind("join", JOIN, stack=STACKS),
    Kind("reveal", REVEAL, stack=STACKS),
    Kind("pass", PASS),
    Kind("defer", DEFER),
    Kind("good", TAKE_GOOD),
    Kind("place", PLACE),
    Kind("field", FIELD, field=SQUARE_IDS),
    Kind("decline", DECLINE),
    Kind("sell", SELL, good=GOODS),
    Kind("enough", ENOUGH),
    Kind("reclaim", RECLAIM, value=VALUES),
    Kind("leave", LEAVE),
    Kind("chapel", CHAPEL, spot=CORNER_IDS),
    Kind("build", BUILD, plot=SQUARE_IDS),
    Kind("tile", TILE, tile=ROUND_TILES),
    Kind("building", BUILDING, building=BUILDINGS),
    Kind("start", START, player=PLAYERS),
    Kind("deal", DEAL, task=TASKS),
    Kind("card", CARD, value=VALUES),
    chance=("tile", "building", "start", "deal", "card"),
    declining=("stop", "pass", "decline", "enough", "leave"),
)
