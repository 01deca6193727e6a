"""Reasons for illegal actions: one function per decision."""

from __future__ import annotations

from zunft.core.pair import first, second
from zunft.core.reason import Reason
from zunft.core.state import Task
from zunft.games.norenberc import action_phase, citizens, plan_phase, steps
from zunft.games.norenberc.actions import (
    BUY,
    DECLINE,
    ENOUGH,
    FIRST,
    HIRE,
    MAYOR,
    NOTHING,
    PAY,
    PLAN,
    PUT,
    ROB,
    SELL,
    STEAL,
    SWAP,
)
from zunft.games.norenberc.table import Table


def reason(table: Table, task: Task, action: int) -> Reason | None:
    """Why this action is illegal; None if it does not answer the decision."""
    player, place = task.player, task.place
    match task.step:
        case steps.PLAN if action <= SELL:
            return plan_phase.why_no_plan(table, player, action - PLAN)
        case steps.ACT:
            return why_not_act(table, player, action)
        case steps.BUY_MORE if BUY <= action < ENOUGH:
            return action_phase.why_no_buy(table, player, first(place), second(place), action - BUY)
        case steps.PAY_ANY | steps.PAY_LAST | steps.PAY_OTHERS if PAY <= action < NOTHING:
            return why_not_pay(table, task, action - PAY)
        case steps.ROB if ROB <= action < STEAL:
            return citizens.why_not_rob(table, player, action - ROB)
        case steps.STEAL if STEAL <= action < DECLINE:
            return citizens.why_not_steal(table, place, action - STEAL)
        case steps.SWAP if action >= SWAP:
            return citizens.why_not_first(table, action - SWAP)
        case steps.SWAP_WITH if action >= SWAP:
            return citizens.why_not_second(table, place, action - SWAP)
        case steps.PUT_GOOD if PUT <= action < MAYOR:
            return citizens.why_not_put(action - PUT)
        case steps.PLACE_MAYOR if MAYOR <= action < FIRST:
            return citizens.why_no_roof(action - MAYOR)
        case _:
            return None


def why_not_act(table: Table, player: int, action: int) -> Reason | None:
    if SELL < action < BUY:
        return action_phase.why_no_sale(table, player)
    if BUY <= action < ENOUGH:
        return action_phase.why_no_buy(table, player, table.limit, 0, action - BUY)
    if HIRE <= action < PAY:
        return action_phase.why_no_hire(table, player, action - HIRE)
    return None


def why_not_pay(table: Table, task: Task, good: int) -> Reason:
    match task.step:
        case steps.PAY_LAST:
            return action_phase.why_not_pay_last(table, task.player, task.place, good)
        case steps.PAY_OTHERS:
            return action_phase.why_not_pay_other(table, task.player, task.place, good)
        case _:
            return action_phase.why_not_pay(table, task.player, task.place, good)
