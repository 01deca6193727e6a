"""Steps: kinds of tasks."""

from __future__ import annotations

from typing import Final

# Chance
LAY_TILE: Final = 0  # place: cell
QUEUE_TILE: Final = 1
DRAW_START_PLAYER: Final = 2
DEAL_SCORING_CARD: Final = 3  # place: player
TURN_UP_SCORING_CARD: Final = 4
DRAW_ACTION_CARD: Final = 5  # place: player

# Decisions
KEEP_CARD: Final = 10
DISC: Final = 11
SPACE: Final = 12  # place: colour of the disc
SEAT_DISC: Final = 13
NEXT: Final = 14  # this and the following ones may depend on cards in hand
BUILD: Final = 15
HOUSE_CITY: Final = 16
ART_SITE: Final = 17
PORT: Final = 18  # place: how many cloths may still be delivered
TRADE_CITY: Final = 19  # place: how many cloths may still be delivered
MATERIAL: Final = 20
CHURCH: Final = 21  # place: material

# Automatic steps
ALL_KEPT: Final = 30  # all scoring cards are chosen
DEAL_EXTRA_CARDS: Final = 31
BEGIN: Final = 32  # set-up is complete
TURN: Final = 33
ACTIVATE: Final = 34  # place: level of the disc
CONTINUE: Final = 35  # the disc's owner continues or has finished; place: player
FOURTH_DISC: Final = 36
SCORE_TILE: Final = 37
END_TURN: Final = 38
LAST_TILES: Final = 39
CLEAR_STACKS: Final = 40
SCORE_CARDS: Final = 41
GAME_END: Final = 42

DECISIONS = {
    KEEP_CARD: "keep_card",
    DISC: "disc",
    SPACE: "space",
    SEAT_DISC: "seat_disc",
    NEXT: "next",
    BUILD: "build",
    HOUSE_CITY: "house_city",
    ART_SITE: "art_site",
    PORT: "port",
    TRADE_CITY: "trade_city",
    MATERIAL: "material",
    CHURCH: "church",
}
