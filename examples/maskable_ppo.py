"""MaskablePPO of sb3-contrib learns a game against bots, by default Norenberc for two against random.

    pip install 'zunft[train]'
    python examples/maskable_ppo.py --minutes 15 --out results/

Writes the learning curve as a picture (curve.png) and as numbers (curve.json), and the policy (policy.zip). Wins are
reported with Wilson's 95 % interval; a shared win counts as half.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import zunft
from zunft.core.intervals import wilson
from zunft.core.observation import CATEGORY
from zunft.envs.gymnasium import ZunftVectorEnv
from zunft.envs.observation import layout_of
from zunft.envs.sb3 import ZunftVecEnv

matplotlib.use("Agg")
from matplotlib import pyplot

WIDTH = 256
LARGE = 40  # amounts beyond this are rare; dividing by it keeps inputs around 1


class Features(BaseFeaturesExtractor):
    """The first layer: amounts scaled to about 1, categories looked up in a table of learned vectors."""

    def __init__(self, observation_space: Any, game: str) -> None:
        super().__init__(observation_space, WIDTH)
        amounts, scales, names, offsets = [], [], [], []
        at, rows = 0, 1
        for field in layout_of(zunft.load(game)).fields:
            for place in range(at, at + field.size):
                if field.kind == CATEGORY:
                    names.append(place)
                    offsets.append(rows - 1)
                    rows += field.high
                else:
                    amounts.append(place)
                    scales.append(1 / min(field.high, LARGE))
            at += field.size
        for name, values in (("amounts", amounts), ("scales", scales), ("names", names), ("offsets", offsets)):
            self.register_buffer(name, torch.tensor(values))
        self.linear = torch.nn.Linear(len(amounts), WIDTH)
        self.table = torch.nn.EmbeddingBag(rows, WIDTH, mode="sum", padding_idx=0)
        torch.nn.init.normal_(self.table.weight, std=0.05)

    def forward(self, observations: Any) -> Any:
        codes = observations[:, self.names].long()
        found = torch.where(codes > 0, codes + self.offsets, 0)
        return torch.relu(self.linear(observations[:, self.amounts] * self.scales) + self.table(found))


class Curve(BaseCallback):
    """Evaluates periodically, and stops when the time is up."""

    def __init__(self, options: argparse.Namespace, begun: float) -> None:
        super().__init__()
        self.options, self.begun = options, begun
        self.points: list[dict[str, Any]] = []
        self.next = 0.0

    def _on_rollout_start(self) -> None:
        elapsed = time.monotonic() - self.begun
        if elapsed >= self.next:
            self.next = elapsed + self.options.minutes * 60 / self.options.points
            self.evaluate(self.options.games_per_point)

    def evaluate(self, games: int) -> None:
        for bot in self.options.measure:
            rate = win_rate(self.model, self.options, bot, games, seed=10**6)
            low, high = wilson(rate, games)
            minutes = (time.monotonic() - self.begun) / 60
            point = {"steps": self.num_timesteps, "minutes": round(minutes, 2), "opponent": bot, "games": games}
            self.points.append({**point, "wins": round(rate, 4), "interval": [round(low, 4), round(high, 4)]})
            print(f"{minutes:5.1f} min  {self.num_timesteps:9,} steps  {rate:6.1%} against {bot}", flush=True)

    def _on_step(self) -> bool:
        return bool(time.monotonic() - self.begun < self.options.minutes * 60)


def win_rate(model: MaskablePPO, options: argparse.Namespace, bot: str, games: int, seed: int) -> float:
    """The win rate over `games`, taking the seats in turn; the policy plays its best move. Each environment plays the
    same number of games, so that short games do not count more than long ones."""
    wins = 0.0
    for seat in range(options.players):
        number = games // options.players
        envs = ZunftVectorEnv(options.game, number, options.players, opponents=bot, seat=seat, reward="win")
        rows, infos = envs.reset(seed=seed + seat)
        open_games = np.ones(number, bool)
        while open_games.any():
            actions, _ = model.predict(rows, action_masks=infos["action_mask"].astype(bool), deterministic=True)
            rows, rewards, over, _, infos = envs.step(actions)
            wins += float(rewards[open_games & over].sum())
            open_games &= ~over
        envs.close()
    return wins / float(games // options.players * options.players)


def draw(points: list[dict[str, Any]], options: argparse.Namespace, path: Path) -> None:
    figure, axes = pyplot.subplots(figsize=(7, 4.2), layout="constrained")
    for bot in options.measure:
        mine = [point for point in points if point["opponent"] == bot]
        minutes = [point["minutes"] for point in mine]
        axes.plot(minutes, [point["wins"] for point in mine], marker="o", markersize=3, label=f"against {bot}")
        lows, highs = zip(*(point["interval"] for point in mine), strict=True)
        axes.fill_between(minutes, lows, highs, alpha=0.2)
    axes.set(xlabel="minutes of training", ylabel="games won", ylim=(0, 1))
    axes.set_title(f"MaskablePPO learns {zunft.load(options.game).title}, {options.players} players")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def arguments(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="norenberc")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", nargs="+", default=["random"], help="bots to learn against")
    parser.add_argument("--measure", nargs="+", help="bots to measure the policy against (default: the opponents)")
    parser.add_argument("--minutes", type=float, default=15.0, help="training time, evaluations included")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--num-envs", type=int, default=128)
    parser.add_argument("--num-steps", type=int, default=128)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument(
        "--threads", type=int, default=1, help="threads of PyTorch; more than one helps only on an idle machine"
    )
    parser.add_argument("--points", type=int, default=15, help="evaluations while learning")
    parser.add_argument("--games-per-point", type=int, default=400)
    parser.add_argument("--games", type=int, default=2000, help="games of the final evaluation")
    parser.add_argument("--out", type=Path, default=Path("maskable_ppo"))
    options = parser.parse_args(given)
    options.measure = options.measure or options.opponents
    return options


def main(given: list[str] | None = None) -> list[dict[str, Any]]:
    options = arguments(given)
    torch.set_num_threads(options.threads)
    env = ZunftVecEnv(
        options.game,
        options.num_envs,
        seed=options.seed,
        players=options.players,
        opponents=options.opponents,
        workers=options.workers,
    )
    model = MaskablePPO(
        "MlpPolicy",
        env,
        seed=options.seed,
        n_steps=options.num_steps,
        batch_size=min(2048, options.num_envs * options.num_steps),
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.95,
        learning_rate=5e-4,
        ent_coef=0.01,
        policy_kwargs={
            "features_extractor_class": Features,
            "features_extractor_kwargs": {"game": options.game},
            "net_arch": [WIDTH],
        },
    )
    begun = time.monotonic()
    curve = Curve(options, begun)
    model.learn(10**9, callback=curve)
    env.close()
    trained = (time.monotonic() - begun) / 60
    curve.evaluate(options.games)
    options.out.mkdir(parents=True, exist_ok=True)
    draw(curve.points, options, options.out / "curve.png")
    report = {
        "game": options.game,
        "players": options.players,
        "opponents": options.opponents,
        "seed": options.seed,
        "compiled": zunft.is_compiled(),
        "minutes": round(trained, 2),
        "load": [round(load, 2) for load in os.getloadavg()],
        "points": curve.points,
    }
    (options.out / "curve.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    model.save(options.out / "policy.zip")
    for point in curve.points[-len(options.measure) :]:
        low, high = point["interval"]
        print(
            f"{point['wins']:.1%} of {point['games']} games won against {point['opponent']} ({low:.1%} to {high:.1%})"
        )
    return curve.points


if __name__ == "__main__":
    main()
