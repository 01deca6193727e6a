"""Reasons for illegal actions: one function per decision."""

from __future__ import annotations

from zunft.core.reason import Reason
from zunft.core.state import Task
from zunft.games.strasbourg import awards, bidding, building, planning_phase, steps
from zunft.games.strasbourg.actions import (
    BUILD,
    CHAPEL,
    DECLINE,
    DEFER,
    ENOUGH,
    FIELD,
    JOIN,
    LEAVE,
    PASS,
    RECLAIM,
    REVEAL,
    SELL,
    TILE,
)
from zunft.games.strasbourg.table import Table


def reason(table: Table, task: Task, action: int) -> Reason | None:
    """Why this action is illegal; None if it does not answer the decision."""
    player, me = task.player, table.players[task.player]
    match task.step:
        case steps.SPLIT if JOIN <= action < REVEAL:
            return planning_phase.why_not_join(me, action - JOIN)
        case steps.BID if REVEAL <= action < PASS:
            return bidding.why_not_reveal(me, action - REVEAL)
        case steps.BID if action == DEFER:
            return bidding.why_not_defer(me)
        case steps.FIELD | steps.MUST_PLACE if FIELD <= action < DECLINE:
            return awards.why_no_field(table, player, action - FIELD)
        case steps.MUST_PLACE if action == DECLINE:
            return awards.why_no_decline()
        case steps.SELL if SELL <= action < ENOUGH:
            return awards.why_no_sale(action - SELL)
        case steps.RECLAIM if RECLAIM <= action < LEAVE:
            return bidding.why_not_reclaim(me, action - RECLAIM + 1)
        case steps.CHAPEL if CHAPEL <= action < BUILD:
            return building.why_no_spot(table, action - CHAPEL)
        case steps.BUILDING if BUILD <= action < TILE:
            return building.why_no_plot(table, action - BUILD)
        case _:
            return None
