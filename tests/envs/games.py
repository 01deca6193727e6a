"""Games and settings the interfaces are tested with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import zunft
from zunft.core.conformance import settings
from zunft.core.play import choose
from zunft.core.state import State

NAMES = [name for name in zunft.game_names() if zunft.load(name).layout is not None]
TABLES = [(name, players) for name in NAMES for players in zunft.load(name).players]
FEW = [(name, zunft.load(name).players[0]) for name in NAMES]


def variants(name: str) -> list[tuple[int, dict[str, Any]]]:
    """For every number of players the default options; then every option once with each of its values."""
    game = zunft.load(name)
    found: list[tuple[int, dict[str, Any]]] = [(players, {}) for players in game.players]
    seen: set[str] = set()
    for players, options in settings(game):
        new = {f"{option}={value}" for option, value in options.items()} - seen
        if new:
            seen |= new
            found.append((players, options))
    return found


def positions(name: str, players: int, options: dict[str, Any], seed: int, every: int = 1) -> Iterator[State]:
    """Positions of a random game, chance nodes included, and its end."""
    state = zunft.load(name).new(players, **options)
    rng = random.Random(seed)
    number = 0
    while not state.is_over():
        if number % every == 0:
            yield state
        number += 1
        state.apply(choose(state, rng))
    yield state
