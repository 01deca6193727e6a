"""The guest stack: nobody ever knows its order, so it is a bag of tiles."""

from __future__ import annotations

import random

from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import CITIZENS, FACES_PER_GUILD, TILES


def size(table: Table) -> int:
    return sum(table.stack)


def guests(table: Table) -> list[int]:
    """Every tile that may be on top."""
    stack = table.stack
    return [tile for tile in range(TILES) if stack[tile]]


def craftsmen(table: Table, guild: int) -> list[int]:
    """At set-up: the guild's own craftsmen, before they are mixed with the others."""
    stack, first = table.stack, guild * FACES_PER_GUILD
    return [tile for tile in range(first, first + FACES_PER_GUILD) if stack[tile]]


def citizens_left_out(table: Table) -> list[int]:
    return [CITIZENS + face for face in range(TILES - CITIZENS) if table.left_out[face]]


def draw(table: Table, tile: int) -> None:
    table.stack[tile] -= 1
    if tile >= CITIZENS and table.known[tile - CITIZENS]:
        table.known[tile - CITIZENS] -= 1  # it may have been the one shuffled back


def shuffle_in(table: Table, tile: int) -> None:
    table.stack[tile] += 1
    if tile >= CITIZENS:
        table.known[tile - CITIZENS] += 1


def guess_citizens(table: Table, rng: random.Random) -> None:
    """Deal anew which of the citizens that nobody can place are in the stack and which were left out."""
    faces: list[int] = []
    unknown = 0
    for face in range(TILES - CITIZENS):
        in_stack = table.stack[CITIZENS + face] - table.known[face]
        unknown += in_stack
        faces += [face] * (in_stack + table.left_out[face])
        table.stack[CITIZENS + face] = table.known[face]
        table.left_out[face] = 0
    rng.shuffle(faces)
    for place, face in enumerate(faces):
        if place < unknown:
            table.stack[CITIZENS + face] += 1
        else:
            table.left_out[face] += 1
