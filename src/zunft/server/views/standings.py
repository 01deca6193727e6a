"""The standings panel: each player's points by source as far as the viewer knows, and the viewer's own goals."""

from __future__ import annotations

from typing import Any, NamedTuple

from zunft.core.standings import standings
from zunft.server.tables.log import PLAYING
from zunft.server.tables.table import Table
from zunft.server.views.position import Position


class Total(NamedTuple):
    player: int
    name: str
    points: int
    hidden: bool  # the viewer does not know all of them


class Cell(NamedTuple):
    """One player's points from one source."""

    points: int
    projected: bool
    hidden: bool


def shown(table: Table, found: Position, language: str) -> dict[str, Any]:
    """Template values, hashable; no totals if there is nothing to show. Only during the game: at its end the points are
    shown in place of the decision."""
    is_playing = found.view is not None and found.status == PLAYING
    rows = standings(table.game, found.view, table.state.setting) if found.view is not None and is_playing else []
    say = table.game.texts[language].with_names(table.names)
    lines = []
    for at, source in enumerate([part.source for part in rows[0].parts] if rows else []):
        cells = [Cell(part.points, part.projected, part.hidden) for part in (row.parts[at] for row in rows)]
        if any(cell.points or cell.hidden for cell in cells):
            lines.append((say.say(f"source.{source}"), tuple(cells)))
    goals = [] if found.seat is None or not rows else rows[found.seat].goals
    return {
        "totals": tuple([Total(row.player, table.names[row.player], row.total, row.hidden) for row in rows]),
        "lines": tuple(lines),
        "goals": tuple([(goal.say(say), goal.done, goal.wanted) for goal in goals]),
        "projected": any(row.projected for row in rows),
    }
