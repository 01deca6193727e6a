"""Activating a disc: its owner executes, skips or cannot execute its two actions, and may play cards in between."""

from __future__ import annotations

from zunft.core.state import NOBODY, Task
from zunft.games.calimala import action_cards, duty, execution, log, options, placing, steps
from zunft.games.calimala.actions import CANNOT, CARD, DO, FINISH, SKIP
from zunft.games.calimala.names import ACTION_COUNT, COLOURED_TURNS, TOP, WHITE, WHITE_TURNS
from zunft.games.calimala.nine_actions import is_executable
from zunft.games.calimala.table import Table


def activate(table: Table, level: int) -> None:
    """Each action once, with a white top disc twice; a lower white disc does nothing (C10)."""
    disc = table.stacks[table.space][-1 - level]
    if disc == WHITE and level > TOP:
        return
    table.level = level
    turns = WHITE_TURNS if disc == WHITE else COLOURED_TURNS
    table.left = [turns, turns]
    table.done = [0, 0]
    owner = table.active if level == TOP else disc
    table.duty = level == TOP and placing.can_use(table, owner, table.space)
    if level > TOP:
        log.activates(table, owner, level)
    table.agenda.append(Task(steps.GO_ON, NOBODY, owner))


def go_on(table: Table, player: int) -> None:
    """Ask the disc's owner what is next, unless there is nothing to choose."""
    legal = legal_next(table, player)
    if len(legal) == 1 or (legal[-1] < SKIP and legal[0] >= CANNOT and not may_play_cards(table, player)):
        settle(table, player, legal[0])
    else:
        table.agenda.append(Task(steps.NEXT, player))


def may_play_cards(table: Table, player: int) -> bool:
    """Only in one's own turn; at own lower discs if the table plays so (C12)."""
    return player == table.active and (table.level == TOP or options.cards_at_own_lower_discs(table))


def legal_next(table: Table, player: int) -> list[int]:
    """Execute, cannot, skip, play a card; finish when both actions are settled."""
    parts, board, me = table.parts, table.board, table.players[player]
    left_low, left_high = table.left[0] > 0, table.left[1] > 0
    low, high = table.actions[2 * table.space], table.actions[2 * table.space + 1]
    can_low = left_low and is_executable(parts, board, me, low)
    can_high = left_high and is_executable(parts, board, me, high)
    may_take_first = options.order_draws_cards(table)
    found: list[int] = []
    if can_low:
        found.append(DO + low)
    if can_high:
        found.append(DO + high)
    if left_low and not can_low and (may_take_first or not can_high) and duty.allows_settling(table, player, 0):
        found.append(CANNOT + low)
    if left_high and not can_high and (may_take_first or not can_low) and duty.allows_settling(table, player, 1):
        found.append(CANNOT + high)
    if can_low and duty.allows_settling(table, player, 0):
        found.append(SKIP + low)
    if can_high and duty.allows_settling(table, player, 1):
        found.append(SKIP + high)
    if may_play_cards(table, player):
        add_cards(table, player, found)
    if not left_low and not left_high:
        found.append(FINISH)
    return found


def add_cards(table: Table, player: int, found: list[int]) -> None:
    """Cards whose action is executable now (C13) and that leave the duty possible."""
    parts, board, me = table.parts, table.board, table.players[player]
    for card in range(ACTION_COUNT):
        if me.hand[card] and is_executable(parts, board, me, card) and duty.allows_card(table, player, card):
            found.append(CARD + card)


def settle(table: Table, player: int, action: int) -> None:
    """Carry out one choice; then the owner goes on, unless he has finished."""
    if action == FINISH:
        return
    table.agenda.append(Task(steps.GO_ON, NOBODY, player))
    if action >= CARD:
        play_card(table, player, action - CARD)
    elif action >= SKIP:
        skip(table, player, action - SKIP)
    elif action >= CANNOT:
        cannot(table, player, action - CANNOT)
    else:
        execute(table, player, action - DO)


def which(table: Table, action: int) -> int:
    """Whether it is the first or the second action of the space."""
    return 0 if table.actions[2 * table.space] == action else 1


def execute(table: Table, player: int, action: int) -> None:
    """Executing an action of the space meets the duty."""
    at = which(table, action)
    table.left[at] -= 1
    table.done[at] += 1
    table.duty = False
    execution.execute(table, player, action)


def cannot(table: Table, player: int, action: int) -> None:
    """An action not executed at all brings a card; one executed only in part does not (C8)."""
    at = which(table, action)
    table.left[at] = 0
    log.cannot(table, player, action)
    if table.done[at] == 0:
        action_cards.earn(table, player)


def skip(table: Table, player: int, action: int) -> None:
    """Giving up an action that could be executed brings no card (C9)."""
    table.left[which(table, action)] = 0
    log.skips(table, player, action)


def play_card(table: Table, player: int, card: int) -> None:
    """A played card must be executed; it does not meet the duty (C13, C14)."""
    action_cards.lay_open(table, player, card)
    execution.execute(table, player, card)
