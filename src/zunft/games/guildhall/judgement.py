"""Evaluation features: points, complete chapters, nearly complete ones, useful hand cards."""

from __future__ import annotations

from typing import Final, cast

from zunft.core.judgement import Judgement
from zunft.core.state import State
from zunft.games.guildhall import scoring
from zunft.games.guildhall.cards import CHAPTER_SIZE, CHAPTERS, set_of, size
from zunft.games.guildhall.table import Table

NAMES: Final = (
    "points",  # as a share of the winning score
    "near",  # squared: the last points count more
    "complete",  # chapters
    "in_reach",  # points of the best affordable prestige card
    "wins_now",  # 1 if buying it would end the game
    "fours",  # chapters with four cards in the hall
    "threes",
    "twos",
    "ones",
    "hand",
    "fitting",  # kinds in hand that the hall lacks
    "finishing",  # of those, how many complete a chapter
    "growing",  # of those, how many become a third or fourth card
    "actions",  # left in the player's turn
)
GROWING: Final = 2  # hall cards from which a chapter is worth extending


def progress(state: State) -> float:
    """The leader's share of the goal."""
    table = cast(Table, state)
    best = 0
    for player in range(len(table.players)):
        best = max(best, scoring.score(table, player))
    return min(1.0, best / table.parts.target_vp)


def features(state: State) -> list[list[float]]:
    table = cast(Table, state)
    return [counted(table, player) for player in range(len(table.players))]


def counted(table: Table, player: int) -> list[float]:
    me = table.players[player]
    points = scoring.score(table, player)
    share = points / table.parts.target_vp
    best = best_purchase(table, len(me.complete))
    new = set_of(me.hand) & ~me.hall
    return [
        share,
        share * share,
        float(len(me.complete)),
        float(best),
        1.0 if best and points + best >= table.parts.target_vp else 0.0,
        *chapters(table, me.hall),
        float(len(me.hand)),
        float(size(new)),
        *additions(table, me.hall, new),
        float(table.actions_left) if table.active == player else 0.0,
    ]


def best_purchase(table: Table, complete: int) -> int:
    best = 0
    for card in table.row:
        if table.parts.cost[card] <= complete:
            best = max(best, table.parts.vp[card])
    return best


def chapters(table: Table, hall: int) -> list[float]:
    """Number of chapters with four, three, two and one card."""
    sizes = [0] * (CHAPTER_SIZE + 1)
    for profession in table.professions:
        sizes[size(hall & CHAPTERS[profession])] += 1
    return [float(sizes[number]) for number in range(CHAPTER_SIZE - 1, 0, -1)]


def additions(table: Table, hall: int, new: int) -> list[float]:
    """New kinds in hand that would complete a chapter, and that would extend one."""
    finishing, growing = 0, 0
    for profession in table.professions:
        in_hall = size(hall & CHAPTERS[profession])
        if in_hall == CHAPTER_SIZE - 1:
            finishing += size(new & CHAPTERS[profession])
        elif in_hall >= GROWING:
            growing += size(new & CHAPTERS[profession])
    return [float(finishing), float(growing)]


JUDGEMENT = Judgement(NAMES, features, progress, "zunft.games.guildhall")
