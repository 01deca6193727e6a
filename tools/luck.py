"""What subtracting luck would bring to the arena: python tools/luck.py GAME --games N

Equal bots play. For every draw the value of its outcome is compared with the exact expectation over all outcomes, by
three values: the judgement right after the draw, and the judgement after the best replies of the next one or three
deciders, by the judgement's own choice, with equal random numbers for all outcomes. Prints for each the mean luck of a
game with its standard error (0 by construction), the correlation with the result, and how many times fewer games an
arena would need with the best coefficient: 1 / (1 - correlation²).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from math import sqrt
from statistics import fmean
from typing import Final

from rich.progress import track

import zunft
from zunft import bots
from zunft.bots.playing import moves
from zunft.core.judgement import shares
from zunft.core.play import draw
from zunft.core.record import Record
from zunft.core.state import CHANCE, State
from zunft.review import Evaluator

PLAYER: Final = "greedy@30"
REPLIES: Final = (0, 1, 3)


def after_replies(state: State, replies: int, seed: int) -> list[float]:
    """The judgement after some decisions, each the best one by the judgement."""
    rng, end = random.Random(seed), state.clone()
    while replies and not end.is_over():
        player = end.current_player()
        if player == CHANCE:
            end.apply(draw(end, rng))
            continue
        actions = end.legal_actions()
        replies -= len(actions) > 1
        end.apply(max(actions, key=lambda action: value_of(end, action, player)))
    return Evaluator().static(end)


def value_of(state: State, action: int, player: int) -> float:
    after = state.clone()
    after.apply(action)
    return Evaluator().static(after)[player]


def luck(state: State, drawn: int, value: Callable[[State], list[float]]) -> list[float]:
    outcomes, weights = state.legal_actions(), state.chance_weights()
    found = [0.0] * state.setting.players
    for outcome, weight in zip(outcomes, weights, strict=True):
        after = state.clone()
        after.apply(outcome)
        share = (outcome == drawn) - weight / sum(weights)
        found = [total + share * each for total, each in zip(found, value(after), strict=True)]
    return found


def game_of(game: zunft.Game, number: int) -> tuple[list[float], list[list[float]]]:
    """The result, and for each way to value a draw the players' luck."""
    rng = random.Random(f"{game.name}/{number}")
    record = Record(game, game.players[0])
    players = [bots.load(PLAYER)(rng.getrandbits(32)) for _ in range(record.players)]
    found = [[0.0] * record.players for _ in REPLIES]
    for state, player, action in moves(record, players, rng):
        if player != CHANCE or len(state.legal_actions()) == 1:
            continue
        seed = rng.getrandbits(32)
        for place, replies in enumerate(REPLIES):

            def value(after: State, replies: int = replies) -> list[float]:
                return after_replies(after, replies, seed)  # noqa: B023

            found[place] = [total + each for total, each in zip(found[place], luck(state, action, value), strict=True)]
    return shares(record.replay().winners(), record.players), found


def said(results: list[float], lucks: list[float]) -> str:
    middle, mean = fmean(results), fmean(lucks)
    variance = fmean([(each - mean) ** 2 for each in lucks])
    spread = fmean([(each - middle) ** 2 for each in results])
    together = fmean([(one - middle) * (other - mean) for one, other in zip(results, lucks, strict=True)])
    correlation = together / sqrt(variance * spread) if variance and spread else 0.0
    error = sqrt(variance / len(lucks))
    return (
        f"mean luck {mean:+.4f} ± {error:.4f}, correlation {correlation:+.2f} ± {1 / sqrt(len(lucks)):.2f}, "
        f"{1 / (1 - correlation**2):.2f} times fewer games"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=zunft.game_names())
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    game = zunft.load(asked.game)
    games = [game_of(game, number) for number in track(range(asked.games), game.title)]
    others = range(game.players[0] - 1)  # the last player's result and luck follow from the others'
    for place, replies in enumerate(REPLIES):
        results = [result[player] for result, _ in games for player in others]
        lucks = [found[place][player] for _, found in games for player in others]
        print(f"{game.name}, {len(games)} games, value after {replies} replies: {said(results, lucks)}")


if __name__ == "__main__":
    main()
