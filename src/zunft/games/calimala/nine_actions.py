"""The nine actions: when each can be executed, and its effect. For the choices see execution."""

# ruff: noqa: SIM110 - plain loops on hot paths; generators are slower

from __future__ import annotations

from zunft.core.reason import Reason, because
from zunft.core.tuples import added
from zunft.games.calimala.components import Components
from zunft.games.calimala.names import (
    A_HOUSE,
    A_SHIP,
    A_WORKSHOP,
    ARTWORK,
    BRICK,
    BUILD,
    CHURCH_COUNT,
    FIRST_TRADE_CITY,
    MARBLE,
    MATERIAL_COUNT,
    MATERIALS,
    PALAZZO,
    PIECES,
    PORT_COUNT,
    SHIP,
    TRADE_CITIES,
    TRADE_COUNT,
    TRANSPORT,
    WEAVE,
    WOOD,
)
from zunft.games.calimala.table import Board, Player

HOUSES_IN = [0, 1, 1, 2, 1, 2, 2, 3]  # number of houses in a set of trade cities


def is_executable(parts: Components, board: Board, me: Player, action: int) -> bool:
    if action < MATERIAL_COUNT:
        return can_gain(parts, me, action)
    if action == BUILD:
        return can_build(parts, board, me)
    if action == ARTWORK:
        return can_donate_artwork(board, me)
    if action == WEAVE:
        return can_weave(parts, me)
    if action == SHIP:
        return can_ship(board, me)
    if action == TRANSPORT:
        return can_transport(board, me)
    return can_contribute(board, me)


def why_not_executable(parts: Components, board: Board, me: Player, action: int) -> Reason:
    """What the action lacks."""
    if action < MATERIAL_COUNT:
        return why_no_gain(me, action)
    if action == BUILD:
        return why_no_build(parts, me)
    if action == ARTWORK:
        return because("no_art_room") if me.warehouse[MARBLE] else because("no_material_here", material="marble")
    if action == WEAVE:
        return why_no_weave(me)
    if action == SHIP:
        return why_no_ship(board, me)
    if action == TRANSPORT:
        return why_no_transport(board, me)
    return because("churches_full") if any(me.warehouse) else because("no_material")


# Gain wood, brick or marble


def can_gain(parts: Components, me: Player, material: int) -> bool:
    """An empty space in the material's warehouse, and a cube in the supply (C16, C17)."""
    return me.cubes > 0 and me.warehouse[material] < parts.warehouse_spaces[material]


def why_no_gain(me: Player, material: int) -> Reason:
    return because("warehouse_full", material=MATERIALS[material]) if me.cubes else because("no_cubes")


def gain(me: Player, material: int) -> None:
    me.cubes -= 1
    me.warehouse = added(me.warehouse, material, 1)


# Build


def can_build(parts: Components, board: Board, me: Player) -> bool:
    """At least one of the three is affordable and available (C18)."""
    return can_build_ship(parts, me) or can_build_house(parts, board, me) or can_build_workshop(parts, me)


def can_pay(parts: Components, me: Player, piece: int) -> bool:
    warehouse = me.warehouse
    return warehouse[WOOD] >= parts.cost_wood[piece] and warehouse[BRICK] >= parts.cost_brick[piece]


def can_build_ship(parts: Components, me: Player) -> bool:
    return me.ships < parts.ships and can_pay(parts, me, A_SHIP)


def can_build_workshop(parts: Components, me: Player) -> bool:
    return len(me.workshops) < parts.workshops and can_pay(parts, me, A_WORKSHOP)


def can_build_house(parts: Components, board: Board, me: Player) -> bool:
    if HOUSES_IN[me.houses] >= parts.houses or not can_pay(parts, me, A_HOUSE):
        return False
    for city in range(TRADE_COUNT):
        if can_house(board, me, city):
            return True
    return False


def can_house(board: Board, me: Player, city: int) -> bool:
    """An empty house space, no own house there."""
    return board.house_room[city] > 0 and not me.houses & 1 << city


def why_no_build(parts: Components, me: Player) -> Reason:
    """Nothing is affordable, or affordable pieces have no place left."""
    if any(can_pay(parts, me, piece) for piece in range(len(PIECES))):
        return because("built_all")
    return because("build_poor", wood=me.warehouse[WOOD], brick=me.warehouse[BRICK])


def why_no_piece(parts: Components, me: Player, piece: int) -> Reason | None:
    """Not enough material, or all built already."""
    if not can_pay(parts, me, piece):
        cost = cost_args(parts.cost_wood[piece], parts.cost_brick[piece])
        return because("piece_cost", piece=PIECES[piece], **cost)
    built = (me.ships, HOUSES_IN[me.houses], len(me.workshops))[piece]
    most = (parts.ships, parts.houses, parts.workshops)[piece]
    return because("piece_most", piece=PIECES[piece], count=most) if built >= most else None


def cost_args(wood: int, brick: int) -> dict[str, int | str]:
    """Arguments for the texts `costs`: which of the two materials are paid, and how many of each."""
    paid = "both" if wood and brick else "wood" if wood else "brick" if brick else "free"
    return {"cost": paid, "wood": wood, "brick": brick}


def why_no_house(board: Board, me: Player, city: int) -> Reason | None:
    if me.houses & 1 << city:
        return because("house_there", city=TRADE_CITIES[city])
    return None if board.house_room[city] else because("houses_full", city=TRADE_CITIES[city])


def pay(parts: Components, me: Player, piece: int) -> None:
    """Paid cubes return to the supply (C17)."""
    me.warehouse = added(added(me.warehouse, WOOD, -parts.cost_wood[piece]), BRICK, -parts.cost_brick[piece])
    me.cubes += parts.cost_wood[piece] + parts.cost_brick[piece]


def build_ship(parts: Components, me: Player) -> None:
    pay(parts, me, A_SHIP)
    me.ships += 1


def build_house(parts: Components, board: Board, me: Player, city: int) -> None:
    pay(parts, me, A_HOUSE)
    me.houses |= 1 << city
    board.house_room = added(board.house_room, city, -1)


def build_workshop(parts: Components, me: Player) -> None:
    """On the leftmost free place, empty."""
    pay(parts, me, A_WORKSHOP)
    me.workshops += (0,)


# Artwork


def can_donate_artwork(board: Board, me: Player) -> bool:
    """A marble, and an empty art space at one of the four art sites."""
    room = board.art_room
    return me.warehouse[MARBLE] > 0 and room[0] + room[1] + room[2] + room[PALAZZO] > 0


def donate_artwork(board: Board, me: Player, site: int) -> None:
    me.warehouse = added(me.warehouse, MARBLE, -1)
    me.artworks = added(me.artworks, site, 1)
    board.art_room = added(board.art_room, site, -1)


# Weave


def can_weave(parts: Components, me: Player) -> bool:
    """A workshop with an empty space, and a cube in the supply."""
    if me.cubes == 0:
        return False
    for cloth in me.workshops:
        if cloth < parts.cloth_spaces:
            return True
    return False


def why_no_weave(me: Player) -> Reason:
    if not me.cubes:
        return because("no_cubes")
    return because("workshops_full") if me.workshops else because("no_workshop")


def weave(parts: Components, me: Player) -> int:
    """One cloth into each workshop with space; returns how many (C21)."""
    workshops = me.workshops
    with_room = [shop for shop in range(len(workshops)) if workshops[shop] < parts.cloth_spaces]
    if len(with_room) > me.cubes:
        with_room = emptiest(workshops, with_room)[: me.cubes]
    for shop in with_room:
        workshops = added(workshops, shop, 1)
    me.workshops = workshops
    me.cubes -= len(with_room)
    return len(with_room)


def emptiest(workshops: tuple[int, ...], among: list[int]) -> list[int]:
    """Emptiest first, ties to the left (C21)."""
    return [shop for _, shop in sorted([(workshops[shop], shop) for shop in among])]


# Ship and transport


def has_cloth(me: Player) -> bool:
    for cloth in me.workshops:
        if cloth:
            return True
    return False


def can_ship(board: Board, me: Player) -> bool:
    """A ship, a cloth, and an empty space in some port (C22)."""
    return me.ships > 0 and has_port_room(board) and has_cloth(me)


def why_no_ship(board: Board, me: Player) -> Reason:
    if not me.ships:
        return because("no_ship")
    return because("ports_full") if has_cloth(me) else because("no_cloth")


def has_port_room(board: Board) -> bool:
    for port in range(PORT_COUNT):
        if board.city_room[port]:
            return True
    return False


def can_transport(board: Board, me: Player) -> bool:
    """A house, a cloth, and an empty space in a city with a house (C23)."""
    return me.houses > 0 and has_trade_room(board, me.houses) and has_cloth(me)


def why_no_transport(board: Board, me: Player) -> Reason:
    if not me.houses:
        return because("no_house")
    return because("trade_full") if has_cloth(me) else because("no_cloth")


def has_trade_room(board: Board, cities: int) -> bool:
    for city in range(TRADE_COUNT):
        if cities & 1 << city and board.city_room[FIRST_TRADE_CITY + city]:
            return True
    return False


def deliver(board: Board, me: Player, city: int) -> None:
    """The cloth comes from the fullest workshop, ties to the left (C24)."""
    workshops = me.workshops
    fullest = 0
    for shop in range(1, len(workshops)):
        if workshops[shop] > workshops[fullest]:
            fullest = shop
    me.workshops = added(workshops, fullest, -1)
    me.delivered = added(me.delivered, city, 1)
    board.city_room = added(board.city_room, city, -1)


# Contribute


def can_contribute(board: Board, me: Player) -> bool:
    """A material for which some church has an empty space."""
    for material in range(MATERIAL_COUNT):
        if me.warehouse[material] and has_material_room(board, material):
            return True
    return False


def has_material_room(board: Board, material: int) -> bool:
    for church in range(CHURCH_COUNT):
        if board.material_room[church * MATERIAL_COUNT + material]:
            return True
    return False


def contribute(board: Board, me: Player, material: int, church: int) -> None:
    at = church * MATERIAL_COUNT + material
    me.warehouse = added(me.warehouse, material, -1)
    me.contributed = added(me.contributed, at, 1)
    board.material_room = added(board.material_room, at, -1)
