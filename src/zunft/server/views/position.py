"""A viewer's view of a table: one structure for pages, streams and the JSON interface.

Built only from the viewer's view, the viewer's legal actions and the events visible to the viewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from zunft.core.record import HUMAN
from zunft.core.state import Event
from zunft.core.text import Texts
from zunft.core.undo import NOTHING
from zunft.server.tables import clocks, guidance, log
from zunft.server.tables.hints import are_allowed
from zunft.server.tables.log import Entry
from zunft.server.tables.table import Move, Table
from zunft.server.texts import site_texts
from zunft.server.views.boards import Choice, choices_of, line_kinds
from zunft.server.views.memo import memoised


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str
    kind: str  # human, open, bot
    bot: str
    acting: bool
    clock: int | None  # milliseconds left at `now`; counting down while `running`
    running: bool
    resigned: bool
    points: int | None  # once the game is over
    won: bool


class Line(msgspec.Struct, frozen=True):
    """A line of the log; `number` is the position it led to."""

    number: int
    text: str
    kind: str = "game"  # game, heading, summary, chat, table
    player: int | None = None
    places: tuple[str, ...] = ()  # on the board, for highlighting


class Asked(msgspec.Struct, frozen=True):
    """A request that people have to agree to."""

    what: str
    asker: int
    seat: int
    mine: bool  # whether the viewer has yet to answer


class Position(msgspec.Struct):
    table: str
    game: str
    title: str
    number: int
    players: list[SeatView]
    seat: int | None
    status: str  # WAITING, PLAYING, OVER
    decision: str | None
    prompt: str
    view: dict[str, Any] | None
    actions: list[Choice]
    undo: bool
    undo_bar: str
    redo: bool
    vote: Asked | None
    hints: bool  # whether the viewer may ask for a hint
    hinted: bool  # a hint was given; shown once the game is over
    next: str
    origin: str
    now: int


def position(table: Table, viewer: int | None, language: str) -> Position:
    now = clocks.now()
    say = table.game.texts[language].with_names(table.names)
    view = table.state.view(viewer) if table.begun else None
    if view is not None and guidance.is_reading(table):
        view = {**view, "decision": None}  # the learner reads first, then decides
    decision = view["decision"] if view is not None and table.is_playing else None
    actions = choices_of(table.state, viewer, view, say) if view is not None and decision else []
    free, bar = table.free_to_undo(viewer) if viewer is not None and table.begun else ([], NOTHING)
    asked = viewer if decision else None
    return Position(
        table.setup.id,
        table.game.name,
        table.game.title,
        table.number(viewer),
        memoised(table, ("seats", asked), lambda: seats(table, viewer, asked, now)),
        viewer,
        table.status,
        decision,
        say.say(f"prompt.{decision}") if decision else "",
        view,
        actions,
        bool(free),
        bar,
        viewer is not None and table.to_redo(viewer) is not None,
        vote(table, viewer),
        len(actions) > 1 and are_allowed(table),
        table.is_over and bool(table.hinted),
        table.rematch,
        table.setup.origin,
        now,
    )


def seats(table: Table, viewer: int | None, asked: int | None, now: int) -> list[SeatView]:
    """Clocks of others are as of the last public entry: a clock that stops would reveal a sealed choice.

    `asked`: the viewer, if the viewer has to decide; hidden from others while a choice is sealed.
    """
    acting = table.state.acting() if table.is_playing else []
    scores = table.state.scores() if table.is_over and not table.ended else None
    winners = table.winners() if table.is_over else []
    ticking = table.is_playing and table.setup.pace.is_timed
    found = []
    for seat, each in enumerate(table.seats):
        clocks = table.clocks if seat == viewer else table.public_clocks
        running = ticking and seat in clocks.running and each.kind == HUMAN
        found.append(
            SeatView(
                seat,
                each.name,
                each.kind,
                each.bot,
                seat in acting or seat == asked,
                clocks.left_at(seat, now) if each.kind == HUMAN else None,
                running,
                each.resigned,
                scores[seat] if scores else None,
                seat in winners,
            )
        )
    return found


def vote(table: Table, viewer: int | None) -> Asked | None:
    found = table.vote
    if found is None:
        return None
    mine = viewer in table.people() and viewer not in (found.asker, found.seat, *found.agreed)
    return Asked(found.what, found.asker, found.seat, mine)


# The log


class VisibleEntry(msgspec.Struct):
    """An entry visible to a viewer: the viewer's number for it, and its move unless undone."""

    number: int
    entry: Entry
    move: Move | None


def visible_entries(table: Table, viewer: int | None, since: int = 0) -> list[VisibleEntry]:
    """Entries after a number that are visible to this viewer, in order."""
    seen = table.seen_by(viewer)[since:]
    moves = moves_by_entry(table, seen[0]) if seen else {}
    return [VisibleEntry(number, table.log[entry], moves.get(entry)) for number, entry in enumerate(seen, since + 1)]


def latest_first(table: Table, viewer: int | None) -> Iterator[VisibleEntry]:
    """Entries visible to this viewer, from the last one; readers stop where they have enough."""
    moves = reversed(table.moves)
    move = next(moves, None)
    for number, entry in zip(range(table.number(viewer), 0, -1), reversed(table.seen_by(viewer)), strict=True):
        while move is not None and move.entry > entry:
            move = next(moves, None)
        yield VisibleEntry(number, table.log[entry], move if move is not None and move.entry == entry else None)


def moves_by_entry(table: Table, first: int) -> dict[int, Move]:
    """The moves since an entry; usually just the last one."""
    found = {}
    for move in reversed(table.moves):
        if move.entry < first:
            break
        found[move.entry] = move
    return found


def lines(table: Table, viewer: int | None, language: str, happened: Sequence[VisibleEntry]) -> list[Line]:
    """The lines visible to this viewer."""
    return [line for each in happened for line in lines_of(table, viewer, language, each)]


def lines_of(table: Table, viewer: int | None, language: str, happened: VisibleEntry) -> list[Line]:
    # Others' secret choices are not among the visible entries; their effects appear with the entry ending the choice.
    number, entry, move = happened.number, happened.entry, happened.move
    if move is None and entry.kind not in (log.BEGIN, log.ACT):
        return table_line(entry, number, site_texts()[language].with_names(table.names))
    events = move.events if move else table.opening_events if entry.kind == log.BEGIN else []
    described = memoised(table, ("lines", entry.number, language), lambda: in_words(table, events, language))
    return [Line(number, *words) for event, words in zip(events, described, strict=True) if event.is_visible_to(viewer)]


def in_words(
    table: Table, events: Sequence[Event], language: str
) -> list[tuple[str, str, int | None, tuple[str, ...]]]:
    """Text, kind, player and places of each event's line."""
    say = table.game.texts[language].with_names(table.names)
    kinds = line_kinds(table.game)
    return [
        (
            say.say(f"log.{event.key}", **event.args),
            kinds.get(event.key, "game"),
            event.args.get("player"),
            tuple(filter(None, (event.source, event.target))),
        )
        for event in events
    ]


def table_line(entry: Entry, number: int, site: Texts) -> list[Line]:
    if entry.kind == log.CHAT:
        return [Line(number, entry.data["text"], "chat", entry.player)]
    key = f"log.{line_key(entry.kind, entry.data)}"
    words = {"player": entry.player, "seat": entry.data.get("seat", -1)}
    return [Line(number, site.say(key, **words), "table", entry.player)] if site.has(key) else []


def line_key(kind: str, data: dict[str, Any]) -> str:
    match kind:
        case log.REPLACE:
            return f"replace_{data['why']}"
        case log.ANSWER:
            return "answer_yes" if data["yes"] else "answer_no"
        case log.HINTS:
            return "hints_yes" if data["allowed"] else "hints_no"
        case log.ASK:
            return f"ask_{data['what']}"
        case log.UNDO if data.get("beyond"):
            return "undo_agreed"
        case log.UNDO:
            return "undo" if len(data["rows"]) == 1 else "undo_turn"
        case log.END:
            return str(data["why"])
    return kind


def flights(viewer: int | None, happened: Sequence[VisibleEntry]) -> list[dict[str, str]]:
    """What moved from place to place, for animations."""
    return [
        {"key": event.key, "from": event.source, "to": event.target}
        for each in happened
        if each.move is not None
        for event in each.move.events
        if event.source and event.target and event.is_visible_to(viewer)
    ]
