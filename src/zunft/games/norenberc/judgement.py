"""Evaluation features: points so far, favours within reach, goods, talers, agents, tempo."""

from __future__ import annotations

from typing import cast

from zunft.core.judgement import Judgement
from zunft.core.state import State
from zunft.games.norenberc import round_end, scoring
from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import guild_of, is_craftsman, value_of
from zunft.games.norenberc.workshop import price

NAMES = (
    "citizens",  # current points of Noblemen, Tax collectors, Foremen, Apprentices
    "majorities",  # current points in the guilds
    "bonuses",  # 30 and more, all guilds, richest
    "crest_points",
    "crests",  # different ones
    "craftsmen",
    "craftsmen_value",
    "guilds",  # different ones with a craftsman
    "talers",
    "goods",
    "goods_worth",  # at current prices
    "favours",  # guilds whose favourite this player would be now
    "favours_value",  # and the values of their masters
    "agents",  # gained so far
    "stock",  # agents left for this round
    "income",  # per round, beyond the basic income
    "front",  # players behind on the turn-order track
)


def progress(state: State) -> float:
    """In rounds and their turns."""
    table = cast(Table, state)
    return min(1.0, (max(table.round, 1) - 1 + min(table.turn, 4) / 5.0) / table.parts.rounds)


def features(state: State) -> list[list[float]]:
    table = cast(Table, state)
    favourites = [likely_favourite(table, guild) for guild in range(len(table.houses))]
    prices = [guild_price(table, guild) for guild in range(len(table.houses))]
    points = scoring.points(table)
    return [counted(table, player, points[player], favourites, prices) for player in range(len(table.players))]


def guild_price(table: Table, guild: int) -> int:
    windows = table.houses[guild].windows
    return price(table, guild) if windows and windows[0] >= 0 else 0


def counted(table: Table, player: int, points: dict[str, int], favourites: list[int], prices: list[int]) -> list[float]:
    me = table.players[player]
    guilds = range(len(prices))
    values = [value_of(tile) for tile in me.tiles if is_craftsman(tile)]
    favours = [prices[guild] for guild in guilds if favourites[guild] == player]
    return [
        float(points["noblemen"] + points["tax_collectors"] + points["foremen"] + points["apprentices"]),
        float(points["majorities"]),
        float(points["guild_value"] + points["all_guilds"] + points["richest"]),
        float(points["crests"]),
        float(different_crests(table, player)),
        float(len(values)),
        float(sum(values)),
        float(len({guild_of(tile) for tile in me.tiles if is_craftsman(tile)})),
        me.talers / 10.0,
        float(sum(me.goods)),
        sum([me.goods[guild] * prices[guild] for guild in guilds]) / 10.0,
        float(len(favours)),
        float(sum(favours)),
        float(table.parts.max_agents - me.supply),
        0.0 if me.passed else float(me.stock),
        float(round_end.income(table, player) - table.parts.income),
        float(behind(table, player)),
    ]


def behind(table: Table, player: int) -> int:
    """Players behind this one on the turn-order track; 0 while the track is still being drawn."""
    if player not in table.turn_order:
        return 0
    return len(table.turn_order) - 1 - table.turn_order.index(player)


def different_crests(table: Table, player: int) -> int:
    me = table.players[player]
    return len([number for number in me.crests if number]) + me.prestige_crests


def likely_favourite(table: Table, guild: int) -> int:
    """Who would be chosen if the round ended now; reveals no talers."""
    best, strongest = -1, 0
    richest = -1
    for player in table.turn_order:
        strength = round_end.strength(table, player, guild)
        talers = table.players[player].talers
        if strength > strongest or (strength == strongest and strength and talers > richest):
            best, strongest, richest = player, strength, talers
    return best


JUDGEMENT = Judgement(NAMES, features, progress, "zunft.games.norenberc")
