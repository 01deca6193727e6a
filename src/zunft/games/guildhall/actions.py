"""Action codes: first code of the kind + argument. Frequent ones are small, as CPython caches small ints."""

from __future__ import annotations

from typing import Final

from zunft.core.actions import Codes, Kind, seat_ids
from zunft.games.guildhall.cards import KIND_IDS, PRESTIGE, PROFESSIONS, SEATS

DRAW: Final = 0  # chance: the kind of card itself is the code
PLAY: Final = 60  # + kind
REFRESH: Final = 120
BUY: Final = 121  # + prestige card
DISCARD: Final = 130  # + kind
PLACE: Final = 190  # + kind
STOP: Final = 250
DECLINE: Final = 251
LEVEL: Final = 252  # + level, 0 to 4
ACCEPT: Final = 257
TARGET: Final = 258  # + player
CHAPTER: Final = 262  # + profession
GIVE: Final = 274  # + kind
TAKE: Final = 334  # + kind
PUT_BACK: Final = 394  # + kind
SHOW: Final = 454  # chance: + prestige card
START: Final = 463  # chance: + player
PROFESSION: Final = 467  # chance: + profession

LEVELS = ("0", "1", "2", "3", "4")
SEAT_IDS = seat_ids(SEATS)

CODES = Codes(
    Kind("draw", DRAW, card=KIND_IDS),
    Kind("play", PLAY, card=KIND_IDS),
    Kind("refresh", REFRESH),
    Kind("buy", BUY, prestige=PRESTIGE),
    Kind("discard", DISCARD, card=KIND_IDS),
    Kind("place", PLACE, card=KIND_IDS),
    Kind("stop", STOP),
    Kind("decline", DECLINE),
    Kind("level", LEVEL, level=LEVELS),
    Kind("accept", ACCEPT),
    Kind("target", TARGET, player=SEAT_IDS),
    Kind("chapter", CHAPTER, profession=PROFESSIONS),
    Kind("give", GIVE, card=KIND_IDS),
    Kind("take", TAKE, card=KIND_IDS),
    Kind("put_back", PUT_BACK, card=KIND_IDS),
    Kind("show", SHOW, prestige=PRESTIGE),
    Kind("start", START, player=SEAT_IDS),
    Kind("profession", PROFESSION, profession=PROFESSIONS),
    chance=("draw", "show", "start", "profession"),
    declining=("stop", "decline"),
)
