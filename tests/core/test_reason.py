"""Reasons: the general ones, the error that carries them, and their conformance checks."""

from __future__ import annotations

import pickle
import random

import pytest

import zunft
from tests.core.examples import GAME, finished, planning
from zunft.core import conformance
from zunft.core.state import Task
from zunft.core.text import LANGUAGES

NAMES = ("Anna", "Bert", "Cleo")


def said(state: zunft.State, text: str, player: int | None, language: str = "en") -> str:
    why = zunft.why_not(state, GAME.parse(text), player)
    assert why is not None
    return why.say(GAME.texts[language].with_names(NAMES))


def in_turn() -> zunft.State:
    state = GAME.new(3, planning="turn_order")
    zunft.deal(state, random.Random(3))
    return state


def test_legal_actions_have_no_reason() -> None:
    state = planning()
    player = state.deciders()[0]
    assert all(zunft.why_not(state, action, player) is None for action in state.legal_actions(player))


def test_somebody_elses_turn() -> None:
    state = in_turn()
    idle = next(player for player in range(3) if player not in state.deciders())
    acting = NAMES[state.current_player()]
    assert said(state, "pass", idle) == f"It is the turn of {acting}."
    assert said(state, "pass", idle, "de") == f"Am Zug: {acting}."


def test_in_a_sealed_choice_nobody_is_named() -> None:
    state = planning()
    first = state.deciders()[0]
    zunft.play(state, state.legal_actions(first)[1], first)
    assert said(state, "pass", first) == "You have decided; others are still choosing."


def test_another_question() -> None:
    state = planning()
    assert said(state, "hire A", None).endswith(GAME.texts["en"].say("prompt.plan"))


def test_the_game_is_over() -> None:
    assert [said(finished().replay(), "pass", 0, language) for language in LANGUAGES] == [
        "The game is over.",
        "Die Partie ist zu Ende.",
        "Партия окончена.",
    ]


def test_the_error_carries_the_reason_and_survives_a_pickle() -> None:
    state = planning()
    with pytest.raises(zunft.IllegalAction) as caught:
        zunft.play(state, GAME.parse("sell 1"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.why.key == "not_now" and repr(again.why) == repr(caught.value.why)


def test_a_reason_that_reveals_something_hidden_is_found() -> None:
    """A game whose reasons reveal the others' secret plans."""

    def leaking(table: zunft.State, task: Task, action: int) -> zunft.Reason:
        return zunft.because("no_player", plans=[me.plan for me in table.players])  # type: ignore[attr-defined]

    game = zunft.load("norenberc")
    honest, game.reason = game.reason, leaking
    try:
        with pytest.raises(AssertionError, match="leak"):
            conformance.check_reasons(game, 3, positions=200)
    finally:
        game.reason = honest


def test_a_kind_that_is_offered_needs_a_reason() -> None:
    game = zunft.load("norenberc")
    honest, game.reason = game.reason, lambda table, task, action: None
    try:
        with pytest.raises(AssertionError, match="no reason against 'plan"):
            conformance.check_reasons(game, 3)
    finally:
        game.reason = honest
