"""The city: squares in a grid, corners for chapels, and the printed map. Sets of squares are bit masks."""

from __future__ import annotations

from typing import Any, Final

from zunft.core.components import Tables
from zunft.core.errors import BadComponents
from zunft.games.strasbourg.names import BUILDINGS, GUILDS

ROWS: Final = 6
COLUMNS: Final = 9
SQUARES: Final = 54
CORNER_ROWS: Final = 5
CORNER_COLUMNS: Final = 8
CORNERS: Final = 40
PLOTS: Final = 7
FIRST_COINS: Final = 5
NO_GUILD: Final = -1
IN_LINE: Final = 3
PRICE_DIGITS: Final = 3
LONGEST_QUOTE: Final = 12  # of a mark quoted in an error

PLOT_MARK = "##"
SQUARE_IDS = tuple(f"r{row}c{column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))
CORNER_IDS = tuple(f"{row}/{column}" for row in range(1, CORNER_ROWS + 1) for column in range(1, CORNER_COLUMNS + 1))


def is_inside(row: int, column: int) -> bool:
    return 0 <= row < ROWS and 0 <= column < COLUMNS


def bit(row: int, column: int) -> int:
    """The square as a one-element set; empty outside the city."""
    return 1 << row * COLUMNS + column if is_inside(row, column) else 0


def squares_of(squares: int) -> list[int]:
    return [square for square in range(SQUARES) if squares >> square & 1]


def neighbours(square: int) -> int:
    """Up, down, left, right."""
    row, column = divmod(square, COLUMNS)
    return bit(row - 1, column) | bit(row + 1, column) | bit(row, column - 1) | bit(row, column + 1)


def round_corner(corner: int) -> int:
    """The four squares that meet at a corner."""
    row, column = divmod(corner, CORNER_COLUMNS)
    return bit(row, column) | bit(row, column + 1) | bit(row + 1, column) | bit(row + 1, column + 1)


def lines(down: int, right: int) -> list[int]:
    """All runs of three squares in this direction (R44)."""
    found = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            line = [(row + step * down, column + step * right) for step in range(IN_LINE)]
            if all(is_inside(*square) for square in line):
                found.append(sum([bit(*square) for square in line]))
    return found


def is_border(square: int) -> bool:
    row, column = divmod(square, COLUMNS)
    return row in (0, ROWS - 1) or column in (0, COLUMNS - 1)


def is_city_corner(square: int) -> bool:
    row, column = divmod(square, COLUMNS)
    return row in (0, ROWS - 1) and column in (0, COLUMNS - 1)


def squares_where(fits: list[bool]) -> int:
    return sum([1 << square for square in range(SQUARES) if fits[square]])


BESIDE = [neighbours(square) for square in range(SQUARES)]
ROUND = [round_corner(corner) for corner in range(CORNERS)]
STRAIGHT_THREES = lines(0, 1) + lines(1, 0)
DIAGONAL_THREES = lines(1, 1) + lines(1, -1)
BORDER = squares_where([is_border(square) for square in range(SQUARES)])
CITY_CORNERS = squares_where([is_city_corner(square) for square in range(SQUARES)])


class City:
    """The printed map: which guild a square belongs to and what it costs, plots, chapel spots."""

    guild: list[int]  # by square, NO_GUILD on plots
    price: list[int]  # by square
    fields: list[list[int]]  # by guild, ascending
    area: list[int]  # by guild, as a set
    plots: list[int]
    spots: list[int]
    beside: list[int]  # by square: the adjacent fields; used for plots only
    touching: list[int]  # by corner: the fields touching it
    doubts: list[str]  # differences from unofficial reports about the printed map

    def __init__(self, tables: Tables) -> None:
        self.guild = [NO_GUILD] * SQUARES
        self.price = [0] * SQUARES
        letters = {row["letter"]: GUILDS.index(row["id"]) for row in tables["guild"]}
        for number, line in enumerate(tables["city"]["grid"]):
            self.read_row(number, line.split(), letters)
        self.fields = [[square for square in range(SQUARES) if self.guild[square] == guild] for guild in range(5)]
        self.area = [sum([1 << square for square in fields]) for fields in self.fields]
        self.plots = [square for square in range(SQUARES) if self.guild[square] == NO_GUILD]
        self.spots = read_spots(tables)
        all_fields = sum(self.area)
        self.beside = [squares & all_fields for squares in BESIDE]
        self.touching = [squares & all_fields for squares in ROUND]
        self.doubts = []
        self.check_plots(tables)
        self.check_guilds(tables)

    def read_row(self, row: int, marks: list[str], letters: dict[str, int]) -> None:
        where = f"table city, key grid, row {row + 1}"
        if len(marks) != COLUMNS:
            raise BadComponents(f"{where}: must have {COLUMNS} squares, not {len(marks)}")
        for column, mark in enumerate(marks):
            if mark == PLOT_MARK:
                continue
            if mark[0] not in letters or not mark[1:].isdecimal() or len(mark) > 1 + PRICE_DIGITS:
                wanted = f"{PLOT_MARK} or a guild's letter ({', '.join(letters)}) and a price"
                found = mark if len(mark) <= LONGEST_QUOTE else f"{mark[:LONGEST_QUOTE]}…"
                raise BadComponents(f"{where}, column {column + 1}: must be {wanted}, not {found!r}")
            self.guild[row * COLUMNS + column] = letters[mark[0]]
            self.price[row * COLUMNS + column] = int(mark[1:])

    def check_plots(self, tables: Tables) -> None:
        """Exactly the seven listed, each next to a field; and every chapel spot touches a field."""
        listed = sorted([square_at("plots", place) for place in tables["city"]["plots"]])
        if len(self.plots) != PLOTS:
            raise BadComponents(f"table city, key grid: must have {PLOTS} plots ({PLOT_MARK}), not {len(self.plots)}")
        if listed != self.plots:
            drawn = ", ".join([SQUARE_IDS[square] for square in self.plots])
            raise BadComponents(f"table city, key plots: must be the plots of the grid ({drawn})")
        for plot in self.plots:
            if not self.beside[plot]:
                raise BadComponents(f"table city, key plots: {SQUARE_IDS[plot]} has no field next to it")
        for spot in self.spots:
            if not self.touching[spot]:
                raise BadComponents(f"table city, key chapel_spots: {CORNER_IDS[spot]} touches no field")

    def check_guilds(self, tables: Tables) -> None:
        """Prices as listed, including the vintners'; areas and averages are only reported, so they warn."""
        prices = {row["guild"]: sorted(row["prices"]) for row in tables["price"]}
        means: list[float] = []
        for guild, name in enumerate(GUILDS):
            found = sorted({self.price[square] for square in self.fields[guild]})
            if not found:
                raise BadComponents(f"table city, key grid: the {name} have no field")
            if found != prices[name]:
                raise BadComponents(
                    f"table city, key grid: the {name} have fields at {found}, table price says {prices[name]}"
                )
            self.doubt_area(guild, name)
            means.append(sum([self.price[square] for square in self.fields[guild]]) / len(self.fields[guild]))
        for dearer, cheaper in zip(range(4), range(1, 5), strict=True):
            if means[dearer] <= means[cheaper]:
                self.doubts.append(
                    f"fields of the {GUILDS[dearer]} are not dearer on average than those of the {GUILDS[cheaper]}"
                )
        if not set(VINTNER_PRICES) <= set(prices["vintners"]):
            raise BadComponents(f"table price, key prices: the vintners' include {VINTNER_PRICES} (rulebook)")

    def doubt_area(self, guild: int, name: str) -> None:
        fields = self.fields[guild]
        if group_of(fields[0], self.area[guild]) != self.area[guild]:
            self.doubts.append(f"the fields of the {name} are not connected")
        if min([self.price[square] for square in fields]) > FIRST_COINS:
            self.doubts.append(f"the {name} have no field for {FIRST_COINS} coins or less")

    def shown(self) -> dict[str, Any]:
        """The printed map for views; immutable."""
        squares = [
            {"id": SQUARE_IDS[square], "guild": GUILDS[guild] if guild != NO_GUILD else None, "price": price}
            for square, (guild, price) in enumerate(zip(self.guild, self.price, strict=True))
        ]
        return {
            "rows": ROWS,
            "columns": COLUMNS,
            "squares": squares,
            "plots": [SQUARE_IDS[plot] for plot in self.plots],
            "spots": [CORNER_IDS[spot] for spot in self.spots],
            "guilds_at": {
                **{SQUARE_IDS[plot]: self.guilds_among(self.beside[plot]) for plot in self.plots},
                **{CORNER_IDS[spot]: self.guilds_among(self.touching[spot]) for spot in self.spots},
            },
        }

    def guilds_among(self, fields: int) -> list[str]:
        """The guilds of these fields, to describe where a plot or chapel spot is."""
        return [name for guild, name in enumerate(GUILDS) if self.area[guild] & fields]


VINTNER_PRICES = [3, 4]
FEWEST_SPOTS: Final = len(BUILDINGS)  # one chapel per round


def square_at(key: str, place: list[int]) -> int:
    row, column = place[0] - 1, place[1] - 1
    if not is_inside(row, column):
        raise BadComponents(f"table city, key {key}: {place} is outside the city")
    return row * COLUMNS + column


def read_spots(tables: Tables) -> list[int]:
    found = []
    for place in tables["city"]["chapel_spots"]:
        row, column = place[0] - 1, place[1] - 1
        if not (0 <= row < CORNER_ROWS and 0 <= column < CORNER_COLUMNS):
            raise BadComponents(f"table city, key chapel_spots: {place} is not a corner inside the city")
        found.append(row * CORNER_COLUMNS + column)
    if len(set(found)) != len(found):
        raise BadComponents("table city, key chapel_spots: a spot appears twice")
    if len(found) < FEWEST_SPOTS:
        raise BadComponents(f"table city, key chapel_spots: must be at least {FEWEST_SPOTS}, not {len(found)}")
    return sorted(found)


def group_of(square: int, squares: int) -> int:
    """The connected component of this square in a set."""
    group, before = 1 << square, 0
    while group != before:
        before = group
        for member in squares_of(group):
            group |= BESIDE[member] & squares
    return group


def largest_group(squares: int) -> int:
    """The size of the largest connected component."""
    most = 0
    while squares:
        group = group_of(squares_of(squares)[0], squares)
        most = max(most, group.bit_count())
        squares &= ~group
    return most
