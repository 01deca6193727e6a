"""Reasons for illegal actions: one function per decision."""

from __future__ import annotations

from zunft.core.reason import Reason
from zunft.core.state import Task
from zunft.games.calimala import actions, activation, council, execution, placing, setup, steps
from zunft.games.calimala.table import Table


def reason(table: Table, task: Task, action: int) -> Reason | None:
    """Why this action is illegal; None if it does not answer the decision."""
    player = task.player
    match task.step:
        case steps.NEXT if actions.DO <= action <= actions.FINISH:
            return activation.why_not_next(table, player, action)
        case steps.DISC if actions.SPACE <= action < actions.DO:
            return placing.why_no_space_yet(table, action - actions.SPACE)
        case steps.SPACE if actions.SPACE <= action < actions.DO:
            return placing.why_no_space(table, action - actions.SPACE)
        case steps.BUILD if actions.BUILD <= action < actions.HOUSE:
            return execution.why_no_build(table, player, action - actions.BUILD)
        case steps.HOUSE_CITY if actions.HOUSE <= action < actions.ART:
            return execution.why_no_house_city(table, player, action - actions.HOUSE)
        case steps.ART_SITE if actions.ART <= action < actions.PORT:
            return execution.why_no_art_site(action - actions.ART)
        case steps.PORT if actions.PORT <= action < actions.TRADE:
            return execution.why_no_delivery(table, action - actions.PORT)
        case steps.TRADE_CITY if actions.TRADE <= action < actions.STOP:
            return execution.why_no_trade_city(table, player, action - actions.TRADE)
        case steps.PORT | steps.TRADE_CITY if action == actions.STOP:
            return execution.why_no_stop()
        case steps.MATERIAL if actions.MATERIAL <= action < actions.CHURCH:
            return execution.why_no_material(table, player, action - actions.MATERIAL)
        case steps.CHURCH if actions.CHURCH <= action < actions.SEAT:
            return execution.why_no_church(task.place, action - actions.CHURCH)
        case steps.SEAT_DISC if actions.SEAT <= action < actions.LAY:
            return council.why_no_seat_disc()
        case steps.KEEP_CARD if action < actions.DISC:
            return setup.why_not_keep(action)
        case _:
            return None
