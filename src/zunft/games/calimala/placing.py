"""Placing a disc: which disc, on which space, and who acts then."""

from __future__ import annotations

from zunft.core.state import NOBODY, Task
from zunft.games.calimala import duty, log, steps
from zunft.games.calimala.actions import DISC, SPACE
from zunft.games.calimala.names import (
    ACTION_COUNT,
    ACTIVATED_DISCS,
    COLOURED,
    SPACE_COUNT,
    STACK_LIMIT,
    TOP,
    WHITE,
    WHITE_DISC,
)
from zunft.games.calimala.nine_actions import is_executable
from zunft.games.calimala.table import Player, Table


def has_disc(me: Player) -> bool:
    return me.coloured > 0 or me.white > 0


def begin_turn(table: Table) -> None:
    """Who has discs of both kinds may choose (C6b)."""
    table.turn += 1
    table.drawn = 0
    me = table.players[table.active]
    if me.coloured and me.white:
        table.agenda.append(Task(steps.DISC, table.active))
    else:
        table.agenda.append(Task(steps.SPACE, table.active, COLOURED if me.coloured else WHITE_DISC))


def legal_discs() -> list[int]:
    return [DISC + COLOURED, DISC + WHITE_DISC]


def legal_spaces(table: Table, player: int) -> list[int]:
    """Spaces that are not full and let him execute an action, with cards if need be (C5); else any not full (C6)."""
    free = [space for space in range(SPACE_COUNT) if len(table.stacks[space]) < STACK_LIMIT]
    parts, board, me = table.parts, table.board, table.players[player]
    executable = [is_executable(parts, board, me, action) for action in range(ACTION_COUNT)]
    within_reach: list[int] = []
    for space in free:
        first, second = table.first_actions[space], table.second_actions[space]
        if executable[first] or executable[second] or duty.cards_can_help_one(parts, board, me, first, second):
            within_reach.append(SPACE + space)
    return within_reach or [SPACE + space for space in free]


def can_use(table: Table, player: int, space: int) -> bool:
    first, second = table.first_actions[space], table.second_actions[space]
    return duty.can_meet(table.parts, table.board, table.players[player], first, second)


def place(table: Table, player: int, colour: int, space: int) -> None:
    """On top of what lies there; the top three discs act, a fourth goes to the council."""
    me = table.players[player]
    if colour == COLOURED:
        me.coloured -= 1
        table.stacks[space] = (*table.stacks[space], player)
    else:
        me.white -= 1
        table.stacks[space] = (*table.stacks[space], WHITE)
    table.space = space
    log.places(table, player, colour, space)
    plan_the_turn(table, len(table.stacks[space]))


def plan_the_turn(table: Table, discs: int) -> None:
    """Top, second and third disc one after the other (C11), then the scoring if there is one (C26)."""
    table.agenda.append(Task(steps.END_TURN))
    if discs == STACK_LIMIT:
        table.agenda.append(Task(steps.FOURTH_DISC))
    level = min(discs, ACTIVATED_DISCS)
    while level > TOP:
        level -= 1
        table.agenda.append(Task(steps.ACTIVATE, NOBODY, level))
