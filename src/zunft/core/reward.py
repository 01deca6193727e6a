"""What a finished game was worth to each player, as one number."""

from __future__ import annotations

from typing import Final

from zunft.core.errors import BadOption
from zunft.core.state import State

RANKING: Final = "ranking"
SHARE: Final = "share"
WIN: Final = "win"
REWARDS: Final = (RANKING, SHARE, WIN)


def check_reward(kind: str) -> None:
    if kind not in REWARDS:
        raise BadOption(f"the reward can be {', '.join(REWARDS)}, not {kind!r}")


def rewards(state: State, kind: str) -> list[float]:
    """Of every player, once the game is over; before the end nobody has earned anything."""
    if not state.is_over():
        return [0.0] * state.setting.players
    if kind == SHARE:
        return shares(state.scores())
    return ranking(state) if kind == RANKING else wins(state)


def ranking(state: State) -> list[float]:
    """From 1 for the first place down to -1 for the last in equal steps; tied players share. The sum is 0."""
    winners = state.winners()
    if state.setting.players == 2:
        return [0.0, 0.0] if len(winners) == 2 else [1.0, -1.0] if winners[0] == 0 else [-1.0, 1.0]
    scores = state.scores()
    marks = [(1 if player in winners else 0, score) for player, score in enumerate(scores)]
    found = []
    for mark in marks:
        better = len([other for other in marks if other > mark])
        tied = len([other for other in marks if other == mark])
        place = better + (tied - 1) / 2
        found.append(1.0 - 2.0 * place / (len(marks) - 1))
    return found


def shares(scores: list[int]) -> list[float]:
    """The part of all points that is one's own; points below zero count as none. The sum is 1."""
    counted = [max(score, 0) for score in scores]
    total = sum(counted)
    return [score / total if total else 1.0 / len(scores) for score in counted]


def wins(state: State) -> list[float]:
    """1 for the winner, in equal parts if several; 0 for the others. The sum is 1."""
    winners = state.winners()
    return [1.0 / len(winners) if player in winners else 0.0 for player in range(state.setting.players)]
