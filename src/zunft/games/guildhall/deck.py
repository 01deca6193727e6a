"""The deck: a bag whose order nobody knows, and on it the cards that Bricklayers put back."""

from __future__ import annotations

from typing import Final

from zunft.core.state import CHANCE, Task
from zunft.games.guildhall import hands, log, steps
from zunft.games.guildhall.cards import KINDS, NO_KIND, SEATS
from zunft.games.guildhall.components import MOST_DRAWN
from zunft.games.guildhall.table import Table

DRAW_CARD: Final = [Task(steps.DRAW_CARD, CHANCE, place) for place in range(SEATS * MOST_DRAWN)]


def drawable(table: Table) -> list[int]:
    """Every card that may be on top, as outcomes of chance: their codes are the kinds themselves."""
    return table.deck[:]


def copies(table: Table) -> list[int]:
    """How likely each of them is."""
    return table.deck_copies[:]


def fill(table: Table, copies: list[int]) -> None:
    """The bag holds so many copies of each kind, and nothing else."""
    table.deck = [kind for kind in range(len(copies)) if copies[kind]]
    table.deck_copies = [number for number in copies if number]
    table.deck_size = sum(copies)


def draw(table: Table, player: int, number: int) -> None:
    """Cards come to hand one at a time; when no card is left anywhere, fewer (42)."""
    while number > 0 and table.put_back:
        draw_put_back(table, player)
        number -= 1
    if number > 0 and has_cards(table):
        table.agenda.append(DRAW_CARD[player + SEATS * number])


def drawn(table: Table, player: int, number: int, kind: int) -> None:
    """One of so many cards comes from the bag."""
    take_from_bag(table, kind)
    hands.add(table.players[player].hand, kind)
    log.draws_card(table, player, kind)
    if number > 1:
        draw(table, player, number - 1)


def take_from_bag(table: Table, kind: int) -> None:
    place = table.deck.index(kind)
    left = table.deck_copies[place] - 1
    if left:
        table.deck_copies[place] = left
    else:
        del table.deck[place]
        del table.deck_copies[place]
    table.deck_size -= 1
    table.reveals += 1


def draw_put_back(table: Table, player: int) -> None:
    """Who put it back knows whose hand it comes to."""
    kind, owner = table.put_back[-1], table.put_back_by[-1]
    take_put_back(table)
    hands.add(table.players[player].hand, kind)
    if owner != player:
        hands.remember(table.players[player], owner, kind)
    log.draws_card(table, player, kind)


def take_put_back(table: Table) -> int:
    """The top card, if a Bricklayer put it there; all know that it lay there, some know what it is."""
    if not table.put_back:
        return NO_KIND
    kind = table.put_back[-1]
    table.put_back = table.put_back[:-1]
    table.put_back_by = table.put_back_by[:-1]
    table.reveals += 1
    return kind


def put_back(table: Table, player: int, kind: int) -> None:
    """Face down on the deck: nobody else knows which card it is, nor what is left in hand."""
    me = table.players[player]
    me.hand.remove(kind)
    hands.forget_all(me)
    table.put_back += (kind,)
    table.put_back_by += (player,)
    log.puts_back_card(table, player, kind)


def has_cards(table: Table) -> bool:
    """Only when a card must be drawn and none is left, the discard pile becomes the deck (42)."""
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
    """All that can still be drawn."""
    return table.deck_size + len(table.put_back) + len(table.pile)


def size(table: Table) -> int:
    return table.deck_size + len(table.put_back)
