"""OpenSpiel's speed in random play, driven from Python, one JSON line per game. Runs in a separate environment."""

from __future__ import annotations

import random
from functools import partial
from importlib import metadata
from typing import Any

import pyspiel

from report import WITH_TENSORS, arguments, measure, print_line
from zunft.measure import best_rate

GAMES = {"gin rummy": "gin_rummy", "oh hell": "oh_hell(players=4)"}
SAMPLE_GAMES, SAMPLES_PER_GAME = 4, 10


def advance(state: Any, rng: random.Random) -> int:
    """One random action; returns the number of player decisions in it. Neither game has simultaneous ones."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        actions, weights = [action for action, _ in outcomes], [weight for _, weight in outcomes]
        state.apply_action(rng.choices(actions, weights)[0] if len(actions) > 1 else actions[0])
        return 0
    actions = state.legal_actions()
    state.apply_action(actions[int(rng.random() * len(actions))])
    return 1


def play_games(game: Any, number: int, with_tensors: bool = False) -> int:
    """With tensors the decider's observation is requested before each decision, as a learner would."""
    decisions = 0
    for seed in range(number):
        rng, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if with_tensors and not state.is_chance_node():
                state.observation_tensor()
            decisions += advance(state, rng)
    return decisions


def samples(game: Any) -> list[Any]:
    found = []
    for seed in range(SAMPLE_GAMES):
        rng, state, decisions = random.Random(seed), game.new_initial_state(), []
        while not state.is_terminal():
            if not state.is_chance_node():
                decisions.append(state.clone())
            advance(state, rng)
        found += decisions[:: max(1, len(decisions) // SAMPLES_PER_GAME)][:SAMPLES_PER_GAME]
    return found


def clone_all(states: list[Any], number: int) -> int:
    for _ in range(number):
        for state in states:
            state.clone()
    return number * len(states)


def main() -> None:
    parser = arguments()
    parser.add_argument("--tensors", action="store_true", help="with observations too")
    budget = parser.parse_args()
    version = metadata.version("open_spiel")
    for name, text in GAMES.items():
        game = pyspiel.load_game(text)
        if budget.tensors and game.get_type().provides_observation_tensor:  # oh hell has none
            rate = best_rate(partial(play_games, game, with_tensors=True), budget.seconds, budget.repetitions)
            print_line(name=f"{name} {WITH_TENSORS}", version=version, players=game.num_players(), rate=rate)
        measure(name, version, game.num_players(), partial(play_games, game), partial(clone_all, samples(game)), budget)


if __name__ == "__main__":
    main()
