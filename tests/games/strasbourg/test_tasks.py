"""Every kind of task: met, just missed, met twice over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.strasbourg.positions import GAME, NICOLE, PETER, SANDRA, THOMAS, game_over
from zunft.games.strasbourg.names import BUILDINGS, GUILDS, TASK_KINDS

POINTS = {row["id"]: row["points"] for row in GAME.tables["task"]}
KINDS = {row["id"]: row["kind"] for row in GAME.tables["task"]}
FAILED = -3

AREAS = {
    "smiths": ["r2c1", "r2c2", "r2c4", "r3c1", "r3c2", "r3c3"],
    "vintners": ["r4c3", "r4c4", "r4c5", "r5c2", "r5c3", "r6c1"],
    "shoemakers": ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r2c5"],
    "butchers": ["r1c6", "r1c7", "r1c8", "r1c9", "r2c8", "r2c9"],
    "bakers": ["r6c4", "r6c5", "r6c6", "r6c7", "r6c8", "r6c9"],
}


def task_points(task: str, mine: list[str], players: int = 4, **position: Any) -> int:
    """Nicole's points for the task with members on these fields."""
    others = position.pop("others", {})
    table = game_over({NICOLE: mine, **others}, players=players, kept={NICOLE: [task]}, **position)
    return table.points()[NICOLE]["tasks"]


CITY_TASKS: list[tuple[str, dict[str, Any], list[str], list[str], list[str]]] = [
    # task, buildings, met, just missed, met twice
    (
        "T11",
        {"buildings": {"building_3": "r2c3", "building_2": "r5c4"}},
        ["r1c3", "r2c2", "r3c3"],
        ["r1c3", "r2c2", "r4c4"],
        ["r1c3", "r2c2", "r3c3", "r4c4", "r5c3", "r6c4"],
    ),
    ("T12", {}, ["r3c1", "r3c2", "r3c3"], ["r3c1", "r3c2", "r3c4"], ["r3c1", "r3c2", "r3c3", "r6c4", "r6c5", "r6c6"]),
    (
        "T14",
        {"buildings": {"building_2": "r5c4", "building_3": "r5c6", "building_4": "r2c3", "building_5": "r2c7"}},
        ["r5c3", "r5c7", "r1c3", "r1c7"],
        ["r5c3", "r5c7", "r1c3", "r2c2"],
        ["r5c3", "r6c4", "r5c7", "r6c6", "r1c3", "r2c2", "r1c7", "r2c6"],
    ),
    ("T15", {}, ["r1c1", "r2c2", "r3c3"], ["r1c1", "r2c2", "r3c4"], ["r1c1", "r2c2", "r3c3", "r6c1", "r5c2", "r4c3"]),
    (
        "T17",
        {},
        ["r3c3", "r3c4", "r4c3", "r4c4"],
        ["r3c3", "r3c4", "r4c3", "r4c5"],
        ["r3c3", "r3c4", "r4c3", "r4c4", "r1c1", "r1c2", "r2c1", "r2c2"],
    ),
    (
        "T18",
        {},
        ["r2c1", "r4c3", "r1c1", "r1c6", "r6c9"],
        ["r2c1", "r4c3", "r1c1", "r1c6", "r1c7"],
        ["r2c1", "r4c3", "r1c1", "r1c6", "r6c9", "r2c2", "r4c4", "r1c2", "r1c7", "r6c8"],
    ),
    (
        "T19",
        {"chapels": ["1/1", "2/8", "5/1", "3/6"]},
        ["r1c1", "r2c9", "r6c1"],
        ["r1c1", "r1c2", "r2c9"],
        ["r1c1", "r2c9", "r6c1", "r1c2", "r2c8", "r6c2", "r3c6"],
    ),
    (
        "T20",
        {"chapels": ["1/4", "5/1"]},
        ["r1c4", "r1c5", "r2c4"],
        ["r1c4", "r1c5", "r5c1"],
        ["r1c4", "r1c5", "r2c4", "r5c1", "r5c2", "r6c1"],
    ),
    (
        "T21",
        {"chapels": ["1/1", "5/1"]},
        ["r1c1", "r1c2", "r5c1", "r6c1"],
        ["r1c1", "r1c2", "r5c1", "r6c5"],
        ["r1c1", "r1c2", "r2c1", "r2c2", "r5c1", "r5c2", "r6c1", "r6c2"],
    ),
    (
        "T22",
        {},
        ["r1c2", "r3c1", "r6c5", "r3c9"],
        ["r1c2", "r3c1", "r6c5", "r3c2"],
        ["r1c2", "r3c1", "r6c5", "r3c9", "r1c3", "r4c1", "r6c6", "r4c9"],
    ),
    ("T23", {}, ["r1c1", "r6c9"], ["r1c1", "r6c8"], ["r1c1", "r6c9", "r1c9", "r6c1"]),
    (
        "T24",
        {},
        ["r1c1", "r1c2", "r2c2", "r3c2"],
        ["r1c1", "r1c2", "r2c2", "r3c3"],
        ["r1c1", "r1c2", "r2c2", "r3c2", "r6c5", "r6c6", "r6c7", "r6c8"],
    ),
]


@pytest.mark.parametrize(
    ("task", "built", "met", "missed", "twice"), CITY_TASKS, ids=[KINDS[row[0]] for row in CITY_TASKS]
)
def test_a_figure_in_the_city(
    task: str, built: dict[str, Any], met: list[str], missed: list[str], twice: list[str]
) -> None:
    assert task_points(task, met, **built) == POINTS[task]
    assert task_points(task, missed, **built) == FAILED
    assert task_points(task, twice, **built) == POINTS[task]


@pytest.mark.parametrize(("task", "building"), list(zip(("T01", "T02", "T03", "T04", "T05"), BUILDINGS, strict=True)))
def test_building_pair(task: str, building: str) -> None:
    built = {building: "r2c3"}
    assert task_points(task, ["r1c3", "r2c2"], buildings=built) == POINTS[task]
    assert task_points(task, ["r1c3", "r1c2"], buildings=built) == FAILED
    assert task_points(task, ["r1c3", "r2c2", "r2c4", "r3c3"], buildings=built) == POINTS[task]


def test_building_pair_asks_for_the_building_it_names() -> None:
    assert task_points("T01", ["r1c3", "r2c2"], buildings={"building_3": "r2c3"}) == FAILED


@pytest.mark.parametrize(("task", "guild"), list(zip(("T10", "T09", "T08", "T07", "T06"), GUILDS, strict=True)))
def test_guild_three(task: str, guild: str) -> None:
    other = AREAS["bakers" if guild == "smiths" else "smiths"]
    assert task_points(task, AREAS[guild][:3]) == POINTS[task]
    assert task_points(task, AREAS[guild][:2] + other[:2]) == FAILED
    assert task_points(task, AREAS[guild]) == POINTS[task]


SEATS = ("nobility", "church", "smiths", "vintners", "shoemakers", "butchers", "bakers", "merchants")


@pytest.mark.parametrize(("players", "wanted"), [(3, 4), (4, 3), (5, 2)])
def test_council(players: int, wanted: int) -> None:
    """F14: 4, 3, 2 seats with 3, 4, 5 players; one fewer is not enough; all eight count once."""
    assert task_points("T13", [], players, seats=dict.fromkeys(SEATS[:wanted], NICOLE)) == POINTS["T13"]
    assert task_points("T13", [], players, seats=dict.fromkeys(SEATS[: wanted - 1], NICOLE)) == FAILED
    assert task_points("T13", [], players, seats=dict.fromkeys(SEATS, NICOLE)) == POINTS["T13"]


@pytest.mark.parametrize(("unused", "points"), [(2, 3), (1, FAILED), (4, 3)])
def test_privileges(unused: int, points: int) -> None:
    assert task_points("T25", [], privileges={NICOLE: unused}) == points


def in_city(*numbers: int) -> dict[int, list[str]]:
    """This many members for each player, on different fields."""
    fields = [field for area in AREAS.values() for field in area]
    found = {}
    for player, number in enumerate(numbers):
        found[player] = fields[:number]
        fields = fields[number:]
    return found


@pytest.mark.parametrize(
    ("numbers", "option", "fulfilled"),
    [
        ((6, 5, 4, 3), "fails", [NICOLE]),
        ((12, 6, 4, 3), "fails", [NICOLE]),
        ((6, 6, 4, 3), "fails", []),
        ((6, 6, 4, 3), "counts", [NICOLE, PETER]),
        ((6, 5, 4, 3), "counts", [NICOLE]),
    ],
)
def test_most_in_city(numbers: tuple[int, ...], option: str, fulfilled: list[int]) -> None:
    """F13: in a tie no player, with the option all tied players; twice as many as the next count once."""
    kept = {player: ["T16"] for player in (NICOLE, PETER, SANDRA, THOMAS)}
    table = game_over(in_city(*numbers), kept=kept, most_in_city_tie=option)
    points = [source["tasks"] for source in table.points()]
    assert points == [POINTS["T16"] if player in fulfilled else FAILED for player in range(4)]


def test_a_card_may_let_ties_count() -> None:
    """F13: regardless of the option."""
    rows = [dict(row) for row in GAME.tables["task"]]
    rows[15]["tie_counts"] = True
    table = game_over(in_city(2, 2, 1, 1), kept={NICOLE: ["T16"]}, components={"task": rows})
    assert table.points()[NICOLE]["tasks"] == POINTS["T16"]


@pytest.mark.parametrize(
    ("task", "fields", "met"),
    [
        ("T12", ["r3c1", "r3c2", "r3c3"], True),
        ("T12", ["r1c1", "r2c1", "r3c1"], True),
        ("T12", ["r2c1", "r2c2", "r2c4"], False),
        ("T12", ["r1c1", "r1c2", "r2c2"], False),
        ("T12", ["r1c8", "r1c9", "r2c1"], False),
        ("T15", ["r1c1", "r2c2", "r3c3"], True),
        ("T15", ["r6c1", "r5c2", "r4c3"], True),
        ("T15", ["r1c8", "r2c9", "r4c1"], False),
    ],
)
def test_lines(task: str, fields: list[str], met: bool) -> None:
    """F12: a plot or an angle breaks a line, both diagonals count, the edge of the city ends it."""
    assert task_points(task, fields) == (POINTS[task] if met else FAILED)


def test_square_and_same_building() -> None:
    """F15: a 2 x 2 block; three next to one building, where diagonal neighbours do not count."""
    assert task_points("T17", ["r3c3", "r3c4", "r4c3", "r4c4"]) == POINTS["T17"]
    built = {"building_6": "r2c3"}
    assert task_points("T11", ["r1c3", "r2c2", "r3c3"], buildings=built) == POINTS["T11"]
    assert task_points("T11", ["r1c2", "r2c2", "r3c3"], buildings=built) == FAILED


def test_one_member_serves_two_buildings() -> None:
    """F16: r5c5 and two others are at four buildings."""
    built = {"building_2": "r5c4", "building_3": "r5c6", "building_4": "r2c3", "building_5": "r2c7"}
    assert task_points("T14", ["r5c5", "r1c3", "r1c7"], buildings=built) == POINTS["T14"]
    assert task_points("T14", ["r5c5", "r1c3", "r1c4"], buildings=built) == FAILED


def test_one_member_serves_two_chapels_but_is_one_member() -> None:
    chapels = ["1/4", "1/5", "5/1"]
    assert task_points("T19", ["r1c5", "r6c1"], chapels=chapels) == POINTS["T19"]
    assert task_points("T21", ["r1c5", "r2c5", "r6c1"], chapels=chapels) == FAILED


def test_the_corner_of_the_city_is_at_no_chapel_by_itself() -> None:
    """2.5: three members at the chapel and one at r1c1 are not four."""
    assert task_points("T21", ["r1c1", "r5c1", "r5c2", "r6c1"], chapels=["5/1"]) == FAILED
    assert task_points("T21", ["r6c2", "r5c1", "r5c2", "r6c1"], chapels=["5/1"]) == POINTS["T21"]


def test_other_players_members_do_not_help() -> None:
    assert task_points("T12", ["r3c1", "r3c2"], others={PETER: ["r3c3"]}) == FAILED


def test_every_kind_is_tested_here() -> None:
    alone = {"building_pair", "guild_three", "council", "privileges", "most_in_city"}
    assert {KINDS[row[0]] for row in CITY_TASKS} | alone == set(TASK_KINDS)


def test_points_before_the_end_count_only_what_is_built() -> None:
    """An unbuilt building is next to no member."""
    table = game_over({NICOLE: ["r1c3", "r2c2"]}, kept={NICOLE: ["T01", "T11"]})
    assert table.points()[NICOLE]["tasks"] == 2 * FAILED


@pytest.mark.parametrize("task", ["T01", "T03", "T05", "T11", "T20"])
def test_what_is_not_built_fulfils_not_even_a_task_for_one_member(task: str) -> None:
    """2.5: only built buildings and placed chapels count; here each task asks for a single member."""
    rows = [{**row, "count": 1} if "count" in row else row for row in GAME.tables["task"]]
    city = {NICOLE: ["r1c3", "r2c2", "r5c5"]}
    table = game_over(city, kept={NICOLE: [task]}, components={"task": rows})
    assert table.points()[NICOLE]["tasks"] == FAILED
