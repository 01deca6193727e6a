"""Tasks: the condition of each kind. They are checked only at the end of the game."""

from __future__ import annotations

from typing import Final

from zunft.games.strasbourg import names
from zunft.games.strasbourg.city import BORDER, CITY_CORNERS, DIAGONAL_THREES, ROUND, STRAIGHT_THREES, largest_group
from zunft.games.strasbourg.components import TaskCard
from zunft.games.strasbourg.council_phase import seats_held
from zunft.games.strasbourg.table import Table

FAILS = "fails"
COUNTS = "counts"
LINE: Final = 3  # members in a row or a diagonal
SQUARE: Final = 4


def is_fulfilled(table: Table, player: int, card: TaskCard) -> bool:
    return achieved(table, player, card) >= needed(table, player, card)


def achieved(table: Table, player: int, card: TaskCard) -> int:
    """Progress in the unit that the task counts; for a figure, the most of its fields held."""
    members = table.players[player].members
    match card.kind:
        case names.BUILDING_PAIR:
            return beside_building(table, members, card.building)
        case names.GUILD_THREE:
            return (members & table.parts.city.area[card.guild]).bit_count()
        case names.SAME_BUILDING_THREE:
            return max(beside_buildings(table, members), default=0)
        case names.ROW_THREE:
            return best_figure(members, STRAIGHT_THREES)
        case names.COUNCIL:
            return seats_held(table)[player]
        case names.FOUR_BUILDINGS:
            return reached(beside_buildings(table, members))
        case names.DIAGONAL_THREE:
            return best_figure(members, DIAGONAL_THREES)
        case names.MOST_IN_CITY:
            return members.bit_count()
        case names.SQUARE_FOUR:
            return best_figure(members, ROUND)
        case names.ALL_GUILDS:
            return reached([members & area for area in table.parts.city.area])
        case names.DIFFERENT_CHAPELS:
            return reached(touching_chapels(table, members))
        case names.SAME_CHAPEL_THREE:
            return max(touching_chapels(table, members), default=0)
        case names.CHAPEL_MEMBERS:
            return (members & at_chapels(table)).bit_count()
        case names.BORDER:
            return (members & BORDER).bit_count()
        case names.CORNERS:
            return (members & CITY_CORNERS).bit_count()
        case names.CONNECTED_FOUR:
            return largest_group(members)
        case names.PRIVILEGES:
            return table.players[player].privileges
        case _:
            raise ValueError(f"there is no kind of task {card.kind}")


def needed(table: Table, player: int, card: TaskCard) -> int:
    """The required count for this number of players."""
    match card.kind:
        case names.ROW_THREE | names.DIAGONAL_THREE:
            return LINE
        case names.SQUARE_FOUR:
            return SQUARE
        case names.ALL_GUILDS:
            return len(table.parts.city.area)
        case names.MOST_IN_CITY:
            return most_of_others(table, player) + (0 if tie_counts(table, card) else 1)
        case _:
            return card.count[len(table.players) - names.FEWEST_PLAYERS]


def beside_building(table: Table, members: int, building: int) -> int:
    """How many of these members are next to a building; 0 if it is not built yet."""
    round_number = table.buildings.index(building)
    if round_number >= len(table.built):
        return 0
    return (members & table.parts.city.beside[table.built[round_number]]).bit_count()


def beside_buildings(table: Table, members: int) -> list[int]:
    """For each building on the board, in round order."""
    return [(members & table.parts.city.beside[plot]).bit_count() for plot in table.built]


def touching_chapels(table: Table, members: int) -> list[int]:
    """For each chapel."""
    return [(members & table.parts.city.touching[spot]).bit_count() for spot in table.chapels]


def at_chapels(table: Table) -> int:
    """The fields that touch at least one chapel."""
    fields = 0
    for spot in table.chapels:
        fields |= table.parts.city.touching[spot]
    return fields


def reached(numbers: list[int]) -> int:
    """How many have at least one member."""
    return len([number for number in numbers if number])


def best_figure(members: int, figures: list[int]) -> int:
    """Members in the best line of three or square of four; a plot breaks the figure (R44)."""
    return max([(members & figure).bit_count() for figure in figures], default=0)


def most_of_others(table: Table, player: int) -> int:
    return max([me.members.bit_count() for other, me in enumerate(table.players) if other != player])


def tie_counts(table: Table, card: TaskCard) -> bool:
    """A tie counts only by card or option (R46)."""
    return card.tie_counts or bool(table.setting.options["most_in_city_tie"] == COUNTS)
