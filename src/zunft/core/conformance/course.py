"""Random games for the checks: their decisions one by one, and texts with names for the players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from zunft.core.game import Game
from zunft.core.play import choose, deal
from zunft.core.state import State
from zunft.core.text import Texts

MOST_APART: Final = 7  # decisions from one position checked to the next


def decisions(state: State, rng: random.Random) -> Iterator[int]:
    """Play at random to the end, stopping before each decision of a player; yields its number from 0."""
    deal(state, rng)
    number = 0
    while not state.is_over():
        yield number
        number += 1
        state.apply(choose(state, rng))
        deal(state, rng)


def spread(state: State, rng: random.Random, positions: int) -> Iterator[int]:
    """The same for so many decisions at most, evenly spread; the game then stands where it is."""
    every = rng.randrange(1, MOST_APART + 1)
    for number in decisions(state, rng):
        if number == every * positions:
            return
        if number % every == 0:
            yield number


def named(game: Game, language: str, players: int) -> Texts:
    """The game's texts with the players called P1, P2 …"""
    return game.texts[language].with_names([f"P{seat + 1}" for seat in range(players)])
