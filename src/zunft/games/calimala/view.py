"""What a player may see."""

from __future__ import annotations

from typing import Any

from zunft.games.calimala import action_cards, activation, council, scoring, setup, steps
from zunft.games.calimala.names import (
    ACTIONS,
    ART_SITES,
    CHURCHES,
    CITIES,
    EMPTY_SEAT,
    MATERIAL_COUNT,
    MATERIALS,
    NO_CARD,
    NOWHERE,
    PIECES,
    SCORING_CARDS,
    SPACE_COUNT,
    SPACES,
    TILE_COUNT,
    TILES,
    TRADE_CITIES,
    WHITE,
)
from zunft.games.calimala.nine_actions import HOUSES_IN
from zunft.games.calimala.table import Player, Table


def own_view(table: Table, viewer: int | None) -> dict[str, Any]:
    return {
        "players": [player_view(table, player, viewer) for player in range(len(table.players))],
        "cells": [ACTIONS[action] if action >= 0 else None for action in table.cells],
        "spaces": [space_view(table, space) for space in range(SPACE_COUNT)],
        "council": [seat_view(table, seat) for seat in range(len(table.tiles))],
        "further_seats": list(table.seats[TILE_COUNT:]),
        "tiles_scored": table.scored,
        "last_round": council.is_last_round(table) and not table.is_over(),
        "cities": [city_view(table, city) for city in range(len(CITIES))],
        "churches": [church_view(table, church) for church in range(len(CHURCHES))],
        "art_sites": [art_site_view(table, site) for site in range(len(ART_SITES))],
        "gallery": list(table.gallery),
        "mat": mat_view(table),
        "deck": action_cards.deck_size(table),
        "discard": dict(zip(ACTIONS, table.discard, strict=True)),
        "face_up_card": card_id(table.face_up),
        "start_player": table.start_player,
        "active": table.active,
        "turn": table.turn,
        "activation": activation_view(table, viewer),
        "asked": asked(table),
    }


def card_id(card: int) -> str | None:
    return None if card == NO_CARD else SCORING_CARDS[card]


def player_view(table: Table, player: int, viewer: int | None) -> dict[str, Any]:
    me = table.players[player]
    own = player == viewer
    return {
        "points": me.tile_points + me.card_points,
        "discs": {"coloured": me.coloured, "white": me.white},
        "cubes": me.cubes,
        "warehouse": dict(zip(MATERIALS, me.warehouse, strict=True)),
        "workshops": list(me.workshops),
        "workshop_tiles": table.parts.workshops - len(me.workshops),
        "ships": me.ships,
        "ships_left": table.parts.ships - me.ships,
        "houses": [city for at, city in enumerate(TRADE_CITIES) if me.houses & 1 << at],
        "houses_left": table.parts.houses - HOUSES_IN[me.houses],
        "cloth": dict(zip(CITIES, me.delivered, strict=True)),
        "material": material_view(me),
        "artworks": dict(zip(ART_SITES, me.artworks, strict=True)),
        "seats": scoring.seats_of(table, player),
        "influence": scoring.influence(table, player),
        "hand_size": sum(me.hand),
        "hand": dict(zip(ACTIONS, me.hand, strict=True)) if own else None,
        "scoring_cards_dealt": [SCORING_CARDS[card] for card in setup.cards_in(me.dealt)] if own else None,
        "scoring_card": card_id(me.kept) if own or table.is_over() else None,
    }


def material_view(me: Player) -> dict[str, dict[str, int]]:
    return {
        church: {material: me.contributed[at * MATERIAL_COUNT + number] for number, material in enumerate(MATERIALS)}
        for at, church in enumerate(CHURCHES)
    }


def mat_view(table: Table) -> dict[str, Any]:
    """The capacity of every player's mat."""
    parts = table.parts
    return {
        "warehouse_spaces": dict(zip(MATERIALS, parts.warehouse_spaces, strict=True)),
        "cloth_spaces": parts.cloth_spaces,
        "workshops": parts.workshops,
        "ships": parts.ships,
        "houses": parts.houses,
        "costs": {
            piece: {"wood": wood, "brick": brick}
            for piece, wood, brick in zip(PIECES, parts.cost_wood, parts.cost_brick, strict=True)
        },
    }


def space_view(table: Table, space: int) -> dict[str, Any]:
    """Discs from the bottom up: a player's number, or "white"."""
    return {
        "id": SPACES[space],
        "actions": [ACTIONS[named[space]] for named in (table.first_actions, table.second_actions) if named],
        "stack": ["white" if disc == WHITE else disc for disc in table.stacks[space]],
    }


def seat_view(table: Table, seat: int) -> dict[str, Any]:
    taken = seat < len(table.seats) and table.seats[seat] != EMPTY_SEAT
    return {
        "tile": TILES[table.tiles[seat]],
        "scored": seat < table.scored,
        "player": table.seats[seat] if taken else None,
    }


def city_view(table: Table, city: int) -> dict[str, Any]:
    return {"id": CITIES[city], "spaces": table.parts.city_spaces[city], "free": table.board.city_room[city]}


def church_view(table: Table, church: int) -> dict[str, Any]:
    first = church * MATERIAL_COUNT
    spaces = table.parts.material_spaces[first : first + MATERIAL_COUNT]
    free = table.board.material_room[first : first + MATERIAL_COUNT]
    return {
        "id": CHURCHES[church],
        "spaces": dict(zip(MATERIALS, spaces, strict=True)),
        "free": dict(zip(MATERIALS, free, strict=True)),
    }


def art_site_view(table: Table, site: int) -> dict[str, Any]:
    return {"id": ART_SITES[site], "spaces": table.parts.art_spaces[site], "free": table.board.art_room[site]}


def activation_view(table: Table, viewer: int | None) -> dict[str, Any] | None:
    """The disc in use; a duty depends on cards that only the active player sees."""
    if table.space == NOWHERE or not activation.is_under_way(table):
        return None
    first, second = table.first_actions[table.space], table.second_actions[table.space]
    return {
        "space": SPACES[table.space],
        "level": table.level + 1,  # counted from the top
        "left": {ACTIONS[first]: table.left[0], ACTIONS[second]: table.left[1]},
        "done": {ACTIONS[first]: table.done[0], ACTIONS[second]: table.done[1]},
        "duty": table.duty if viewer == table.active else None,
        "drawn": table.drawn,  # action cards drawn by the active player this turn
        "earns": action_cards.may_earn(table, table.current_player()),  # a card for an action not executed at all
    }


def asked(table: Table) -> dict[str, Any] | None:
    """The pending decision, public like the choices before it: the disc's colour, the material, cloths left."""
    if not table.acting():
        return None
    task = table.agenda[-1]
    return {"decision": steps.DECISIONS[task.step], "place": task.place}
