"""Rewards of a finished game."""

from __future__ import annotations

import random

import pytest

import zunft
from tests.toy import game as toy
from zunft.core.reward import check_reward, check_shaping, ranking, rewards, shares, standings, wins
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
    """The winner of a tie by the game's rules is first; others with equal scores share their places."""
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


def test_margins_are_points_ahead_of_the_others() -> None:
    assert rewards(finished([7, 3], [0]), "margin") == [4.0, -4.0]
    assert rewards(finished([9, 3, 0], [0]), "margin") == [7.5, -1.5, -6.0]


def test_ranks_count_winners_first_and_ties_share() -> None:
    assert standings(finished([5, 5, 3], [1])) == [2, 1, 3]
    assert standings(finished([5, 5, 3], [0, 1])) == [1, 1, 3]


def test_shaping_is_a_discount_and_needs_a_judgement() -> None:
    with pytest.raises(zunft.BadOption, match="from 0"):
        check_shaping(zunft.load("norenberc"), -0.1)
    with pytest.raises(zunft.BadOption, match="no judgement"):
        check_shaping(toy, 0.9)
    check_shaping(toy, 0.0)


def test_unknown_rewards() -> None:
    with pytest.raises(zunft.BadOption, match="ranking, share, win, margin, not 'money'"):
        check_reward("money")
