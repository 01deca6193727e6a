"""Reasons for illegal actions: one function per decision."""

from __future__ import annotations

from zunft.core.pair import first, second
from zunft.core.reason import Reason
from zunft.core.state import Task
from zunft.games.norenberc import action_phase, actions, citizens, planning_phase, steps
from zunft.games.norenberc.table import Table


def reason(table: Table, task: Task, action: int) -> Reason | None:
    """Why this action is illegal; None if it does not answer the decision."""
    player, place = task.player, task.place
    match task.step:
        case steps.PLAN if action <= actions.SELL:
            return planning_phase.why_no_plan(table, player, action - actions.PLAN)
        case steps.ACT:
            return why_not_act(table, player, action)
        case steps.BUY_MORE if actions.BUY <= action < actions.ENOUGH:
            return action_phase.why_no_buy(table, player, first(place), second(place), action - actions.BUY)
        case steps.PAY_ANY | steps.PAY_LAST | steps.PAY_OTHERS if actions.PAY <= action < actions.NOTHING:
            return why_not_pay(table, task, action - actions.PAY)
        case steps.ROB if actions.ROB <= action < actions.STEAL:
            return citizens.why_not_rob(table, player, action - actions.ROB)
        case steps.STEAL if actions.STEAL <= action < actions.DECLINE:
            return citizens.why_not_steal(table, place, action - actions.STEAL)
        case steps.SWAP if action >= actions.SWAP:
            return citizens.why_not_first(table, action - actions.SWAP)
        case steps.SWAP_WITH if action >= actions.SWAP:
            return citizens.why_not_second(table, place, action - actions.SWAP)
        case steps.PUT_GOOD if actions.PUT <= action < actions.MAYOR:
            return citizens.why_not_put(action - actions.PUT)
        case steps.PLACE_MAYOR if actions.MAYOR <= action < actions.FIRST:
            return citizens.why_no_roof(action - actions.MAYOR)
        case _:
            return None


def why_not_act(table: Table, player: int, action: int) -> Reason | None:
    if actions.SELL < action < actions.BUY:
        return action_phase.why_no_sale(table, player)
    if actions.BUY <= action < actions.ENOUGH:
        return action_phase.why_no_buy(table, player, table.limit, 0, action - actions.BUY)
    if actions.HIRE <= action < actions.PAY:
        return action_phase.why_no_hire(table, player, action - actions.HIRE)
    return None


def why_not_pay(table: Table, task: Task, good: int) -> Reason:
    match task.step:
        case steps.PAY_LAST:
            return action_phase.why_not_pay_last(table, task.player, task.place, good)
        case steps.PAY_OTHERS:
            return action_phase.why_not_pay_other(table, task.player, task.place, good)
        case _:
            return action_phase.why_not_pay(table, task.player, task.place, good)
