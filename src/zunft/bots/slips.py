"""A bot that takes some of its decisions at random: slips, as beginners make them."""

from __future__ import annotations

import random
from typing import Final

from zunft.bots.seat import Bot, Seat

SEED_BITS: Final = 32
PERCENT: Final = 100


class Slipping:
    """Plays like the bot it is made of, but for so many per cent of its decisions."""

    def __init__(self, bot: Bot, percent: int, rng: random.Random) -> None:
        self.bot = bot
        self.percent = percent
        self.rng = rng

    def choose(self, seat: Seat) -> int:
        if self.rng.random() * PERCENT < self.percent:
            return self.rng.choice(seat.legal_actions())
        return self.bot.choose(seat)
