"""Tunes the weights of a game's judgement by self-play: python tools/tune.py GAME [--games N] [--rounds N] …

Round 0 plays at random if there are no weights yet; every further round plays with the weights of the round before.
Each game gives positions with their features and, in the end, who won; a softmax regression over all positions of the
self-play so far finds the weights that foretell the winner best. Games are written to a work folder one by one: a run
that was stopped goes on where it was, and the same command always ends with the same weights.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

import zunft
from zunft.bots import Seat
from zunft.bots.greedy import GreedyBot
from zunft.core.game import Game
from zunft.core.judgement import Judgement, shares
from zunft.core.play import choose
from zunft.core.state import CHANCE, State

SOURCES = Path(__file__).parent.parent / "src" / "zunft" / "games"
SAMPLE_EVERY = 3  # decisions
SLIPS = 0.1  # share of decisions taken at random, so that the games differ
STEPS, RATE, PULL = 600, 0.05, 1e-3  # of the regression: Adam's steps and rate, and the pull towards 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=300, help="games a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=40, help="node budget of a decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--players", type=lambda text: [int(number) for number in text.split(",")], default=None)
    parser.add_argument("--horizon", type=int, help="decisions of a playout before it is judged")
    parser.add_argument("--work", type=Path, default=None, help="folder of the unfinished run")
    parser.add_argument("--out", type=Path, default=None, help="judgement.toml to write; the game's own if not said")
    tune(parser.parse_args())


def tune(asked: argparse.Namespace) -> None:
    judgement = judgement_of(asked.game)
    work = asked.work or Path("build/tune") / f"{asked.game}-{asked.seed}"
    work.mkdir(parents=True, exist_ok=True)
    players = asked.players or list(zunft.load(asked.game).players)
    if asked.horizon is not None:
        judgement.horizon = asked.horizon
    weights = begun = begin(asked.game, work, judgement)
    is_random = not any(map(any, weights.values()))
    positions: list[dict[str, Any]] = []
    for number in range(0 if is_random else 1, asked.rounds + 1):
        played = list(self_play(asked, work / f"round-{number}.jsonl", number, players, weights, judgement.horizon))
        positions = played if is_random else positions + played
        weights, loss, guess = fitted(judgement.names, positions)
        print(f"round {number}: {len(played)} games, loss {loss:.4f} (knowing nothing: {guess:.4f})", flush=True)
        is_random = False
    out = asked.out or SOURCES / asked.game / "judgement.toml"
    out.write_text(written(asked, judgement, begun, weights, loss, guess), encoding="utf-8")
    print(f"wrote {out}")


def judgement_of(name: str) -> Judgement:
    judgement = zunft.load(name).judgement
    if judgement is None:
        sys.exit(f"{name} has no judgement to tune")
    return judgement


def begin(game: str, work: Path, judgement: Judgement) -> dict[str, list[float]]:
    """The weights set by hand, which judgement.toml keeps; the run's own copy, so that it can go on later."""
    file = work / "begin.json"
    if not file.exists():
        own = SOURCES / game / "judgement.toml"
        kept = tomllib.loads(own.read_text(encoding="utf-8")) if own.exists() else {}
        weights = kept.get("begin", kept.get("weights", {}))
        begun = {name: weights.get(name, [0.0, 0.0]) for name in judgement.names}
        file.write_text(json.dumps(begun), encoding="utf-8")
    known: dict[str, list[float]] = json.loads(file.read_text(encoding="utf-8"))
    return known


# Self-play


def self_play(
    asked: argparse.Namespace,
    file: Path,
    number: int,
    players: list[int],
    weights: dict[str, list[float]],
    horizon: int,
) -> Iterator[dict[str, Any]]:
    """All games of a round in their order; only those not in the file yet are played."""
    done = finished(file)
    tasks = [
        (asked.game, players[game % len(players)], f"{asked.seed}/{number}/{game}", asked.nodes, weights, horizon)
        for game in range(len(done), asked.games)
    ]
    with file.open("a", encoding="utf-8") as out:
        for result in results(tasks, asked.workers):
            out.write(json.dumps(result) + "\n")
            out.flush()
            done.append(result)
    return iter(done[: asked.games])


def finished(file: Path) -> list[dict[str, Any]]:
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        file.write_text("".join(whole), encoding="utf-8")
    return [json.loads(line) for line in whole]


def results(tasks: list[Any], workers: int) -> Iterator[dict[str, Any]]:
    if workers == 1:
        yield from map(one_game, tasks)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(one_game, tasks, chunksize=4)


def one_game(task: tuple[str, int, str, int, dict[str, list[float]], int]) -> dict[str, Any]:
    name, players, seed, nodes, weights, horizon = task
    game, judgement = zunft.load(name), judgement_of(name)
    judgement.weigh(weights)
    judgement.horizon = horizon
    rng = random.Random(seed)
    state = game.new(players)
    bot = GreedyBot(rng.getrandbits(32), nodes)
    is_random = not any(map(any, weights.values()))
    positions = []
    decisions = 0
    while not state.is_over():
        player = state.current_player()
        if player != CHANCE:
            decisions += 1
            if decisions % SAMPLE_EVERY == 0 and not state.agenda[-1].sealed:
                positions.append(position(game, judgement, state))
        if player == CHANCE or is_random or rng.random() < SLIPS:
            state.apply(choose(state, rng))
        else:
            state.apply(bot.choose(Seat(state, player)), player)
    return {"positions": positions, "shares": shares(state.winners(), players)}


def position(game: Game, judgement: Judgement, state: State) -> list[Any]:
    features = [[round(number, 4) for number in counted] for counted in judgement.features(state)]
    return [round(judgement.progress(state), 4), features]


# Regression


def fitted(names: tuple[str, ...], games: list[dict[str, Any]]) -> tuple[dict[str, list[float]], float, float]:
    """Weights, their loss, and the loss of a judgement that knows nothing."""
    groups = [group for group in (stacked(games, players) for players in range(2, 6)) if group is not None]
    scale = np.maximum(1e-6, np.concatenate([inputs.reshape(-1, inputs.shape[-1]) for inputs, _ in groups]).std(axis=0))
    scaled = [(inputs / scale, wins) for inputs, wins in groups]
    marks, loss = descend(scaled, len(scale))
    marks = marks / scale
    flat = float(np.mean(np.concatenate([np.full(len(wins), np.log(wins.shape[1])) for _, wins in groups])))
    half = len(names)
    weights = {
        name: [round(float(marks[place]), 4), round(float(marks[half + place]), 4)] for place, name in enumerate(names)
    }
    return weights, loss, flat


def stacked(games: list[dict[str, Any]], players: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Positions with so many players: features weighed as at the beginning and as at the end; who won."""
    inputs, wins = [], []
    for game in games:
        if len(game["shares"]) == players:
            for progress, features in game["positions"]:
                counted = np.asarray(features)
                inputs.append(np.concatenate([(1 - progress) * counted, progress * counted], axis=1))
                wins.append(game["shares"])
    return (np.asarray(inputs), np.asarray(wins)) if inputs else None


def descend(groups: list[tuple[np.ndarray, np.ndarray]], size: int) -> tuple[np.ndarray, float]:
    """Adam over all positions at once: plain and always the same."""
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    total = sum(len(wins) for _, wins in groups)
    loss = 0.0
    for step in range(1, STEPS + 1):
        gradient, loss = PULL * weights, 0.0
        for inputs, wins in groups:
            marks = inputs @ weights
            grown = np.exp(marks - marks.max(axis=1, keepdims=True))
            chances = grown / grown.sum(axis=1, keepdims=True)
            gradient = gradient + np.einsum("sp,spf->f", chances - wins, inputs) / total
            loss -= float((wins * np.log(chances + 1e-12)).sum()) / total
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        weights = weights - RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights, loss


# The result


def written(
    asked: argparse.Namespace,
    judgement: Judgement,
    begun: dict[str, list[float]],
    weights: dict[str, list[float]],
    loss: float,
    guess: float,
) -> str:
    command = f"python tools/tune.py {asked.game} --games {asked.games} --rounds {asked.rounds}"
    command += f" --nodes {asked.nodes} --seed {asked.seed} --horizon {judgement.horizon}"
    if asked.players:
        command += f" --players {','.join(map(str, asked.players))}"
    lines = [
        "# What the features of judgement.py are worth at the beginning and at the end of the game.",
        f"# Made by self-play: {command}",
        f"# Loss {loss:.4f}; a judgement that knows nothing has {guess:.4f}.",
        "",
        f"horizon = {judgement.horizon}",
        "",
        "[weights]",
        *[f"{name} = [{early}, {late}]" for name, (early, late) in weights.items()],
        "",
        "# Set by hand, for the first games of the self-play.",
        "[begin]",
        *[f"{name} = [{early}, {late}]" for name, (early, late) in begun.items()],
    ]
    text = "\n".join(lines) + "\n"
    tomllib.loads(text)
    return text


if __name__ == "__main__":
    main()
