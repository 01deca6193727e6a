"""Action cards: drawn for an action that cannot be executed, played in the owner's turn."""

from __future__ import annotations

import random
from typing import Final

from zunft.core import bag
from zunft.core.state import CHANCE, Task
from zunft.core.tuples import added
from zunft.games.calimala import log, options, steps
from zunft.games.calimala.actions import DRAW
from zunft.games.calimala.names import ACTION_COUNT, MOST_PLAYERS, TOP, TOP_DISC_CARDS
from zunft.games.calimala.table import Player, Table

NO_CARDS: Final = (0,) * ACTION_COUNT
DRAW_ACTION_CARD: Final = [Task(steps.DRAW_ACTION_CARD, CHANCE, player) for player in range(MOST_PLAYERS)]


def earn(table: Table, player: int) -> None:
    """A card for an action not executed at all, within the limits of the turn (C8)."""
    if may_earn(table, player) and draw_later(table, player) and player == table.active:
        table.drawn += 1


def may_earn(table: Table, player: int) -> bool:
    """The disc just placed earns at most one card; in the second edition this limits the whole turn (C8)."""
    if player != table.active or table.drawn < TOP_DISC_CARDS:
        return True
    return table.level != TOP and not options.has_card_limit(table)


def draw_later(table: Table, player: int) -> bool:
    """Chance deals a card; an empty deck is refilled from the discard pile; no card if that is empty too (C15)."""
    if deck_size(table) == 0:
        if bag.size(table.discard) == 0:
            log.no_cards_left(table, player)
            return False
        shuffle(table)
    table.agenda.append(DRAW_ACTION_CARD[player])
    return True


def shuffle(table: Table) -> None:
    """The new deck's contents are public, and each player's hand at this time is remembered."""
    table.deck = table.discard
    table.discard = [0] * ACTION_COUNT
    table.fresh = tuple(table.deck)
    for me in table.players:
        me.held = me.hand
        me.plays = ()
    log.deck_shuffled(table)


def deck_size(table: Table) -> int:
    return bag.size(table.deck)


def outcomes(table: Table) -> list[int]:
    deck = table.deck
    return [DRAW + card for card in range(ACTION_COUNT) if deck[card]]


def weights(table: Table) -> list[int]:
    return [number for number in table.deck if number]


def pick(table: Table, rng: random.Random) -> int:
    return DRAW + bag.pick(table.deck, rng)


def draw(table: Table, player: int, card: int) -> None:
    table.deck[card] -= 1
    me = table.players[player]
    me.hand = added(me.hand, card, 1)
    table.reveals += 1
    log.draws_card(table, player, card)


def drawn_since_shuffle(me: Player) -> int:
    drawn = len(me.plays)
    for card in range(ACTION_COUNT):
        drawn += me.hand[card] - me.held[card]
    return drawn


def lay_open(table: Table, player: int, card: int) -> None:
    """A played card goes to the discard pile, face up."""
    me = table.players[player]
    me.plays += (drawn_since_shuffle(me) * ACTION_COUNT + card,)
    me.hand = added(me.hand, card, -1)
    table.discard[card] += 1
    table.reveals += 1
    log.plays_card(table, player, card)
