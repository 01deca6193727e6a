"""Rewards: each player's result in a finished game, as one number."""

from __future__ import annotations

from typing import Final

from zunft.core.errors import BadOption
from zunft.core.game import Game
from zunft.core.ranking import leaders, places
from zunft.core.state import State

RANKING: Final = "ranking"
SHARE: Final = "share"
WIN: Final = "win"
MARGIN: Final = "margin"
REWARDS: Final = (RANKING, SHARE, WIN, MARGIN)


def check_reward(kind: str) -> None:
    if kind not in REWARDS:
        raise BadOption(f"reward must be one of {', '.join(REWARDS)}, not {kind!r}")


def check_shaping(game: Game, discount: float) -> None:
    """Validate the shaping discount: 0 for none, else the learner's discount."""
    if not 0.0 <= discount <= 1.0:
        raise BadOption(f"shaping is the learner's discount, from 0 (none) to 1, not {discount!r}")
    if discount and game.judgement is None:
        raise BadOption(f"{game.title} has no judgement to shape rewards by")


class Result:
    """How a game ended. Ranks are counted from 1 for the winners; other tied players share the better rank."""

    scores: list[int]
    winners: list[int]
    ranks: list[int]

    def __init__(self, scores: list[int], winners: list[int]) -> None:
        self.scores = scores
        self.winners = winners
        self.ranks = places([(1 if player in winners else 0, score) for player, score in enumerate(scores)])

    def rewards(self, kind: str) -> list[float]:
        if kind == SHARE:
            return shares(self.scores)
        if kind == MARGIN:
            return margins(self.scores)
        return ranking(self.ranks) if kind == RANKING else wins(self.winners, len(self.scores))


def result(state: State) -> Result:
    """Counts the points once, which takes as long as dozens of decisions; standings begin with the score."""
    standing = state.standing()
    return Result([marks[0] for marks in standing], leaders(standing))


def rewards(state: State, kind: str) -> list[float]:
    """Every player's reward once the game is over; 0 before that."""
    return result(state).rewards(kind) if state.is_over() else [0.0] * state.setting.players


def potentials(state: State) -> list[float]:
    """Each player's chances by the game's judgement, for potential-based shaping; 0 for all once the game is over.

    It judges the true position, hidden things included: use it for training rewards, never for observations.
    """
    judgement = state.setting.game.judgement
    if state.is_over() or judgement is None:
        return [0.0] * state.setting.players
    return judgement.chances(state)


def ranking(ranks: list[int]) -> list[float]:
    """From 1 for the first place down to -1 for the last in equal steps; tied players share. The sum is 0."""
    steps = [rank - 1 + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [1.0 - 2.0 * step / (len(ranks) - 1) for step in steps]


def shares(scores: list[int]) -> list[float]:
    """Each player's share of all points; negative points count as 0. The sum is 1."""
    counted = [max(score, 0) for score in scores]
    total = sum(counted)
    return [score / total if total else 1.0 / len(scores) for score in counted]


def margins(scores: list[int]) -> list[float]:
    """Each player's points minus the others' average. The sum is 0."""
    total, others = sum(scores), len(scores) - 1
    return [score - (total - score) / others for score in scores]


def wins(winners: list[int], players: int) -> list[float]:
    """1 for the winner, split equally if there are several; 0 for the others. The sum is 1."""
    return [1.0 / len(winners) if player in winners else 0.0 for player in range(players)]
