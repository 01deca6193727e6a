"""The parts of a table's page that live, and what a live page is told so that it becomes the present one."""

from __future__ import annotations

from functools import lru_cache
from operator import ne
from typing import Final

import msgspec

from zunft.core.game import Game
from zunft.server import store
from zunft.server.boards import Choice, boards, program_texts
from zunft.server.position import (
    OPEN,
    OVER,
    PLAYING,
    Asked,
    Line,
    Position,
    SeatView,
    happenings,
    lines,
    moves,
    position,
)
from zunft.server.rendering import escape, rendered
from zunft.server.site import environment
from zunft.server.table import UNDO, Table

REGIONS_KEPT: Final = 4096
LINES_KEPT: Final = 4096
LOG_AT_FIRST: Final = 80  # lines of the log that a page brings along
KEYS: Final = "1234567890abcdefghijklmnopqstuvwxy"  # r opens the rules, z takes back

Pieces = list[str]
Names = tuple[str, ...]


def regions(table: Table, viewer: int | None, language: str) -> dict[str, Pieces]:
    """By their ids; the same for everybody on this seat."""

    def make() -> dict[str, Pieces]:
        found = position(table, viewer, language, store.now())
        names = table.names
        return {
            "board": board(table, found, language, names),
            "decision": decision(table.game, found, language, names),
            "seats": [seats(found.table, tuple(found.players), viewer, found.status, language, names)],
        }

    return table.remember(("regions", viewer, language), make)


def board(table: Table, found: Position, language: str, names: Names) -> Pieces:
    head = [board_head(found.table, language), str(found.number), '">\n']
    if found.view is None:
        return [*head, rendered(environment(), "live/waiting.html", {"ui": program_texts()[language].say})]
    return [*head, *boards(table.game, language).draw(found.view, found.actions, names), "</form>"]


@lru_cache(REGIONS_KEPT)
def board_head(table: str, language: str) -> str:
    """Up to the number of the position, which is another one after every move."""
    return rendered(environment(), "live/board.html", {"table": table, "ui": program_texts()[language].say})


def decision(game: Game, found: Position, language: str, names: Names) -> Pieces:
    if found.status == OPEN:
        return [rendered(environment(), "live/open.html", {"ui": program_texts()[language].say})]
    if found.status == OVER:
        return [over(game, found, language)]
    if found.actions:
        what = choices(found, language)
    else:
        what = others_decide(tuple([each.seat for each in found.players if each.acting]), language, names)
    more = tools(found.table, found.seat, found.question, found.undo, found.undo_bar, found.redo, language, names)
    return [what, more, "</section>"]


def over(game: Game, found: Position, language: str) -> str:
    words, say = program_texts()[language], game.texts[language]
    values = {"position": found, "ui": words.say, "say": say, "sources": sources(found)}
    return rendered(environment(), "live/over.html", values)


def choices(found: Position, language: str) -> str:
    values = {"decision": found.decision, "prompt": found.prompt, "kinds": grouped(found.actions)}
    return rendered(environment(), "live/choices.html", values)


@lru_cache(REGIONS_KEPT)
def others_decide(acting: tuple[int, ...], language: str, names: Names) -> str:
    words = program_texts()[language].with_names(names)
    return rendered(environment(), "live/others.html", {"acting": acting, "ui": words.say})


@lru_cache(REGIONS_KEPT)
def tools(
    table: str,
    seat: int | None,
    question: Asked | None,
    undo: bool,
    undo_bar: str,
    redo: bool,
    language: str,
    names: Names,
) -> str:
    """What can be done besides deciding."""
    words = program_texts()[language].with_names(names)
    values = {"table": table, "seat": seat, "question": question, "undo": undo, "undo_bar": undo_bar, "redo": redo}
    return rendered(environment(), "live/tools.html", {**values, "ui": words.say})


@lru_cache(REGIONS_KEPT)
def seats(
    table: str, players: tuple[SeatView, ...], viewer: int | None, status: str, language: str, names: Names
) -> str:
    words = program_texts()[language].with_names(names)
    values = {"table": table, "players": players, "viewer": viewer, "playing": status == PLAYING}
    return rendered(environment(), "live/seats.html", {**values, "ui": words.say, "texts": words})


class Group(msgspec.Struct):
    """Choices of one kind, with the help that goes with them."""

    kind: str
    help: str
    choices: list[tuple[str, Choice]]  # key to press, choice


def grouped(choices: list[Choice]) -> list[Group]:
    groups: dict[str, Group] = {}
    for place, choice in enumerate(choices):
        group = groups.setdefault(choice.kind, Group(choice.kind, choice.help, []))
        group.choices.append((KEYS[place] if place < len(KEYS) else "", choice))
    return list(groups.values())


def sources(found: Position) -> list[str]:
    """Where points came from, in the game's order."""
    points = (found.view or {}).get("points") or []
    return list(dict.fromkeys(source for each in points for source in each))


# The log


def log_html(table: Table, told: list[Line]) -> str:
    return "".join([line_html(table.setup.id, line, table.names) for line in told])


@lru_cache(LINES_KEPT)
def line_html(table: str, line: Line, names: tuple[str, ...]) -> str:
    if line.kind == "chat":
        return rendered(environment(), "live/chat.html", {"line": line, "names": names})
    return f'<li class="{line.kind}"><a href="/t/{table}/replay?at={line.number}">{escape(line.text)}</a></li>'


# What is new


class News(msgspec.Struct):
    """What has happened, but for the regions, which depend on what the page has already."""

    number: int
    log: str
    anew: bool  # the log begins again: something was taken back
    summary: str
    moves: list[dict[str, str]]
    turn: bool


def news(table: Table, viewer: int | None, language: str, since: int) -> News:
    def make() -> News:
        happened = happenings(table, viewer, since)
        anew = any(each.row.kind == UNDO for each in happened)
        read = happenings(table, viewer) if anew else happened
        new = lines(table, viewer, language, program_texts()[language], read)[-LOG_AT_FIRST:]
        summary = [] if anew else [line for line in new if line.kind == "summary"]
        return News(
            table.number(viewer),
            log_html(table, new),
            anew,
            log_html(table, summary) if summary else "",
            moves(viewer, happened),
            viewer is not None and viewer in table.deciders(),
        )

    return table.remember(("news", viewer, language, since), make)


class LivePage:
    """One stream to one page. Pieces that the page has are not sent again: they are named by their places."""

    def __init__(self, viewer: int | None, language: str) -> None:
        self.viewer = viewer
        self.language = language
        self.sent: dict[str, Pieces] = {}

    def __call__(self, table: Table, since: int) -> bytes:
        present = regions(table, self.viewer, self.language)
        changed = {name: change(self.sent.get(name, []), now) for name, now in present.items()}
        self.sent = present
        return msgspec.json.encode({"news": news(table, self.viewer, self.language, since), "regions": changed})


def change(before: Pieces, now: Pieces) -> list[str | list[int]]:
    """New pieces as they are, others as runs of places in what was there before: [first, the one after the last]."""
    return changed_in_place(before, now) if len(before) == len(now) else moved(before, now)


def changed_in_place(before: Pieces, now: Pieces) -> list[str | list[int]]:
    """Where there are as many pieces as before, hardly any has moved."""
    found: list[str | list[int]] = []
    first = 0  # of a run of known pieces, not yet told
    for place, differs in enumerate(map(ne, now, before)):
        if differs:
            if first < place:
                found.append([first, place])
            found.append(str(now[place]))  # as plain text, which Markup is not
            first = place + 1
    if first < len(now):
        found.append([first, len(now)])
    return found


def moved(before: Pieces, now: Pieces) -> list[str | list[int]]:
    """Known pieces are looked for where they were."""
    places = {piece: place for place, piece in enumerate(before)}
    found: list[str | list[int]] = []
    first = last = 0  # a run of known pieces, not yet told
    for piece in now:
        if last < len(before) and before[last] == piece:
            last += 1
            continue
        if first < last:
            found.append([first, last])
        place = places.get(piece)
        if place is None:
            found.append(str(piece))
            first = last = last + 1  # most likely it takes the place of another
        else:
            first, last = place, place + 1
    if first < last:
        found.append([first, last])
    return found
