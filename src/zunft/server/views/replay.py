"""Replays: where turns begin, the chosen player's view, and each player's hidden cards."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from markupsafe import Markup

from zunft.server.tables.table import Table
from zunft.server.views.boards import boards, sheet_html
from zunft.server.views.journal import page_of, without_chat
from zunft.server.views.position import Line

MOST_LINES: Final = 4000  # in the list of moves; the longest games have half as many


class TurnStarts(NamedTuple):
    """Positions where the previous and the next turn begin."""

    previous: int
    following: int


def moves_of(table: Table, viewer: int | None, language: str) -> list[Line]:
    """The complete log, for the list of moves."""
    return without_chat(page_of(table, viewer, language, limit=MOST_LINES).lines)


def turns_around(moves: list[Line], number: int, last: int) -> TurnStarts:
    starts = [line.number for line in moves if line.kind == "heading"]
    return TurnStarts(
        max((start for start in starts if start < number), default=1),
        min((start for start in starts if start > number), default=last),
    )


def perspective(table: Table, viewer: int | None, wanted: int | None) -> int | None:
    """Whose view to show: the viewer's own, or any player's once the game is over."""
    is_open = table.is_over and wanted is not None and wanted < table.setup.players
    return wanted if is_open else viewer


def number_for(table: Table, viewer: int | None, number: int, other: int | None) -> int:
    """Translates a position's number from this viewer to the other."""
    entry = table.seen_by(viewer)[number - 1]
    return max(1, bisect_right(table.seen_by(other), entry))


def hands(past: Table, language: str) -> list[Markup]:
    """For each player of a finished game, what only this player could see in a position."""
    if not past.begun:
        return []
    say = past.game.texts[language].with_names(past.names)
    public = [sheet.plain() for sheet in past.game.sheets(past.state.view(None), say)]
    found = []
    for seat in range(past.setup.players):
        sheets = past.game.sheets(past.state.view(seat), say)
        found.append(Markup("").join(sheet_html(sheet) for sheet in sheets if sheet.plain() not in public))
    return found


def drawn(table: Table, view: dict[str, object] | None, language: str) -> Markup:
    """The board of a position, without choices."""
    return Markup("".join(boards(table.game, language).draw(view, [], table.names))) if view else Markup("")
