"""Reasons for a choice: the features of the judgement in which it differs most from other choices.

Choices are compared where their simulations ended, guess by guess. Where a simulation reached the end of the game, its
result or the sources of its points take the place of the features.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from zunft.core.judgement import Judgement
from zunft.core.state import State
from zunft.review.means import standard_error

RESULT_WORTH: Final = 4.0  # a certain victory against a certain defeat, in marks of the judgement
RESULT: Final = "result"  # the feature where the game was over with one of two choices
POINTS: Final = "points."  # the features for sources of points, where it was over with both


@dataclass
class Reason:
    """A feature of the judgement that favours one choice over others."""

    feature: str
    worth: float  # in marks of the judgement; negative if it is against the choice
    more: bool  # the player has more of it, compared with the others
    error: float = 0.0  # standard error of the worth


@dataclass
class End:
    """The end of one simulation for the player who chose: leads over the mean of the others."""

    share: float  # of the victory
    is_over: bool
    leads: dict[str, float]  # by feature; by source of points if the game is over
    worths: dict[str, float]  # of the features, in marks of the judgement


class Reasons:
    """Compares the choices of a decision by where their simulations ended; counted only if somebody asks."""

    player: int
    judgement: Judgement
    states: dict[int, list[State]]  # by action, for the first guesses
    samples: dict[int, list[list[float]]]  # by action, for each guess: all players' shares
    counted: dict[int, list[End]]

    def __init__(
        self,
        player: int,
        judgement: Judgement,
        states: dict[int, list[State]],
        samples: dict[int, list[list[float]]],
    ) -> None:
        self.player = player
        self.judgement = judgement
        self.states = states
        self.samples = samples
        self.counted = {}

    def of(self, action: int, rivals: list[int]) -> list[Reason]:
        """The strongest first."""
        own = self.ends(action)
        compared = [0] * len(own)  # rivals, on each guess
        worths: dict[str, list[float]] = {}
        leads: dict[str, float] = {}
        for rival in rivals:
            for guess, (one, other) in enumerate(zip(own, self.ends(rival), strict=False)):
                compared[guess] += 1
                for feature, worth, lead in differences(one, other):
                    if feature not in worths:
                        worths[feature], leads[feature] = [0.0] * len(own), 0.0
                    worths[feature][guess] += worth
                    leads[feature] += lead
        found = [reason(feature, worths[feature], leads[feature], compared) for feature in worths]
        return sorted([each for each in found if each.worth], key=by_weight)

    def ends(self, action: int) -> list[End]:
        if action not in self.counted:
            shares = [sample[self.player] for sample in self.samples[action]]
            self.counted[action] = [
                end(state, self.player, share, self.judgement)
                for state, share in zip(self.states[action], shares, strict=False)
            ]
        return self.counted[action]


def end(state: State, player: int, share: float, judgement: Judgement) -> End:
    if state.is_over():
        points = state.points()
        sources = sorted({source for each in points for source in each})
        return End(
            share, True, {each: lead([float(own.get(each, 0)) for own in points], player) for each in sources}, {}
        )
    rows, weights = judgement.features(state), judgement.weights(state)
    leads = [lead([row[place] for row in rows], player) for place in range(len(weights))]
    worths = [weights[place] * leads[place] for place in range(len(weights))]
    names = judgement.names
    return End(share, False, dict(zip(names, leads, strict=True)), dict(zip(names, worths, strict=True)))


def lead(counted: list[float], player: int) -> float:
    """Over the mean of the other players."""
    mine = counted[player]
    return mine - (sum(counted) - mine) / (len(counted) - 1)


def differences(one: End, other: End) -> list[tuple[str, float, float]]:
    """What one choice gained over another on one guess: features with worth and lead. Where the game was over with one
    of them, only the result counts; with both, the points that made the difference."""
    if not one.is_over and not other.is_over:
        return [
            (each, one.worths[each] - other.worths[each], one.leads[each] - other.leads[each]) for each in one.leads
        ]
    ahead = one.share - other.share
    if one.is_over and other.is_over:
        sources = sorted({*one.leads, *other.leads})
        gains = {each: one.leads.get(each, 0.0) - other.leads.get(each, 0.0) for each in sources}
        total = sum([abs(gain) for gain in gains.values()])
        if total:
            scale = RESULT_WORTH * abs(ahead) / total
            return [(POINTS + source, scale * gain, scale * gain) for source, gain in gains.items()]
    return [(RESULT, RESULT_WORTH * ahead, ahead)]


def reason(feature: str, worths: list[float], lead: float, compared: list[int]) -> Reason:
    """`worths` are sums over the rivals that the choice was compared with on each guess."""
    by_guess = [worth / rivals for worth, rivals in zip(worths, compared, strict=True) if rivals]
    return Reason(feature, sum(worths) / sum(compared), lead > 0, standard_error(by_guess))


def by_weight(reason: Reason) -> tuple[float, str]:
    return -abs(reason.worth), reason.feature
