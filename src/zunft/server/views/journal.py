"""The log of a table as HTML: names in player colours, headings for turns, and pages of limited size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from markupsafe import escape

from zunft.server.tables import log
from zunft.server.tables.table import Table
from zunft.server.views.position import Line, latest_first, lines_of
from zunft.server.views.rendering import rendered
from zunft.server.views.site import environment

AT_FIRST: Final = 80  # lines in the first page
PAGE: Final = 200  # lines loaded by "earlier"; a move is never split, so it may be a few more
SHORT: Final = 10  # lines since the viewer's last turn
LOOKED_AT: Final = 200  # entries among which that turn is looked for: every move asks
CHAT: Final = "chat"
LINES_KEPT: Final = 4096
NAMES_KEPT: Final = 1024


class Pages(NamedTuple):
    """The last lines of a log, or of a part of it."""

    lines: list[Line]
    earlier: int | None  # position to load earlier lines from


def page_of(table: Table, viewer: int | None, language: str, before: int | None = None, limit: int = AT_FIRST) -> Pages:
    """The last lines visible to this viewer, optionally those before a position; chat included."""
    found: list[list[Line]] = []
    count = 0
    for each in latest_first(table, viewer):
        if before is not None and each.number >= before:
            continue
        if count >= limit:
            return Pages([line for lines in reversed(found) for line in lines], each.number + 1)
        found.append(lines_of(table, viewer, language, each))
        count += len(found[-1])
    return Pages([line for lines in reversed(found) for line in lines], None)


def latest_chat(table: Table, viewer: int | None, language: str) -> list[Line]:
    """The latest chat messages."""
    found: list[Line] = []
    for each in latest_first(table, viewer):
        if each.entry.kind == log.CHAT:
            found += lines_of(table, viewer, language, each)
        if len(found) >= AT_FIRST:
            break
    return found[::-1]


def since_last_turn(table: Table, viewer: int | None, language: str) -> list[Line]:
    """What others did since the viewer's last decision, as far as visible; lines that name the viewer first."""
    if viewer is None or not table.is_playing:
        return []
    found: list[Line] = []
    for each in islice(latest_first(table, viewer), LOOKED_AT):
        if (each.entry.kind == log.ACT and each.entry.player == viewer) or len(found) >= AT_FIRST:
            break
        if each.entry.kind == log.ACT:
            found = lines_of(table, viewer, language, each) + found
    name = pattern_of((table.names[viewer],))
    mine = [line for line in found if name is not None and name.search(line.text)]
    others = [line for line in found if line not in mine]
    return [*mine, *others[-SHORT:]][:SHORT]


def without_chat(lines: Sequence[Line]) -> list[Line]:
    """Lines without chat."""
    return [line for line in lines if line.kind != CHAT]


def only_chat(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if line.kind == CHAT]


def log_html(table: Table, lines: Sequence[Line]) -> str:
    return "".join([line_html(table.setup.id, line, table.names) for line in lines])


@lru_cache(LINES_KEPT)
def line_html(table: str, line: Line, names: tuple[str, ...]) -> str:
    if line.kind == CHAT:
        return rendered(environment(), "live/chat.html", {"line": line, "names": names})
    places = f' data-places="{escape(" ".join(line.places))}"' if line.places else ""
    address = f"/t/{table}/replay?at={line.number}"
    return f'<li class="{line.kind}"{places}><a href="{address}">{coloured(line.text, names)}</a></li>'


def coloured(text: str, names: tuple[str, ...]) -> str:
    """Highlights every player's name in the player's colour."""
    pattern = pattern_of(names)
    if pattern is None:
        return str(escape(text))

    def name(found: re.Match[str]) -> str:
        return f'<b class="who who-{names.index(found[0])}">{escape(found[0])}</b>'

    parts, end = [], 0
    for found in pattern.finditer(text):
        parts += [str(escape(text[end : found.start()])), name(found)]
        end = found.end()
    return "".join([*parts, str(escape(text[end:]))])


@lru_cache(NAMES_KEPT)
def pattern_of(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Whole words only, longest first: "Anna B." matches before "Anna"."""
    known = sorted(filter(None, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)") if known else None
