"""Placing a disc: which disc, on which space, and who acts afterwards."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason, because
from zunft.core.state import NOBODY, Task
from zunft.games.calimala import duty, log, steps
from zunft.games.calimala.actions import DISC, SPACE
from zunft.games.calimala.names import (
    ACTION_COUNT,
    ACTIONS,
    ACTIVATED_DISCS,
    COLOURED,
    COLOURS,
    MOST_PLAYERS,
    SPACE_COUNT,
    STACK_LIMIT,
    TOP,
    WHITE,
    WHITE_DISC,
)
from zunft.games.calimala.nine_actions import is_executable
from zunft.games.calimala.table import Player, Table

# Tasks are immutable, so all games share these.
CHOOSE_DISC: Final = [Task(steps.DISC, player) for player in range(MOST_PLAYERS)]
CHOOSE_SPACE: Final = [
    Task(steps.SPACE, player, colour) for player in range(MOST_PLAYERS) for colour in (COLOURED, WHITE_DISC)
]
ACTIVATE: Final = [Task(steps.ACTIVATE, NOBODY, level) for level in range(ACTIVATED_DISCS)]
END_TURN: Final = Task(steps.END_TURN)
FOURTH_DISC: Final = Task(steps.FOURTH_DISC)

NOT_ASKED: Final = -1


def begin_turn(table: Table) -> None:
    """A player with discs of both kinds may choose (C6b)."""
    table.turn += 1
    table.drawn = 0
    me = table.players[table.active]
    if me.coloured and me.white:
        table.agenda.append(CHOOSE_DISC[table.active])
    else:
        ask_for_space(table, table.active, COLOURED if me.coloured else WHITE_DISC)


def ask_for_space(table: Table, player: int, colour: int) -> None:
    table.agenda.append(CHOOSE_SPACE[player * len(COLOURS) + colour])


def legal_discs() -> list[int]:
    return [DISC + COLOURED, DISC + WHITE_DISC]


def legal_spaces(table: Table, player: int) -> list[int]:
    """Free spaces where an action is executable, with cards if necessary (C5); otherwise all free spaces (C6)."""
    free = [space for space in range(SPACE_COUNT) if len(table.stacks[space]) < STACK_LIMIT]
    parts, board, me = table.parts, table.board, table.players[player]
    executable = [is_executable(parts, board, me, action) for action in range(ACTION_COUNT)]
    with_cards = [NOT_ASKED] * ACTION_COUNT
    within_reach: list[int] = []
    for space in free:
        first, second = table.first_actions[space], table.second_actions[space]
        if (
            executable[first]
            or executable[second]
            or cards_can_help(table, me, first, with_cards)
            or cards_can_help(table, me, second, with_cards)
        ):
            within_reach.append(SPACE + space)
    return within_reach or [SPACE + space for space in free]


def why_no_space_yet(table: Table, space: int) -> Reason:
    """The disc is chosen before its space."""
    return because("space_full") if len(table.stacks[space]) >= STACK_LIMIT else because("disc_first")


def why_no_space(table: Table, space: int) -> Reason:
    """Full, or useless while others are not (C5)."""
    if len(table.stacks[space]) >= STACK_LIMIT:
        return because("space_full")
    first, second = ACTIONS[table.first_actions[space]], ACTIONS[table.second_actions[space]]
    return because("space_useless", first=first, second=second)


def cards_can_help(table: Table, me: Player, action: int, answers: list[int]) -> bool:
    """Memoised per action: the search is slow, and an action is at several spaces."""
    if answers[action] == NOT_ASKED:
        answers[action] = int(duty.cards_can_help(table.parts, table.board, me, action))
    return answers[action] > 0


def can_use(table: Table, player: int, space: int) -> bool:
    first, second = table.first_actions[space], table.second_actions[space]
    return duty.can_meet(table.parts, table.board, table.players[player], first, second)


def place(table: Table, player: int, colour: int, space: int) -> None:
    """On top; the top three discs act, the bottom one of four takes a seat."""
    me = table.players[player]
    if colour == COLOURED:
        me.coloured -= 1
        table.stacks[space] += (player,)
    else:
        me.white -= 1
        table.stacks[space] += (WHITE,)
    table.space = space
    log.places(table, player, colour, space)
    plan_the_turn(table, len(table.stacks[space]))


def plan_the_turn(table: Table, discs: int) -> None:
    """Top, second and third disc in order (C11), then the scoring if there is one (C26)."""
    table.agenda.append(END_TURN)
    if discs == STACK_LIMIT:
        table.agenda.append(FOURTH_DISC)
    level = min(discs, ACTIVATED_DISCS)
    while level > TOP:
        level -= 1
        table.agenda.append(ACTIVATE[level])
