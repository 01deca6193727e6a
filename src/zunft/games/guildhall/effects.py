"""Shared parts of effects: cards set aside until a swap is complete, points, extra actions, draws."""

from __future__ import annotations

from zunft.core.reason import Reason, because
from zunft.games.guildhall import chapters, deck, log
from zunft.games.guildhall.cards import CHAPTERS, KIND_IDS, PROFESSIONS, kinds, set_of_laid
from zunft.games.guildhall.table import Table


def lay_out_from_hall(table: Table, player: int, kind: int) -> None:
    """Set aside a hall card to give."""
    table.players[player].hall -= 1 << kind
    table.given += (kind,)


def lay_out_chapter(table: Table, player: int, profession: int) -> None:
    """Set aside a chapter to give."""
    table.given = chapter_from_hall(table, player, profession)


def take_out(table: Table, other: int, kind: int) -> None:
    """Set aside a hall card to take."""
    table.players[other].hall -= 1 << kind
    table.taken += (kind,)


def take_out_chapter(table: Table, other: int, profession: int) -> None:
    """Set aside a chapter to take."""
    table.taken = chapter_from_hall(table, other, profession)


def chapter_from_hall(table: Table, owner: int, profession: int) -> tuple[int, ...]:
    """Remove a whole chapter and return its kinds."""
    hall = table.players[owner].hall
    table.players[owner].hall = hall & ~CHAPTERS[profession]
    return tuple(kinds(hall & CHAPTERS[profession]))


def enter_hall(table: Table, player: int, cards: tuple[int, ...]) -> None:
    """Several cards at once; completed chapters are checked after the last one."""
    table.players[player].hall |= set_of_laid(cards)


def swap(table: Table, player: int, other: int) -> None:
    """All cards set aside move at once; chapters may be completed on both sides."""
    log.trades(table, player, other)
    enter_hall(table, other, table.given)
    enter_hall(table, player, table.taken)
    clear_transit(table)
    chapters.close(table, other)
    chapters.close(table, player)


def clear_transit(table: Table) -> None:
    table.given = ()
    table.taken = ()


def earn(table: Table, player: int, points: int) -> None:
    """Victory points as chits, whose supply is unlimited."""
    table.players[player].chits += points
    log.earns(table, player, points)


def extra_actions(table: Table, player: int, number: int) -> None:
    """Mandatory, like the two actions of every turn (G20)."""
    table.actions_left += number
    log.extra_actions(table, player, number)


def draw(table: Table, player: int, number: int) -> None:
    log.draws(table, player, min(number, deck.cards_left(table)))
    deck.draw(table, player, number)


# Why not: reasons about hall cards


def why_not_own(table: Table, player: int, kind: int) -> Reason | None:
    """A card of the player's own hall."""
    return None if table.players[player].hall & 1 << kind else because("not_in_own_hall", card=KIND_IDS[kind])


def why_not_theirs(table: Table, other: int, kind: int) -> Reason | None:
    """A card of another hall."""
    if table.players[other].hall & 1 << kind:
        return None
    return because("not_in_other_hall", player=other, card=KIND_IDS[kind])


def why_not_new_here(table: Table, player: int, other: int, kind: int) -> Reason | None:
    """A card of another hall that the player's hall lacks."""
    found = why_not_theirs(table, other, kind)
    if found is None and table.players[player].hall & 1 << kind:
        return because("in_hall", card=KIND_IDS[kind])
    return found


def why_no_chapter(table: Table, owner: int, player: int, profession: int) -> Reason | None:
    """The profession must be in the hall it leaves."""
    if table.players[owner].hall & CHAPTERS[profession]:
        return None
    if owner == player:
        return because("no_own_chapter", profession=PROFESSIONS[profession])
    return because("no_other_chapter", player=owner, profession=PROFESSIONS[profession])
