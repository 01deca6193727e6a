"""Puzzles: positions from bot games in which one choice is clearly the best.

A position is searched twice. If the first search is clear, the second uses ten times the budget and other guesses;
it is a puzzle if the same choice is still the best by a sufficient margin.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

from zunft.bots.greedy import GreedyBot
from zunft.bots.seat import Seat
from zunft.core.game import Game
from zunft.core.play import draw
from zunft.core.record import Record
from zunft.core.state import CHANCE, State
from zunft.review.account import CLEAR
from zunft.review.evaluator import Decision, Evaluator, fingerprint
from zunft.review.hints import Hint
from zunft.review.parts import MOST_REASONS

MARGIN: Final = 0.15  # in chance of winning, between the best choice and the second best
NODES: Final = 100
CHECKED: Final = 10  # times the nodes for the second search
FEWEST_CHOICES: Final = 3
MOST_OF_A_GAME: Final = 3  # puzzles, for variety
BOT_NODES: Final = 40  # few: small mistakes lead to positions with something to find
SEED_BITS: Final = 32
FORMAT: Final = 1


class Puzzle:
    """A record up to the position, whose turn it is, and the solution with its chance, margin and reasons."""

    record: Record
    player: int
    hint: Hint
    margin: float
    margin_error: float
    choices: int

    def __init__(self, record: Record, decision: Decision) -> None:
        self.record = record
        self.player = decision.player
        best = decision.best()
        self.hint = Hint(best, decision.reasons(best.action, [decision.choices[1].action])[:MOST_REASONS])
        self.margin, self.margin_error = decision.margin()
        self.choices = len(decision.choices)

    def to_json(self) -> str:
        """The record in the usual format, with the solution added."""
        game, best = self.record.game, self.hint.choice
        content: dict[str, Any] = json.loads(self.record.to_json())
        content["puzzle"] = {
            "format": FORMAT,
            "player": self.player,
            "solution": game.text(best.action),
            "chance": best.chance,
            "margin": self.margin,
            "margin_error": self.margin_error,
            "choices": self.choices,
            "reasons": [asdict(reason) for reason in self.hint.reasons],
            "judgement": fingerprint(game),
        }
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def puzzles(
    game: Game, players: int, options: Mapping[str, Any], number: int, evaluator: Evaluator | None = None
) -> Iterator[Puzzle]:
    """The puzzles of one game of self-play; the game depends only on the evaluator's seed and its own number."""
    judge = evaluator if evaluator is not None else Evaluator(NODES)
    rng = random.Random(f"{judge.seed}/{number}")
    bots = [GreedyBot(rng.getrandbits(SEED_BITS), BOT_NODES) for _ in range(players)]
    state = game.new(players, **dict(options))
    record = Record.of(state)
    found = 0
    while not state.is_over() and found < MOST_OF_A_GAME:
        player = state.current_player()
        if player == CHANCE:
            record.add(state, draw(state, rng))
            continue
        decision = puzzling(state, player, judge, len(record.actions))
        if decision is not None:
            found += 1
            yield Puzzle(record.before(len(record.actions)), decision)
        record.add(state, bots[player].choose(Seat(state, player)))


def puzzling(state: State, player: int, judge: Evaluator, number: int) -> Decision | None:
    """The decision, if one choice is clearly the best in both searches."""
    if len(state.legal_actions(player)) < FEWEST_CHOICES:
        return None
    seat = Seat(state, player)
    first = judge.decision(seat, number=number)
    if not is_clear(first):
        return None
    second = recheck(seat, judge.with_nodes(judge.nodes * CHECKED), number)
    return second if is_clear(second) and second.best().action == first.best().action else None


def recheck(seat: Seat, judge: Evaluator, number: int) -> Decision:
    """With other guesses than a first search with this number, and to the end of the budget."""
    return judge.decision(seat, number=-1 - number, thorough=True)


def is_clear(decision: Decision) -> bool:
    margin, error = decision.margin()
    return margin >= MARGIN and margin >= CLEAR * error
