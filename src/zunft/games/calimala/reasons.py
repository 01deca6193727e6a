"""Reasons for illegal actions: one function per decision."""

from __future__ import annotations

from zunft.core.reason import Reason
from zunft.core.state import Task
from zunft.games.calimala import activation, council, execution, placing, setup, steps
from zunft.games.calimala.actions import (
    ART,
    BUILD,
    CHURCH,
    DISC,
    DO,
    FINISH,
    HOUSE,
    LAY,
    MATERIAL,
    PORT,
    SEAT,
    SPACE,
    STOP,
    TRADE,
)
from zunft.games.calimala.table import Table


def reason(table: Table, task: Task, action: int) -> Reason | None:
    """Why this action is illegal; None if it does not answer the decision."""
    player = task.player
    match task.step:
        case steps.NEXT if DO <= action <= FINISH:
            return activation.why_not_next(table, player, action)
        case steps.SPACE if SPACE <= action < DO:
            return placing.why_no_space(table, action - SPACE)
        case steps.BUILD if BUILD <= action < HOUSE:
            return execution.why_no_build(table, player, action - BUILD)
        case steps.HOUSE_CITY if HOUSE <= action < ART:
            return execution.why_no_house_city(table, player, action - HOUSE)
        case steps.ART_SITE if ART <= action < PORT:
            return execution.why_no_art_site(action - ART)
        case steps.PORT if PORT <= action < TRADE:
            return execution.why_no_delivery(table, action - PORT)
        case steps.TRADE_CITY if TRADE <= action < STOP:
            return execution.why_no_trade_city(table, player, action - TRADE)
        case steps.PORT | steps.TRADE_CITY if action == STOP:
            return execution.why_no_stop()
        case steps.MATERIAL if MATERIAL <= action < CHURCH:
            return execution.why_no_material(table, player, action - MATERIAL)
        case steps.CHURCH if CHURCH <= action < SEAT:
            return execution.why_no_church(task.place, action - CHURCH)
        case steps.SEAT_DISC if SEAT <= action < LAY:
            return council.why_no_seat_disc()
        case steps.KEEP_CARD if action < DISC:
            return setup.why_not_keep(action)
        case _:
            return None
