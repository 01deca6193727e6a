"""Speed measurement: CPU time of one core, the best of several repetitions of the same work."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable

from zunft.bots.search import Search
from zunft.bots.seat import Seat
from zunft.core.game import Game
from zunft.core.play import choose, deal, draw, playout
from zunft.core.state import CHANCE, State

REPETITIONS = 5
SECONDS = 0.5  # of CPU time for each repetition
ENOUGH_TO_TELL = 3  # a trial of a third of the time is enough to extrapolate
SAMPLE_GAMES = 4
SAMPLES_PER_GAME = 10
SIMULATIONS = 500  # one unit of searching
KEPT = 3000  # clones alive at the same time, as in a tree of positions

Play = Callable[[State, random.Random], int]
"""Plays a game to its end and returns the number of players' decisions."""

Work = Callable[[int], int]
"""Does the given amount of work and returns the number of units; the same amount is always the same work."""


def decisions_per_second(
    game: Game, players: int, seconds: float = SECONDS, repetitions: int = REPETITIONS, play: Play = playout
) -> float:
    """Player decisions in random play; the time includes the chance draws between them."""
    return best_rate(games(game, players, play), seconds, repetitions)


def clone_microseconds(game: Game, players: int, seconds: float = SECONDS, repetitions: int = REPETITIONS) -> float:
    """The time of one clone, over positions from beginning to end of random games."""
    return 1e6 / best_rate(clones(game, players), seconds, repetitions)


def kept_clone_microseconds(
    game: Game, players: int, seconds: float = SECONDS, repetitions: int = REPETITIONS
) -> float:
    """The time of one clone when thousands stay alive, which the garbage collector looks through."""
    return 1e6 / best_rate(kept_clones(game, players), seconds, repetitions)


def simulations_per_second(game: Game, players: int, seconds: float = SECONDS, repetitions: int = REPETITIONS) -> float:
    """Simulations of the tree search at the first decision of a game, guesses and judgement included."""
    return best_rate(simulations(game, players), seconds, repetitions)


# The work


def games(game: Game, players: int, play: Play) -> Work:
    def play_games(number: int) -> int:
        return sum([play(game.new(players), random.Random(seed)) for seed in range(number)])

    return play_games


def plain_game(state: State, rng: random.Random) -> int:
    """A whole game in a loop of plain Python, chance drawn from all outcomes and their weights."""
    decisions = 0
    while not state.is_over():
        actions = state.legal_actions()
        if state.current_player() == CHANCE:
            state.apply(rng.choices(actions, state.chance_weights())[0])
        else:
            state.apply(actions[int(rng.random() * len(actions))])
            decisions += 1
    return decisions


def plain_game_with_draw(state: State, rng: random.Random) -> int:
    """The same, with `zunft.draw` for chance."""
    decisions = 0
    while not state.is_over():
        if state.current_player() == CHANCE:
            state.apply(draw(state, rng))
        else:
            actions = state.legal_actions()
            state.apply(actions[int(rng.random() * len(actions))])
            decisions += 1
    return decisions


def clones(game: Game, players: int) -> Work:
    positions = samples(game, players)

    def clone_all(number: int) -> int:
        for _ in range(number):
            for state in positions:
                state.clone()
        return number * len(positions)

    return clone_all


def kept_clones(game: Game, players: int) -> Work:
    positions = samples(game, players)

    def keep_clones(number: int) -> int:
        for _ in range(number):
            kept = [positions[place % len(positions)].clone() for place in range(KEPT)]
            kept.clear()
        return number * KEPT

    return keep_clones


def simulations(game: Game, players: int) -> Work:
    state = game.new(players)
    deal(state, random.Random(0))
    seat = Seat(state, state.current_player())

    def search(number: int) -> int:
        thinking = Search(seat, random.Random(0))
        thinking.best(seat, number * SIMULATIONS, None)
        return thinking.simulations

    return search


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
