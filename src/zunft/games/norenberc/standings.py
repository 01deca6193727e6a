"""Standings: current points, as far as a view shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from zunft.core.standings import Goal, Standing, counted
from zunft.core.state import Setting
from zunft.games.norenberc import scoring
from zunft.games.norenberc.table import House, Player, Table
from zunft.games.norenberc.tiles import GUILDS, TAX_COLLECTOR, TILE_OF, guild_of

HIDDEN: Final = 0  # stands in for talers not shown; dependent sources are marked hidden


def standings(view: Mapping[str, Any], setting: Setting) -> list[Standing]:
    table, over = seen(view, setting), bool(view["over"])
    unknown = [player["talers"] is None for player in view["players"]]
    points = scoring.points(table)
    if any(unknown):
        points = [{**mine, "richest": 0} for mine in points]  # unknown
    return [
        Standing(player, counted(points[player], over, hidden(table, player, unknown)), goals(table, player))
        for player in range(len(table.players))
    ]


def seen(view: Mapping[str, Any], setting: Setting) -> Table:
    """A table for scoring to read."""
    table = Table()
    table.open(setting)
    table.houses = [House() for _ in view["houses"]]
    table.players = [seen_player(player) for player in view["players"]]
    return table


def seen_player(shown: Mapping[str, Any]) -> Player:
    me = Player()
    me.talers = HIDDEN if shown["talers"] is None else shown["talers"]
    me.tiles = tuple([TILE_OF[tile] for tile in shown["tiles"]])
    me.crests = tuple([shown["crests"][guild] for guild in GUILDS])
    me.prestige_crests = shown["prestige_crests"]
    return me


def hidden(table: Table, player: int, unknown: list[bool]) -> dict[str, bool]:
    """Sources that depend on talers hidden from the viewer."""
    taxed = TAX_COLLECTOR in table.players[player].tiles
    return {"tax_collectors": taxed and unknown[player], "richest": any(unknown)}


def goals(table: Table, player: int) -> list[Goal]:
    """A craftsman of every guild, the best guild's value, different crests."""
    parts, guilds = table.parts, range(len(table.houses))
    owned = {guild_of(tile) for tile in scoring.craftsmen(table, player)}
    values = [scoring.value_in_guild(table, player, guild) for guild in guilds]
    best = values.index(max(values))
    rich = {"guild": GUILDS[best], "points": parts.guild_value_bonus}
    return [
        Goal("all_guilds", {"points": parts.all_guilds_bonus}, len(owned), len(guilds)),
        Goal("guild_value", rich, values[best], parts.guild_value),
        Goal("crests", {}, scoring.crest_count(table, player), len(parts.crest_points) - 1),
    ]
