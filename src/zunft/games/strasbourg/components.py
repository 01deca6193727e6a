"""Components: printed values, from components.toml or a replacement."""

from __future__ import annotations

import warnings
from typing import Any, Final

from zunft.core.components import (
    STATUSES,
    Schema,
    Tables,
    column,
    flag,
    list_of,
    many,
    one,
    optional,
    rows_by,
    whole,
    word,
)
from zunft.core.errors import BadComponents
from zunft.games.strasbourg import cards
from zunft.games.strasbourg.city import PLOTS, ROWS, City
from zunft.games.strasbourg.names import (
    AWARDS,
    BIDDING_KINDS,
    BUILDINGS,
    FEWEST_PLAYERS,
    GOODS,
    GUILD_STEPS,
    GUILDS,
    MOST_PLAYERS,
    SEATS,
    STEP_KINDS,
    STEPS,
    TASK_KINDS,
    TASKS,
)

PLAYER_COUNTS: Final = MOST_PLAYERS - FEWEST_PLAYERS + 1
TIMES_PER_GUILD: Final = 3

# What each kind of task names besides its points
NAMES_BUILDING = ("building_pair",)
NAMES_GUILD = ("guild_three",)
NAMES_COUNT_BY_PLAYERS = ("council",)
WITHOUT_COUNT = ("row_three", "council", "diagonal_three", "most_in_city", "square_four", "all_guilds")
NAMES_COUNT = tuple(kind for kind in TASK_KINDS if kind not in WITHOUT_COUNT)
NAMES_TIE = ("most_in_city",)

SCHEMA: Schema = {
    "game": one(
        rounds=whole(5, 5),
        start_coins=whole(0, 100),
        task_deal=whole(5, 5),
        task_fail_points=whole(-100, 0),
    ),
    "influence": one(highest_value=whole(cards.HIGHEST, cards.HIGHEST), copies_each=whole(1, 4)),
    "final": one(per_city_member=whole(), per_chapel_touch=whole(), per_unused_privilege=whole()),
    "step": many(
        id=word(*STEPS),
        kind=word(*STEP_KINDS),
        awards=list_of(word(*AWARDS)),
        awards_3_players=list_of(word(*AWARDS)),
        actor=optional(word(*SEATS)),
    ),
    "guild": many(id=word(*GUILDS), letter=word(), good=word(*GOODS)),
    "good_values": one(**{good: whole(0, 100) for good in GOODS}),
    "price": many(guild=word(*GUILDS), prices=list_of(whole(0, 100))),
    "city": one(
        grid=list_of(word(), ROWS),
        plots=list_of(list_of(whole(1), 2), PLOTS),
        chapel_spots=list_of(list_of(whole(1), 2)),
    ),
    "building": many(id=word(*BUILDINGS), value=whole(0, 100)),
    "round_tile": many(id=whole(1, 5), B=word(*GUILDS), D=word(*GUILDS), F=word(*GUILDS)),
    "task": many(
        id=word(*TASKS),
        kind=word(*TASK_KINDS),
        points=whole(0, 100),
        building=optional(word(*BUILDINGS)),
        guild=optional(word(*GUILDS)),
        count=optional(whole(1, 54)),
        count_by_players=optional(list_of(whole(1, 8), PLAYER_COUNTS)),
        tie_counts=optional(flag()),
        tie_counts_status=optional(word(*STATUSES)),
        points_status=optional(word(*STATUSES)),
    ),
}


class TaskCard:
    """One of the 25 tasks."""

    kind: int
    points: int
    building: int  # the one named, -1 if none
    guild: int  # the one named, -1 if none
    count: list[int]  # the number required, by number of players from 3
    tie_counts: bool

    def __init__(self, row: dict[str, Any]) -> None:
        self.kind = TASK_KINDS.index(row["kind"])
        self.points = row["points"]
        self.building = BUILDINGS.index(row["building"]) if "building" in row else -1
        self.guild = GUILDS.index(row["guild"]) if "guild" in row else -1
        self.count = row.get("count_by_players", [row.get("count", 0)] * PLAYER_COUNTS)
        self.tie_counts = row.get("tie_counts", False)


class Components:
    """The tables, parsed for the rules."""

    rounds: int
    start_coins: int
    task_deal: int
    task_fail_points: int
    all_cards: int  # a player's influence cards
    per_city_member: int
    per_chapel_touch: int
    per_unused_privilege: int
    awards: list[list[int]]  # by step, with more than 3 players
    awards_3_players: list[list[int]]  # by step
    good_of: list[int]  # by guild
    good_values: list[int]  # by good
    city: City
    map: dict[str, Any]  # the city as shown in views
    building_values: list[int]  # by building
    tiles: list[list[int]]  # by tile: the guild of each step, -1 if none
    tasks: list[TaskCard]
    task_rows: list[dict[str, Any]]  # the tasks as shown in views
    doubts: list[str]  # where a replacement differs from unofficial reports about the printed game

    def __init__(self, tables: Tables) -> None:
        game, final = tables["game"], tables["final"]
        self.rounds = game["rounds"]
        self.start_coins = game["start_coins"]
        self.task_deal = game["task_deal"]
        self.task_fail_points = game["task_fail_points"]
        self.all_cards = sum(cards.ONE) * tables["influence"]["copies_each"]
        self.per_city_member = final["per_city_member"]
        self.per_chapel_touch = final["per_chapel_touch"]
        self.per_unused_privilege = final["per_unused_privilege"]
        check_steps(tables)
        self.awards = [[AWARDS.index(award) for award in row["awards"]] for row in tables["step"]]
        self.awards_3_players = [[AWARDS.index(award) for award in row["awards_3_players"]] for row in tables["step"]]
        check_letters(tables)
        guilds = rows_by(tables, "guild", "id", GUILDS)
        self.good_of = [GOODS.index(row["good"]) for row in guilds]
        self.good_values = [tables["good_values"][good] for good in GOODS]
        rows_by(tables, "price", "guild", GUILDS)
        self.city = City(tables)
        self.map = self.city.shown()
        self.building_values = column(tables, "building", "value", BUILDINGS)
        tiles = rows_by(tables, "round_tile", "id", (1, 2, 3, 4, 5))
        self.tiles = [[GUILDS.index(row[step]) if step in GUILD_STEPS else -1 for step in STEPS] for row in tiles]
        tasks = rows_by(tables, "task", "id", TASKS)
        for row in tasks:
            check_task(row)
        self.tasks = [TaskCard(row) for row in tasks]
        self.task_rows = [shown(row) for row in tasks]
        self.doubts = [*self.city.doubts, *doubts_about_tiles(tiles)]
        for doubt in self.doubts:
            warnings.warn(f"components of Strasbourg: {doubt}; the table is used as it is", stacklevel=2)


def check_steps(tables: Tables) -> None:
    """A to I in this order; awards for bidding steps; a builder for the others."""
    rows = tables["step"]
    if tuple(row["id"] for row in rows) != STEPS:
        raise BadComponents(f"table step, key id: must be {', '.join(STEPS)} in this order")
    for number, row in enumerate(rows, 1):
        where = f"table step, row {number}"
        wanted = STEP_KINDS_IN_ORDER[number - 1]
        if row["kind"] != wanted:
            raise BadComponents(f"{where}, key kind: step {row['id']} is {wanted}, not {row['kind']}")
        if row["kind"] in BIDDING_KINDS and not (row["awards"] and row["awards_3_players"]):
            raise BadComponents(f"{where}, key awards: a bidding step has at least one")
        for award in row["awards"] + row["awards_3_players"]:
            if award not in AWARDS_OF.get(row["kind"], ()):
                raise BadComponents(f"{where}, key awards: step {row['id']} cannot award {award}")
        if row.get("actor") != ACTORS.get(row["kind"]):
            raise BadComponents(f"{where}, key actor: must be {ACTORS.get(row['kind'], 'missing')}")


STEP_KINDS_IN_ORDER = tuple(STEP_KINDS[kind] for kind in (0, 1, 2, 1, 2, 1, 2, 3, 4))
AWARDS_OF = {"nobility_church": AWARDS[:2], "guild": AWARDS[2:5], "merchants": AWARDS[5:]}
ACTORS = {"chapel": "church", "building": "nobility"}


def check_letters(tables: Tables) -> None:
    """The grid needs one letter for each guild."""
    letters = [row["letter"] for row in tables["guild"]]
    if any(len(letter) != 1 for letter in letters) or len(set(letters)) != len(letters):
        raise BadComponents("table guild, key letter: must be one letter, a different one for each guild")
    goods = [row["good"] for row in tables["guild"]]
    if len(set(goods)) != len(goods):
        raise BadComponents("table guild, key good: every guild must make a different good")


def doubts_about_tiles(tiles: list[dict[str, Any]]) -> list[str]:
    """Three guilds per tile, each guild three times in the game: reported, but not in the rulebook."""
    doubts = []
    for row in tiles:
        if len({row[step] for step in GUILD_STEPS}) != len(GUILD_STEPS):
            doubts.append(f"round tile {row['id']} shows a guild twice")
    for guild in GUILDS:
        times = sum([row[step] == guild for row in tiles for step in GUILD_STEPS])
        if times != TIMES_PER_GUILD:
            doubts.append(f"the {guild} come up {times} times, not {TIMES_PER_GUILD}")
    return doubts


def check_task(row: dict[str, Any]) -> None:
    """A task has exactly the keys of its kind."""
    wanted = {
        "building": NAMES_BUILDING,
        "guild": NAMES_GUILD,
        "count": NAMES_COUNT,
        "count_by_players": NAMES_COUNT_BY_PLAYERS,
        "tie_counts": NAMES_TIE,
    }
    for key, kinds in wanted.items():
        if (key in row) != (row["kind"] in kinds):
            needs = "needs" if row["kind"] in kinds else "has no"
            raise BadComponents(f"table task, key {key}: {row['id']} is of the kind {row['kind']}, which {needs} {key}")


SHOWN = (
    "id",
    "kind",
    "points",
    "building",
    "guild",
    "count",
    "count_by_players",
    "tie_counts",
    "status",
    "points_status",
)


def shown(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in SHOWN if key in row}
