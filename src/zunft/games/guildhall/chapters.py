"""Complete chapters: five colours of a profession, in any hall, at any time."""

from __future__ import annotations

from zunft.core.state import NOBODY, Task
from zunft.games.guildhall import discard_pile, log, steps
from zunft.games.guildhall.actions import CHAPTER
from zunft.games.guildhall.cards import CHAPTER_SIZE, CHAPTERS, kinds
from zunft.games.guildhall.table import Table


def place(table: Table, player: int, kind: int) -> None:
    """A card enters a hall; if it is the fifth colour, the chapter is complete at once (4)."""
    me = table.players[player]
    me.hall |= 1 << kind
    profession = kind // CHAPTER_SIZE
    if me.hall & CHAPTERS[profession] == CHAPTERS[profession]:
        complete(table, player, profession)
        check_limit(table, player)


def close(table: Table, player: int) -> None:
    """After a whole swap or move: every chapter that it completed (5)."""
    hall = table.players[player].hall
    for profession in table.professions:
        if hall & CHAPTERS[profession] == CHAPTERS[profession]:
            complete(table, player, profession)
    check_limit(table, player)


def complete(table: Table, player: int, profession: int) -> None:
    """A face-down stack: no effect reaches it, its cards are neither counted nor duplicates (56, 59)."""
    me = table.players[player]
    me.hall -= CHAPTERS[profession]
    me.complete = tuple(sorted((*me.complete, profession)))
    log.completes(table, player, profession)
    if player == table.active and table.setting.options["same_profession_after_completion"]:
        table.played &= ~(1 << profession)


def check_limit(table: Table, player: int) -> None:
    """More than three: the owner discards some at once, also out of turn (10)."""
    if len(table.players[player].complete) > table.parts.max_complete:
        table.agenda.append(Task(steps.CHECK_LIMIT, NOBODY, player))


def legal_chapters(table: Table, player: int) -> list[int]:
    """The own complete chapters, by profession."""
    return [CHAPTER + profession for profession in sorted(set(table.players[player].complete))]


def overflow(table: Table, player: int, profession: int) -> None:
    lay_out(table, player, profession)
    log.drops(table, player, profession)
    check_limit(table, player)
    discard_pile.discard_laid_out(table, player)


def lay_out(table: Table, player: int, profession: int) -> None:
    """The five cards of a complete chapter, on their way to the discard pile."""
    me = table.players[player]
    left = list(me.complete)
    left.remove(profession)
    me.complete = tuple(left)
    table.given += tuple(kinds(CHAPTERS[profession]))


# Chapters that are not complete


def professions_in(cards: int) -> list[int]:
    """Which chapters these cards belong to."""
    found: list[int] = []
    for profession in range(len(CHAPTERS)):
        if cards & CHAPTERS[profession]:
            found.append(profession)
    return found


def offered(professions: list[int]) -> list[int]:
    return [CHAPTER + profession for profession in professions]
