"""Games and positions for the tests of reviews."""

from __future__ import annotations

import random

import zunft
from zunft.core.game import Game
from zunft.core.play import choose
from zunft.core.record import Record
from zunft.core.state import CHANCE, State

SMALLEST = [(name, zunft.load(name).players[0]) for name in zunft.game_names()]


def random_game(game: Game, players: int, seed: int = 1) -> Record:
    rng = random.Random(seed)
    state = game.new(players)
    record = Record.of(state)
    while not state.is_over():
        record.add(state, choose(state, rng))
    return record


def decisions(name: str, players: int, number: int, seed: int = 1) -> list[State]:
    """Positions with a real choice, spread over a random game."""
    record = random_game(zunft.load(name), players, seed)
    found = [state.clone() for state in record.states() if is_choice(state)]
    return found[:: max(1, len(found) // number)][:number]


def is_choice(state: State) -> bool:
    return state.current_player() != CHANCE and len(state.legal_actions()) > 1
