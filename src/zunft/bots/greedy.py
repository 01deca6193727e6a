"""The greedy bot: looks one decision ahead, over several guesses, and takes the best or nearly best by judgement."""

from __future__ import annotations

import random
from math import exp
from typing import Final

from zunft.bots.search import Search, judgement_with
from zunft.bots.seat import Seat

NODES: Final = 60  # default budget
LARGEST_LOSS: Final = 0.15  # of the chance of winning: worse actions are never chosen
STAKE: Final = 0.1  # of the chance of winning, between the best and the worst action
PERCENT: Final = 100.0


class GreedyBot:
    """Every action is tried on the same guesses, followed by a few quick decisions of all players, then judged.

    With a temperature it chooses among the actions close to the best, like a person who does not see the
    difference: an action that loses `temperature` hundredths of the chance of winning is chosen e times less often
    than the best one.
    """

    rng: random.Random
    nodes: int  # its own budget, or 0 for the seat's
    weights: str  # a version for `Judgement.version`; "": the game's own
    temperature: int  # in hundredths of the chance of winning; 0: always the best action

    def __init__(self, seed: int | None = None, nodes: int = 0, weights: str = "", temperature: int = 0) -> None:
        self.rng = random.Random(seed)
        self.nodes = nodes
        self.weights = weights
        self.temperature = temperature

    def choose(self, seat: Seat) -> int:
        search = Search(seat, self.rng, grows=False, judgement=judgement_with(seat.game, self.weights))
        if not self.temperature:
            return search.best_within(seat, self.nodes, NODES)
        if len(seat.legal_actions()) == 1:
            return seat.legal_actions()[0]
        return near_best(search.values(seat, self.nodes or seat.nodes or NODES), self.temperature / PERCENT, self.rng)


def near_best(values: dict[int, float], temperature: float, rng: random.Random) -> int:
    """Sample an action by a softmax of the values, but never one that loses more than LARGEST_LOSS.

    Where less than STAKE separates the best action from the worst, the temperature is lower in proportion: a choice
    that comes again and again, such as drawing one more card, must not become random because each costs little.
    """
    best, worst = max(values.values()), min(values.values())
    if best == worst:
        return rng.choice(list(values))
    usual = temperature * min(1.0, (best - worst) / STAKE)
    close = [action for action, value in values.items() if value >= best - LARGEST_LOSS]
    return rng.choices(close, [exp((values[action] - best) / usual) for action in close])[0]
