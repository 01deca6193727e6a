"""Tasks: what each kind asks for. They are looked at only when the game is over."""

from __future__ import annotations

from zunft.games.strasbourg import words
from zunft.games.strasbourg.city import BORDER, CITY_CORNERS, DIAGONAL_THREES, ROUND, STRAIGHT_THREES, largest_group
from zunft.games.strasbourg.components import FEWEST_PLAYERS, TaskCard
from zunft.games.strasbourg.council_phase import seats_held
from zunft.games.strasbourg.table import Table

FAILS = "fails"
COUNTS = "counts"


def is_fulfilled(table: Table, player: int, card: TaskCard) -> bool:
    members = table.players[player].members
    count = card.count[len(table.players) - FEWEST_PLAYERS]
    match card.kind:
        case words.BUILDING_PAIR:
            return beside_building(table, members, card.building) >= count
        case words.GUILD_THREE:
            return (members & table.parts.city.area[card.guild]).bit_count() >= count
        case words.SAME_BUILDING_THREE:
            return max(beside_buildings(table, members), default=0) >= count
        case words.ROW_THREE:
            return has_figure(members, STRAIGHT_THREES)
        case words.COUNCIL:
            return seats_held(table)[player] >= count
        case words.FOUR_BUILDINGS:
            return reached(beside_buildings(table, members)) >= count
        case words.DIAGONAL_THREE:
            return has_figure(members, DIAGONAL_THREES)
        case words.MOST_IN_CITY:
            return has_most_in_city(table, player, card)
        case words.SQUARE_FOUR:
            return has_figure(members, ROUND)
        case words.ALL_GUILDS:
            return all(members & area for area in table.parts.city.area)
        case words.DIFFERENT_CHAPELS:
            return reached(touching_chapels(table, members)) >= count
        case words.SAME_CHAPEL_THREE:
            return max(touching_chapels(table, members), default=0) >= count
        case words.CHAPEL_MEMBERS:
            return (members & at_chapels(table)).bit_count() >= count
        case words.BORDER:
            return (members & BORDER).bit_count() >= count
        case words.CORNERS:
            return (members & CITY_CORNERS).bit_count() >= count
        case words.CONNECTED_FOUR:
            return largest_group(members) >= count
        case _:
            return table.players[player].privileges >= count


def beside_building(table: Table, members: int, building: int) -> int:
    """How many of these members are next to a building; none if it is not built."""
    round_number = table.buildings.index(building)
    if round_number >= len(table.built):
        return 0
    return (members & table.parts.city.beside[table.built[round_number]]).bit_count()


def beside_buildings(table: Table, members: int) -> list[int]:
    """For each building that is built, in the order of rounds."""
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
    """How many have at least one member at them."""
    return len([number for number in numbers if number])


def has_figure(members: int, figures: list[int]) -> bool:
    """Three in a line or four in a square; a plot carries no member, so it breaks the figure (R44)."""
    return any(members & figure == figure for figure in figures)


def has_most_in_city(table: Table, player: int, card: TaskCard) -> bool:
    """More than each other; a tie counts only if card or table say so (R46)."""
    own = table.players[player].members.bit_count()
    others = max([me.members.bit_count() for other, me in enumerate(table.players) if other != player])
    tie_counts = card.tie_counts or table.setting.options["most_in_city_tie"] == COUNTS
    return own > others or (tie_counts and own == others)
