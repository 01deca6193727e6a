"""Our speed through each research interface, one JSON line for each game and interface."""

from __future__ import annotations

import random
import time
from functools import partial
from typing import Any

import numpy as np
import pyspiel

import zunft
from report import WITH_TENSORS, arguments, print_line
from zunft.core.play import choose
from zunft.envs import openspiel
from zunft.envs.gymnasium import SELF_PLAY, ZunftEnv, ZunftVectorEnv, sample_legal
from zunft.envs.pettingzoo import ZunftAEC, env
from zunft.envs.text import TextTable
from zunft.envs.workers import Workers
from zunft.measure import best_rate

GAMES_AT_ONCE = 512  # more do not fit a core's cache and are slower
WORKERS = 2
STEPS_AT_ONCE = 8
FASTEST = {"copy": False, "autoreset_mode": "same_step"}
WARM_UP = 20  # steps, so that the games are at different stages
TIMES_WITH_WORKERS = 8  # more repetitions: wall-clock time includes other programs' use of the cores


def play_aec(table: ZunftAEC, number: int) -> int:
    """The loop from PettingZoo's documentation; its own games are measured with the same one."""
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


def play_env(table: ZunftEnv, number: int) -> int:
    steps = 0
    for seed in range(number):
        rng = random.Random(seed)
        _, info = table.reset(seed=seed)
        over = False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            _, _, over, _, info = table.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
    return steps


def play_openspiel(game: Any, number: int, with_tensors: bool = False) -> int:
    """Random play, measured like our peers' games; with tensors the decider's observation is requested."""
    decisions = 0
    for seed in range(number):
        rng, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                actions, weights = [action for action, _ in outcomes], [weight for _, weight in outcomes]
                state.apply_action(rng.choices(actions, weights)[0] if len(actions) > 1 else actions[0])
            else:
                if with_tensors:
                    state.observation_tensor()
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                decisions += 1
    return decisions


def read_texts(name: str, players: int, number: int) -> int:
    """Prompts per second: the whole text observation, rules included."""
    table = TextTable(name, players, seed=1)
    rng = random.Random(1)
    for prompts in range(number):
        if table.player() is None:
            table = TextTable(name, players, seed=prompts)
        table.observe()
        table.state.apply(choose(table.state, rng))
        zunft.deal(table.state, rng)
    return number


class Steps:
    """Steps of a vector environment with random legal actions; choosing them is part of the measured time."""

    def __init__(self, envs: ZunftVectorEnv) -> None:
        self.envs = envs
        self.rng = np.random.default_rng(1)
        _, infos = envs.reset(seed=1)
        self.masks = infos["action_mask"]
        self(WARM_UP)

    def __call__(self, number: int) -> int:
        for _ in range(number):
            *_, infos = self.envs.step(sample_legal(self.masks, self.rng))
            self.masks = infos["action_mask"]
        return number * self.envs.num_envs


def worker_rates(steps: Steps, seconds: float, repetitions: int) -> dict[str, float]:
    """With several processes wall-clock time counts, which other programs disturb. So this also measures steps per
    second of CPU time of all processes together, this one included."""
    best = {"rate": 0.0, "cpu_rate": 0.0}
    for _ in range(TIMES_WITH_WORKERS * repetitions):
        began, cpu_began, done = time.perf_counter(), cpu_seconds(steps.envs), 0
        while (spent := time.perf_counter() - began) < seconds:
            done += steps(STEPS_AT_ONCE)
        cpu_spent = cpu_seconds(steps.envs) - cpu_began
        best = {"rate": max(best["rate"], done / spent), "cpu_rate": max(best["cpu_rate"], done / cpu_spent)}
    return best


def cpu_seconds(envs: ZunftVectorEnv) -> float:
    assert isinstance(envs.games, Workers)
    return time.process_time() + sum(envs.games.seconds())


def main() -> None:
    parser = arguments()
    parser.add_argument("games", nargs="*", default=zunft.game_names())
    budget = parser.parse_args()
    openspiel.register()
    for name in budget.games or zunft.game_names():
        game = zunft.load(name)
        players = game.players[0]
        say = partial(print_line, name=game.title, players=players, compiled=zunft.is_compiled())

        def cpu(work: Any) -> float:
            return best_rate(work, budget.seconds, budget.repetitions)

        say(interface="PettingZoo", rate=cpu(partial(play_aec, env(name, players))))
        say(interface="Gymnasium", rate=cpu(partial(play_env, ZunftEnv(name, players))))
        for opponents, interface in (("random", "vector, against random"), (SELF_PLAY, "vector, self-play")):
            options: dict[str, Any] = {"players": players, "opponents": opponents, **FASTEST}
            say(interface=interface, rate=cpu(Steps(ZunftVectorEnv(name, GAMES_AT_ONCE, **options))))
            envs = ZunftVectorEnv(name, GAMES_AT_ONCE, workers=WORKERS, **options)
            rates = worker_rates(Steps(envs), budget.seconds, budget.repetitions)
            envs.close()
            say(interface=f"{interface}, {WORKERS} workers", **rates)
        loaded = pyspiel.load_game(f"zunft_{name}", {"players": players})
        say(interface="OpenSpiel", rate=cpu(partial(play_openspiel, loaded)))
        tensors = cpu(partial(play_openspiel, loaded, with_tensors=True))
        say(interface=f"OpenSpiel {WITH_TENSORS}", rate=tensors)
        say(interface="text", rate=cpu(partial(read_texts, name, players)))


if __name__ == "__main__":
    main()
