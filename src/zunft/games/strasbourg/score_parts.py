"""Score breakdown for chapels and buildings; council and tasks are in the log."""

from __future__ import annotations

from zunft.core.score_part import ScorePart
from zunft.games.strasbourg import tasks
from zunft.games.strasbourg.city import CORNER_IDS
from zunft.games.strasbourg.names import BUILDINGS
from zunft.games.strasbourg.table import Table


def score_parts(table: Table) -> list[ScorePart]:
    found: list[ScorePart] = []
    for player in range(len(table.players)):
        found += [*members(table, player), *chapels(table, player), *buildings(table, player)]
    return [part for part in found if part.points]


def members(table: Table, player: int) -> list[ScorePart]:
    number = table.players[player].members.bit_count()
    return [ScorePart("members", player, number * table.parts.per_city_member, "members", count=number)]


def chapels(table: Table, player: int) -> list[ScorePart]:
    touching = tasks.touching_chapels(table, table.players[player].members)
    each = table.parts.per_chapel_touch
    guilds_at = table.parts.map["guilds_at"]
    found = []
    for place, number in enumerate(touching):
        spot = CORNER_IDS[table.chapels[place]]
        guilds = guilds_at[spot]
        found.append(ScorePart("chapels", player, number * each, "chapel", spot=spot, guilds=guilds, count=number))
    return found


def buildings(table: Table, player: int) -> list[ScorePart]:
    beside = tasks.beside_buildings(table, table.players[player].members)
    values = table.parts.building_values
    found = []
    for place, number in enumerate(beside):
        building = table.buildings[place]
        points = number * values[building]
        found.append(ScorePart("buildings", player, points, "building", building=BUILDINGS[building], count=number))
    return found
