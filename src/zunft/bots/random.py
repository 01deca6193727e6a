"""Plays anything that is legal: the yardstick for every other bot."""

from __future__ import annotations

import random

from zunft.bots.seat import Seat


class RandomBot:
    """Every legal action is as likely."""

    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)

    def choose(self, seat: Seat) -> int:
        return self.rng.choice(seat.legal_actions())
