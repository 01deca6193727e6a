"""Looks one decision ahead, over several guesses, and takes what the game's judgement likes best."""

from __future__ import annotations

import random
from typing import Final

from zunft.bots.search import Search
from zunft.bots.seat import Seat

NODES: Final = 60  # where nobody sets a budget


class GreedyBot:
    """Every action is tried on the same guesses, followed by a few quick decisions of everybody, then judged."""

    rng: random.Random
    nodes: int  # its own budget, or 0: what the seat allows

    def __init__(self, seed: int | None = None, nodes: int = 0) -> None:
        self.rng = random.Random(seed)
        self.nodes = nodes

    def choose(self, seat: Seat) -> int:
        return Search(seat, self.rng, grows=False).best_within(seat, self.nodes, NODES)
