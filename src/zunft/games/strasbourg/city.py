"""The city: squares in a grid, corners where chapels stand, and the map printed on it. Sets of squares are bits."""

from __future__ import annotations

from typing import Any, Final

from zunft.core.components import Tables
from zunft.core.errors import BadComponents
from zunft.games.strasbourg.words import BUILDINGS, GUILDS

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

PLOT_MARK = "##"
SQUARE_IDS = tuple(f"r{row}c{column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))
CORNER_IDS = tuple(f"{row}/{column}" for row in range(1, CORNER_ROWS + 1) for column in range(1, CORNER_COLUMNS + 1))


def is_inside(row: int, column: int) -> bool:
    return 0 <= row < ROWS and 0 <= column < COLUMNS


def bit(row: int, column: int) -> int:
    """The square as a set of one; outside the city an empty set."""
    return 1 << row * COLUMNS + column if is_inside(row, column) else 0


def squares_of(squares: int) -> list[int]:
    return [square for square in range(SQUARES) if squares >> square & 1]


def neighbours(square: int) -> int:
    """Up, down, left, right."""
    row, column = divmod(square, COLUMNS)
    return bit(row - 1, column) | bit(row + 1, column) | bit(row, column - 1) | bit(row, column + 1)


def round_corner(corner: int) -> int:
    """The four squares that meet in a corner."""
    row, column = divmod(corner, CORNER_COLUMNS)
    return bit(row, column) | bit(row, column + 1) | bit(row + 1, column) | bit(row + 1, column + 1)


def lines(down: int, right: int) -> list[int]:
    """All threes of squares that follow each other in this direction (R44)."""
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
    fields: list[list[int]]  # by guild, rising
    area: list[int]  # by guild, as a set
    plots: list[int]
    spots: list[int]
    beside: list[int]  # by square: the fields next to it; only asked of plots
    touching: list[int]  # by corner: the fields touching it

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
        self.check_plots(tables)
        self.check_guilds(tables)

    def read_row(self, row: int, marks: list[str], letters: dict[str, int]) -> None:
        where = f"table city, key grid, row {row + 1}"
        if len(marks) != COLUMNS:
            raise BadComponents(f"{where}: must have {COLUMNS} squares, not {len(marks)}")
        for column, mark in enumerate(marks):
            if mark == PLOT_MARK:
                continue
            if mark[0] not in letters or not mark[1:].isdecimal():
                wanted = f"{PLOT_MARK} or a guild's letter ({', '.join(letters)}) and a price"
                raise BadComponents(f"{where}, column {column + 1}: must be {wanted}, not {mark!r}")
            self.guild[row * COLUMNS + column] = letters[mark[0]]
            self.price[row * COLUMNS + column] = int(mark[1:])

    def check_plots(self, tables: Tables) -> None:
        """Seven, as listed, each with a field next to it; and a field at every chapel spot."""
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
        prices = {row["guild"]: sorted(row["prices"]) for row in tables["price"]}
        means: list[float] = []
        for guild, name in enumerate(GUILDS):
            self.check_area(guild, name)
            found = sorted({self.price[square] for square in self.fields[guild]})
            if found != prices.get(name):
                raise BadComponents(
                    f"table city, key grid: the {name} have fields at {found}, table price says {prices.get(name)}"
                )
            means.append(sum([self.price[square] for square in self.fields[guild]]) / len(self.fields[guild]))
        for dearer, cheaper in zip(range(4), range(1, 5), strict=True):
            if means[dearer] <= means[cheaper]:
                raise BadComponents(
                    f"table city, key grid: fields of the {GUILDS[dearer]} must be dearer on average "
                    f"than those of the {GUILDS[cheaper]}"
                )
        if prices["vintners"] != VINTNER_PRICES:
            raise BadComponents(f"table price, key prices: the vintners' are {VINTNER_PRICES} (rulebook)")

    def check_area(self, guild: int, name: str) -> None:
        area = self.area[guild]
        if not area:
            raise BadComponents(f"table city, key grid: the {name} have no field")
        if group_of(self.fields[guild][0], area) != area:
            raise BadComponents(f"table city, key grid: the fields of the {name} are not connected")
        if min([self.price[square] for square in self.fields[guild]]) > FIRST_COINS:
            raise BadComponents(f"table city, key grid: the {name} have no field for {FIRST_COINS} coins or less")

    def shown(self) -> dict[str, Any]:
        """The printed map for a view; it never changes."""
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
        }


VINTNER_PRICES = [3, 4]
FEWEST_SPOTS: Final = len(BUILDINGS)  # a chapel a round


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
            raise BadComponents(f"table city, key chapel_spots: {place} is no corner inside the city")
        found.append(row * CORNER_COLUMNS + column)
    if len(set(found)) != len(found):
        raise BadComponents("table city, key chapel_spots: a spot stands there twice")
    if len(found) < FEWEST_SPOTS:
        raise BadComponents(f"table city, key chapel_spots: must be at least {FEWEST_SPOTS}, not {len(found)}")
    return sorted(found)


def group_of(square: int, squares: int) -> int:
    """The connected part of a set of squares that holds this square."""
    group, before = 1 << square, 0
    while group != before:
        before = group
        for member in squares_of(group):
            group |= BESIDE[member] & squares
    return group


def largest_group(squares: int) -> int:
    """The size of the largest connected part."""
    most = 0
    while squares:
        group = group_of(squares_of(squares)[0], squares)
        most = max(most, group.bit_count())
        squares &= ~group
    return most
