"""Action codes: first code of the kind + argument."""

from __future__ import annotations

from typing import Final

from zunft.core.actions import Codes, Kind
from zunft.games.guildhall.cards import KIND_IDS, PRESTIGE, PROFESSIONS

PLAY: Final = 0  # + kind
REFRESH: Final = 60
BUY: Final = 61  # + prestige card
DECLINE: Final = 70
LEVEL: Final = 71  # + level, 0 to 4
ACCEPT: Final = 76
TARGET: Final = 77  # + player
CHAPTER: Final = 81  # + profession
DRAW: Final = 93  # chance: + kind
DISCARD: Final = 153  # + kind
GIVE: Final = 213  # + kind
TAKE: Final = 273  # + kind
PLACE: Final = 333  # + kind
PUT_BACK: Final = 393  # + kind
STOP: Final = 453
SHOW: Final = 454  # chance: + prestige card
START: Final = 463  # chance: + player
PROFESSION: Final = 467  # chance: + profession

LEVELS = ("0", "1", "2", "3", "4")
SEAT_IDS = ("1", "2", "3", "4")

CODES = Codes(
    Kind("play", PLAY, card=KIND_IDS),
    Kind("refresh", REFRESH),
    Kind("buy", BUY, prestige=PRESTIGE),
    Kind("decline", DECLINE),
    Kind("level", LEVEL, level=LEVELS),
    Kind("accept", ACCEPT),
    Kind("target", TARGET, player=SEAT_IDS),
    Kind("chapter", CHAPTER, profession=PROFESSIONS),
    Kind("draw", DRAW, card=KIND_IDS),
    Kind("discard", DISCARD, card=KIND_IDS),
    Kind("give", GIVE, card=KIND_IDS),
    Kind("take", TAKE, card=KIND_IDS),
    Kind("place", PLACE, card=KIND_IDS),
    Kind("put_back", PUT_BACK, card=KIND_IDS),
    Kind("stop", STOP),
    Kind("show", SHOW, prestige=PRESTIGE),
    Kind("start", START, player=SEAT_IDS),
    Kind("profession", PROFESSION, profession=PROFESSIONS),
)
