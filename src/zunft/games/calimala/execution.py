"""Executing an action: the choices it requires, in order."""

from __future__ import annotations

from zunft.core.reason import Reason, because
from zunft.games.calimala import duty, log, nine_actions, steps
from zunft.games.calimala.actions import ART, BUILD, CHURCH, HOUSE, MATERIAL, PORT, STOP, TRADE
from zunft.games.calimala.names import (
    A_HOUSE,
    A_SHIP,
    A_WORKSHOP,
    ART_SITE_COUNT,
    ART_SITES,
    ARTWORK,
    CHURCH_COUNT,
    CHURCHES,
    CITIES,
    FIRST_TRADE_CITY,
    MATERIAL_COUNT,
    MATERIALS,
    PALAZZO,
    PORT_COUNT,
    SHIP,
    TRADE_CITIES,
    TRADE_COUNT,
    TRANSPORT,
    WEAVE,
)
from zunft.games.calimala.names import BUILD as BUILD_ACTION
from zunft.games.calimala.nine_actions import HOUSES_IN
from zunft.games.calimala.table import Table


def execute(table: Table, player: int, action: int) -> None:
    """Carry out an executable action; forced choices are made automatically."""
    me = table.players[player]
    if action < MATERIAL_COUNT:
        nine_actions.gain(me, action)
        log.gains(table, player, action)
    elif action == WEAVE:
        log.weaves(table, player, nine_actions.weave(table.parts, me))
    elif action == BUILD_ACTION:
        table.ask(steps.BUILD, player)  # exactly one piece (C18)
    elif action == ARTWORK:
        table.ask(steps.ART_SITE, player)
    elif action == SHIP:
        offer_port(table, player, me.ships)
    elif action == TRANSPORT:
        offer_trade_city(table, player, HOUSES_IN[me.houses])
    else:
        table.ask(steps.MATERIAL, player)


# Build


def legal_builds(table: Table, player: int) -> list[int]:
    parts, me = table.parts, table.players[player]
    found: list[int] = []
    if nine_actions.can_build_ship(parts, me) and duty.allows_build(table, player, A_SHIP):
        found.append(BUILD + A_SHIP)
    if nine_actions.can_build_house(parts, table.board, me) and duty.allows_build(table, player, A_HOUSE):
        found.append(BUILD + A_HOUSE)
    if nine_actions.can_build_workshop(parts, me) and duty.allows_build(table, player, A_WORKSHOP):
        found.append(BUILD + A_WORKSHOP)
    return found


def why_no_build(table: Table, player: int, piece: int) -> Reason:
    parts, board, me = table.parts, table.board, table.players[player]
    found = nine_actions.why_no_piece(parts, me, piece)
    if found is not None:
        return found
    if piece == A_HOUSE and not nine_actions.can_build_house(parts, board, me):
        return because("no_house_room")
    return because("after_duty")


def build(table: Table, player: int, piece: int) -> None:
    me = table.players[player]
    if piece == A_SHIP:
        nine_actions.build_ship(table.parts, me)
        log.builds(table, player, piece)
    elif piece == A_HOUSE:
        table.ask(steps.HOUSE_CITY, player)
    else:
        nine_actions.build_workshop(table.parts, me)
        log.builds(table, player, piece)


def legal_house_cities(table: Table, player: int) -> list[int]:
    me = table.players[player]
    return [
        HOUSE + city
        for city in range(TRADE_COUNT)
        if nine_actions.can_house(table.board, me, city) and duty.allows_house(table, player, city)
    ]


def why_no_house_city(table: Table, player: int, city: int) -> Reason:
    return nine_actions.why_no_house(table.board, table.players[player], city) or because("after_duty")


def build_house(table: Table, player: int, city: int) -> None:
    nine_actions.build_house(table.parts, table.board, table.players[player], city)
    log.builds_house(table, player, city)


# Artwork


def legal_art_sites(table: Table) -> list[int]:
    room = table.board.art_room
    return [ART + site for site in range(ART_SITE_COUNT) if room[site]]


def why_no_art_site(site: int) -> Reason:
    return because("art_full", site=ART_SITES[site])


def donate_artwork(table: Table, player: int, site: int) -> None:
    """In Palazzo Vecchio on the leftmost free space, which may break a tie (C33)."""
    nine_actions.donate_artwork(table.board, table.players[player], site)
    if site == PALAZZO:
        table.gallery += (player,)
    log.donates_artwork(table, player, site)


# Ship


def legal_ports(table: Table, player: int, allowed: int) -> list[int]:
    """Ports with space; stopping is legal after one cloth."""
    room = table.board.city_room
    found = [PORT + port for port in range(PORT_COUNT) if room[port] and duty.allows_delivery(table, player, port)]
    if allowed < table.players[player].ships:
        found.append(STOP)
    return found


def why_no_delivery(table: Table, city: int) -> Reason:
    return because("after_duty") if table.board.city_room[city] else because("city_full", city=CITIES[city])


def why_no_stop() -> Reason:
    """The action was chosen, so at least one cloth must be delivered."""
    return because("first_cloth")


def offer_port(table: Table, player: int, allowed: int) -> None:
    """Up to one cloth per ship, while there is cloth and space (C25)."""
    if allowed and nine_actions.can_ship(table.board, table.players[player]):
        table.ask(steps.PORT, player, allowed)


def ship(table: Table, player: int, action: int, allowed: int) -> None:
    if action != STOP:
        deliver(table, player, action - PORT)
        offer_port(table, player, allowed - 1)


def deliver(table: Table, player: int, city: int) -> None:
    nine_actions.deliver(table.board, table.players[player], city)
    log.delivers(table, player, city)


# Transport


def legal_trade_cities(table: Table, player: int, allowed: int) -> list[int]:
    """Trade cities with a house and space; stopping is legal after one cloth."""
    room, houses = table.board.city_room, table.players[player].houses
    found: list[int] = []
    for city in range(TRADE_COUNT):
        place = FIRST_TRADE_CITY + city
        if houses & 1 << city and room[place] and duty.allows_delivery(table, player, place):
            found.append(TRADE + city)
    if allowed < HOUSES_IN[houses]:
        found.append(STOP)
    return found


def why_no_trade_city(table: Table, player: int, city: int) -> Reason:
    if not table.players[player].houses & 1 << city:
        return because("no_house_there", city=TRADE_CITIES[city])
    return why_no_delivery(table, FIRST_TRADE_CITY + city)


def offer_trade_city(table: Table, player: int, allowed: int) -> None:
    """Up to one cloth per house, while there is cloth and space (C25)."""
    if allowed and nine_actions.can_transport(table.board, table.players[player]):
        table.ask(steps.TRADE_CITY, player, allowed)


def transport(table: Table, player: int, action: int, allowed: int) -> None:
    if action != STOP:
        deliver(table, player, FIRST_TRADE_CITY + action - TRADE)
        offer_trade_city(table, player, allowed - 1)


# Contribute


def legal_materials(table: Table, player: int) -> list[int]:
    warehouse = table.players[player].warehouse
    found: list[int] = []
    for material in range(MATERIAL_COUNT):
        fits = warehouse[material] > 0 and nine_actions.has_material_room(table.board, material)
        if fits and duty.allows_material(table, player, material):
            found.append(MATERIAL + material)
    return found


def why_no_material(table: Table, player: int, material: int) -> Reason:
    if not table.players[player].warehouse[material]:
        return because("no_material_here", material=MATERIALS[material])
    if not nine_actions.has_material_room(table.board, material):
        return because("material_full", material=MATERIALS[material])
    return because("after_duty")


def ask_for_church(table: Table, player: int, material: int) -> None:
    table.ask(steps.CHURCH, player, material)


def legal_churches(table: Table, material: int) -> list[int]:
    """Churches with space for it; Palazzo Vecchio takes no material (C20)."""
    room = table.board.material_room
    return [CHURCH + church for church in range(CHURCH_COUNT) if room[church * MATERIAL_COUNT + material]]


def why_no_church(material: int, church: int) -> Reason:
    return because("church_full", church=CHURCHES[church], material=MATERIALS[material])


def contribute(table: Table, player: int, material: int, church: int) -> None:
    nine_actions.contribute(table.board, table.players[player], material, church)
    log.contributes(table, player, material, church)
