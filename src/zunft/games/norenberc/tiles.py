"""Tiles: craftsmen and citizens as ints, so that a bag of them is a list of counts."""

from __future__ import annotations

from typing import Final

GUILDS: Final = ("brewers", "bakers", "shoemakers", "printers", "tailors", "hatters")
GOODS: Final = ("beer", "pastry", "shoes", "paper", "cloth", "hats")
MOST_GUILDS: Final = 6
MOST_PLAYERS: Final = 5

# Citizens first, then craftsmen by guild, so that a bag needs no space for guilds out of play.
COUNCILLOR: Final = 0
THIEF: Final = 1
GUARD: Final = 2
MUSICIAN_3: Final = 3
MUSICIAN_5: Final = 4
PEDDLER: Final = 5
MAYOR: Final = 6
NOBLEMAN_2: Final = 7
NOBLEMAN_3: Final = 8
TAX_COLLECTOR: Final = 9
ENGRAVER: Final = 10
FOREMAN_2: Final = 11
FOREMAN_3: Final = 12
FOREMAN_4: Final = 13
APPRENTICE: Final = 14
CRAFTSMEN: Final = 15  # the first craftsman: guild, value 2 to 7, without or with the agent icon
TILES: Final = 87
EMPTY: Final = -1

LOWEST_VALUE: Final = 2
HIGHEST_VALUE: Final = 7
FACES_PER_GUILD: Final = 12

CITIZEN_FACES: Final = (
    "councillor",
    "thief",
    "guard",
    "musician-3",
    "musician-5",
    "peddler",
    "mayor",
    "nobleman-2",
    "nobleman-3",
    "tax_collector",
    "engraver",
    "foreman-2",
    "foreman-3",
    "foreman-4",
    "apprentice",
)


def craftsman(guild: int, value: int, agent: bool = False) -> int:
    return first_craftsman(guild) + (value - LOWEST_VALUE) * 2 + (1 if agent else 0)


def first_craftsman(guild: int) -> int:
    return CRAFTSMEN + guild * FACES_PER_GUILD


def is_craftsman(tile: int) -> bool:
    return tile >= CRAFTSMEN


def guild_of(tile: int) -> int:
    return (tile - CRAFTSMEN) // FACES_PER_GUILD


def value_of(tile: int) -> int:
    return LOWEST_VALUE + (tile - CRAFTSMEN) % FACES_PER_GUILD // 2


def has_agent_icon(tile: int) -> bool:
    return is_craftsman(tile) and (tile - CRAFTSMEN) % 2 == 1


def tile_id(tile: int) -> str:
    """ "printers-7", "brewers-2+" (with agent icon), "councillor", "musician-3"; "" for an empty place."""
    if tile == EMPTY:
        return ""
    if not is_craftsman(tile):
        return CITIZEN_FACES[tile]
    return f"{GUILDS[guild_of(tile)]}-{value_of(tile)}{'+' if has_agent_icon(tile) else ''}"


TILE_IDS: Final = tuple(tile_id(tile) for tile in range(TILES))
TILE_OF: Final = {name: tile for tile, name in enumerate(TILE_IDS)}
