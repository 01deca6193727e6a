"""Scoring: tiles during the game, scoring cards at its end; ranks and ties."""

from __future__ import annotations

from zunft.games.calimala import log, options
from zunft.games.calimala.names import (
    ALL_PORTS_TILE,
    ALL_TRADE_TILE,
    ARTWORK_TILE,
    CHURCH_COUNT,
    CITY_COUNT,
    FIRST_CHURCH_CARD,
    FIRST_CHURCH_TILE,
    FIRST_MATERIAL_TILE,
    FIRST_TRADE_CITY,
    MATERIAL_COUNT,
    PALAZZO,
    PALAZZO_CARD,
)
from zunft.games.calimala.table import Player, Table

# What is counted


def tile_count(me: Player, tile: int) -> int:
    """Own cubes that a tile counts; an artwork is no contributed marble (C19)."""
    if tile < CITY_COUNT:
        return me.delivered[tile]
    if tile == ALL_PORTS_TILE:
        return sum(me.delivered[:FIRST_TRADE_CITY])
    if tile == ALL_TRADE_TILE:
        return sum(me.delivered[FIRST_TRADE_CITY:])
    if tile < FIRST_CHURCH_TILE:
        return material_count(me, tile - FIRST_MATERIAL_TILE)
    if tile == ARTWORK_TILE:
        return sum(me.artworks)
    return church_count(me, tile - FIRST_CHURCH_TILE)


def material_count(me: Player, material: int) -> int:
    return sum([me.contributed[church * MATERIAL_COUNT + material] for church in range(CHURCH_COUNT)])


def church_count(me: Player, church: int) -> int:
    """Materials and artworks there together."""
    first = church * MATERIAL_COUNT
    return sum(me.contributed[first : first + MATERIAL_COUNT]) + me.artworks[church]


def card_count(table: Table, player: int, card: int) -> int:
    me = table.players[player]
    if card == PALAZZO_CARD:
        return seats_of(table, player) + me.artworks[PALAZZO]
    if card >= FIRST_CHURCH_CARD:
        return church_count(me, card - FIRST_CHURCH_CARD)
    return me.delivered[card]


def seats_of(table: Table, player: int) -> int:
    return table.seats.count(player)


def influence(table: Table, player: int) -> int:
    """Own seats and own artworks in Palazzo Vecchio, or all own artworks, as the table plays (C33)."""
    artworks = table.players[player].artworks
    counted = sum(artworks) if options.all_artworks_break_ties(table) else artworks[PALAZZO]
    return seats_of(table, player) + counted


# Ranks


def ranking(table: Table, counts: list[int]) -> list[int]:
    """Players from first to last, nobody tied; whoever has nothing is not ranked (C32)."""
    needed = 1 if options.needs_one_to_rank(table) else 0
    ranked: list[int] = []
    for player in range(len(counts)):
        if counts[player] >= needed:
            place = len(ranked)
            while place > 0 and is_better(table, counts, player, ranked[place - 1]):
                place -= 1
            ranked.insert(place, player)
    return ranked


def is_better(table: Table, counts: list[int], player: int, other: int) -> bool:
    """More counted, then more influence, then the latest seat, then later in turn order (C33)."""
    if counts[player] != counts[other]:
        return counts[player] > counts[other]
    mine, theirs = influence(table, player), influence(table, other)
    if mine == theirs:
        mine, theirs = latest_seat(table, player), latest_seat(table, other)
    if mine == theirs:
        mine, theirs = place_in_order(table, player), place_in_order(table, other)
    return mine > theirs


def place_in_order(table: Table, player: int) -> int:
    return (player - table.start_player) % len(table.players)


def latest_seat(table: Table, player: int) -> int:
    """Its number from 1; 0 without a seat."""
    for seat in range(len(table.seats), 0, -1):
        if table.seats[seat - 1] == player:
            return seat
    return 0


# Points


def score_tile(table: Table) -> None:
    """The next tile in the order of the council."""
    tile = table.tiles[table.scored]
    table.scored += 1
    log.tile_scored(table, tile)
    counts = [tile_count(me, tile) for me in table.players]
    ranked, ranks = ranking(table, counts), table.parts.tile_points
    for rank in range(min(len(ranked), len(ranks))):
        player = ranked[rank]
        table.players[player].tile_points += ranks[rank]
        log.scores(table, player, counts[player], ranks[rank])


def score_card(table: Table, card: int) -> None:
    """For everybody, not only for its owner (C35)."""
    counts = [card_count(table, player, card) for player in range(len(table.players))]
    ranked, ranks = ranking(table, counts), table.parts.card_points
    for rank in range(min(len(ranked), len(ranks))):
        player = ranked[rank]
        table.players[player].card_points += ranks[rank]
        log.scores(table, player, counts[player], ranks[rank])


def points(table: Table) -> list[dict[str, int]]:
    """Whatever is left over is worth nothing (C41)."""
    return [{"tiles": me.tile_points, "cards": me.card_points} for me in table.players]


def winners(table: Table) -> list[int]:
    """Most points, then more council influence, then shared (C40)."""
    marks = [(me.tile_points + me.card_points, influence(table, player)) for player, me in enumerate(table.players)]
    return [player for player, mark in enumerate(marks) if mark == max(marks)]
