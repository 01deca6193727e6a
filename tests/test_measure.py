"""Measurements count what they claim and repeat the same work."""

from __future__ import annotations

import random
import time

import pytest

import zunft
from zunft import measure

GAME = zunft.load("norenberc")


def test_a_rate_is_units_by_cpu_time() -> None:
    """Two units per millisecond are about 2,000 units per second, regardless of the amount."""

    def work(amount: int) -> int:
        end = time.process_time() + amount / 1000
        while time.process_time() < end:
            pass
        return 2 * amount

    assert measure.best_rate(work, seconds=0.03, repetitions=2) == pytest.approx(2000, rel=0.2)


def test_every_repetition_is_the_same_work() -> None:
    amounts = []

    def work(amount: int) -> int:
        amounts.append(amount)
        return sum(range(1000 * amount)) and amount

    measure.best_rate(work, seconds=0.01, repetitions=3)
    assert len(set(amounts[-3:])) == 1


def test_samples_are_decisions_from_all_stages_of_a_game() -> None:
    states = measure.samples(GAME, 2)
    assert len(states) == measure.SAMPLE_GAMES * measure.SAMPLES_PER_GAME
    assert all(state.deciders() for state in states)
    rounds = {state.view(None)["round"] for state in states}
    assert rounds == {1, 2, 3, 4}


def test_games_have_a_speed() -> None:
    assert measure.decisions_per_second(GAME, 2, seconds=0.02, repetitions=1) > 1000
    assert 0.1 < measure.clone_microseconds(GAME, 2, seconds=0.02, repetitions=1) < 1000
    assert 0.1 < measure.kept_clone_microseconds(GAME, 2, seconds=0.02, repetitions=1) < 1000
    assert measure.simulations_per_second(GAME, 2, seconds=0.02, repetitions=1) > 100


@pytest.mark.parametrize("play", [measure.plain_game, measure.plain_game_with_draw])
def test_a_loop_in_plain_python_plays_to_the_end(play: measure.Play) -> None:
    state = GAME.new(2)
    assert play(state, random.Random(0)) > 50
    assert state.is_over()
