"""Speed measurement: CPU time of one core, the best of several repetitions of the same work."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable

from zunft.bots.search import Search
from zunft.bots.seat import Seat
from zunft.core.game import Game
from zunft.core.play import choose, deal, playout
from zunft.core.state import CHANCE, State

REPETITIONS = 5
SECONDS = 0.5  # of CPU time for each repetition
ENOUGH_TO_TELL = 3  # a trial of a third of the time is enough to extrapolate
SAMPLE_GAMES = 4
SAMPLES_PER_GAME = 10
SIMULATIONS = 500  # one unit of searching

Work = Callable[[int], int]
"""Does the given amount of work and returns the number of units; the same amount is always the same work."""


def decisions_per_second(game: Game, players: int, seconds: float = SECONDS, repetitions: int = REPETITIONS) -> float:
    """Player decisions in random play; the time includes the chance draws between them."""

    def play_games(number: int) -> int:
        return sum([playout(game.new(players), random.Random(seed)) for seed in range(number)])

    return best_rate(play_games, seconds, repetitions)


def clone_microseconds(game: Game, players: int, seconds: float = SECONDS, repetitions: int = REPETITIONS) -> float:
    """The time of one clone, over positions from beginning to end of random games."""
    positions = samples(game, players)

    def clone_all(number: int) -> int:
        for _ in range(number):
            for state in positions:
                state.clone()
        return number * len(positions)

    return 1e6 / best_rate(clone_all, seconds, repetitions)


def simulations_per_second(game: Game, players: int, seconds: float = SECONDS, repetitions: int = REPETITIONS) -> float:
    """Simulations of the tree search at the first decision of a game, guesses and judgement included."""
    state = game.new(players)
    deal(state, random.Random(0))
    seat = Seat(state, state.current_player())

    def search(number: int) -> int:
        thinking = Search(seat, random.Random(0))
        thinking.best(seat, number * SIMULATIONS, None)
        return thinking.simulations

    return best_rate(search, seconds, repetitions)


def samples(game: Game, players: int) -> list[State]:
    """Positions in which a player has to decide, spread evenly over a few random games."""
    found: list[State] = []
    for seed in range(SAMPLE_GAMES):
        rng = random.Random(seed)
        state = game.new(players)
        decisions: list[State] = []
        while not state.is_over():
            if state.current_player() != CHANCE:
                decisions.append(state.clone())
            state.apply(choose(state, rng))
        found += decisions[:: max(1, len(decisions) // SAMPLES_PER_GAME)][:SAMPLES_PER_GAME]
    return found


def best_rate(work: Work, seconds: float, repetitions: int) -> float:
    """Units per second in the fastest, least disturbed repetition."""
    amount = amount_for(work, seconds)
    best = 0.0
    for _ in range(repetitions):
        spent, units = timed(work, amount)
        best = max(best, units / spent)
    return best


def amount_for(work: Work, seconds: float) -> int:
    """The amount of work that takes about `seconds`."""
    work(1)  # warms up tables and caches
    amount = 1
    while True:
        spent, _ = timed(work, amount)
        if spent * ENOUGH_TO_TELL >= seconds:
            return max(1, int(amount * seconds / spent))
        amount *= 2


def timed(work: Work, amount: int) -> tuple[float, int]:
    gc.collect()
    began = time.process_time()
    units = work(amount)
    return max(time.process_time() - began, 1e-9), units
