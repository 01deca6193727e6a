"""Standings: council prestige is final, the rest is projected from what a view shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from zunft.core.standings import Goal, Part, Standing
from zunft.core.state import Setting
from zunft.games.strasbourg import board, scoring, tasks
from zunft.games.strasbourg.city import CORNER_IDS, SQUARE_IDS
from zunft.games.strasbourg.names import BUILDINGS, SEATS, TASKS, VACANT
from zunft.games.strasbourg.table import Player, Table

SCORED: Final = "council"


def standings(view: Mapping[str, Any], setting: Setting) -> list[Standing]:
    table, over = seen(view, setting), bool(view["over"])
    points = scoring.points(table)
    return [
        Standing(player, parts(points[player], shown, over), goals(table, player, view))
        for player, shown in enumerate(view["players"])
    ]


def parts(points: Mapping[str, int], shown: Mapping[str, Any], over: bool) -> list[Part]:
    hidden = {"privileges": shown["privileges"] is None, "tasks": shown["kept"] is None}
    return [
        Part(source, number, not over and source != SCORED, hidden.get(source, False))
        for source, number in points.items()
    ]


def goals(table: Table, player: int, view: Mapping[str, Any]) -> list[Goal]:
    """The kept tasks of this player that the viewer knows."""
    found = []
    for task in scoring.kept_tasks(table, player):
        card = table.parts.tasks[task]
        done, wanted = tasks.achieved(table, player, card), tasks.needed(table, player, card)
        found.append(Goal("task", board.task_args(view, TASKS[task]), done, wanted))
    return found


def seen(view: Mapping[str, Any], setting: Setting) -> Table:
    """A table for scoring to read."""
    table = Table()
    table.open(setting)
    table.players = [seen_player(player) for player in view["players"]]
    table.council = [VACANT if view["council"][seat] is None else view["council"][seat] for seat in SEATS]
    table.chapels = tuple([CORNER_IDS.index(spot) for spot in view["chapels"]])
    tiles = [tile for tile in view["tiles"] if tile["building"] is not None]
    table.buildings = tuple([BUILDINGS.index(tile["building"]) for tile in tiles])
    table.built = tuple([SQUARE_IDS.index(tile["plot"]) for tile in tiles if tile["plot"] is not None])
    return table


def seen_player(shown: Mapping[str, Any]) -> Player:
    me = Player()
    me.prestige = shown["prestige"]
    me.privileges = shown["privileges"] or 0
    me.members = sum([1 << SQUARE_IDS.index(square) for square in shown["city"]])
    me.kept = sum([1 << TASKS.index(task) for task in shown["kept"] or ()])
    return me
