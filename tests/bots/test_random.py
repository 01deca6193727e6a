"""The random bot."""

from __future__ import annotations

from collections import Counter

from tests import toy
from zunft.bots import Seat
from zunft.bots.random import RandomBot


def test_it_chooses_every_legal_action() -> None:
    seat = Seat(toy.game.new(2), 0)
    chosen = Counter(RandomBot(seed).choose(seat) for seed in range(100))
    assert sorted(chosen) == seat.legal_actions()


def test_the_same_seed_chooses_the_same() -> None:
    seat = Seat(toy.game.new(2), 0)
    one, other = RandomBot(7), RandomBot(7)
    assert [one.choose(seat) for _ in range(20)] == [other.choose(seat) for _ in range(20)]
