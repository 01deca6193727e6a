"""Score breakdown by source: places in guilds, citizens, crests. All of it is public at the end."""

from __future__ import annotations

from zunft.core.score_part import ScorePart
from zunft.games.norenberc import scoring
from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import APPRENTICE, GUILDS, TILE_IDS, value_of


def score_parts(table: Table) -> list[ScorePart]:
    players = range(len(table.players))
    found = [part for guild in range(len(table.houses)) for part in majorities(table, guild)]
    for player in players:
        found += citizens(table, player)
        found += guild_values(table, player)
        found += [*richest(table, player), *crests(table, player)]
    return [part for part in found if part.points]


def majorities(table: Table, guild: int) -> list[ScorePart]:
    """Includes ties, which cost points."""
    places = scoring.guild_places(table, guild)
    awarded = scoring.majority_points(table, places)
    found = []
    for player, place in enumerate(places):
        tied = [other for other in range(len(places)) if other != player and places[other] == place]
        found.append(
            ScorePart(
                "majorities",
                player,
                awarded[player],
                "majority_tied" if tied else "majority",
                guild=GUILDS[guild],
                place=place,
                value=scoring.value_in_guild(table, player, guild),
                others=tied,
            )
        )
    return found


def citizens(table: Table, player: int) -> list[ScorePart]:
    """Noblemen and Foremen one by one; all Apprentices count the same places."""
    values = [value_of(tile) for tile in scoring.craftsmen(table, player)]
    found = []
    for tile in table.players[player].tiles:
        if tile in scoring.NOBLEMEN:
            found.append(ScorePart("noblemen", player, scoring.NOBLEMEN[tile], "citizen", tile=TILE_IDS[tile]))
        elif tile in scoring.FOREMEN:
            number = values.count(scoring.FOREMEN[tile])
            found.append(ScorePart("foremen", player, number, "citizen", tile=TILE_IDS[tile]))
    places = [scoring.guild_places(table, guild) for guild in range(len(table.houses))]
    number = scoring.count(table, player, APPRENTICE)
    points = scoring.apprentices(table, player, places)
    lower = points // number if number else 0
    found.append(ScorePart("apprentices", player, points, "apprentices", count=number, places=lower))
    return found


def guild_values(table: Table, player: int) -> list[ScorePart]:
    needed, bonus = table.parts.guild_value, table.parts.guild_value_bonus
    values = [scoring.value_in_guild(table, player, guild) for guild in range(len(table.houses))]
    return [
        ScorePart("guild_value", player, bonus, "guild_value", guild=GUILDS[guild], value=value)
        for guild, value in enumerate(values)
        if value >= needed
    ]


def richest(table: Table, player: int) -> list[ScorePart]:
    points = scoring.richest(table, player)
    key = "richest" if points == table.parts.richest else "richest_tied"
    return [ScorePart("richest", player, points, key)]


def crests(table: Table, player: int) -> list[ScorePart]:
    return [
        ScorePart("crests", player, scoring.crests(table, player), "crests", count=scoring.crest_count(table, player))
    ]
