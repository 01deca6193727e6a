"""An installed game as an example for the tests of core: any would do, so the first one is used."""

from __future__ import annotations

import random
from typing import Any

import zunft
from zunft.core.conformance import step

NAME = "norenberc"
GAME = zunft.load(NAME)


def finished(players: int = 3, seed: int = 1, **options: Any) -> zunft.Record:
    """A whole random game."""
    return begun(10_000, players, seed, **options)


def begun(actions: int, players: int = 3, seed: int = 1, **options: Any) -> zunft.Record:
    """The first actions of a random game."""
    rng = random.Random(seed)
    state = GAME.new(players, **options)
    record = zunft.Record.of(state, [f"P{seat + 1}" for seat in range(players)])
    while not state.is_over() and len(record.actions) < actions:
        step(state, record, rng)
    return record


def planning(players: int = 3) -> zunft.State:
    """After the deal; all players choose simultaneously."""
    state = GAME.new(players)
    zunft.deal(state, random.Random(3))
    assert len(state.deciders()) == players
    return state


def is_one_line(error: BaseException) -> bool:
    text = str(error)
    return bool(text.strip()) and "\n" not in text
