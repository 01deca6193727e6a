"""Counterfactual regret minimisation solves a small Markttag exactly.

Two players hold the coins 1 to 3 each and bid on three goods: small enough for OpenSpiel to visit every position. The
exploitability says how much a perfect opponent would gain against the average policy, in wins; it falls towards zero.

    pip install 'zunft[rl]' examples/markttag
    python examples/markttag_cfr.py --iterations 100
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import zunft
from zunft.envs import openspiel


def small_game(coins: int, days: int) -> Any:
    openspiel.register(zunft.load("markttag"))
    parameters = {"players": 2, "hands": "equal", "hand": coins, "goods": days, "days": days}
    return pyspiel.load_game("zunft_markttag", parameters)


def curve(game: Any, iterations: int, every: int) -> Iterator[tuple[int, float]]:
    """Exploitability of the average policy after every few iterations of CFR+."""
    solver = cfr.CFRPlusSolver(game)
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration == 1 or iteration % every == 0:
            yield iteration, exploitability.exploitability(game, solver.average_policy())


def main(given: list[str] | None = None) -> list[tuple[int, float]]:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--coins", type=int, default=3)
    parser.add_argument("--days", type=int, default=3)
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--every", type=int, default=10)
    options = parser.parse_args(given)
    found = []
    for iteration, value in curve(small_game(options.coins, options.days), options.iterations, options.every):
        print(f"{iteration:5} iterations  exploitability {value:.5f}", flush=True)
        found.append((iteration, value))
    return found


if __name__ == "__main__":
    main()
