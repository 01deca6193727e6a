"""Levels: six strengths that people choose from. A game's levels.toml says which bot plays each.

The four lower levels choose among actions close to the best, the lower the level the less close. tools/levels.py
measures to find the temperatures; docs/ladder.md has the strengths. A game without the file gets defaults; a section
[players.N] has the levels that another bot plays with N players.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Final

from zunft.bots import register
from zunft.bots.seat import Bot, Seat
from zunft.core.game import Game
from zunft.version import is_compiled

FILE: Final = "levels.toml"
USUAL: Final = {
    "novice": "greedy@100%30",
    "apprentice": "greedy@100%12",
    "journeyman": "greedy@100%6",
    "senior": "greedy@100%2",
    "master": "search@500",
    "grandmaster": "search@12000",
}
LEVELS: Final = tuple(USUAL)
FROM_SOURCE: Final = "grandmaster_from_source"  # the grandmaster's bot where nothing is compiled
SLOW_GRANDMASTER: Final = "search@1200"


@cache
def levels(game: Game, players: int = 0) -> dict[str, str]:
    """For each level its bot, named as for `--bots`; former masters too, where the game has them.

    `players`: with so many; 0: without exceptions for any number of players.
    """
    file = resources.files(game.package) / FILE
    content = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    exceptions = content.pop("players", {}).get(str(players), {})
    found = {**USUAL, **content, **exceptions}
    slow = found.pop(FROM_SOURCE, SLOW_GRANDMASTER)
    return found if is_compiled() else {**found, "grandmaster": slow}


class Level:
    """Plays at the level its class is named after, with the level's own budget instead of the seat's."""

    level = ""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.bot: Bot | None = None

    def choose(self, seat: Seat) -> int:
        if self.bot is None:
            self.bot = register.load(levels(seat.game, seat.players)[self.level])(self.seed)
        return self.bot.choose(seat)


class Novice(Level):
    """Knows the rules and roughly what is good."""

    level = "novice"


class Apprentice(Level):
    """Sees what is clearly better."""

    level = "apprentice"


class Journeyman(Level):
    """Plays soundly, without delay."""

    level = "journeyman"


class Senior(Level):
    """Misses little that can be seen without thinking ahead."""

    level = "senior"


class Master(Level):
    """Thinks ahead, for a fraction of a second."""

    level = "master"


class Grandmaster(Level):
    """The strongest: thinks up to two seconds per decision; interpreted, with fewer simulations."""

    level = "grandmaster"


class Master202611(Level):
    """The master of November 2026, to measure later ones by."""

    level = "master-2026-11"
