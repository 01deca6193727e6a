"""Whether to show the rules under each question: in a player's first games, or by preference."""

from __future__ import annotations

import re
from typing import Final

from litestar.datastructures import Cookie

from zunft.server.tables.table import Table
from zunft.server.web.preferences import AnyRequest, cookie

HELP_COOKIE: Final = "help"
FIRST: Final = "first"
HELP: Final = (FIRST, "on", "off")
GAME_COOKIE: Final = "first-"  # plus the game's name: the first tables of this game played in this browser
FIRST_GAMES: Final = 2  # per game
TABLE: Final = re.compile(r"[\w-]{1,40}")


def help_of(request: AnyRequest) -> str:
    wanted = request.cookies.get(HELP_COOKIE, FIRST)
    return wanted if wanted in HELP else FIRST


def first_tables(request: AnyRequest, game: str) -> list[str]:
    kept = request.cookies.get(GAME_COOKIE + game, "").split(".")[:FIRST_GAMES]
    return [each for each in kept if TABLE.fullmatch(each)]


def is_explained(request: AnyRequest, table: Table) -> bool:
    wanted = help_of(request)
    if wanted != FIRST:
        return wanted == "on"
    known = first_tables(request, table.game.name)
    return len(known) < FIRST_GAMES or table.setup.id in known


def counted(request: AnyRequest, table: Table, viewer: int | None) -> list[Cookie]:
    """Counts this table as one of the player's first games."""
    known = first_tables(request, table.game.name)
    if viewer is None or table.setup.id in known or len(known) >= FIRST_GAMES:
        return []
    return [cookie(request, GAME_COOKIE + table.game.name, ".".join([*known, table.setup.id]))]
