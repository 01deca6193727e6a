"""Train the weights of a game's judgement by self-play: python tools/train.py GAME [--players N …] [--games N] …

Each generation plays search against itself with the previous generation's weights, in turn with each number of
players, and fits one set of weights to the positions of all games so far. Then one search with the new weights plays
against searches with the game's current ones, for each number of players separately and all with the same number of
simulations. The weights are written to the game's judgement.toml for those numbers of players for which the lower end
of the match's interval is above an even share. Loss is printed but not used: weights with lower loss have lost matches.

Games are saved as the actions taken, so that other features can be fitted to the same games. Games and matches are
saved in a work folder as they finish: a stopped run resumes there, and the same command ends with the same weights.
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
STEPS = 8  # of Newton's method
PULLS = (0.001, 0.003, 0.01, 0.03, 0.1)  # regularisation towards the weights that played
FOLDS = 4  # of games, to choose the pull
SETTINGS = ("horizon", "exploration", "tries")  # of the search, in a judgement.toml
OUT = -1e9  # mark of a player who does not take part, where games with more players are fitted too

Weights = dict[str, list[float]]


class Run(NamedTuple):
    game: str
    players: list[int]
    games: int
    nodes: int
    generations: int
    match: int
    simulations: int
    step: float
    seed: int
    workers: int
    work: Path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=zunft.game_names())
    parser.add_argument("--players", type=int, nargs="+", help="numbers of players; default: all")
    parser.add_argument("--games", type=int, default=1000, help="games of each generation")
    parser.add_argument("--nodes", type=int, default=100, help="simulations per decision in these games")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument(
        "--match", type=int, default=400, help="games of each match, half of them with each of two seeds"
    )
    parser.add_argument("--simulations", type=int, default=500, help="per decision in the matches")
    parser.add_argument(
        "--step", type=float, default=1.0, help="how far to go from the game's current weights to the fitted ones"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--work", type=Path, default=Path("runs/train"))
    parser.add_argument("--start", type=Path, help="a judgement.toml to begin with instead of the game's own")
    asked = vars(parser.parse_args())
    start = asked.pop("start")
    asked["players"] = asked["players"] or list(zunft.load(asked["game"]).players)
    counts = "".join(map(str, asked["players"]))
    asked["work"] = asked["work"] / f"{asked['game']}-{counts}-{asked['seed']}"
    return train(Run(**asked), start)


def train(asked: Run, start: Path | None) -> int:
    asked.work.mkdir(parents=True, exist_ok=True)
    judgement = judgement_of(asked.game)
    content = tomllib.loads((start or SOURCES / asked.game / FILE).read_text(encoding="utf-8"))
    judgement.weigh(content)
    positions: list[Position] = []
    candidate, accepted = start, {}
    for generation in range(1, asked.generations + 1):
        positions += self_play(asked, generation, candidate)
        weights, told = fitted(judgement, asked.players, positions)
        print(f"generation {generation}: {len(positions)} positions, {told}", flush=True)
        weights = stepped(judgement_of(asked.game), weights, asked)
        candidate = write_candidate(asked, generation, content, weights)
        judgement.weigh(tomllib.loads(candidate.read_text(encoding="utf-8")))
        for players in asked.players:
            row = match(asked, players, candidate)
            print(f"{players} players: {described(row)}", flush=True)
            if row["ci_low"] > 1 / players:
                accepted[players] = weights, row
    if not accepted:
        print("not accepted: no match was won")
        return 1
    accept(asked, start, accepted)
    return 0


def judgement_of(name: str) -> Judgement:
    judgement = zunft.load(name).judgement
    if judgement is None:
        sys.exit(f"{name} has no judgement to train")
    return judgement


# Self-play


class Game(NamedTuple):
    players: int
    actions: list[int]  # decisions and draws
    estimates: list[tuple[int, int, float]]  # some decisions: number of the action, player, the search's estimate


class Position(NamedTuple):
    game: int
    progress: float
    features: list[list[float]]  # by player
    target: list[float]  # by player: the search's estimate mixed with the result


def self_play(asked: Run, generation: int, weights: Path | None) -> list[Position]:
    """The positions of all games of a generation in order; only games not yet in the file are played."""
    file = asked.work / f"games-{generation}.jsonl"
    done = finished(file)
    tasks = [
        (
            asked.game,
            asked.players[number % len(asked.players)],
            asked.nodes,
            f"{asked.seed}/{generation}/{number}",
            str(weights or ""),
        )
        for number in range(len(done), asked.games)
    ]
    with file.open("a", encoding="utf-8") as out:
        for game in track(results(tasks, asked.workers), f"generation {generation}", total=len(tasks), transient=True):
            out.write(json.dumps(game, separators=(",", ":")) + "\n")
            out.flush()
            done.append(game)
    judgement = judged_by(asked.game, weights)
    first = (generation - 1) * asked.games
    return [
        position
        for number, game in enumerate(done[: asked.games], first)
        for position in replayed(number, asked.game, judgement, Game(*game))
    ]


def finished(file: Path) -> list[Any]:
    """The games of a file; a truncated last line is removed."""
    if not file.exists():
        return []
    whole = [line for line in file.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]
    file.write_text("".join(whole), encoding="utf-8")
    return [json.loads(line) for line in whole]


def results(tasks: list[Any], workers: int) -> Iterator[Game]:
    if not tasks:
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(one_game, tasks)


def judged_by(name: str, weights: Path | str | None) -> Judgement:
    own = judgement_of(name)
    return own.version(str(weights)) if weights else own


def one_game(task: tuple[str, int, int, str, str]) -> Game:
    name, players, nodes, seed, weights = task
    judgement = judged_by(name, weights)
    rng, state = random.Random(seed), zunft.load(name).new(players)
    game = Game(players, [], [])
    decisions = 0
    while not state.is_over():
        player = state.current_player()
        if player == CHANCE or is_random(rng, judgement, state):
            action = choose(state, rng)
        else:
            seat = Seat(state, player)
            search = Search(seat, rng, judgement=judgement)
            action = search.best(seat, nodes, None)
            decisions += 1
            if decisions % SAMPLE_EVERY == 0 and not state.agenda[-1].sealed and search.simulations:
                value = round(search.root.child(action).mean(), 4)
                game.estimates.append((len(game.actions), player, value))
        game.actions.append(action)
        state.apply(action)
    return game


def is_random(rng: random.Random, judgement: Judgement, state: State) -> bool:
    return rng.random() < (RANDOM_OPENINGS if judgement.progress(state) <= OPENING else RANDOM_MOVES)


def replayed(number: int, name: str, judgement: Judgement, game: Game) -> list[Position]:
    """The game's positions that have an estimate."""
    state = zunft.load(name).new(game.players)
    estimates = {place: (player, value) for place, player, value in game.estimates}
    found: list[Position] = []
    for place, action in enumerate(game.actions):
        if place in estimates:
            found.append(position(number, judgement, state, *estimates[place]))
        state.apply(action)
    result = shares(state.winners(), game.players)
    return [each._replace(target=mixed(each.target, result)) for each in found]


def position(number: int, judgement: Judgement, state: State, player: int, value: float) -> Position:
    """The search estimates its own player's chance; the rest is split among the others by the judgement."""
    chances = judgement.chances(state)
    rest = max(1e-9, 1 - chances[player])
    expected = [(1 - value) * chance / rest for chance in chances]
    expected[player] = value
    return Position(number, judgement.progress(state), judgement.features(state), expected)


def mixed(expected: list[float], result: list[float]) -> list[float]:
    return [OUTCOME * end + (1 - OUTCOME) * now for now, end in zip(expected, result, strict=True)]


# Regression


class Sample(NamedTuple):
    """Positions as arrays: by position, seat and weight. Seats that nobody takes have the mark OUT."""

    inputs: np.ndarray
    absent: np.ndarray
    targets: np.ndarray
    games: np.ndarray

    def part(self, chosen: np.ndarray) -> Sample:
        return Sample(self.inputs[chosen], self.absent[chosen], self.targets[chosen], self.games[chosen])


def fitted(judgement: Judgement, players: list[int], positions: list[Position]) -> tuple[Weights, str]:
    """A softmax regression, pulled towards the weights that played as strongly as other games confirm."""
    names = judgement.names
    whole, scale = sample(positions, max(players), len(names))
    present = judgement.weights_for(players[0])
    begun = np.asarray([*present.early, *present.late]) * scale
    losses = {pull: confirmed(whole, begun, pull) for pull in PULLS}
    pull = min(losses, key=lambda each: losses[each])
    found = descend(whole, begun, pull) / scale
    before = loss(whole, begun)
    told = f"loss in other games {losses[pull]:.4f} with pull {pull}, with the weights that played {before:.4f}"
    return {
        name: [round(float(found[place]), 4), round(float(found[len(names) + place]), 4)]
        for place, name in enumerate(names)
    }, told


def sample(positions: list[Position], seats: int, names: int) -> tuple[Sample, np.ndarray]:
    """Each feature twice, for the beginning and the end of the game, scaled to unit deviation; and the scales."""
    counted = np.zeros((len(positions), seats, names))
    targets, absent = np.zeros((len(positions), seats)), np.full((len(positions), seats), OUT)
    for number, each in enumerate(positions):
        taking_part = len(each.target)
        counted[number, :taking_part] = each.features
        targets[number, :taking_part] = each.target
        absent[number, :taking_part] = 0.0
    progress = np.asarray([each.progress for each in positions])[:, None, None]
    inputs = np.concatenate([(1 - progress) * counted, progress * counted], axis=2)
    scale = np.maximum(1e-6, inputs[absent == 0].std(axis=0))
    games = np.asarray([each.game for each in positions])
    return Sample(inputs / scale, absent, targets, games), scale


def confirmed(whole: Sample, begun: np.ndarray, pull: float) -> float:
    """The mean loss in each fold of games, with weights fitted to the other folds."""
    folds = whole.games % FOLDS
    losses = [loss(whole.part(folds == fold), descend(whole.part(folds != fold), begun, pull)) for fold in range(FOLDS)]
    return sum(losses) / FOLDS


def chances(sample: Sample, weights: np.ndarray) -> np.ndarray:
    marks = sample.inputs @ weights + sample.absent
    grown = np.exp(marks - marks.max(axis=1, keepdims=True))
    shares: np.ndarray = grown / grown.sum(axis=1, keepdims=True)
    return shares


def loss(sample: Sample, weights: np.ndarray) -> float:
    return -float((sample.targets * np.log(chances(sample, weights) + 1e-12)).sum(axis=1).mean())


def descend(sample: Sample, begun: np.ndarray, pull: float) -> np.ndarray:
    """Newton's method; the loss is convex."""
    weights, count = begun.copy(), len(sample.inputs)
    flat = sample.inputs.reshape(-1, sample.inputs.shape[-1])
    for _ in range(STEPS):
        expected = chances(sample, weights)
        gradient = (expected - sample.targets).reshape(-1) @ flat / count + pull * (weights - begun)
        means = np.einsum("sp,spf->sf", expected, sample.inputs)
        curvature = (flat.T @ (flat * expected.reshape(-1, 1)) - means.T @ means) / count + pull * np.eye(len(begun))
        weights = weights - np.linalg.solve(curvature, gradient)
    return weights


def stepped(current: Judgement, weights: Weights, asked: Run) -> Weights:
    """With few games, weights half-way have won matches that the fitted ones lost."""
    present = current.weights_for(asked.players[0])
    begun = zip(current.names, present.early, present.late, strict=True)
    return {
        name: [round(old + asked.step * (new - old), 4) for old, new in zip(olds, weights[name], strict=True)]
        for name, *olds in begun
    }


# Match and result


def match(asked: Run, players: int, candidate: Path) -> dict[str, Any]:
    """One bot with the new weights against the game's current ones: both halves together."""
    bots = [f"search~{candidate}@{asked.simulations}"] + [f"search@{asked.simulations}"] * (players - 1)
    halves = [
        Match.agree(asked.game, players, bots, asked.match // 2, seed) for seed in (asked.seed, asked.seed + 1000)
    ]
    played = [
        replace(result, deal=result.deal + number * asked.match, number=result.number + number * asked.match)
        for number, half in enumerate(halves)
        for result in run(half, asked.workers, state=candidate.with_suffix(f".match-{players}-{number}.jsonl"))
    ]
    return standing(halves[0], played)[0]


def described(row: dict[str, Any]) -> str:
    return f"won {row['win_rate']:.1%} ({row['ci_low']:.1%} to {row['ci_high']:.1%}) of {row['games']} games"


def write_candidate(asked: Run, generation: int, content: dict[str, Any], weights: Weights) -> Path:
    path = asked.work / f"judgement-{generation}.toml"
    settings = {key: value for key, value in content.items() if key in (*SETTINGS, "horizons")}
    path.write_text(written({**settings, "weights": weights}), encoding="utf-8")
    return path


def accept(asked: Run, start: Path | None, accepted: dict[int, tuple[Weights, dict[str, Any]]]) -> None:
    """Write the weights and their origin to the game's own file, beside those for other numbers of players."""
    path = SOURCES / asked.game / FILE
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    command = f"tools/train.py {asked.game} --players {' '.join(map(str, asked.players))} --games {asked.games}"
    command += f" --nodes {asked.nodes} --generations {asked.generations} --match {asked.match}"
    command += f" --simulations {asked.simulations} --step {asked.step} --seed {asked.seed}"
    if start is not None:
        command += f" --start {start.name}"
    content.setdefault("players", {})
    content.setdefault("trained", {})
    for players, (weights, row) in accepted.items():
        content["players"][str(players)] = weights
        content["trained"][str(players)] = {"command": command, "match": described(row)}
    path.write_text(written(content), encoding="utf-8")
    print(f"wrote {path.relative_to(SOURCES.parent.parent.parent)} for {', '.join(map(str, accepted))} players")


def written(content: dict[str, Any]) -> str:
    lines = [
        "# What the features of judgement.py are worth at the beginning and at the end of the game: [weights] for any",
        "# number of players, [players.N] for N. [trained.N] has the command and the match that they won.",
        "",
        *(f"{key} = {content[key]}" for key in SETTINGS if key in content),
    ]
    if content.get("horizons"):
        lines += ["", "[horizons]", *(f"{players} = {own}" for players, own in content["horizons"].items())]
    lines += section("weights", content["weights"])
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
