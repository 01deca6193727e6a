"""The guest stack: nobody ever knows its order, so its tiles are kept sorted and drawn from anywhere."""

from __future__ import annotations

import random
from bisect import bisect_left, insort

from zunft.core.bag import below
from zunft.games.norenberc.actions import DRAW
from zunft.games.norenberc.components import CRAFTSMEN_PER_GUILD
from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import CRAFTSMEN, first_craftsman

# Chance: what may be drawn, how likely it is, and a draw


def outcomes(tiles: list[int]) -> list[int]:
    return [DRAW + tile for tile in sorted(set(tiles))]


def weights(tiles: list[int]) -> list[int]:
    return [tiles.count(tile) for tile in sorted(set(tiles))]


def pick(tiles: list[int], rng: random.Random) -> int:
    return DRAW + tiles[below(len(tiles), rng)]


def craftsmen(table: Table, guild: int) -> list[int]:
    """At set-up: the guild's own craftsmen, before they are mixed with the others."""
    first = bisect_left(table.stack, first_craftsman(guild))
    return table.stack[first : first + CRAFTSMEN_PER_GUILD - len(table.houses[guild].windows)]


# What moves


def take(tiles: list[int], tile: int) -> None:
    tiles.pop(bisect_left(tiles, tile))


def draw(table: Table, tile: int) -> None:
    take(table.stack, tile)
    if tile < CRAFTSMEN and table.known[tile]:
        table.known[tile] -= 1  # it may have been the one shuffled back


def shuffle_in(table: Table, tile: int) -> None:
    insort(table.stack, tile)
    if tile < CRAFTSMEN:
        table.known[tile] += 1


def bring_citizen(table: Table, tile: int) -> None:
    """Into the stack, unseen."""
    take(table.left_out, tile)
    insort(table.stack, tile)


def guess_citizens(table: Table, rng: random.Random) -> None:
    """Deal anew which of the citizens that nobody can place are in the stack and which were left out."""
    first = bisect_left(table.stack, CRAFTSMEN)
    unknown = sorted(table.stack[:first] + table.left_out)
    known: list[int] = []
    for face in range(CRAFTSMEN):
        for _ in range(table.known[face]):
            known.append(face)
            unknown.remove(face)
    rng.shuffle(unknown)
    in_stack = first - len(known)
    table.stack[:first] = sorted(known + unknown[:in_stack])
    table.left_out = sorted(unknown[in_stack:])
