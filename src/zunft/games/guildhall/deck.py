"""The deck: a bag of unknown order, with the cards put back by Bricklayers on top."""

from __future__ import annotations

import random
from typing import Final

from zunft.core.bag import pick_of
from zunft.core.pair import pair
from zunft.core.rising import place_of
from zunft.core.state import CHANCE, Task
from zunft.games.guildhall import hands, log, steps
from zunft.games.guildhall.cards import KINDS, NO_KIND, SEATS
from zunft.games.guildhall.components import MOST_DRAWN
from zunft.games.guildhall.table import Table

DRAW_CARD: Final = [
    [Task(steps.DRAW_CARD, CHANCE, pair(number, player)) for number in range(MOST_DRAWN)] for player in range(SEATS)
]


def drawable(table: Table) -> list[int]:
    """Every possible top card, as chance outcomes: the codes are the kinds themselves."""
    return table.deck[:]


def copies(table: Table) -> list[int]:
    """Their weights."""
    return table.deck_copies[:]


def pick(table: Table, rng: random.Random) -> int:
    return table.deck[pick_of(table.deck_copies, table.deck_size, rng)]


def fill(table: Table, copies: list[int]) -> None:
    """Replace the bag's contents by these copies of each kind."""
    table.deck = [kind for kind in range(len(copies)) if copies[kind]]
    table.deck_copies = [number for number in copies if number]
    table.deck_size = sum(copies)


def draw(table: Table, player: int, number: int) -> None:
    """Cards are drawn one at a time; fewer if none are left anywhere (G42)."""
    while number > 0 and table.put_back:
        draw_put_back(table, player)
        number -= 1
    if number > 0 and has_cards(table):
        table.agenda.append(DRAW_CARD[player][number])


def drawn(table: Table, player: int, number: int, kind: int) -> None:
    """The next of `number` cards, drawn from the bag."""
    take_from_bag(table, kind)
    hands.add(table.players[player].hand, kind)
    log.draws_card(table, player, kind)
    if number > 1:
        draw(table, player, number - 1)


def take_from_bag(table: Table, kind: int) -> None:
    place = place_of(table.deck, kind)
    left = table.deck_copies[place] - 1
    if left:
        table.deck_copies[place] = left
    else:
        del table.deck[place]
        del table.deck_copies[place]
    table.deck_size -= 1
    table.reveals += 1


def draw_put_back(table: Table, player: int) -> None:
    """Known to the player who put it back."""
    kind, owner = table.put_back[-1], table.put_back_by[-1]
    take_put_back(table)
    hands.add(table.players[player].hand, kind)
    if owner != player:
        hands.remember(table.players[player], owner, kind)
    log.draws_card(table, player, kind)


def take_put_back(table: Table) -> int:
    """The top card put back by a Bricklayer; all know of it, some know which it is."""
    if not table.put_back:
        return NO_KIND
    kind = table.put_back[-1]
    table.put_back = table.put_back[:-1]
    table.put_back_by = table.put_back_by[:-1]
    table.reveals += 1
    return kind


def put_back(table: Table, player: int, kind: int) -> None:
    """Face down on the deck: the others know neither this card nor the rest of the hand."""
    me = table.players[player]
    me.hand.remove(kind)
    hands.forget_all(me)
    table.put_back += (kind,)
    table.put_back_by += (player,)
    log.puts_back_card(table, player, kind)


def has_cards(table: Table) -> bool:
    """The discard pile becomes the deck only when a card must be drawn and none is left (G42)."""
    if table.deck_size == 0 and table.pile:
        reshuffle(table)
    return table.deck_size > 0


def reshuffle(table: Table) -> None:
    found = [0] * KINDS
    for kind in table.pile:
        found[kind] += 1
    fill(table, found)
    table.pile = []
    table.pile_seen = []
    log.reshuffles(table)


def cards_left(table: Table) -> int:
    """All cards that can still be drawn."""
    return table.deck_size + len(table.put_back) + len(table.pile)


def size(table: Table) -> int:
    return table.deck_size + len(table.put_back)
