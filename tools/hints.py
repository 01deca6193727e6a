"""How good hints are: python tools/hints.py GAME --decisions N

Takes decisions from games of greedy bots and compares the first hint with what search@500, or another --master,
chooses: how often they agree, and how much processor time a hint takes in comparison. The master chooses several times
with different seeds, and agreement is the share of these runs with the same choice: a single run would add its own
noise. As a baseline, the runs are compared with one another: two good players also differ where choices are equally
good. So a long search also estimates what each of them loses on average, in hundredths of the chance of winning. One
line for each number of nodes; ± is two standard errors.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from math import sqrt
from statistics import fmean
from typing import Final

import zunft
from zunft import bots
from zunft.bots import Seat
from zunft.bots.playing import moves
from zunft.core.record import Record
from zunft.core.state import CHANCE, State
from zunft.review import Evaluator, hints

MASTER: Final = "search@500"
PLAYER: Final = "greedy@40"
KEPT: Final = 5  # one in this many decisions of a game is compared


class Tally:
    """Agreement with the master, and processor time."""

    def __init__(self) -> None:
        self.shares: list[float] = []  # for each decision: of the master's runs that agree
        self.loss = 0.0
        self.seconds = 0.0
        self.longest = 0.0

    def add(self, share: float, seconds: float, loss: float) -> None:
        self.loss += loss
        self.shares.append(share)
        self.seconds += seconds
        self.longest = max(self.longest, seconds)

    def mean_seconds(self) -> float:
        return self.seconds / len(self.shares)

    def said(self, yardstick: float) -> str:
        count, share = len(self.shares), fmean(self.shares)
        error = sqrt(sum([(each - share) ** 2 for each in self.shares])) / count
        mean = self.mean_seconds()
        return (
            f"the same choice {share:.0%} ± {2 * error:.0%}, "
            f"{1000 * mean:.1f} ms each, at most {1000 * self.longest:.0f} ms, "
            f"{mean / yardstick:.2f} of the master's time, gives away {100 * self.loss / count:.1f}"
        )


def decisions(game: zunft.Game, players: int, seed: int) -> Iterator[State]:
    """Every KEPT-th decision with a real choice, from games of greedy bots."""
    rng = random.Random(seed)
    seen = 0
    while True:
        sitting = [bots.load(PLAYER)(rng.getrandbits(32)) for _ in range(players)]
        for state, player, _ in moves(Record(game, players), sitting, rng):
            if player != CHANCE and len(state.legal_actions()) > 1:
                seen += 1
                if seen % KEPT == 0:
                    yield state.clone()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=zunft.game_names())
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--players", type=int, help="default: as few as the game allows")
    parser.add_argument("--nodes", type=int, nargs="+", default=[100, 200, 400])
    parser.add_argument("--master", default=MASTER, help="the bot to compare with")
    parser.add_argument("--masters", type=int, default=4, help="runs of the master, at least 2")
    parser.add_argument("--judge", type=int, default=2000, help="nodes of the long search")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = zunft.load(asked.game)
    print(measured(game, asked.players or game.players[0], asked))


def measured(game: zunft.Game, players: int, asked: argparse.Namespace) -> str:
    master, tallies = Tally(), {each: Tally() for each in asked.nodes}
    positions = decisions(game, players, asked.seed)
    for place in range(asked.decisions):
        state = next(positions)
        seat = Seat(state, state.current_player())
        seeds = range(asked.masters * place, asked.masters * (place + 1))
        runs = [timed(lambda seat=seat, seed=seed: bots.load(asked.master)(seed).choose(seat)) for seed in seeds]
        chosen, took = zip(*runs, strict=True)
        judged = Evaluator(asked.judge, seed=-1 - place).decision(seat, thorough=True)
        others = [(chosen.count(action) - 1) / (asked.masters - 1) for action in chosen]
        master.add(fmean(others), fmean(took), fmean([judged.of(action).loss for action in chosen]))
        for each, tally in tallies.items():
            evaluator = Evaluator(each, seed=place)
            first, spent = timed(
                lambda seat=seat, evaluator=evaluator: hints(seat, evaluator=evaluator)[0].choice.action
            )
            tally.add(chosen.count(first) / asked.masters, spent, judged.of(first).loss)
    mean = master.mean_seconds()
    lines = [f"{game.title}, {players} players, {asked.decisions} decisions"]
    lines += [f"  {each} nodes: {tally.said(mean)}" for each, tally in tallies.items()]
    return "\n".join([*lines, f"  {asked.master} with another seed: {master.said(mean)}"])


def timed(work: object) -> tuple[int, float]:
    begun = time.process_time()
    action: int = work()  # type: ignore[operator]
    return action, time.process_time() - begun


if __name__ == "__main__":
    main()
