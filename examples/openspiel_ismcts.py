"""OpenSpiel's information-set MCTS plays a game of Zunft against random players.

It searches over guesses (`resample_from_infostate`), so it never sees hidden cards.

    pip install 'zunft[rl]'
    python examples/openspiel_ismcts.py norenberc --simulations 50 --games 4
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from zunft.envs import openspiel


def play(game: Any, searcher: int, simulations: int, rng: np.random.RandomState) -> list[float]:
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, simulations, random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(actions, p=chances))
        elif state.current_player() == searcher:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    returns: list[float] = state.returns()
    return returns


def main(given: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="norenberc")
    parser.add_argument("--players", type=int)
    parser.add_argument("--simulations", type=int, default=20)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(given)
    openspiel.register()
    parameters = {} if options.players is None else {"players": options.players}
    game = pyspiel.load_game(f"zunft_{options.game}", parameters)
    rng = np.random.RandomState(options.seed)
    total = 0.0
    for number in range(options.games):
        seat = number % game.num_players()
        earned = play(game, seat, options.simulations, rng)[seat]
        total += earned
        print(f"game {number + 1}: the search on seat {seat + 1} earned {earned:+.2f}", flush=True)
    return total / float(options.games)


if __name__ == "__main__":
    main()
