"""Rewards: each player's result in a finished game, as one number."""

from __future__ import annotations

from typing import Final

from zunft.core.errors import BadOption
from zunft.core.game import Game
from zunft.core.ranking import places
from zunft.core.state import State

RANKING: Final = "ranking"
SHARE: Final = "share"
WIN: Final = "win"
MARGIN: Final = "margin"
REWARDS: Final = (RANKING, SHARE, WIN, MARGIN)


def check_reward(kind: str) -> None:
    if kind not in REWARDS:
        raise BadOption(f"the reward can be {', '.join(REWARDS)}, not {kind!r}")


def check_shaping(game: Game, discount: float) -> None:
    """Validate the shaping discount: 0 for none, else the learner's discount."""
    if not 0.0 <= discount <= 1.0:
        raise BadOption(f"shaping is the learner's discount, from 0 (none) to 1, not {discount!r}")
    if discount and game.judgement is None:
        raise BadOption(f"{game.title} has no judgement to shape rewards by")


def rewards(state: State, kind: str) -> list[float]:
    """Every player's reward once the game is over; 0 before that."""
    if not state.is_over():
        return [0.0] * state.setting.players
    if kind == SHARE:
        return shares(state.scores())
    if kind == MARGIN:
        return margins(state.scores())
    return ranking(state) if kind == RANKING else wins(state)


def potentials(state: State) -> list[float]:
    """Each player's chances by the game's judgement, for potential-based shaping; 0 for all once the game is over.

    It judges the true position, hidden things included: use it for training rewards, never for observations.
    """
    judgement = state.setting.game.judgement
    if state.is_over() or judgement is None:
        return [0.0] * state.setting.players
    return judgement.chances(state)


def standings(state: State) -> list[int]:
    """Each player's rank in a finished game, from 1 for the winners; tied players share the better rank."""
    winners = state.winners()
    return places([(1 if player in winners else 0, score) for player, score in enumerate(state.scores())])


def ranking(state: State) -> list[float]:
    """From 1 for the first place down to -1 for the last in equal steps; tied players share. The sum is 0."""
    winners = state.winners()
    if state.setting.players == 2:
        return [0.0, 0.0] if len(winners) == 2 else [1.0, -1.0] if winners[0] == 0 else [-1.0, 1.0]
    taken = standings(state)
    steps = [place - 1 + (taken.count(place) - 1) / 2 for place in taken]
    return [1.0 - 2.0 * step / (len(taken) - 1) for step in steps]


def shares(scores: list[int]) -> list[float]:
    """Each player's share of all points; negative points count as 0. The sum is 1."""
    counted = [max(score, 0) for score in scores]
    total = sum(counted)
    return [score / total if total else 1.0 / len(scores) for score in counted]


def margins(scores: list[int]) -> list[float]:
    """Each player's points minus the others' average. The sum is 0."""
    total, others = sum(scores), len(scores) - 1
    return [score - (total - score) / others for score in scores]


def wins(state: State) -> list[float]:
    """1 for the winner, split equally if there are several; 0 for the others. The sum is 1."""
    winners = state.winners()
    return [1.0 / len(winners) if player in winners else 0.0 for player in range(state.setting.players)]
