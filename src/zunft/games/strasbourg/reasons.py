"""Reasons for illegal actions: one function per decision."""

from __future__ import annotations

from zunft.core.reason import Reason
from zunft.core.state import Task
from zunft.games.strasbourg import actions, awards, bidding, building, planning_phase, steps
from zunft.games.strasbourg.table import Table


def reason(table: Table, task: Task, action: int) -> Reason | None:
    """Why this action is illegal; None if it does not answer the decision."""
    player, me = task.player, table.players[task.player]
    match task.step:
        case steps.SPLIT if actions.JOIN <= action < actions.REVEAL:
            return planning_phase.why_not_join(me, action - actions.JOIN)
        case steps.BID if actions.REVEAL <= action < actions.PASS:
            return bidding.why_not_reveal(me, action - actions.REVEAL)
        case steps.BID if action == actions.DEFER:
            return bidding.why_not_defer(me)
        case steps.FIELD | steps.MUST_PLACE if actions.FIELD <= action < actions.DECLINE:
            return awards.why_no_field(table, player, action - actions.FIELD)
        case steps.MUST_PLACE if action == actions.DECLINE:
            return awards.why_no_decline()
        case steps.SELL if actions.SELL <= action < actions.ENOUGH:
            return awards.why_no_sale(action - actions.SELL)
        case steps.RECLAIM if actions.RECLAIM <= action < actions.LEAVE:
            return bidding.why_not_reclaim(me, action - actions.RECLAIM + 1)
        case steps.CHAPEL if actions.CHAPEL <= action < actions.BUILD:
            return building.why_no_spot(table, action - actions.CHAPEL)
        case steps.BUILDING if actions.BUILD <= action < actions.TILE:
            return building.why_no_plot(table, action - actions.BUILD)
        case _ if action == actions.DRAW:
            return planning_phase.why_not_draw()
        case _:
            return None
