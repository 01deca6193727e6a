"""Scoring: tiles during the game, scoring cards at the end; ranks and ties."""

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
    """The player's cubes that a tile counts; an artwork does not count as contributed marble (C19)."""
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
    """Materials plus artworks there."""
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
    """Seats plus artworks in Palazzo Vecchio, or all artworks, depending on the option (C33)."""
    artworks = table.players[player].artworks
    counted = sum(artworks) if options.all_artworks_break_ties(table) else artworks[PALAZZO]
    return seats_of(table, player) + counted


# Ranks


def ranking(table: Table, counts: list[int]) -> list[int]:
    """Players from first to last without ties; players with nothing are not ranked (C32)."""
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
    """A higher count; ties are broken by the council (C33)."""
    if counts[player] != counts[other]:
        return counts[player] > counts[other]
    return tie_marks(table, player) > tie_marks(table, other)


def tie_marks(table: Table, player: int) -> tuple[int, ...]:
    """More influence, more seats, the latest seat, the leftmost artwork in Palazzo Vecchio, the turn order (C33)."""
    return (
        influence(table, player),
        seats_of(table, player),
        latest_seat(table, player),
        -leftmost_artwork(table, player),
        -turns_to_wait(table, player),
    )


def latest_seat(table: Table, player: int) -> int:
    """Its number from 1; 0 if none."""
    for seat in range(len(table.seats), 0, -1):
        if table.seats[seat - 1] == player:
            return seat
    return 0


def leftmost_artwork(table: Table, player: int) -> int:
    """Its space in Palazzo Vecchio from 0; if none, a space to the right of all."""
    for space in range(len(table.gallery)):
        if table.gallery[space] == player:
            return space
    return len(table.gallery)


def turns_to_wait(table: Table, player: int) -> int:
    """0 for the active player."""
    return (player - table.active) % len(table.players)


# Points


def score_tile(table: Table) -> None:
    """The next tile in council order."""
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
    """For all players, not only its owner (C35)."""
    earned = card_points(table, card)
    for player in ranked_by_card(table, card)[: len(table.parts.card_points)]:
        table.players[player].card_points += earned[player]
        log.scores(table, player, card_count(table, player, card), earned[player])


def ranked_by_card(table: Table, card: int) -> list[int]:
    return ranking(table, [card_count(table, player, card) for player in range(len(table.players))])


def card_points(table: Table, card: int) -> list[int]:
    """Each player's points for a scoring card."""
    found = [0] * len(table.players)
    for player, earned in zip(ranked_by_card(table, card), table.parts.card_points, strict=False):
        found[player] = earned
    return found


def points(table: Table) -> list[dict[str, int]]:
    """Leftover pieces are worth nothing (C41)."""
    return [{"tiles": me.tile_points, "cards": me.card_points} for me in table.players]


def standing(table: Table) -> list[tuple[int, ...]]:
    """Most points; ties are broken as usual, so there is one winner (C40)."""
    return [(me.tile_points + me.card_points, *tie_marks(table, player)) for player, me in enumerate(table.players)]
