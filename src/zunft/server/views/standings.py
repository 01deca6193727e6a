"""The standings panel: each player's points by source as far as the viewer knows, and the viewer's own goals."""

from __future__ import annotations

from typing import Any

from zunft.core.standings import Standing, standings
from zunft.server.tables.log import PLAYING
from zunft.server.tables.table import Table
from zunft.server.texts import site_texts
from zunft.server.views.position import Position
from zunft.server.views.rendering import rendered
from zunft.server.views.site import environment

NOTHING = '<div id="standings" hidden></div>'


def region(table: Table, found: Position, language: str) -> str:
    """Only during the game: at its end the points are shown in place of the decision."""
    rows = standings(table.game, found.view, table.state.setting) if found.view is not None else []
    if not rows or found.status != PLAYING:
        return NOTHING
    words = site_texts()[language].with_names(table.names)
    return rendered(environment(), "live/standings.html", {**shown(table, rows, found.seat, language), "ui": words.say})


def shown(table: Table, rows: list[Standing], seat: int | None, language: str) -> dict[str, Any]:
    say = table.game.texts[language].with_names(table.names)
    sources = [part.source for part in rows[0].parts]
    lines = [(say.say(f"source.{source}"), [row.parts[at] for row in rows]) for at, source in enumerate(sources)]
    goals = [] if seat is None else [(goal.say(say), goal) for goal in rows[seat].goals]
    return {
        "rows": rows,
        "names": table.names,
        "lines": [(name, parts) for name, parts in lines if any(part.points or part.hidden for part in parts)],
        "goals": goals,
        "projected": any(row.projected for row in rows),
        "hidden": any(row.hidden for row in rows),
    }
