"""Complete chapters: five colours of a profession, in any hall, at any time."""

from __future__ import annotations

from zunft.core.reason import Reason, because
from zunft.core.state import NOBODY, Task
from zunft.games.guildhall import discard_pile, knowledge, log, steps
from zunft.games.guildhall.actions import CHAPTER
from zunft.games.guildhall.cards import CHAPTER_SIZE, CHAPTERS, PROFESSIONS, kinds
from zunft.games.guildhall.table import Table


def place(table: Table, player: int, kind: int) -> None:
    """A card enters a hall; if it is the fifth colour, the chapter is complete at once (G4)."""
    me = table.players[player]
    me.hall |= 1 << kind
    profession = kind // CHAPTER_SIZE
    if me.hall & CHAPTERS[profession] == CHAPTERS[profession]:
        complete(table, player, profession)
        check_limit(table, player)


def close(table: Table, player: int) -> None:
    """After a swap or move: all chapters it completed (G5)."""
    hall = table.players[player].hall
    for profession in table.professions:
        if hall & CHAPTERS[profession] == CHAPTERS[profession]:
            complete(table, player, profession)
    check_limit(table, player)


def complete(table: Table, player: int, profession: int) -> None:
    """Becomes a face-down stack: immune to effects, its cards neither count nor are duplicates (G56, G59)."""
    me = table.players[player]
    me.hall -= CHAPTERS[profession]
    me.complete = tuple(sorted((*me.complete, profession)))
    knowledge.complete(me, profession)
    log.completes(table, player, profession)
    if player == table.active and table.setting.options["same_profession_after_completion"]:
        table.played &= ~(1 << profession)


def check_limit(table: Table, player: int) -> None:
    """With more than three, the owner discards down at once, even out of turn (G10)."""
    if len(table.players[player].complete) > table.parts.max_complete:
        table.agenda.append(Task(steps.CHECK_LIMIT, NOBODY, player))


def legal_chapters(table: Table, player: int) -> list[int]:
    """The player's complete chapters, by profession."""
    return [CHAPTER + profession for profession in sorted(set(table.players[player].complete))]


def why_not_complete(profession: int) -> Reason:
    return because("not_complete", profession=PROFESSIONS[profession])


def overflow(table: Table, player: int, profession: int) -> None:
    lay_out(table, player, profession)
    log.drops(table, player, profession)
    check_limit(table, player)
    discard_pile.discard_chapters(table, player)


def lay_out(table: Table, player: int, profession: int) -> None:
    """Set aside a complete chapter for the discard pile; others see the number of cards only (G64)."""
    me = table.players[player]
    left = list(me.complete)
    left.remove(profession)
    me.complete = tuple(left)
    knowledge.lay_out(me)
    table.paid += tuple(kinds(CHAPTERS[profession]))


# Incomplete chapters


def professions_in(cards: int) -> list[int]:
    """The professions of these cards."""
    found: list[int] = []
    for profession in range(len(CHAPTERS)):
        if cards & CHAPTERS[profession]:
            found.append(profession)
    return found


def offered(professions: list[int]) -> list[int]:
    return [CHAPTER + profession for profession in professions]
