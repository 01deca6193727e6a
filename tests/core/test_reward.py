"""What a finished game is worth to each player."""

from __future__ import annotations

import random

import pytest

import zunft
from zunft.core.reward import check_reward, ranking, rewards, shares, wins
from zunft.core.state import State


class Finished(State):
    """A game that ended with these scores."""

    ends: list[int]
    first: list[int]

    def scores(self) -> list[int]:
        return self.ends

    def winners(self) -> list[int]:
        return self.first


def finished(scores: list[int], winners: list[int]) -> State:
    state = Finished()
    game = zunft.load("norenberc")
    state.open(game.agree(len(scores), {}))
    state.ends, state.first = scores, winners
    return state


@pytest.mark.parametrize(
    ("scores", "winners", "expected"),
    [
        ([5, 3], [0], [1, -1]),
        ([3, 3], [1], [-1, 1]),
        ([3, 3], [0, 1], [0, 0]),
        ([9, 5, 1], [0], [1, 0, -1]),
        ([9, 9, 1], [1], [0, 1, -1]),
        ([1, 5, 5], [1, 2], [-1, 0.5, 0.5]),
        ([4, 9, 4, 4], [1], [-1 / 3, 1, -1 / 3, -1 / 3]),
    ],
)
def test_ranking(scores: list[int], winners: list[int], expected: list[float]) -> None:
    """Who wins a tie by the rules of the game is first; others with the same score share their places."""
    assert ranking(finished(scores, winners)) == pytest.approx(expected)


def test_shares_and_wins() -> None:
    assert shares([6, 2]) == [0.75, 0.25]
    assert shares([0, 0]) == [0.5, 0.5]
    assert shares([-3, 3]) == [0, 1]
    assert wins(finished([3, 3, 1], [0, 1])) == [0.5, 0.5, 0]


def test_nobody_has_earned_anything_before_the_end() -> None:
    state = zunft.load("norenberc").new(3)
    assert rewards(state, "share") == [0, 0, 0]
    zunft.playout(state, random.Random(1))
    assert sum(rewards(state, "share")) == pytest.approx(1)


def test_unknown_rewards() -> None:
    with pytest.raises(zunft.BadOption, match="ranking, share, win, not 'money'"):
        check_reward("money")
