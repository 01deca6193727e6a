"""The guest stack: nobody ever knows its order, so it is a bag of tiles."""

from __future__ import annotations

import random

from zunft.core import bag
from zunft.games.norenberc.actions import DRAW
from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import CRAFTSMEN, FACES_PER_GUILD, first_craftsman


def size(table: Table) -> int:
    return sum(table.stack)


def guests(table: Table) -> list[int]:
    """Chance: every tile that may be on top."""
    stack = table.stack
    return [DRAW + tile for tile in range(len(stack)) if stack[tile]]


def guest_weights(table: Table) -> list[int]:
    return [copies for copies in table.stack if copies]


def pick_guest(table: Table, rng: random.Random) -> int:
    return DRAW + bag.pick(table.stack, rng)


def craftsmen(table: Table, guild: int) -> list[int]:
    """Chance at set-up: the guild's own craftsmen, before they are mixed with the others."""
    stack, first = table.stack, first_craftsman(guild)
    return [DRAW + tile for tile in range(first, first + FACES_PER_GUILD) if stack[tile]]


def craftsman_weights(table: Table, guild: int) -> list[int]:
    first = first_craftsman(guild)
    return [copies for copies in table.stack[first : first + FACES_PER_GUILD] if copies]


def pick_craftsman(table: Table, guild: int, rng: random.Random) -> int:
    first = first_craftsman(guild)
    return DRAW + first + bag.pick(table.stack[first : first + FACES_PER_GUILD], rng)


def citizens_left_out(table: Table) -> list[int]:
    """Chance at set-up: citizens that may still come into the stack."""
    return [DRAW + tile for tile in range(CRAFTSMEN) if table.left_out[tile]]


def citizen_weights(table: Table) -> list[int]:
    return [copies for copies in table.left_out if copies]


def pick_citizen(table: Table, rng: random.Random) -> int:
    return DRAW + bag.pick(table.left_out, rng)


def draw(table: Table, tile: int) -> None:
    table.stack[tile] -= 1
    if tile < CRAFTSMEN and table.known[tile]:
        table.known[tile] -= 1  # it may have been the one shuffled back


def shuffle_in(table: Table, tile: int) -> None:
    table.stack[tile] += 1
    if tile < CRAFTSMEN:
        table.known[tile] += 1


def guess_citizens(table: Table, rng: random.Random) -> None:
    """Deal anew which of the citizens that nobody can place are in the stack and which were left out."""
    faces: list[int] = []
    unknown = 0
    for face in range(CRAFTSMEN):
        in_stack = table.stack[face] - table.known[face]
        unknown += in_stack
        faces += [face] * (in_stack + table.left_out[face])
        table.stack[face] = table.known[face]
        table.left_out[face] = 0
    rng.shuffle(faces)
    for place, face in enumerate(faces):
        if place < unknown:
            table.stack[face] += 1
        else:
            table.left_out[face] += 1
