"""Components: printed values, from components.toml or a replacement."""

from __future__ import annotations

from typing import Final

from zunft.core.components import Schema, Tables, column, entry_of, flag, list_of, many, one, optional, whole, word
from zunft.core.errors import BadComponents
from zunft.games.norenberc.tiles import (
    CITIZEN_FACES,
    GOODS,
    GUILDS,
    HIGHEST_VALUE,
    LOWEST_VALUE,
    craftsman,
)

PLAYERS: Final = range(2, 6)
ROOMS: Final = ("A", "B", "C", "D")
CRAFTSMEN_PER_GUILD: Final = 11
CITIZEN_TILES: Final = 26

ELEVEN_CRAFTSMEN: Final = list_of(entry_of(value=whole(LOWEST_VALUE, HIGHEST_VALUE), agent=flag()), CRAFTSMEN_PER_GUILD)

SCHEMA: Schema = {
    "game": one(
        rounds=whole(4, 4),
        start_talers=whole(0, 100),
        start_agents=whole(1, 8),
        max_agents=whole(1, 8),
        income=whole(0, 100),
        buy_limit=whole(1, 3),
        goods_per_guild=whole(6, 12),
        start_goods_per_guild=whole(0, 1),
        crests_per_guild=whole(4, 4),
        prestige_crests=whole(4, 4),
    ),
    "setup": many(players=whole(2, 5), citizens=whole(0, CITIZEN_TILES)),
    "first_turn_buy_limit": many(players=whole(2, 5), cards=whole(1, 5), limit=whole(1, 3)),
    "room": many(id=word(*ROOMS), own=whole(1, 4), any=whole(0, 2), instead=whole(0, 2)),
    "scoring": one(
        majority=list_of(whole(), 3),
        majority_tied=list_of(whole(), 3),
        guild_value=whole(1),
        guild_value_bonus=whole(),
        all_guilds_bonus=whole(),
        richest=whole(),
        richest_tied=whole(),
        crests=list_of(whole(), 8),
        talers_per_point=whole(1),
        peddler_counts=whole(1),
        thief_goods=whole(1, 2),
        mayor_talers=whole(),
    ),
    "good_colours": one(**{good: word() for good in GOODS}),
    "craftsmen": one(tiles=ELEVEN_CRAFTSMEN, **{guild: optional(ELEVEN_CRAFTSMEN) for guild in GUILDS}),
    "citizen": many(face=word(*CITIZEN_FACES), copies=whole(0, CITIZEN_TILES)),
}


class Components:
    """The tables, parsed for the rules."""

    rounds: int
    start_talers: int
    start_agents: int
    max_agents: int
    income: int
    buy_limit: int
    goods_per_guild: int
    start_goods: int
    crests_per_guild: int
    prestige_crests: int
    citizens_in_play: dict[int, int]  # by number of players
    first_turn_limits: dict[int, int]  # by players * 10 + cards
    cost_own: list[int]  # by room
    cost_any: list[int]
    cost_instead: list[int]
    majority: list[int]
    majority_tied: list[int]
    guild_value: int
    guild_value_bonus: int
    all_guilds_bonus: int
    richest: int
    richest_tied: int
    crest_points: list[int]
    talers_per_point: int
    peddler_counts: int
    thief_goods: int
    mayor_talers: int
    craftsmen: list[int]  # all tiles, sorted
    citizens: list[int]

    def __init__(self, tables: Tables) -> None:
        game, scoring = tables["game"], tables["scoring"]
        self.rounds = game["rounds"]
        self.start_talers = game["start_talers"]
        self.start_agents = game["start_agents"]
        self.max_agents = game["max_agents"]
        self.income = game["income"]
        self.buy_limit = game["buy_limit"]
        self.goods_per_guild = game["goods_per_guild"]
        self.start_goods = game["start_goods_per_guild"]
        self.crests_per_guild = game["crests_per_guild"]
        self.prestige_crests = game["prestige_crests"]
        self.citizens_in_play = dict(
            zip(PLAYERS, column(tables, "setup", "citizens", PLAYERS, key="players"), strict=True)
        )
        self.first_turn_limits = first_turn_limits(tables, self.buy_limit)
        self.cost_own = column(tables, "room", "own", ROOMS)
        self.cost_any = column(tables, "room", "any", ROOMS)
        self.cost_instead = column(tables, "room", "instead", ROOMS)
        self.majority = scoring["majority"]
        self.majority_tied = scoring["majority_tied"]
        self.guild_value = scoring["guild_value"]
        self.guild_value_bonus = scoring["guild_value_bonus"]
        self.all_guilds_bonus = scoring["all_guilds_bonus"]
        self.richest = scoring["richest"]
        self.richest_tied = scoring["richest_tied"]
        self.crest_points = scoring["crests"]
        self.talers_per_point = scoring["talers_per_point"]
        self.peddler_counts = scoring["peddler_counts"]
        self.thief_goods = scoring["thief_goods"]
        self.mayor_talers = scoring["mayor_talers"]
        self.craftsmen = craftsmen(tables)
        copies = column(tables, "citizen", "copies", CITIZEN_FACES, key="face")
        self.citizens = [tile for tile, number in enumerate(copies) for _ in range(number)]
        self.check()

    def check(self) -> None:
        if len(self.citizens) != CITIZEN_TILES:
            raise BadComponents(
                f"table citizen, key copies: there are {CITIZEN_TILES} citizens in all, not {len(self.citizens)}"
            )
        if self.start_agents > self.max_agents:
            raise BadComponents("table game, key start_agents: more than max_agents")
        for room, own, any_goods, instead in zip(ROOMS, self.cost_own, self.cost_any, self.cost_instead, strict=True):
            if instead and own == 1:
                raise BadComponents(f"table room, key instead: room {room} must still cost a good of its own guild")
            if instead and any_goods:
                raise BadComponents(f"table room, key instead: room {room} cannot have both any and instead")


def first_turn_limits(tables: Tables, normal: int) -> dict[int, int]:
    """The limit by number of players and revealed cards; the strictest matching row applies."""
    limits = {}
    for players in PLAYERS:
        for cards in range(1, players + 1):
            rows = [
                row["limit"]
                for row in tables["first_turn_buy_limit"]
                if row["players"] == players and row["cards"] <= cards
            ]
            limits[players * 10 + cards] = min([normal, *rows])
    return limits


def craftsmen(tables: Tables) -> list[int]:
    """For each guild its own list, or else the common one, sorted."""
    table = tables["craftsmen"]
    return sorted(
        craftsman(number, tile["value"], tile["agent"])
        for number, guild in enumerate(GUILDS)
        for tile in table.get(guild, table["tiles"])
    )
