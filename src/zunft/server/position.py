"""What a viewer gets to know of a table: one structure for pages, streams and the JSON interface.

Built from the viewer's view, the viewer's legal actions and the events the viewer may know of; from nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from zunft.core.record import HUMAN
from zunft.core.state import Event
from zunft.core.text import Texts
from zunft.server import table as rows
from zunft.server.boards import Choice, choices_of, summary_events
from zunft.server.table import Step, Table

OPEN, PLAYING, OVER = "open", "playing", "over"


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str
    kind: str  # human, open, bot
    bot: str
    acting: bool
    clock: int | None  # milliseconds left, when `running` from `now` on
    running: bool
    resigned: bool
    points: int | None  # when the game is over
    won: bool


class Line(msgspec.Struct, frozen=True):
    """A line of the log; `number` is the position it led to."""

    number: int
    text: str
    kind: str = "game"  # game, summary, chat, table
    player: int | None = None


class Asked(msgspec.Struct, frozen=True):
    """Something that people have to agree to."""

    what: str
    asker: int
    seat: int
    mine: bool  # whether the viewer has still to answer


class Position(msgspec.Struct):
    table: str
    game: str
    title: str
    number: int
    players: list[SeatView]
    seat: int | None
    status: str  # OPEN, PLAYING, OVER
    decision: str | None
    prompt: str
    view: dict[str, Any] | None
    actions: list[Choice]
    undo: bool
    undo_bar: str
    redo: bool
    question: Asked | None
    next: str
    origin: str
    now: int


def position(table: Table, viewer: int | None, language: str, now: int) -> Position:
    say = table.game.texts[language].with_names(table.names)
    view = table.state.view(viewer) if table.begun else None
    actions = choices_of(table.state, viewer, view, say) if view is not None and table.is_playing else []
    decision = view["decision"] if view is not None and table.is_playing else None
    free, bar = table.free_to_undo(viewer) if viewer is not None and table.begun else ([], rows.NOTHING)
    asked = viewer if decision else None
    return Position(
        table.setup.id,
        table.game.name,
        table.game.title,
        table.number(viewer),
        table.remember(("seats", asked), lambda: seats(table, viewer, asked, now)),
        viewer,
        OVER if table.is_over else PLAYING if table.begun else OPEN,
        decision,
        say.say(f"prompt.{decision}") if decision else "",
        view,
        actions,
        bool(free),
        bar,
        viewer is not None and table.to_redo(viewer) is not None,
        question(table, viewer),
        table.following,
        table.setup.origin,
        now,
    )


def seats(table: Table, viewer: int | None, asked: int | None, now: int) -> list[SeatView]:
    """Others' clocks stand as everybody knew them last: a sealed choice must not show by a clock that stops.

    `asked`: the viewer, if the viewer has to decide: nobody else is told so while a choice is sealed.
    """
    acting = table.state.acting() if table.is_playing else []
    scores = table.state.scores() if table.is_over and not table.ended else None
    winners = table.winners() if table.is_over else []
    ticking = table.is_playing and table.setup.pace.is_timed
    found = []
    for seat, chair in enumerate(table.chairs):
        clocks = table.clocks if seat == viewer else table.public_clocks
        running = ticking and seat in clocks.running and chair.kind == HUMAN
        found.append(
            SeatView(
                seat,
                chair.name,
                chair.kind,
                chair.bot,
                seat in acting or seat == asked,
                clocks.left_at(seat, now) if chair.kind == HUMAN else None,
                running,
                chair.resigned,
                scores[seat] if scores else None,
                seat in winners,
            )
        )
    return found


def question(table: Table, viewer: int | None) -> Asked | None:
    found = table.question
    if found is None:
        return None
    mine = viewer in table.people() and viewer not in (found.asker, found.seat, *found.agreed)
    return Asked(found.what, found.asker, found.seat, mine)


# The log


class Happening(msgspec.Struct):
    """A row that a viewer knows of: its number for this viewer, and what was played in it, if anything."""

    number: int
    row: rows.Row
    step: Step | None


def happenings(table: Table, viewer: int | None, since: int = 0) -> list[Happening]:
    """What this viewer knows of that happened after a number, in order."""
    seen = table.seen[table.at(viewer)]
    steps = steps_by_row(table, seen[since] if since < len(seen) else len(table.rows))
    return [
        Happening(number, table.rows[place], steps.get(place)) for number, place in enumerate(seen[since:], since + 1)
    ]


def lines(table: Table, viewer: int | None, language: str, words: Texts, happened: Sequence[Happening]) -> list[Line]:
    """What this viewer may read of it."""
    found: list[Line] = []
    # A secret choice of somebody else is not among the rows seen; what it led to is told by the row that ended it.
    for each in happened:
        step = each.step
        if step is not None:
            found += spoken(table, step.events, step.said, viewer, each.number, language)
        elif each.row.kind == rows.BEGIN:
            found += spoken(table, table.opening_events, table.opening_said, viewer, each.number, language)
        elif each.row.kind != rows.ACT:
            found += table_line(each.row, each.number, words.with_names(table.names))
    return found


def steps_by_row(table: Table, first: int) -> dict[int, Step]:
    """The steps from a row on; mostly there is one, the last."""
    found = {}
    for step in reversed(table.steps):
        if step.row < first:
            break
        found[step.row] = step
    return found


def spoken(
    table: Table, events: Sequence[Event], said: dict[str, list[Line]], viewer: int | None, number: int, language: str
) -> list[Line]:
    """Each event is put into words once, whoever reads them."""
    if language not in said:
        say = table.game.texts[language].with_names(table.names)
        summing_up = summary_events(table.game)
        said[language] = [
            Line(
                number,
                say.say(f"log.{event.key}", **event.args),
                "summary" if event.key in summing_up else "game",
                event.args.get("player"),
            )
            for event in events
        ]
    return [
        line if line.number == number else Line(number, line.text, line.kind, line.player)
        for event, line in zip(events, said[language], strict=True)
        if event.is_visible_to(viewer)
    ]


def table_line(row: rows.Row, number: int, site: Texts) -> list[Line]:
    if row.kind == rows.CHAT:
        return [Line(number, row.data["text"], "chat", row.player)]
    key = f"log.{row.kind}"
    if row.kind == rows.REPLACE:
        key = f"log.replace_{row.data['why']}"
    elif row.kind == rows.END:
        key = f"log.{row.data['why']}"
    if not site.has(key):
        return []
    return [Line(number, site.say(key, player=row.player), "table", row.player)]


def moves(viewer: int | None, happened: Sequence[Happening]) -> list[dict[str, str]]:
    """What moved from place to place, for those who like to see it fly."""
    return [
        {"key": event.key, "from": event.source, "to": event.target}
        for each in happened
        if each.step is not None
        for event in each.step.events
        if event.source and event.target and event.is_visible_to(viewer)
    ]
