"""Scoring after the last round."""

from __future__ import annotations

from typing import Final

from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import (
    APPRENTICE,
    ENGRAVER,
    FOREMAN_2,
    FOREMAN_3,
    FOREMAN_4,
    NOBLEMAN_2,
    NOBLEMAN_3,
    TAX_COLLECTOR,
    guild_of,
    is_craftsman,
    value_of,
)

NOBLEMEN: Final = {NOBLEMAN_2: 2, NOBLEMAN_3: 3}
FOREMEN: Final = {FOREMAN_2: 2, FOREMAN_3: 3, FOREMAN_4: 4}
UNPLACED: Final = 0


def points(table: Table) -> list[dict[str, int]]:
    """Each player's points by source."""
    places = [guild_places(table, guild) for guild in range(len(table.houses))]
    majorities = [majority_points(table, guild_place) for guild_place in places]
    return [
        {
            "noblemen": noblemen(table, player),
            "tax_collectors": tax_collectors(table, player),
            "foremen": foremen(table, player),
            "majorities": sum(awarded[player] for awarded in majorities),
            "apprentices": apprentices(table, player, places),
            "guild_value": guild_value(table, player),
            "all_guilds": all_guilds(table, player),
            "richest": richest(table, player),
            "crests": crests(table, player),
        }
        for player in range(len(table.players))
    ]


def count(table: Table, player: int, tile: int) -> int:
    return table.players[player].tiles.count(tile)


def craftsmen(table: Table, player: int) -> list[int]:
    return [tile for tile in table.players[player].tiles if is_craftsman(tile)]


# Citizens


def noblemen(table: Table, player: int) -> int:
    return sum(NOBLEMEN.get(tile, 0) for tile in table.players[player].tiles)


def tax_collectors(table: Table, player: int) -> int:
    """A point per full ten talers for each Tax collector; the talers are kept (T7)."""
    return count(table, player, TAX_COLLECTOR) * (table.players[player].talers // table.parts.talers_per_point)


def foremen(table: Table, player: int) -> int:
    """A point per craftsman of exactly the printed value, in any guild."""
    values = [value_of(tile) for tile in craftsmen(table, player)]
    return sum(values.count(FOREMEN[tile]) for tile in table.players[player].tiles if tile in FOREMEN)


def apprentices(table: Table, player: int, places: list[list[int]]) -> int:
    """A point for each second or third place, including ties (T8)."""
    lower_places = sum(1 for guild_place in places if guild_place[player] in (2, 3))
    return count(table, player, APPRENTICE) * lower_places


# Majorities


def value_in_guild(table: Table, player: int, guild: int) -> int:
    return sum(value_of(tile) for tile in craftsmen(table, player) if guild_of(tile) == guild)


def tiles_in_guild(table: Table, player: int, guild: int) -> int:
    return sum(1 for tile in craftsmen(table, player) if guild_of(tile) == guild)


def guild_places(table: Table, guild: int) -> list[int]:
    """The place (1, 2, 3) of each player by value, then by number of tiles; UNPLACED without a tile (V1, V2)."""
    standing = [
        (value_in_guild(table, player, guild), tiles_in_guild(table, player, guild))
        for player in range(len(table.players))
    ]
    places = [UNPLACED] * len(standing)
    place = 1
    for mark in sorted({mark for mark in standing if mark[1]}, reverse=True):
        tied = [player for player, other in enumerate(standing) if other == mark]
        if place > len(table.parts.majority):
            break
        for player in tied:
            places[player] = place
        place += places_taken(len(tied))
    return places


def places_taken(tied: int) -> int:
    """A tie cancels only the place below it, however many players are tied (V5)."""
    return min(tied, 2)


def majority_points(table: Table, places: list[int]) -> list[int]:
    """A sole first also gets the points of places that no player takes (V3, V4)."""
    awarded = [0] * len(places)
    for place, single in enumerate(table.parts.majority, 1):
        tied = [player for player, other in enumerate(places) if other == place]
        for player in tied:
            awarded[player] = single if len(tied) == 1 else table.parts.majority_tied[place - 1]
    if places.count(1) == 1:
        awarded[places.index(1)] += inherited(table, places)
    return awarded


def inherited(table: Table, places: list[int]) -> int:
    seconds, thirds = places.count(2), places.count(3)
    if not seconds:
        return table.parts.majority[1] + table.parts.majority[2]
    return table.parts.majority[2] if seconds == 1 and not thirds else 0


def guild_value(table: Table, player: int) -> int:
    """For each guild with craftsmen worth 30 or more (V6)."""
    rich = [
        guild for guild in range(len(table.houses)) if value_in_guild(table, player, guild) >= table.parts.guild_value
    ]
    return len(rich) * table.parts.guild_value_bonus


def all_guilds(table: Table, player: int) -> int:
    owned = {guild_of(tile) for tile in craftsmen(table, player)}
    return table.parts.all_guilds_bonus if len(owned) == len(table.houses) else 0


# Richest player


def richest(table: Table, player: int) -> int:
    talers = [me.talers for me in table.players]
    if talers[player] < max(talers):
        return 0
    return table.parts.richest if talers.count(talers[player]) == 1 else table.parts.richest_tied


# Crests


def crests(table: Table, player: int) -> int:
    return table.parts.crest_points[min(crest_count(table, player), len(table.parts.crest_points) - 1)]


def crest_count(table: Table, player: int) -> int:
    """Different guilds, every prestige crest, every Engraver (V8)."""
    me = table.players[player]
    return sum(1 for number in me.crests if number) + me.prestige_crests + count(table, player, ENGRAVER)


def standing(table: Table, scores: list[int]) -> list[tuple[int, ...]]:
    """Most points; then craftsmen; then their value; then a shared victory (V10)."""
    return [
        (score, len(craftsmen(table, player)), sum(value_of(tile) for tile in craftsmen(table, player)))
        for player, score in enumerate(scores)
    ]
