"""Reasons for illegal actions: one function per decision."""

from __future__ import annotations

from zunft.core.pair import first, second
from zunft.core.reason import Reason
from zunft.core.state import Task
from zunft.games.guildhall import (
    actions,
    card_actions,
    chapters,
    discard_pile,
    effects,
    first_edition,
    hands,
    job_faire,
    prestige,
    setup,
    steps,
    turn,
)
from zunft.games.guildhall.table import Table

CHAPTERS = "chapter"


def reason(table: Table, task: Task, action: int) -> Reason | None:
    """Why this action is illegal; None if it does not answer the decision."""
    player, kind = task.player, actions.CODES.actions[action].kind
    match task.step:
        case steps.ACTION if kind == "play":
            return turn.why_no_play(table, player, action - actions.PLAY)
        case steps.ACTION if kind == "buy":
            return prestige.why_no_buy(table, player, action - actions.BUY)
        case steps.REFRESH if kind in ("discard", "stop"):
            return turn.why_no_discard(table, player, action, table.parts.refresh_to)
        case steps.EXCHANGE if kind in ("discard", "stop"):
            return turn.why_no_discard(table, player, action, table.parts.opening_hand)
        case steps.LEVEL if kind == "level":
            return card_actions.why_no_level(table, player, task.place, action - actions.LEVEL)
        case steps.TARGET if kind == "target":
            return card_actions.why_no_target(table, player, task.place, action - actions.TARGET)
        case steps.PAY | steps.OVERFLOW if kind == CHAPTERS:
            return chapters.why_not_complete(action - actions.CHAPTER)
        case steps.ORDER if kind == "discard":
            return discard_pile.why_not_ordered(action - actions.DISCARD)
        case steps.OPENING_HALL if kind == "place":
            return setup.why_no_opening(table, player, action - actions.PLACE)
        case _ if kind == CHAPTERS:
            return why_no_chapter(table, task, action - actions.CHAPTER)
        case _ if kind == "give":
            return why_not_give(table, task, action - actions.GIVE)
        case _ if kind == "take":
            return why_not_take(table, task, action - actions.TAKE)
        case _:
            return why_no_other(table, task, action, kind)


def why_no_chapter(table: Table, task: Task, profession: int) -> Reason | None:
    player, other = task.player, second(task.place)
    match task.step:
        case steps.HUNTER_CHAPTER:
            return job_faire.why_no_hunter_chapter(table, player, profession)
        case steps.PEDDLER_CHAPTER:
            return job_faire.why_no_peddler_chapter(table, player, other, profession)
        case steps.TRADER_CHAPTER:
            return first_edition.why_no_trader_chapter(table, player, profession)
        case steps.TRADER_OTHER_CHAPTER:
            return first_edition.why_no_other_chapter(table, player, other, profession)
        case steps.P2_CHAPTER:
            return prestige.why_no_p2_chapter(table, player, other, profession)
        case _:
            return None


def why_not_give(table: Table, task: Task, kind: int) -> Reason | None:
    player = task.player
    match task.step:
        case steps.HUNTER_GIVE:
            return job_faire.why_no_hunter_give(table, player, kind)
        case steps.PEDDLER_GIVE:
            return job_faire.why_no_peddler_give(table, player, task.place, kind)
        case steps.TAX_COLLECTOR_GIVE:
            return job_faire.why_no_gift(table, player, kind)
        case steps.TRADER_GIVE:
            return first_edition.why_no_trader_give(table, player, kind)
        case steps.P3_GIVE:
            return prestige.why_no_p3_give(table, player, kind)
        case _:
            return None


def why_not_take(table: Table, task: Task, kind: int) -> Reason | None:
    player, place = task.player, task.place
    other, rank = second(place), first(place)
    match task.step:
        case steps.ROBBER_PICK:
            return job_faire.why_not_rob(table, other, kind)
        case steps.HUNTER_TAKE:
            return job_faire.why_no_hunter_take(table, player, rank, kind)
        case steps.PEDDLER_TAKE:
            return job_faire.why_no_peddler_take(table, place, kind)
        case steps.HISTORIAN_TAKE:
            return first_edition.why_no_historian_take(table, kind)
        case steps.TRADER_TAKE:
            return first_edition.why_no_trader_take(table, player, place, kind)
        case steps.WEAVER_TAKE:
            return first_edition.why_no_weaver_take(table, player, rank, kind)
        case steps.P3_TAKE:
            return prestige.why_no_p3_take(table, player, other, kind)
        case steps.P4_TAKE:
            return effects.why_not_new_here(table, player, other, kind)
        case _:
            return None


def why_no_other(table: Table, task: Task, action: int, kind: str) -> Reason | None:
    """Cards placed, put back or struck."""
    player = task.player
    match task.step:
        case steps.ASSASSIN_STRIKE if kind == "discard":
            return first_edition.why_no_strike(table, task.place, action - actions.DISCARD)
        case steps.BRICKLAYER_PUT_BACK if kind == "put_back":
            return job_faire.why_not_put_back(action - actions.PUT_BACK)
        case steps.WEAVER_PLACE if kind == "place":
            return first_edition.why_no_weaver_place(table, player, action - actions.PLACE)
        case steps.WEAVER_GIVE if kind == "place" or action == actions.STOP:
            return first_edition.why_no_weaver_give(table, player, first(task.place), action)
        case steps.P3_PLACE if kind == "place":
            return hands.why_not_placed(table.players[player], action - actions.PLACE)
        case _:
            return None
