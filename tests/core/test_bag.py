"""Random draws and ascending lists: each against the naive implementation."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import Counter
from itertools import permutations

import pytest

import zunft
from zunft.core import bag, rising
from zunft.core.state import CHANCE, State

SEEDS = range(20)


def test_every_order_is_as_likely() -> None:
    rng = random.Random(1)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        values = [1, 2, 3]
        bag.shuffle(values, rng)
        found[tuple(values)] += 1
    assert set(found) == set(permutations((1, 2, 3)))
    assert all(800 < number < 1200 for number in found.values())


@pytest.mark.parametrize("values", [[], [7], [4, 4]])
def test_what_has_one_order_keeps_it(values: list[int]) -> None:
    before = values[:]
    bag.shuffle(values, random.Random(0))
    assert values == before


def test_a_kind_is_drawn_in_proportion_to_its_copies() -> None:
    rng = random.Random(2)
    found = Counter(bag.pick([3, 0, 1], rng) for _ in range(4000))
    assert set(found) == {0, 2}
    assert 2800 < found[0] < 3200


def rising_list(seed: int) -> list[int]:
    rng = random.Random(seed)
    return sorted(rng.choices(range(12), k=rng.randrange(20)))


@pytest.mark.parametrize("seed", SEEDS)
def test_places_in_a_rising_list(seed: int) -> None:
    values = rising_list(seed)
    for value in range(-1, 13):
        assert rising.place_of(values, value) == bisect_left(values, value)
        longer = values[:]
        rising.insert(longer, value)
        assert longer == sorted([*values, value])
        rising.remove(longer, value)
        assert longer == values


@pytest.mark.parametrize("seed", SEEDS)
def test_different_ones_and_their_copies(seed: int) -> None:
    values = rising_list(seed)
    counted = Counter(values)
    assert dict(zip(rising.different(values), rising.copies(values), strict=True)) == counted
    assert rising.different(values) == sorted(counted)


@pytest.mark.parametrize("name", zunft.game_names())
def test_the_fast_draw_equals_the_draw_by_weights(name: str) -> None:
    """A game's fast draw gives the same result as outcomes and weights with the same generator."""
    game = zunft.load(name)
    for players in game.players:
        state, rng = game.new(players), random.Random(players)
        while not state.is_over():
            if state.current_player() == CHANCE:
                seed = rng.randrange(1 << 30)
                slowly = State.draw(state, state.agenda[-1], random.Random(seed))
                action = zunft.draw(state, random.Random(seed))
                assert action == slowly
            else:
                action = rng.choice(state.legal_actions())
            state.apply(action)
