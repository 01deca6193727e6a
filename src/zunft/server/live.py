"""The parts of a table's page that live, and what a live page is told so that it becomes the present one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from zunft.core.game import Game
from zunft.server import store
from zunft.server.boards import Choice, boards, program_texts
from zunft.server.position import OPEN, OVER, PLAYING, Asked, Line, Position, SeatView, lines, moves, position
from zunft.server.rendering import rendered
from zunft.server.site import environment
from zunft.server.table import UNDO, Table

REGIONS_KEPT: Final = 4096
LINES_KEPT: Final = 4096
LOG_AT_FIRST: Final = 80  # lines of the log that a page brings along
KEYS: Final = "1234567890abcdefghijklmnopqstuvwxy"  # r opens the rules, z takes back

Pieces = list[str]
Names = tuple[str, ...]
Tools = tuple[int | None, Asked | None, bool, str, bool]  # seat, question, undo, what bars it, redo


def regions(table: Table, viewer: int | None, language: str) -> dict[str, Pieces]:
    """By their ids; the same for everybody on this seat."""

    def make() -> dict[str, Pieces]:
        found = position(table, viewer, language, store.now())
        names = tuple(table.names)
        return {
            "board": board(table, found, language, names),
            "decision": [decision(table.game, found, language, names)],
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


def decision(game: Game, found: Position, language: str, names: Names) -> str:
    words = program_texts()[language].with_names(names)
    if found.status == OPEN:
        return rendered(environment(), "live/open.html", {"ui": words.say})
    if found.status == OVER:
        values = {"position": found, "ui": words.say, "say": game.texts[language], "sources": sources(found)}
        return rendered(environment(), "live/over.html", values)
    tools = (found.seat, found.question, found.undo, found.undo_bar, found.redo)
    if not found.actions:
        acting = tuple([each.seat for each in found.players if each.acting])
        return others_decide(found.table, acting, tools, language, names)
    values = {"decision": found.decision, "prompt": found.prompt, "kinds": grouped(found.actions)}
    return rendered(
        environment(), "live/choices.html", {**values, "table": found.table, "ui": words.say, **named(tools)}
    )


@lru_cache(REGIONS_KEPT)
def others_decide(table: str, acting: tuple[int, ...], tools: Tools, language: str, names: Names) -> str:
    words = program_texts()[language].with_names(names)
    values = {"table": table, "acting": acting, "ui": words.say, **named(tools)}
    return rendered(environment(), "live/others.html", values)


def named(tools: Tools) -> dict[str, Any]:
    """What can be done besides deciding, for the templates."""
    return dict(zip(("seat", "question", "undo", "undo_bar", "redo"), tools, strict=True))


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
    names = tuple(table.names)
    return "".join([line_html(table.setup.id, line, names) for line in told])


@lru_cache(LINES_KEPT)
def line_html(table: str, line: Line, names: tuple[str, ...]) -> str:
    return rendered(environment(), "live/line.html", {"table": table, "line": line, "names": names})


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
        anew = any(table.rows[row].kind == UNDO for row in table.seen[table.at(viewer)][since:])
        new = lines(table, viewer, language, program_texts()[language], 0 if anew else since)[-LOG_AT_FIRST:]
        return News(
            table.number(viewer),
            log_html(table, new),
            anew,
            log_html(table, [line for line in new if line.kind == "summary" and not anew]),
            moves(table, viewer, since),
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
    places = {piece: place for place, piece in enumerate(before)} if before != now else {}
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
            found.append(str(piece))  # as plain text, which Markup is not
            first = last = last + 1  # most likely it takes the place of another
        else:
            first, last = place, place + 1
    if first < last:
        found.append([first, last])
    return found
