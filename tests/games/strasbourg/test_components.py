"""The component file: the map as specified, and clear reasons for rejecting another one."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import zunft
from tests.games.strasbourg.invariants import check
from tests.games.strasbourg.positions import GAME, new_table
from zunft.core.components import STATUSES
from zunft.core.play import choose
from zunft.games.strasbourg.city import CORNER_IDS, DIAGONAL_THREES, SQUARE_IDS, STRAIGHT_THREES, City, squares_of
from zunft.games.strasbourg.game import Strasbourg

CITY: City = new_table().parts.city

BESIDE_PLOTS = {
    "r2c3": ["r1c3", "r2c2", "r2c4", "r3c3"],
    "r2c7": ["r1c7", "r2c6", "r2c8", "r3c7"],
    "r3c5": ["r2c5", "r3c4", "r3c6", "r4c5"],
    "r4c2": ["r3c2", "r4c1", "r4c3", "r5c2"],
    "r4c8": ["r3c8", "r4c7", "r4c9", "r5c8"],
    "r5c4": ["r4c4", "r5c3", "r5c5", "r6c4"],
    "r5c6": ["r4c6", "r5c5", "r5c7", "r6c6"],
}
AT_SPOTS = {
    "1/1": "HHSS",
    "1/4": "HHSH",
    "1/5": "HFHH",
    "1/8": "FFFF",
    "2/1": "SSSS",
    "2/8": "FFFB",
    "3/3": "SSVV",
    "3/6": "HFHF",
    "5/1": "SVVV",
    "5/2": "VVVV",
    "5/7": "FBBB",
    "5/8": "BBBB",
}
LETTERS = "SVHFB"


def names(squares: int) -> list[str]:
    return [SQUARE_IDS[square] for square in squares_of(squares)]


def test_the_fields_next_to_each_plot() -> None:
    assert {SQUARE_IDS[plot]: names(CITY.beside[plot]) for plot in CITY.plots} == BESIDE_PLOTS


def test_the_guilds_at_each_chapel_spot() -> None:
    found = {
        CORNER_IDS[spot]: "".join(LETTERS[CITY.guild[square]] for square in squares_of(CITY.touching[spot]))
        for spot in CITY.spots
    }
    assert found == AT_SPOTS


def test_a_field_next_to_a_plot_costs_as_much_as_the_good_and_any_other_one_less() -> None:
    parts = new_table().parts
    near = 0
    for plot in CITY.plots:
        near |= CITY.beside[plot]
    for guild, fields in enumerate(CITY.fields):
        for square in fields:
            assert CITY.price[square] == parts.good_values[parts.good_of[guild]] - (not near >> square & 1)


def test_numbers_of_fields_and_figures() -> None:
    fields = sum(CITY.area)
    assert [len(squares) for squares in CITY.fields] == [9, 9, 9, 10, 10]
    assert sum(figure & fields == figure for figure in STRAIGHT_THREES) == 43
    assert sum(figure & fields == figure for figure in DIAGONAL_THREES) == 26


# Replacements


def changed(table: str, change: Callable[[Any], None]) -> dict[str, Any]:
    """One table of the file, changed."""
    content = copy.deepcopy(GAME.tables[table])
    change(content)
    return {table: content}


def in_grid(*marks: tuple[int, int, str]) -> dict[str, Any]:
    """The city with these marks replaced, by row and column."""

    def change(city: dict[str, Any]) -> None:
        rows = [line.split() for line in city["grid"]]
        for row, column, mark in marks:
            rows[row - 1][column - 1] = mark
        city["grid"] = [" ".join(row) for row in rows]

    return changed("city", change)


def grid_of(*rows: str) -> dict[str, Any]:
    return changed("city", lambda city: city.update(grid=list(rows)))


BAD: list[tuple[dict[str, Any], str]] = [
    (changed("city", lambda city: city["grid"].pop()), "table city, key grid: must be a list of 6 entries"),
    (
        changed("city", lambda city: city["grid"].__setitem__(0, "H2 H2")),
        "table city, key grid, row 1: must have 9 squares",
    ),
    (in_grid((1, 1, "X2")), "table city, key grid, row 1, column 1: must be ## or a guild's letter"),
    (in_grid((1, 1, "H")), "table city, key grid, row 1, column 1: must be ## or a guild's letter"),
    (in_grid((1, 1, "##")), "table city, key grid: must have 7 plots"),
    (in_grid((2, 3, "S5"), (6, 1, "##")), "table city, key plots: must be the plots of the grid"),
    (
        in_grid((1, 1, "H" + "9" * 5000)),
        "must be ## or a guild's letter (S, V, H, F, B) and a price, not 'H99999999999…'",
    ),
    (in_grid((1, 1, "H-2")), "table city, key grid, row 1, column 1: must be ## or a guild's letter"),
    (in_grid((1, 1, "H2H2")), "table city, key grid, row 1, column 1: must be ## or a guild's letter"),
    (grid_of(*[""] * 6), "table city, key grid, row 1: must have 9 squares, not 0"),
    (grid_of(*["S5 " * 9] * 6), "table city, key grid: must have 7 plots (##), not 0"),
    (grid_of(*["## " * 9] * 6), "table city, key grid: must have 7 plots (##), not 54"),
    (in_grid((1, 1, "H9")), "table city, key grid: the shoemakers have fields at [2, 3, 9], table price says"),
    (
        changed("city", lambda city: city.update(chapel_spots=[[1, 1], [1, 4]])),
        "table city, key chapel_spots: must be at least 5",
    ),
    (
        changed("city", lambda city: city["chapel_spots"].append([6, 1])),
        "table city, key chapel_spots: [6, 1] is not a corner inside the city",
    ),
    (
        changed("city", lambda city: city["chapel_spots"].append([1, 1])),
        "table city, key chapel_spots: a spot appears twice",
    ),
    (
        changed("city", lambda city: city["plots"].__setitem__(0, [7, 1])),
        "table city, key plots: [7, 1] is outside the city",
    ),
    (changed("guild", lambda rows: rows[0].update(letter="V")), "table guild, key letter: must be one letter"),
    (
        changed("guild", lambda rows: rows[0].update(good="shoe")),
        "table guild, key good: every guild must make a different good",
    ),
    (changed("price", lambda rows: rows[1].update(prices=[3, 5])), "the vintners have fields at [3, 4]"),
    (changed("building", lambda rows: rows.pop()), "table building, key id: no row for building_6"),
    (changed("building", lambda rows: rows[0].update(id="building_3")), "'building_3' appears twice"),
    (changed("step", lambda rows: rows.reverse()), "table step, key id: must be A, B, C"),
    (changed("step", lambda rows: rows[1].update(awards=[])), "a bidding step has at least one"),
    (changed("step", lambda rows: rows[1].update(awards=["sell"])), "step B cannot award sell"),
    (changed("step", lambda rows: rows[1].update(kind="merchants")), "table step, row 2, key kind: step B is guild"),
    (changed("step", lambda rows: rows[7].update(actor="bakers")), "table step, row 8, key actor: must be church"),
    (changed("task", lambda rows: rows.pop()), "table task, key id: no row for T25"),
    (changed("task", lambda rows: rows[0].pop("building")), "table task, key building: T01"),
    (changed("task", lambda rows: rows[10].update(guild="bakers")), "which has no guild"),
    (changed("task", lambda rows: rows[0].update(points="many")), "table task, row 1, key points"),
    (changed("game", lambda game: game.update(rounds=6)), "table game, key rounds"),
    ({"towers": {}}, "unknown table 'towers'"),
]


@pytest.mark.parametrize(("replacement", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_an_impossible_replacement_is_refused(replacement: dict[str, Any], reason: str) -> None:
    with pytest.raises(zunft.BadComponents) as refused:
        GAME.new(3, components=replacement)
    assert reason in str(refused.value)


def no_bakers() -> dict[str, Any]:
    """A city whose bakers' fields all belong to the butchers."""
    return grid_of(*[row.replace("B1", "F2").replace("B0", "F1") for row in GAME.tables["city"]["grid"]])


def test_a_guild_without_a_field_is_refused() -> None:
    with pytest.raises(zunft.BadComponents, match="table city, key grid: the bakers have no field"):
        GAME.new(3, components=no_bakers())


def test_the_vintners_prices_are_known() -> None:
    """The rulebook's examples pay 3 and 4; a third price would be new, but possible."""
    other = [row.replace("V3", "V2") for row in GAME.tables["city"]["grid"]]
    prices = changed("price", lambda rows: rows[1].update(prices=[2, 4]))
    with pytest.raises(zunft.BadComponents, match=r"table price, key prices: the vintners' include \[3, 4\]"):
        GAME.new(3, components={**grid_of(*other), **prices})
    prices = changed("price", lambda rows: rows[1].update(prices=[2, 3, 4]))
    third = GAME.new(3, components={**in_grid((6, 3, "V2")), **prices})
    assert isinstance(third, Strasbourg)
    assert third.parts.doubts == []


# Unofficial reports: a warning, and the table is used


def repriced(row: str, letter: str, change: int) -> str:
    """A row of the grid with other prices for one guild."""
    marks = [mark if mark[0] != letter else f"{letter}{int(mark[1:]) + change}" for mark in row.split()]
    return " ".join(marks)


def cheap_butchers() -> dict[str, Any]:
    """Bakers and butchers with swapped prices."""
    swapped = [repriced(repriced(row, "F", -1), "B", 1) for row in GAME.tables["city"]["grid"]]

    def swap(rows: list[dict[str, Any]]) -> None:
        rows[3].update(prices=[0, 1])
        rows[4].update(prices=[1, 2])

    return {**grid_of(*swapped), **changed("price", swap)}


def dear_smiths() -> dict[str, Any]:
    dear = [repriced(row, "S", 2) for row in GAME.tables["city"]["grid"]]
    return {**grid_of(*dear), **changed("price", lambda rows: rows[0].update(prices=[6, 7]))}


DOUBTFUL: list[tuple[dict[str, Any], list[str]]] = [
    (cheap_butchers(), ["fields of the butchers are not dearer on average than those of the bakers"]),
    (dear_smiths(), ["the smiths have no field for 5 coins or less"]),
    (in_grid((6, 9, "H2")), ["the fields of the shoemakers are not connected"]),
    (
        changed("round_tile", lambda rows: rows[0].update(D="bakers")),
        ["the smiths come up 2 times, not 3", "the bakers come up 4 times, not 3"],
    ),
    (
        changed("round_tile", lambda rows: rows[0].update(D="vintners")),
        [
            "round tile 1 shows a guild twice",
            "the smiths come up 2 times, not 3",
            "the vintners come up 4 times, not 3",
        ],
    ),
]


@pytest.mark.parametrize(("replacement", "doubts"), DOUBTFUL, ids=[doubts[0] for _, doubts in DOUBTFUL])
def test_unofficial_reports_only_warn(replacement: dict[str, Any], doubts: list[str]) -> None:
    """The file's owner may have the printed game: the table is used, and the game can be played."""
    with pytest.warns(UserWarning, match="components of Strasbourg: .*; the table is used as it is") as warned:
        table = GAME.new(3, components=replacement)
    assert isinstance(table, Strasbourg)
    assert [str(warning.message).split(": ")[1].split("; ")[0] for warning in warned] == doubts
    assert table.parts.doubts == doubts
    zunft.playout(table, random.Random(1))
    assert table.is_over()


def test_our_own_file_raises_no_doubts() -> None:
    assert new_table().parts.doubts == []


def test_every_row_has_a_status_and_a_source() -> None:
    for name, content in GAME.tables.items():
        for row in content if isinstance(content, list) else [content]:
            assert row.get("status") in STATUSES, name
            assert row.get("source"), f"{name}: {row}"


def test_the_values_of_goods_are_reconstructed() -> None:
    """Only their sum is in the rulebook."""
    assert GAME.tables["good_values"]["status"] == "reconstructed"


CROWDED = [
    "## ## H2 H2 H2 H2 F2 F1 F1",
    "## ## H3 H3 H2 H2 F2 F2 F1",
    "## S5 S5 S5 S4 H3 F2 F2 B0",
    "S5 S5 V4 V4 V4 ## F2 ## B1",
    "S4 V4 V4 V4 V4 V4 F2 B1 B0",
    "V3 V3 V3 B1 B0 B1 B0 B0 B0",
]


def test_a_plot_needs_a_field_next_to_it() -> None:
    plots = [[1, 1], [1, 2], [2, 1], [2, 2], [3, 1], [4, 6], [4, 8]]
    city = {**GAME.tables["city"], "grid": CROWDED, "plots": plots}
    with pytest.raises(zunft.BadComponents, match="key plots: r1c1 has no field next to it"):
        GAME.new(3, components={"city": city})


def test_a_chapel_spot_needs_a_field() -> None:
    """Four plots in a square have fields next to them, but the corner between them has none."""
    rows = ["H2 ## ## H2 H2 H2 F2 F1 F1", "S4 ## ## H3 H2 H2 F2 F2 F1", "S4 S5 S5 S5 S4 H3 F2 F2 B0", *CROWDED[3:]]
    rows[0] = rows[0].replace("H2", "S4", 1)
    rows[2] = rows[2].replace("H3", "##")
    plots = [[1, 2], [1, 3], [2, 2], [2, 3], [3, 6], [4, 6], [4, 8]]
    spots = [[1, 2], [1, 4], [1, 5], [1, 8], [2, 8]]
    city = {**GAME.tables["city"], "grid": rows, "plots": plots, "chapel_spots": spots}
    with pytest.raises(zunft.BadComponents, match="key chapel_spots: 1/2 touches no field"):
        GAME.new(3, components={"city": city})


def test_another_map_can_be_played(tmp_path: Path) -> None:
    """The mirrored city, with five chapel spots: the last chapel is built automatically."""
    rows = [" ".join(row.split()[::-1]) for row in GAME.tables["city"]["grid"]]
    plots = [[row, 10 - column] for row, column in GAME.tables["city"]["plots"]]
    spots = [[row, 9 - column] for row, column in GAME.tables["city"]["chapel_spots"][:5]]
    city = f"[city]\ngrid = {rows}\nplots = {plots}\nchapel_spots = {spots}\n".replace("'", '"')
    file = tmp_path / "mirror.toml"
    file.write_text(city, encoding="utf-8")
    rng = random.Random(3)
    table = GAME.new(3, components=str(file))
    table.journal = []
    while not table.is_over():
        table.apply(choose(table, rng))
        check(table)
    assert len([event for event in table.journal if event.key == "builds_chapel"]) == 5
