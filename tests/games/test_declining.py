"""Passing, declining and stopping stand last among the choices, in every game and at every decision."""

from __future__ import annotations

import random

import pytest

import zunft
from zunft.core.play import choose, draw
from zunft.core.state import CHANCE, State

GAMES = zunft.game_names()
WORDS = {"pass", "decline", "stop", "skip", "enough", "nothing", "finish", "leave", "stay"}
DECISIONS = 3000  # of random games


@pytest.mark.parametrize("name", GAMES)
def test_a_game_names_all_kinds_that_decline(name: str) -> None:
    codes = zunft.load(name).codes
    assert {kind.name for kind in codes.kinds} & WORDS == set(codes.declining)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_listed_below_a_choice_that_declines(name: str) -> None:
    game, rng = zunft.load(name), random.Random(1)
    state, seen = game.new(game.players[0]), 0
    kinds: set[str] = set()
    while seen < DECISIONS:
        if state.is_over():
            state = game.new(rng.choice(game.players))
        elif state.current_player() == CHANCE:
            state.apply(draw(state, rng))
        else:
            seen += 1
            listed = listed_kinds(state)
            declines = [kind in game.codes.declining for kind in listed]
            assert declines == sorted(declines), listed
            kinds.update(listed)
            state.apply(choose(state, rng))
    assert kinds & set(game.codes.declining)


def listed_kinds(state: State) -> list[str]:
    codes = state.setting.game.codes
    return [codes.take_apart(action).kind for action in codes.listed(state.legal_actions())]


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("norenberc", ["plan 1", "plan 2", "pass"]),
        ("norenberc", ["first", "stay"]),
        ("guildhall", ["level 0", "level 2", "decline"]),
        ("guildhall", ["accept", "decline"]),
        ("strasbourg", ["reveal 1", "defer", "pass"]),
        ("strasbourg", ["draw", "stop"]),
        ("calimala", ["do wood", "cannot build", "card weave", "skip wood", "finish"]),
    ],
)
def test_decisions_as_they_are_listed(name: str, choices: list[str]) -> None:
    codes = zunft.load(name).codes
    assert [codes.text(action) for action in codes.listed(sorted(map(codes.parse, choices)))] == choices
