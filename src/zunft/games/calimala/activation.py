"""Activating a disc: its owner executes, skips or cannot execute its two actions, playing cards in between."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason, because
from zunft.core.state import NOBODY, Task
from zunft.core.tuples import added, replaced
from zunft.games.calimala import action_cards, duty, execution, log, options, placing, steps
from zunft.games.calimala.actions import CANNOT, CARD, DO, FINISH, SKIP
from zunft.games.calimala.names import ACTION_COUNT, ACTIONS, COLOURED_TURNS, MOST_PLAYERS, TOP, WHITE, WHITE_TURNS
from zunft.games.calimala.nine_actions import is_executable, why_not_executable
from zunft.games.calimala.table import Table

# Tasks are immutable, so all games share these.
CONTINUE: Final = [Task(steps.CONTINUE, NOBODY, player) for player in range(MOST_PLAYERS)]
NEXT: Final = [Task(steps.NEXT, player) for player in range(MOST_PLAYERS)]


def activate(table: Table, level: int) -> None:
    """Each action once, with a white top disc twice; a lower white disc does nothing (C10)."""
    disc = table.stacks[table.space][-1 - level]
    if disc == WHITE and level > TOP:
        return
    table.level = level
    turns = WHITE_TURNS if disc == WHITE else COLOURED_TURNS
    table.left = (turns, turns)
    table.done = (0, 0)
    owner = table.active if level == TOP else disc
    table.duty = level == TOP and placing.can_use(table, owner, table.space)
    if level > TOP:
        log.activates(table, owner, level)
    table.agenda.append(CONTINUE[owner])


def is_under_way(table: Table) -> bool:
    """A disc has been placed, and its turn has not ended."""
    for task in table.agenda:  # noqa: SIM110 - called for every observation; a generator is slower
        if task.step == steps.END_TURN:
            return True
    return False


def offer_next(table: Table, player: int) -> None:
    """Offer the disc's owner the next choice, unless it is forced."""
    if has_choice(table, player):
        table.agenda.append(NEXT[player])
        return
    if has_finished(table, player):
        return
    legal = legal_next(table, player)
    if len(legal) == 1 or (legal[0] >= CANNOT and not may_play_cards(table, player)):
        settle(table, player, legal[0])
    else:
        table.agenda.append(NEXT[player])


def has_choice(table: Table, player: int) -> bool:
    """Fast path: both actions can be executed, or one that is not mandatory now."""
    parts, board, me = table.parts, table.board, table.players[player]
    left_first, left_second = table.left[0] > 0, table.left[1] > 0
    can_first = left_first and is_executable(parts, board, me, table.first_actions[table.space])
    if can_first and not table.duty:
        return True
    can_second = left_second and is_executable(parts, board, me, table.second_actions[table.space])
    if can_first and can_second:
        return True
    if table.duty:
        return (can_first or can_second) and left_first and left_second and options.order_draws_cards(table)
    return can_second


def has_finished(table: Table, player: int) -> bool:
    """Fast path: both actions are settled, and no cards can be played."""
    return table.left[0] == 0 and table.left[1] == 0 and not may_play_cards(table, player)


def may_play_cards(table: Table, player: int) -> bool:
    """Only in their own turn; at lower discs by the option (C12)."""
    return player == table.active and (table.level == TOP or options.cards_at_own_lower_discs(table))


def legal_next(table: Table, player: int) -> list[int]:
    """Execute, cannot, skip, play a card; finish when both actions are settled."""
    parts, board, me = table.parts, table.board, table.players[player]
    left_first, left_second = table.left[0] > 0, table.left[1] > 0
    first, second = table.first_actions[table.space], table.second_actions[table.space]
    can_first = left_first and is_executable(parts, board, me, first)
    can_second = left_second and is_executable(parts, board, me, second)
    found: list[int] = []
    if can_first:
        found.append(DO + first)
    if can_second:
        found.append(DO + second)
    if left_first and not can_first and may_give_up(table, can_second) and duty.allows_settling_first(table, player):
        found.append(CANNOT + first)
    if left_second and not can_second and may_give_up(table, can_first) and duty.allows_settling_second(table, player):
        found.append(CANNOT + second)
    if can_first and duty.allows_settling_first(table, player):
        found.append(SKIP + first)
    if can_second and duty.allows_settling_second(table, player):
        found.append(SKIP + second)
    if may_play_cards(table, player):
        add_cards(table, player, found)
    if not left_first and not left_second:
        found.append(FINISH)
    return found


def may_give_up(table: Table, can_other: bool) -> bool:
    """With the option, an action may be exchanged for a card even if the other could be executed first (C7)."""
    return not can_other or options.order_draws_cards(table)


def add_cards(table: Table, player: int, found: list[int]) -> None:
    """Cards whose action is executable now (C13), provided the duty can still be met."""
    parts, board, me = table.parts, table.board, table.players[player]
    for card in range(ACTION_COUNT):
        if me.hand[card] and is_executable(parts, board, me, card) and duty.allows_card(table, player, card):
            found.append(CARD + card)


def why_not_next(table: Table, player: int, action: int) -> Reason:
    if action == FINISH:
        return because("not_finished")
    if action >= CARD:
        return why_no_card(table, player, action - CARD)
    if action >= SKIP:
        return why_no_skip(table, player, action - SKIP)
    if action >= CANNOT:
        return why_not_give_up(table, player, action - CANNOT)
    return why_no_turn_left(table, action - DO) or why_not_executable(
        table.parts, table.board, table.players[player], action - DO
    )


def why_no_turn_left(table: Table, action: int) -> Reason | None:
    """Only the two actions beside the space, each up to the disc's limit."""
    first, second = table.first_actions[table.space], table.second_actions[table.space]
    if action not in (first, second):
        return because("not_beside", action=ACTIONS[action], first=ACTIONS[first], second=ACTIONS[second])
    return None if table.left[number_of(table, action)] else because("settled", action=ACTIONS[action])


def why_no_skip(table: Table, player: int, action: int) -> Reason:
    found = why_no_turn_left(table, action)
    if found is not None:
        return found
    if is_executable(table.parts, table.board, table.players[player], action):
        return because("duty", action=ACTIONS[action])
    return because("skip_impossible", action=ACTIONS[action])


def why_not_give_up(table: Table, player: int, action: int) -> Reason:
    """A card is earned only for an impossible action, and never by violating the duty (C5, C7)."""
    found = why_no_turn_left(table, action)
    if found is not None:
        return found
    parts, board, me = table.parts, table.board, table.players[player]
    if is_executable(parts, board, me, action):
        return because("is_possible", action=ACTIONS[action])
    first, second = table.first_actions[table.space], table.second_actions[table.space]
    other = second if action == first else first
    if not may_give_up(table, table.left[number_of(table, other)] > 0 and is_executable(parts, board, me, other)):
        return because("other_first", other=ACTIONS[other])
    return because("duty", action=ACTIONS[action])


def why_no_card(table: Table, player: int, card: int) -> Reason:
    """The player's turn, the card in hand, its action possible, the duty still reachable (C12, C13)."""
    if player != table.active:
        return because("cards_own_turn")
    if not may_play_cards(table, player):
        return because("cards_top_disc")
    me = table.players[player]
    if not me.hand[card]:
        return because("no_card", action=ACTIONS[card])
    if not is_executable(table.parts, table.board, me, card):
        return why_not_executable(table.parts, table.board, me, card)
    return because("card_duty")


def settle(table: Table, player: int, action: int) -> None:
    """Apply one choice; then the owner continues, unless finished."""
    if action == FINISH:
        return
    table.agenda.append(CONTINUE[player])
    if action >= CARD:
        play_card(table, player, action - CARD)
    elif action >= SKIP:
        skip(table, player, action - SKIP)
    elif action >= CANNOT:
        cannot(table, player, action - CANNOT)
    else:
        execute(table, player, action - DO)


def number_of(table: Table, action: int) -> int:
    """0 for the first action of the space, 1 for the second."""
    return 0 if table.first_actions[table.space] == action else 1


def execute(table: Table, player: int, action: int) -> None:
    """Executing an action of the space fulfils the duty."""
    at = number_of(table, action)
    table.left = added(table.left, at, -1)
    table.done = added(table.done, at, 1)
    table.duty = False
    execution.execute(table, player, action)


def cannot(table: Table, player: int, action: int) -> None:
    """An action not executed at all earns a card; a partly executed one does not (C8)."""
    at = number_of(table, action)
    table.left = replaced(table.left, at, 0)
    log.cannot(table, player, action)
    if table.done[at] == 0:
        action_cards.earn(table, player)


def skip(table: Table, player: int, action: int) -> None:
    """Skipping an executable action earns no card (C9)."""
    table.left = replaced(table.left, number_of(table, action), 0)
    log.skips(table, player, action)


def play_card(table: Table, player: int, card: int) -> None:
    """A played card must be executed; it does not fulfil the duty (C13, C14)."""
    action_cards.lay_open(table, player, card)
    execution.execute(table, player, card)
