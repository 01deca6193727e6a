"""Schedules are fair: every two bots meet in every two seats equally often."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from zunft.arena.schedule import cycle, seatings


@pytest.mark.parametrize("players", range(2, 6))
def test_every_pair_takes_every_pair_of_seats_once(players: int) -> None:
    met = Counter(
        (game[one], game[other], one, other)
        for game in seatings(players)
        for one, other in permutations(range(players), 2)
    )
    assert set(met.values()) == {1}
    assert len(met) == (players * (players - 1)) ** 2


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("bots", range(1, 8))
def test_every_bot_sits_everywhere_equally_often(players: int, bots: int) -> None:
    names = [f"bot{number}" for number in range(bots)]
    seats = Counter((bot, seat) for game in cycle(names, players) for seat, bot in enumerate(game))
    for bot in range(bots):
        assert len({seats[bot, seat] for seat in range(players)}) == 1


def test_one_among_equals_takes_every_seat_once() -> None:
    assert sorted(cycle(["master", "journeyman", "journeyman"], 3)) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]


def test_with_more_bots_than_seats_every_selection_plays() -> None:
    assert len(cycle(["a", "b", "c"], 2)) == 6
