"""Planning phase: players draw influence cards one by one, then split them into stacks."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason, because
from zunft.core.state import CHANCE, NOBODY, Task
from zunft.games.strasbourg import cards, log, steps
from zunft.games.strasbourg.actions import CARD, DRAW, JOIN, NEW_STACK, STOP
from zunft.games.strasbourg.names import PLANNING
from zunft.games.strasbourg.table import Player, Table

SEALED = "sealed"
TURN_ORDER = "turn_order"
DRAW_OR_STOP: Final = [DRAW, STOP]


def is_sealed(table: Table) -> bool:
    return bool(table.setting.options["planning"] == SEALED)


def clockwise(table: Table) -> list[int]:
    """All players, the start player first."""
    players = len(table.players)
    return [(table.start + distance) % players for distance in range(players)]


def begin(table: Table) -> None:
    """Simultaneous and sealed, or one after the other from the start player (R11)."""
    table.step = PLANNING
    last_first = clockwise(table)[::-1]
    if is_sealed(table):
        for player in last_first:
            table.agenda.append(Task(steps.LAY_OUT, NOBODY, player))
        for player in last_first:
            ask_to_draw(table, player, True)
        for player in last_first:
            draw_first_card(table, player)
    else:
        for player in last_first:
            table.agenda.append(Task(steps.PLAN, NOBODY, player))


def plan_in_turn(table: Table, player: int) -> None:
    table.agenda.append(Task(steps.LAY_OUT, NOBODY, player))
    ask_to_draw(table, player, False)
    draw_first_card(table, player)


# First step: the number of cards


def pile_size(me: Player) -> int:
    return cards.size(me.pile) + len(me.bottom)


def ask_to_draw(table: Table, player: int, sealed: bool) -> None:
    """After the first card is drawn; skipped if there is no second card."""
    if pile_size(table.players[player]) > 1:
        table.agenda.append(Task(steps.DRAW, player, 0, sealed))


def draw_first_card(table: Table, player: int) -> None:
    """Automatic: players with cards draw one (R6); players without cards plan nothing (R7)."""
    me = table.players[player]
    if me.pile:
        table.agenda.append(Task(steps.FIRST_CARD, CHANCE, player))
    elif me.bottom:
        take_from_bottom(table, player)
        stack_single_card(me)


def take_first_card(table: Table, player: int, value: int) -> None:
    take_from_pile(table, player, value)
    stack_single_card(table.players[player])


def stack_single_card(me: Player) -> None:
    """No more cards to draw: the single card is the only stack (F1)."""
    if not me.pile and not me.bottom:
        me.stacks.append(me.hand)
        me.hand = 0


def legal_cards(me: Player) -> list[int]:
    """For the chance node: every possible top card."""
    return [CARD + value - 1 for value in cards.distinct(me.pile)]


def take_from_pile(table: Table, player: int, value: int) -> None:
    me = table.players[player]
    me.pile -= cards.ONE[value]
    me.hand += cards.ONE[value]
    table.reveals += 1
    log.draws(table, player, value)


def take_from_bottom(table: Table, player: int) -> None:
    """A reclaimed card, which is public (R31)."""
    me = table.players[player]
    value = me.bottom[0]
    me.bottom = me.bottom[1:]
    me.known += (value,)
    me.hand += cards.ONE[value]
    log.draws(table, player, value)


def draw(table: Table, player: int, sealed: bool) -> None:
    """One more card."""
    if table.players[player].pile:
        table.agenda.append(Task(steps.CARD, CHANCE, player, sealed))
    else:
        take_from_bottom(table, player)
        continue_drawing(table, player, sealed)


def take_card(table: Table, player: int, value: int, sealed: bool) -> None:
    take_from_pile(table, player, value)
    continue_drawing(table, player, sealed)


def continue_drawing(table: Table, player: int, sealed: bool) -> None:
    """Any number of cards; an empty pile ends it (R8)."""
    me = table.players[player]
    if me.pile or me.bottom:
        table.agenda.append(Task(steps.DRAW, player, 0, sealed))
    else:
        split(table, player, NEW_STACK, sealed)


# Second step: stacks


def split(table: Table, player: int, action: int, sealed: bool) -> None:
    """The highest card in hand goes into a stack, until the hand is empty (R9, R10)."""
    me = table.players[player]
    place_highest(me, action)
    if me.hand:
        table.agenda.append(Task(steps.SPLIT, player, 0, sealed))
    else:
        me.stacks = cards.in_order(me.stacks)


def place_highest(me: Player, action: int) -> None:
    card = cards.ONE[cards.highest(me.hand)]
    me.hand -= card
    if action == NEW_STACK:
        me.stacks.append(card)
    else:
        me.stacks[action - JOIN] += card


def legal_stacks(me: Player) -> list[int]:
    """A new one, or an existing one; the first of several equal ones."""
    found = [NEW_STACK]
    stacks = me.stacks
    for place in range(len(stacks)):
        if stacks.index(stacks[place]) == place:
            found.append(JOIN + place)
    return found


def why_not_draw() -> Reason:
    return because("draw_first")


def why_not_join(me: Player, place: int) -> Reason:
    """No such stack, or a duplicate of an earlier one."""
    if place >= len(me.stacks):
        return because("no_stack", count=len(me.stacks))
    return because("same_stack", stack=me.stacks.index(me.stacks[place]) + 1)


def lay_out(table: Table, player: int) -> None:
    """The number and sizes of the stacks are now public (R12)."""
    table.reveals += 1
    if table.journal is not None:
        log.lays_out(table, player, [cards.size(stack) for stack in table.players[player].stacks])
