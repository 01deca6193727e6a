"""Tutorial games: they replay by the current rules, take at most ten minutes to read, and are correct."""

from __future__ import annotations

import random

import pytest

import zunft
from zunft.core import conformance
from zunft.core.state import State
from zunft.core.text import LANGUAGES
from zunft.core.tutorial import Tutorial

GAMES = zunft.game_names()
READING_SPEED = 200  # words per minute
LONGEST = 10  # minutes
MOST_WORDS = 48  # per stop, so that each makes one point


def tutorial_of(game: str) -> Tutorial:
    found = zunft.load(game).tutorial()
    assert found is not None
    return found


def played(tutorial: Tutorial, stop: str | None = None) -> State:
    """The position at the end of the script, or when a stop begins."""
    state = tutorial.game.new(tutorial.players)
    for action in tutorial.deal:
        zunft.play(state, action)
    for beat in tutorial.beats:
        if tutorial.stops[beat.stop].name == stop:
            break
        if not beat.is_reading():
            zunft.play(state, beat.action, beat.player)
            for outcome in beat.draws:
                zunft.play(state, outcome)
    return state


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_can_be_followed_in_every_way_it_accepts(game: str) -> None:
    conformance.check_tutorial(zunft.load(game))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tutorial_is_read_in_ten_minutes(game: str, language: str) -> None:
    """Including the answers to wrong tries."""
    texts = [texts[language] for _, texts in tutorial_of(game).texts()]
    assert sum(len(text.split()) for text in texts) / READING_SPEED <= LONGEST
    assert max(len(text.split()) for text in texts) <= MOST_WORDS


@pytest.mark.parametrize("game", GAMES)
def test_the_first_own_decision_comes_after_one_text_at_most(game: str) -> None:
    """Start page, Learn, Next: two clicks."""
    tutorial = tutorial_of(game)
    first = next(place for place, beat in enumerate(tutorial.beats) if beat.player == tutorial.learner)
    assert sum(beat.is_reading() for beat in tutorial.beats[:first]) <= 1
    assert all(beat.is_reading() for beat in tutorial.beats[:first])


@pytest.mark.parametrize("game", GAMES)
def test_the_game_goes_on_from_the_end_of_its_tutorial(game: str) -> None:
    state = played(tutorial_of(game))
    assert not state.is_over()
    zunft.playout(state, random.Random(1))
    assert state.is_over()


def test_norenberc_says_the_true_score() -> None:
    tutorial = tutorial_of("norenberc")
    scores = played(tutorial, "yours").scores()
    assert scores == [30, 9]
    for text in tutorial.stops[-1].texts.values():
        assert "30" in text and "9" in text


def test_guildhall_says_the_true_points() -> None:
    tutorial = tutorial_of("guildhall")
    assert played(tutorial, "refresh").scores()[0] == 5


def test_strasbourg_counts_every_source() -> None:
    tutorial = tutorial_of("strasbourg")
    points = played(tutorial, "yours").points()[0]
    assert sum(points.values()) == 14
    assert points == {"council": 2, "members": 2, "chapels": 1, "buildings": 6, "privileges": 1, "tasks": 2}


def test_calimala_says_the_true_scoring() -> None:
    tutorial = tutorial_of("calimala")
    assert played(tutorial, "scored").scores() == [3, 2, 0]
