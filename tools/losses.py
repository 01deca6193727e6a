"""Do losses rank players? python tools/losses.py GAME --games N

Bots of four levels play, each among its equals: among stronger ones a weak player soon has nothing left to lose. The
evaluator of reviews judges one in so many decisions (--every). Prints each level's mean loss for a decision, in
hundredths of the chance of winning, with a 95 % interval over games, and fails unless weaker levels lose more with
intervals that do not touch.
"""

from __future__ import annotations

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from math import sqrt
from typing import Final

from rich.progress import track

import zunft
from zunft import bots
from zunft.bots import Seat
from zunft.bots.playing import moves
from zunft.core.record import Record
from zunft.core.state import CHANCE
from zunft.review import Evaluator

LEVELS: Final = ("random", "apprentice", "journeyman", "master")  # from weak to strong
STANDARD_ERRORS: Final = 1.96


def losses(number: int, game: str, nodes: int, every: int) -> list[float]:
    """Of one game; the levels take turns."""
    rng = random.Random(f"{game}/{number}")
    evaluator = Evaluator(nodes, seed=number)
    record = Record(zunft.load(game), zunft.load(game).players[0])
    players = [bots.load(LEVELS[number % len(LEVELS)])(rng.getrandbits(32)) for _ in range(record.players)]
    found: list[float] = []
    decisions = 0
    for state, player, action in moves(record, players, rng):
        if player == CHANCE or len(state.legal_actions()) == 1:
            continue
        decisions += 1
        if decisions % every == 0:
            judged = evaluator.decision(Seat(state, player), keep=action, number=decisions)
            found.append(judged.of(action).loss)
    return found


def interval(games: list[list[float]]) -> tuple[float, float, float]:
    """Mean loss for a decision with its 95 % interval; decisions of one game depend on each other."""
    decisions = sum(len(each) for each in games)
    mean = sum(map(sum, games)) / decisions
    residuals = [sum(each) - mean * len(each) for each in games]
    error = sqrt(sum(each * each for each in residuals)) / decisions
    return mean, mean - STANDARD_ERRORS * error, mean + STANDARD_ERRORS * error


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=zunft.game_names())
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=100, help="simulations per judged decision")
    parser.add_argument("--every", type=int, default=3, help="one in this many decisions is judged")
    parser.add_argument("--workers", type=int, default=2)
    parsed = parser.parse_args()
    with ProcessPoolExecutor(parsed.workers) as pool:
        work = pool.map(partial(losses, game=parsed.game, nodes=parsed.nodes, every=parsed.every), range(parsed.games))
        games = list(track(work, parsed.game, parsed.games))
    bounds = [interval(games[number :: len(LEVELS)]) for number in range(len(LEVELS))]
    for level, (mean, low, high) in zip(LEVELS, bounds, strict=True):
        print(f"{parsed.game:10} {level:10} {100 * mean:5.2f} [{100 * low:.2f} to {100 * high:.2f}]")
    print(f"{len(games)} games, {sum(map(len, games))} decisions judged")
    apart = all(weaker[1] > stronger[2] for weaker, stronger in pairwise(bounds))
    print("in order, intervals apart" if apart else "NOT in order with intervals apart")
    return 0 if apart else 1


if __name__ == "__main__":
    sys.exit(main())
