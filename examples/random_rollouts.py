"""Random rollouts through each interface: a PettingZoo loop, one Gymnasium environment, many games at once.

pip install 'zunft[rl]'
python examples/random_rollouts.py norenberc --games 20
"""

from __future__ import annotations

import argparse

import numpy as np

from zunft.envs.gymnasium import ZunftEnv, ZunftVectorEnv, sample_legal
from zunft.envs.pettingzoo import env


def by_pettingzoo(game: str, games: int) -> float:
    """All players at random; the mean reward of the first player, by final ranking."""
    rng = np.random.default_rng(1)
    table = env(game)
    total = 0.0
    for seed in range(games):
        table.reset(seed=seed)
        for agent in table.agent_iter():
            seen, reward, over, _, _ = table.last()
            total += reward if agent == "player_0" else 0
            table.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"])))
    return total / games


def by_gymnasium(game: str, games: int) -> float:
    """One learner, here a random one, against random bots."""
    rng = np.random.default_rng(1)
    table = ZunftEnv(game, opponents="random")
    total = 0.0
    for seed in range(games):
        _, info = table.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = table.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            total += float(reward)
    return total / games


def by_vector(game: str, games: int) -> float:
    """Many games in one call; a game that ends is followed by the next in the same step."""
    rng = np.random.default_rng(1)
    tables = ZunftVectorEnv(game, num_envs=16, autoreset_mode="same_step")
    _, infos = tables.reset(seed=1)
    total, ended = 0.0, 0
    while ended < games:
        _, rewards, over, _, infos = tables.step(sample_legal(infos["action_mask"], rng))
        total += float(rewards.sum())
        ended += int(over.sum())
    tables.close()
    return total / ended


def main(given: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="norenberc")
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args(given)
    found = {
        "PettingZoo": by_pettingzoo(options.game, options.games),
        "Gymnasium": by_gymnasium(options.game, options.games),
        "vector": by_vector(options.game, options.games),
    }
    for interface, reward in found.items():
        print(f"{interface:10}  mean reward {reward:+.3f} in about {options.games} games")
    return found


if __name__ == "__main__":
    main()
