"""Steps: kinds of tasks."""

from __future__ import annotations

from typing import Final

# Chance
LAY_TILE: Final = 0
LAY_BUILDING: Final = 1
FIRST_PLAYER: Final = 2
DEAL_TASK: Final = 3  # place: player
FIRST_CARD: Final = 4  # place: player
CARD: Final = 5  # place: player

# Decisions
KEEP_TASK: Final = 10  # place: which of the dealt tasks
DRAW: Final = 11
SPLIT: Final = 12
BID: Final = 13
APPRENTICE: Final = 14
FIELD: Final = 15
MUST_PLACE: Final = 16  # the apprentice who chose to place a member
SELL: Final = 17
RECLAIM: Final = 18
CHAPEL: Final = 19
BUILDING: Final = 20

# Automatic steps
FIRST_SEATS: Final = 30
KEEP_TASKS: Final = 31
ROUND: Final = 32
PLAN: Final = 33  # place: player
LAY_OUT: Final = 34  # place: player
STEP: Final = 35  # place: step A to I
RANKING: Final = 36
AWARD: Final = 37  # place: a pair of award and player
BIDS_TO_BOX: Final = 38
COUNCIL_PHASE: Final = 39
GAME_END: Final = 40

DECISIONS = {
    KEEP_TASK: "keep_task",
    DRAW: "draw",
    SPLIT: "split",
    BID: "bid",
    APPRENTICE: "apprentice",
    FIELD: "field",
    MUST_PLACE: "field",
    SELL: "sell",
    RECLAIM: "reclaim",
    CHAPEL: "chapel",
    BUILDING: "building",
}
