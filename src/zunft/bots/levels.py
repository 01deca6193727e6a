"""Levels that people see: apprentice, journeyman, master. What they are in a game, its levels.toml says.

The file is made by tools/levels.py from measured strength. A game without one gets levels that suit most games.
"""

from __future__ import annotations

import random
import tomllib
from functools import cache
from importlib import resources
from typing import Any, Final

from zunft.bots.greedy import GreedyBot
from zunft.bots.random import RandomBot
from zunft.bots.search import SearchBot
from zunft.bots.seat import Bot, Seat
from zunft.core.game import Game

FILE: Final = "levels.toml"
KINDS: Final = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot}
USUAL: Final[dict[str, dict[str, Any]]] = {
    "apprentice": {"bot": "greedy", "nodes": 20, "slips": 0.4},
    "journeyman": {"bot": "greedy", "nodes": 60, "slips": 0.0},
    "master": {"bot": "search", "nodes": 2000, "slips": 0.0},
}


@cache
def levels(game: Game) -> dict[str, dict[str, Any]]:
    """For each level: which bot, with how many nodes, and which share of its decisions it takes at random."""
    file = resources.files(game.package) / FILE
    found = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {level: {**usual, **found.get(level, {})} for level, usual in USUAL.items()}


class Level:
    """Plays at the level its class is named after; a level has its own budget, whatever the seat allows."""

    level = ""

    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)
        self.seed = self.rng.getrandbits(32)
        self.bot: Bot | None = None
        self.slips = 0.0

    def choose(self, seat: Seat) -> int:
        if self.bot is None:
            self.prepare(seat.game)
        assert self.bot is not None
        if self.slips and self.rng.random() < self.slips:
            return self.rng.choice(seat.legal_actions())
        return self.bot.choose(seat)

    def prepare(self, game: Game) -> None:
        wanted = levels(game)[self.level]
        self.slips = wanted["slips"]
        kind = KINDS[wanted["bot"]]
        self.bot = RandomBot(self.seed) if kind is RandomBot else kind(self.seed, wanted["nodes"])


class Apprentice(Level):
    """Knows the rules and slips now and then."""

    level = "apprentice"


class Journeyman(Level):
    """Plays soundly, at once."""

    level = "journeyman"


class Master(Level):
    """The strongest there is; thinks up to a few seconds."""

    level = "master"
