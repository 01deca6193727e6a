"""Rewards of a finished game."""

from __future__ import annotations

import random

import pytest

import zunft
from tests.toy import game as toy
from zunft.core.reward import Result, check_reward, check_shaping, result, rewards


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
    assert Result(scores, winners).rewards("ranking") == pytest.approx(expected)


def test_shares_and_wins() -> None:
    assert Result([6, 2], [0]).rewards("share") == [0.75, 0.25]
    assert Result([0, 0], [0, 1]).rewards("share") == [0.5, 0.5]
    assert Result([-3, 3], [1]).rewards("share") == [0, 1]
    assert Result([3, 3, 1], [0, 1]).rewards("win") == [0.5, 0.5, 0]


def test_nobody_has_earned_anything_before_the_end() -> None:
    state = zunft.load("norenberc").new(3)
    assert rewards(state, "share") == [0, 0, 0]
    zunft.playout(state, random.Random(1))
    assert sum(rewards(state, "share")) == pytest.approx(1)


def test_margins_are_points_ahead_of_the_others() -> None:
    assert Result([7, 3], [0]).rewards("margin") == [4.0, -4.0]
    assert Result([9, 3, 0], [0]).rewards("margin") == [7.5, -1.5, -6.0]


def test_ranks_count_winners_first_and_ties_share() -> None:
    assert Result([5, 5, 3], [1]).ranks == [2, 1, 3]
    assert Result([5, 5, 3], [0, 1]).ranks == [1, 1, 3]


@pytest.mark.parametrize("name", zunft.game_names())
def test_a_result_has_the_scores_and_winners_of_the_game(name: str) -> None:
    game = zunft.load(name)
    state = game.new(game.players[-1])
    zunft.playout(state, random.Random(1))
    ended = result(state)
    assert (ended.scores, ended.winners) == (state.scores(), state.winners())
    assert rewards(state, "margin") == ended.rewards("margin")


def test_shaping_is_a_discount_and_needs_a_judgement() -> None:
    with pytest.raises(zunft.BadOption, match="from 0"):
        check_shaping(zunft.load("norenberc"), -0.1)
    with pytest.raises(zunft.BadOption, match="no judgement"):
        check_shaping(toy, 0.9)
    check_shaping(toy, 0.0)


def test_unknown_rewards() -> None:
    with pytest.raises(zunft.BadOption, match="ranking, share, win, margin, not 'money'"):
        check_reward("money")
