"""RLCard's games in random play, one JSON line per game. Runs in a separate environment."""

from __future__ import annotations

import random
from functools import partial
from importlib import metadata
from typing import Any

import rlcard

from report import arguments, print_line
from zunft.measure import best_rate

GAMES = {"gin rummy": "gin-rummy", "uno": "uno"}


def play_games(table: Any, number: int) -> int:
    steps = 0
    for seed in range(number):
        rng = random.Random(seed)
        table.seed(seed)
        seen, _ = table.reset()
        while not table.is_over():
            legal = list(seen["legal_actions"])
            seen, _ = table.step(legal[int(rng.random() * len(legal))])
            steps += 1
    return steps


def main() -> None:
    budget = arguments().parse_args()
    version = metadata.version("rlcard")
    for name, text in GAMES.items():
        table = rlcard.make(text, config={"seed": 1})
        rate = best_rate(partial(play_games, table), budget.seconds, budget.repetitions)
        print_line(name=name, version=version, players=table.num_players, interface="RLCard", rate=rate)


if __name__ == "__main__":
    main()
