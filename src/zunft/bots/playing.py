"""Games of bots, action by action, for tools and measurements."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from zunft.bots.seat import Bot, Seat
from zunft.core.play import draw
from zunft.core.record import Record
from zunft.core.state import CHANCE, State


def moves(record: Record, players: Sequence[Bot], rng: random.Random) -> Iterator[tuple[State, int, int]]:
    """Bots play a new game into an empty record: yields each position with its player (or CHANCE) and action, before
    the action is applied. Clone a position to keep it."""
    state = record.new()
    while not state.is_over():
        player = state.current_player()
        action = draw(state, rng) if player == CHANCE else players[player].choose(Seat(state, player))
        yield state, player, action
        record.add(state, action)
