"""What effects have in common: cards laid out until a swap is complete, points, extra actions, draws."""

from __future__ import annotations

from zunft.games.guildhall import deck, log
from zunft.games.guildhall.cards import CHAPTERS, kinds, set_of_laid
from zunft.games.guildhall.table import Table


def lay_out_from_hall(table: Table, player: int, kind: int) -> None:
    """An own hall card that will be given."""
    table.players[player].hall -= 1 << kind
    table.given += (kind,)


def lay_out_chapter(table: Table, player: int, profession: int) -> None:
    """A whole own chapter that will be given."""
    me = table.players[player]
    chapter = me.hall & CHAPTERS[profession]
    me.hall -= chapter
    table.given = tuple(kinds(chapter))


def take_out(table: Table, other: int, kind: int) -> None:
    """A hall card that will be taken."""
    table.players[other].hall -= 1 << kind
    table.taken += (kind,)


def take_out_chapter(table: Table, other: int, profession: int) -> None:
    """A whole chapter that will be taken."""
    owner = table.players[other]
    chapter = owner.hall & CHAPTERS[profession]
    owner.hall -= chapter
    table.taken = tuple(kinds(chapter))


def enter_hall(table: Table, player: int, cards: tuple[int, ...]) -> None:
    """Several cards at once; whether they complete chapters is looked at when all lie there."""
    table.players[player].hall |= set_of_laid(cards)


def clear_transit(table: Table) -> None:
    table.given = ()
    table.taken = ()


def earn(table: Table, player: int, points: int) -> None:
    """Victory points in chits, of which there are always enough."""
    table.players[player].chits += points
    log.earns(table, player, points)


def extra_actions(table: Table, player: int, number: int) -> None:
    """They must be taken, like the two of every turn (20)."""
    table.actions_left += number
    log.extra_actions(table, player, number)


def draw(table: Table, player: int, number: int) -> None:
    log.draws(table, player, min(number, deck.cards_left(table)))
    deck.draw(table, player, number)
