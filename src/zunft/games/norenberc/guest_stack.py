"""The guest stack: its order is unknown to all, so tiles are kept sorted and drawn at random."""

from __future__ import annotations

import random

from zunft.core import rising
from zunft.core.bag import below, shuffle
from zunft.core.tuples import added
from zunft.games.norenberc.actions import DRAW
from zunft.games.norenberc.components import CRAFTSMEN_PER_GUILD
from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import CRAFTSMEN, first_craftsman

# Chance: possible draws


def outcomes(tiles: list[int]) -> list[int]:
    return [DRAW + tile for tile in rising.different(tiles)]


def pick(tiles: list[int], rng: random.Random) -> int:
    return DRAW + tiles[below(len(tiles), rng)]


def craftsmen(table: Table, guild: int) -> list[int]:
    """During set-up: the guild's craftsmen, before all are shuffled together."""
    first = rising.place_of(table.stack, first_craftsman(guild))
    return table.stack[first : first + CRAFTSMEN_PER_GUILD - len(table.houses[guild].windows)]


# Moving tiles


def draw(table: Table, tile: int) -> None:
    rising.remove(table.stack, tile)
    if tile < CRAFTSMEN and table.known[tile]:
        table.known = added(table.known, tile, -1)  # may have been the one shuffled back


def shuffle_in(table: Table, tile: int) -> None:
    rising.insert(table.stack, tile)
    if tile < CRAFTSMEN:
        table.known = added(table.known, tile, 1)


def add_citizen(table: Table, tile: int) -> None:
    """Into the stack, face down."""
    rising.remove(table.left_out, tile)
    rising.insert(table.stack, tile)


def guess_citizens(table: Table, rng: random.Random) -> None:
    """Resample which of the unlocated citizens are in the stack and which were left out."""
    first = rising.place_of(table.stack, CRAFTSMEN)
    unknown = sorted(table.stack[:first] + table.left_out)
    known: list[int] = []
    for face in range(CRAFTSMEN):
        for _ in range(table.known[face]):
            known.append(face)
            unknown.remove(face)
    shuffle(unknown, rng)
    in_stack = first - len(known)
    table.stack[:first] = sorted(known + unknown[:in_stack])
    table.left_out = sorted(unknown[in_stack:])
