"""Tiles: craftsmen and citizens as ints, so that a bag of them is a list of counts."""

from __future__ import annotations

from typing import Final

GUILDS = ("brewers", "bakers", "shoemakers", "printers", "tailors", "hatters")
GOODS = ("beer", "pastry", "shoes", "paper", "cloth", "hats")
MOST_GUILDS: Final = 6

# A craftsman's tile: guild, value 2 to 7, with or without the agent icon.
LOWEST_VALUE: Final = 2
HIGHEST_VALUE: Final = 7
FACES_PER_GUILD: Final = 12

CITIZENS: Final = 72  # the first citizen's tile
COUNCILLOR: Final = 72
THIEF: Final = 73
GUARD: Final = 74
MUSICIAN_3: Final = 75
MUSICIAN_5: Final = 76
PEDDLER: Final = 77
MAYOR: Final = 78
NOBLEMAN_2: Final = 79
NOBLEMAN_3: Final = 80
TAX_COLLECTOR: Final = 81
ENGRAVER: Final = 82
FOREMAN_2: Final = 83
FOREMAN_3: Final = 84
FOREMAN_4: Final = 85
APPRENTICE: Final = 86
TILES: Final = 87
EMPTY: Final = -1

CITIZEN_FACES = (
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
    return guild * FACES_PER_GUILD + (value - LOWEST_VALUE) * 2 + (1 if agent else 0)


def is_craftsman(tile: int) -> bool:
    return 0 <= tile < CITIZENS


def guild_of(tile: int) -> int:
    return tile // FACES_PER_GUILD


def value_of(tile: int) -> int:
    return LOWEST_VALUE + tile % FACES_PER_GUILD // 2


def has_agent_icon(tile: int) -> bool:
    return is_craftsman(tile) and tile % 2 == 1


def tile_id(tile: int) -> str:
    """ "printers-7", "brewers-2+" (with agent icon), "councillor", "musician-3"; "" for an empty place."""
    if tile == EMPTY:
        return ""
    if not is_craftsman(tile):
        return CITIZEN_FACES[tile - CITIZENS]
    return f"{GUILDS[guild_of(tile)]}-{value_of(tile)}{'+' if has_agent_icon(tile) else ''}"


TILE_IDS = tuple(tile_id(tile) for tile in range(TILES))
TILE_OF = {name: tile for tile, name in enumerate(TILE_IDS)}
