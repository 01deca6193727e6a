"""Evaluation features: points, ranks in future scorings, means of production, discs, seats."""

from __future__ import annotations

from typing import Final, cast

from zunft.core.judgement import Judgement
from zunft.core.state import State
from zunft.games.calimala import scoring
from zunft.games.calimala.names import NO_CARD, TILE_COUNT
from zunft.games.calimala.nine_actions import HOUSES_IN
from zunft.games.calimala.table import Table

NAMES: Final = (
    "points",
    "next_tiles",  # current points for the next three tiles
    "later_tiles",  # and for the rest
    "cards",  # current points for all scoring cards kept or face up
    "counted_next",  # cubes counted by the next three tiles
    "delivered",
    "contributed",
    "artworks",
    "materials",
    "cloth",  # in the workshops
    "workshops",
    "ships",
    "houses",
    "action_cards",
    "discs",  # coloured ones not yet placed
    "white_discs",
    "discs_laid",  # the player's discs in the stacks of the map, which others may activate
    "seats",
)
SOON: Final = 3


def progress(state: State) -> float:
    """Counted in scoring tiles."""
    return cast(Table, state).scored / TILE_COUNT


def features(state: State) -> list[list[float]]:
    table = cast(Table, state)
    soon = table.scored + SOON
    next_tiles = tile_standing(table, table.tiles[table.scored : soon])
    later_tiles = tile_standing(table, table.tiles[soon:])
    cards = card_standing(table)
    return [
        counted(table, player, next_tiles[player], later_tiles[player], cards[player])
        for player in range(len(table.players))
    ]


def tile_standing(table: Table, tiles: tuple[int, ...]) -> list[int]:
    """Each player's points if these tiles were scored now."""
    found = [0] * len(table.players)
    for tile in tiles:
        award(table, [scoring.tile_count(me, tile) for me in table.players], table.parts.tile_points, found)
    return found


def card_standing(table: Table) -> list[int]:
    """The same for the scoring cards; in a sample, those of the others are guessed."""
    found = [0] * len(table.players)
    for card in [me.kept for me in table.players] + [table.face_up]:
        if card != NO_CARD:
            counts = [scoring.card_count(table, player, card) for player in range(len(table.players))]
            award(table, counts, table.parts.card_points, found)
    return found


def award(table: Table, counts: list[int], ranks: list[int], found: list[int]) -> None:
    ranked = scoring.ranking(table, counts)
    for place in range(min(len(ranked), len(ranks))):
        found[ranked[place]] += ranks[place]


def counted(table: Table, player: int, next_tiles: int, later_tiles: int, cards: int) -> list[float]:
    me = table.players[player]
    soon = table.tiles[table.scored : table.scored + SOON]
    return [
        float(me.tile_points + me.card_points),
        float(next_tiles),
        float(later_tiles),
        float(cards),
        float(sum([scoring.tile_count(me, tile) for tile in soon])),
        float(sum(me.delivered)),
        float(sum(me.contributed)),
        float(sum(me.artworks)),
        float(sum(me.warehouse)),
        float(sum(me.workshops)),
        float(len(me.workshops)),
        float(me.ships),
        float(HOUSES_IN[me.houses]),
        float(sum(me.hand)),
        float(me.coloured),
        float(me.white),
        float(sum([stack.count(player) for stack in table.stacks])),
        float(table.seats.count(player)),
    ]


JUDGEMENT = Judgement(NAMES, features, progress, "zunft.games.calimala")
