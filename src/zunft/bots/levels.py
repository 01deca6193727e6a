"""Levels that people see: apprentice, journeyman, master. What they are in a game, its levels.toml says.

tools/levels.py can make the file by measuring; docs/ladder.md tells the strength. A game without one gets levels that
suit most games.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Final

from zunft.bots import register
from zunft.bots.seat import Bot, Seat
from zunft.core.game import Game

FILE: Final = "levels.toml"
USUAL: Final = {"apprentice": "greedy@20%40", "journeyman": "greedy@40", "master": "search@1000"}


@cache
def levels(game: Game) -> dict[str, str]:
    """For each level the bot that plays it, as `--bots` would name it."""
    file = resources.files(game.package) / FILE
    found = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {level: found.get(level, usual) for level, usual in USUAL.items()}


class Level:
    """Plays at the level its class is named after; a level has its own budget, whatever the seat allows."""

    level = ""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.bot: Bot | None = None

    def choose(self, seat: Seat) -> int:
        if self.bot is None:
            self.bot = register.load(levels(seat.game)[self.level])(self.seed)
        return self.bot.choose(seat)


class Apprentice(Level):
    """Knows the rules and slips now and then."""

    level = "apprentice"


class Journeyman(Level):
    """Plays soundly, at once."""

    level = "journeyman"


class Master(Level):
    """The strongest there is; thinks up to a few seconds."""

    level = "master"
