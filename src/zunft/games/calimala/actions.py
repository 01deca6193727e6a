"""Action codes: first code of the kind + argument."""

from __future__ import annotations

from typing import Final

from zunft.core.actions import Codes, Kind, seat_ids
from zunft.games.calimala.names import (
    ACTIONS,
    ART_SITES,
    CHURCHES,
    COLOURS,
    MATERIALS,
    MOST_PLAYERS,
    PIECES,
    PORTS,
    SCORING_CARDS,
    SPACES,
    TILES,
    TRADE_CITIES,
)

KEEP: Final = 0  # + scoring card
DISC: Final = 10  # + colour
SPACE: Final = 12  # + space
DO: Final = 24  # + action
CANNOT: Final = 33  # + action
SKIP: Final = 42  # + action
CARD: Final = 51  # + action
FINISH: Final = 60
BUILD: Final = 61  # + piece
HOUSE: Final = 64  # + trade city
ART: Final = 67  # + art site
PORT: Final = 71  # + port
TRADE: Final = 74  # + trade city
STOP: Final = 77
MATERIAL: Final = 78  # + material
CHURCH: Final = 81  # + church
SEAT: Final = 84  # + space
LAY: Final = 96  # chance: + action
QUEUE: Final = 105  # chance: + scoring tile
START: Final = 120  # chance: + player
DEAL: Final = 125  # chance: + scoring card
DRAW: Final = 135  # chance: + action

CODES = Codes(
    Kind("keep", KEEP, card=SCORING_CARDS),
    Kind("disc", DISC, colour=COLOURS),
    Kind("space", SPACE, space=SPACES),
    Kind("do", DO, action=ACTIONS),
    Kind("cannot", CANNOT, action=ACTIONS),
    Kind("skip", SKIP, action=ACTIONS),
    Kind("card", CARD, action=ACTIONS),
    Kind("finish", FINISH),
    Kind("build", BUILD, piece=PIECES),
    Kind("house", HOUSE, city=TRADE_CITIES),
    Kind("art", ART, site=ART_SITES),
    Kind("port", PORT, city=PORTS),
    Kind("trade", TRADE, city=TRADE_CITIES),
    Kind("stop", STOP),
    Kind("material", MATERIAL, material=MATERIALS),
    Kind("church", CHURCH, church=CHURCHES),
    Kind("seat", SEAT, space=SPACES),
    Kind("lay", LAY, action=ACTIONS),
    Kind("queue", QUEUE, tile=TILES),
    Kind("start", START, player=seat_ids(MOST_PLAYERS)),
    Kind("deal", DEAL, card=SCORING_CARDS),
    Kind("draw", DRAW, action=ACTIONS),
    chance=("lay", "queue", "start", "deal", "draw"),
    declining=("skip", "finish", "stop"),
)
