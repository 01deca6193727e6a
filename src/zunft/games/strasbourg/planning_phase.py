"""Planning phase: everyone draws influence cards one by one, then splits them into stacks."""

from __future__ import annotations

from typing import Final

from zunft.core.state import CHANCE, NOBODY, Task
from zunft.games.strasbourg import cards, log, steps
from zunft.games.strasbourg.actions import CARD, DRAW, JOIN, NEW_STACK, STOP
from zunft.games.strasbourg.table import Player, Table
from zunft.games.strasbourg.words import PLANNING

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
    """All at once and sealed, or one after the other from the start player on (R11)."""
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
    """Asked for once the first card is drawn; with no second card there is nothing to ask."""
    if pile_size(table.players[player]) > 1:
        table.agenda.append(Task(steps.DRAW, player, 0, sealed))


def draw_first_card(table: Table, player: int) -> None:
    """Nobody is asked: whoever has cards draws one (R6); whoever has none plans nothing (R7)."""
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
    """No card left to draw: the only one is the only stack (F1)."""
    if not me.pile and not me.bottom:
        me.stacks.append(me.hand)
        me.hand = 0


def legal_cards(me: Player) -> list[int]:
    """At chance: every value that may be on top."""
    return [CARD + value - 1 for value in cards.distinct(me.pile)]


def take_from_pile(table: Table, player: int, value: int) -> None:
    me = table.players[player]
    me.pile -= cards.ONE[value]
    me.hand += cards.ONE[value]
    table.reveals += 1
    log.draws(table, player, value)


def take_from_bottom(table: Table, player: int) -> None:
    """A card that was reclaimed: everybody knows it (R31)."""
    me = table.players[player]
    value = me.bottom[0]
    me.bottom = me.bottom[1:]
    me.known += (value,)
    me.hand += cards.ONE[value]
    log.draws(table, player, value)


def draw(table: Table, player: int, sealed: bool) -> None:
    """One more card, whatever it is."""
    if table.players[player].pile:
        table.agenda.append(Task(steps.CARD, CHANCE, player, sealed))
    else:
        take_from_bottom(table, player)
        go_on_drawing(table, player, sealed)


def take_card(table: Table, player: int, value: int, sealed: bool) -> None:
    take_from_pile(table, player, value)
    go_on_drawing(table, player, sealed)


def go_on_drawing(table: Table, player: int, sealed: bool) -> None:
    """As often as wished; an empty pile ends it (R8)."""
    me = table.players[player]
    if me.pile or me.bottom:
        table.agenda.append(Task(steps.DRAW, player, 0, sealed))
    else:
        split(table, player, NEW_STACK, sealed)


# Second step: stacks


def split(table: Table, player: int, action: int, sealed: bool) -> None:
    """The highest card of the hand goes into a stack, until every card has gone into one (R9, R10)."""
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
    """A new one, or any that lies there; of several with equal contents the first."""
    found = [NEW_STACK]
    stacks = me.stacks
    for place in range(len(stacks)):
        if stacks.index(stacks[place]) == place:
            found.append(JOIN + place)
    return found


def lay_out(table: Table, player: int) -> None:
    """From now on everybody sees how many stacks there are and how many cards are in each (R12)."""
    table.reveals += 1
    if table.journal is not None:
        log.lays_out(table, player, [cards.size(stack) for stack in table.players[player].stacks])
