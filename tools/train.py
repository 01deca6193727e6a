"""Train the weights of a game's judgement by self-play: python tools/train.py GAME --players N [--games N] …

Each generation plays search against itself with the previous generation's weights, fits new weights to all positions
so far and plays a match: one search with the new weights against searches with the game's current ones, all with the
same number of simulations. The weights are written to the game's judgement.toml only if the lower end of the match's
interval is above an even share. Loss is printed but not used: weights with lower loss have lost matches.

Games and matches are saved in a work folder as they finish: a stopped run resumes there, and the same command
ends with the same weights.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track

import zunft
from zunft.arena import Match, run, standing
from zunft.bots import Seat
from zunft.bots.search import Search
from zunft.core.judgement import FILE, Judgement, shares
from zunft.core.play import choose
from zunft.core.state import CHANCE, State

SOURCES = Path(__file__).parent.parent / "src" / "zunft" / "games"
SAMPLE_EVERY = 2  # decisions
RANDOM_MOVES = 0.08  # share of decisions made at random, so that the games differ
OPENING, RANDOM_OPENINGS = 0.02, 0.4  # more of them up to this progress, as set-up choices have no other variety
OUTCOME = 0.7  # of the target; the rest is the search's estimate
STEPS, RATE = 800, 0.03  # of Adam
PULL = 2e-3  # regularisation towards the weights that played: few games must not change much
SIMULATIONS = 500  # per decision in the match

Weights = dict[str, list[float]]


class Run(NamedTuple):
    game: str
    players: int
    games: int
    nodes: int
    generations: int
    match: int
    seed: int
    workers: int
    work: Path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=zunft.game_names())
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--games", type=int, default=1000, help="games of each generation")
    parser.add_argument("--nodes", type=int, default=100, help="simulations of a decision in these games")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument(
        "--match", type=int, default=400, help="games of the match, half of them with each of two seeds"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--work", type=Path, default=Path("build/train"))
    parser.add_argument("--start", type=Path, help="a judgement.toml to begin with instead of the game's own")
    asked = vars(parser.parse_args())
    start = asked.pop("start")
    asked["work"] = asked["work"] / f"{asked['game']}-{asked['players']}-{asked['seed']}"
    return train(Run(**asked), start)


def train(asked: Run, start: Path | None) -> int:
    asked.work.mkdir(parents=True, exist_ok=True)
    judgement = judgement_of(asked.game)
    content = tomllib.loads((start or SOURCES / asked.game / FILE).read_text(encoding="utf-8"))
    judgement.weigh(content)
    positions: list[Position] = []
    candidate, accepted = start, None
    for generation in range(1, asked.generations + 1):
        played = self_play(asked, generation, candidate)
        positions += [position for game in played for position in game]
        weights, loss = fitted(judgement, asked.players, positions)
        candidate = write_candidate(asked, generation, content, weights)
        judgement.weigh(tomllib.loads(candidate.read_text(encoding="utf-8")))
        row = match(asked, candidate)
        print(f"generation {generation}: {len(positions)} positions, loss {loss:.4f}, {described(row)}", flush=True)
        if row["ci_low"] > 1 / asked.players:
            accepted = weights, row
    if accepted is None:
        print("not accepted: no match was won")
        return 1
    accept(asked, *accepted)
    return 0


def judgement_of(name: str) -> Judgement:
    judgement = zunft.load(name).judgement
    if judgement is None:
        sys.exit(f"{name} has no judgement to train")
    return judgement


# Self-play


class Position(NamedTuple):
    progress: float
    features: list[list[float]]  # by player
    target: list[float]  # by player: the search's estimate mixed with the result


def self_play(asked: Run, generation: int, weights: Path | None) -> list[list[Position]]:
    """All games of a generation in order; only those not yet in the file are played."""
    file = asked.work / f"games-{generation}.jsonl"
    done = finished(file)
    tasks = [
        (asked.game, asked.players, asked.nodes, f"{asked.seed}/{generation}/{number}", str(weights or ""))
        for number in range(len(done), asked.games)
    ]
    with file.open("a", encoding="utf-8") as out:
        for game in track(results(tasks, asked.workers), f"generation {generation}", total=len(tasks), transient=True):
            out.write(json.dumps(game) + "\n")
            out.flush()
            done.append(game)
    return [[Position(*position) for position in game] for game in done[: asked.games]]


def finished(file: Path) -> list[Any]:
    """The games of a file; a truncated last line is removed."""
    if not file.exists():
        return []
    whole = [line for line in file.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]
    file.write_text("".join(whole), encoding="utf-8")
    return [json.loads(line) for line in whole]


def results(tasks: list[Any], workers: int) -> Iterator[list[Position]]:
    if not tasks:
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(one_game, tasks)


def one_game(task: tuple[str, int, int, str, str]) -> list[Position]:
    name, players, nodes, seed, weights = task
    own = judgement_of(name)
    judgement = own.version(weights) if weights else own
    rng, state = random.Random(seed), zunft.load(name).new(players)
    seen: list[Position] = []
    decisions = 0
    while not state.is_over():
        player = state.current_player()
        if player == CHANCE or is_random(rng, judgement, state):
            state.apply(choose(state, rng))
            continue
        seat = Seat(state, player)
        search = Search(seat, rng, judgement=judgement)
        action = search.best(seat, nodes, None)
        decisions += 1
        if decisions % SAMPLE_EVERY == 0 and not state.agenda[-1].sealed and search.simulations:
            seen.append(position(judgement, state, player, search.root.child(action).mean()))
        state.apply(action, player)
    result = shares(state.winners(), players)
    return [each._replace(target=mixed(each.target, result)) for each in seen]


def is_random(rng: random.Random, judgement: Judgement, state: State) -> bool:
    return rng.random() < (RANDOM_OPENINGS if judgement.progress(state) <= OPENING else RANDOM_MOVES)


def position(judgement: Judgement, state: State, player: int, value: float) -> Position:
    """The search estimates its own player's chance; the rest is split among the others by the judgement."""
    chances = judgement.chances(state)
    rest = max(1e-9, 1 - chances[player])
    expected = [(1 - value) * chance / rest for chance in chances]
    expected[player] = value
    features = [[round(number, 4) for number in counted] for counted in judgement.features(state)]
    return Position(round(judgement.progress(state), 4), features, [round(each, 4) for each in expected])


def mixed(expected: list[float], result: list[float]) -> list[float]:
    return [round(OUTCOME * end + (1 - OUTCOME) * now, 4) for now, end in zip(expected, result, strict=True)]


# Regression


def fitted(judgement: Judgement, players: int, positions: list[Position]) -> tuple[Weights, float]:
    """A softmax regression, regularised towards the weights that played; returns the weights and their loss."""
    counted = np.asarray([each.features for each in positions])
    progress = np.asarray([each.progress for each in positions])[:, None, None]
    inputs = np.concatenate([(1 - progress) * counted, progress * counted], axis=2)
    targets = np.asarray([each.target for each in positions])
    scale = np.maximum(1e-6, inputs.reshape(-1, inputs.shape[-1]).std(axis=0))
    present = judgement.weights_for(players)
    begun = np.asarray([*present.early, *present.late]) * scale
    found, loss = descend(inputs / scale, targets, begun)
    marks = found / scale
    half = len(judgement.names)
    return {
        name: [round(float(marks[place]), 4), round(float(marks[half + place]), 4)]
        for place, name in enumerate(judgement.names)
    }, loss


def descend(inputs: np.ndarray, targets: np.ndarray, begun: np.ndarray) -> tuple[np.ndarray, float]:
    """Full-batch Adam: simple and deterministic."""
    weights, mean, square = begun.copy(), np.zeros_like(begun), np.zeros_like(begun)
    loss = 0.0
    for step in range(1, STEPS + 1):
        marks = inputs @ weights
        grown = np.exp(marks - marks.max(axis=1, keepdims=True))
        chances = grown / grown.sum(axis=1, keepdims=True)
        loss = -float((targets * np.log(chances + 1e-12)).sum(axis=1).mean())
        gradient = np.einsum("sp,spf->f", chances - targets, inputs) / len(inputs) + PULL * (weights - begun)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        weights = weights - RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights, loss


# Match and result


def match(asked: Run, candidate: Path) -> dict[str, Any]:
    """One bot with the new weights against the game's current ones: both halves together."""
    bots = [f"search~{candidate}@{SIMULATIONS}"] + [f"search@{SIMULATIONS}"] * (asked.players - 1)
    halves = [
        Match.agree(asked.game, asked.players, bots, asked.match // 2, seed) for seed in (asked.seed, asked.seed + 1000)
    ]
    played = [
        replace(result, deal=result.deal + number * asked.match, number=result.number + number * asked.match)
        for number, half in enumerate(halves)
        for result in run(half, asked.workers, state=candidate.with_suffix(f".match-{number}.jsonl"))
    ]
    return standing(halves[0], played)[0]


def described(row: dict[str, Any]) -> str:
    return f"won {row['win_rate']:.1%} ({row['ci_low']:.1%} to {row['ci_high']:.1%}) of {row['games']} games"


def write_candidate(asked: Run, generation: int, content: dict[str, Any], weights: Weights) -> Path:
    path = asked.work / f"judgement-{generation}.toml"
    path.write_text(written({**content, "players": {str(asked.players): weights}}), encoding="utf-8")
    return path


def accept(asked: Run, weights: Weights, row: dict[str, Any]) -> None:
    """Write the weights and their origin to the game's own file, beside those for other numbers of players."""
    path = SOURCES / asked.game / FILE
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    number = str(asked.players)
    command = f"tools/train.py {asked.game} --players {number} --games {asked.games} --nodes {asked.nodes}"
    command += f" --generations {asked.generations} --match {asked.match} --seed {asked.seed}"
    content["players"] = {**content.get("players", {}), number: weights}
    content["trained"] = {**content.get("trained", {}), number: {"command": command, "match": described(row)}}
    path.write_text(written(content), encoding="utf-8")
    print(f"wrote {path.relative_to(SOURCES.parent.parent.parent)}")


def written(content: dict[str, Any]) -> str:
    lines = [
        "# What the features of judgement.py are worth at the beginning and at the end of the game: [weights] for any",
        "# number of players, [players.N] for N. [trained.N] has the command and the match that they won.",
        "",
        f"horizon = {content['horizon']}",
        *section("weights", content["weights"]),
    ]
    for number in sorted(content.get("players", {})):
        lines += section(f"players.{number}", content["players"][number])
    for number in sorted(content.get("trained", {})):
        origin = content["trained"][number]
        lines += ["", f"[trained.{number}]", *(f"{key} = {json.dumps(text)}" for key, text in origin.items())]
    return "\n".join(lines) + "\n"


def section(name: str, weights: Weights) -> list[str]:
    return ["", f"[{name}]", *(f"{feature} = [{early}, {late}]" for feature, (early, late) in weights.items())]


if __name__ == "__main__":
    sys.exit(main())
