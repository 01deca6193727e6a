"""PettingZoo's own card games in random play, one JSON line per game. Runs in a separate environment."""

from __future__ import annotations

import importlib
import random
from functools import partial
from importlib import metadata
from typing import Any

import numpy as np

from report import arguments, print_line
from zunft.measure import best_rate

GAMES = {"gin rummy": "gin_rummy_v4", "texas hold'em": "texas_holdem_v4", "leduc hold'em": "leduc_holdem_v4"}


def play_games(table: Any, number: int) -> int:
    steps = 0
    for seed in range(number):
        rng = random.Random(seed)
        table.reset(seed=seed)
        for _ in table.agent_iter():
            seen, _, over, cut, _ = table.last()
            if over or cut:
                table.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            table.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
    return steps


def main() -> None:
    budget = arguments().parse_args()
    version = metadata.version("pettingzoo")
    for name, module in GAMES.items():
        table = importlib.import_module(f"pettingzoo.classic.{module}").env()
        rate = best_rate(partial(play_games, table), budget.seconds, budget.repetitions)
        print_line(name=name, version=version, players=2, interface="PettingZoo", rate=rate)


if __name__ == "__main__":
    main()
