"""The random bot: the baseline for all other bots."""

from __future__ import annotations

import random

from zunft.bots.seat import Seat


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)

    def choose(self, seat: Seat) -> int:
        return self.rng.choice(seat.legal_actions())
