"""Markttag keeps the laws of every game, and its own rules."""

from __future__ import annotations

import random
from typing import cast

import pytest

import zunft
from markttag import COINS, HAND, Markttag
from zunft.core import conformance

GAME = zunft.load("markttag")
SETTINGS = list(conformance.settings(GAME))


def check_coins(state: zunft.State) -> None:
    """No coin twice; everybody has as many."""
    table = cast(Markttag, state)
    seen = [coin for hand in table.hands for coin in hand] + list(table.spent)
    assert len(seen) == len(set(seen)) and set(seen) <= set(COINS)
    assert all(len(hand) <= HAND for hand in table.hands)


def market(players: int, *actions: str) -> Markttag:
    """After these actions, by code words."""
    state = GAME.new(players)
    for action in actions:
        zunft.play(state, GAME.parse(action))
    return cast(Markttag, state)


def dealt(*coins: int) -> list[str]:
    return [f"deal {coin}" for coin in coins]


LOW, HIGH = range(1, 6), range(6, 11)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_it_keeps_every_law(players: int, options: dict[str, object]) -> None:
    for seed in range(3):
        conformance.check_game(GAME, players, options, seed, check_coins)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_guesses_vary_and_everything_has_words(players: int, options: dict[str, object]) -> None:
    conformance.check_guesses_vary(GAME, players, options)
    conformance.check_labels(GAME, players, options)


def test_catalogues_are_complete() -> None:
    conformance.check_catalogues(GAME)


def test_the_highest_coin_takes_the_good_and_all_coins_are_spent() -> None:
    table = market(2, *dealt(*LOW, *HIGH), "offer amber", "bid 5", "bid 6")
    assert table.scores() == [0, 6]
    assert table.spent == (5, 6)
    assert table.hands == [(1, 2, 3, 4), (7, 8, 9, 10)]


def test_bids_are_sealed() -> None:
    """Nobody sees a bid, nor that it has been made, before all are in."""
    table = market(2, *dealt(*LOW, *HIGH), "offer salt")
    before = table.view(0)
    zunft.play(table, GAME.parse("bid 10"), 1)
    assert table.view(0) == before
    assert table.deciders() == (0,)


def test_a_good_is_offered_once() -> None:
    table = market(2, *dealt(*LOW, *HIGH), "offer wine", "bid 1", "bid 6")
    assert GAME.parse("offer wine") not in table.legal_actions()


def test_four_days_are_a_game() -> None:
    state = GAME.new(3)
    assert zunft.playout(state, random.Random(1)) == 4 * 3
    assert sum(len(goods) for goods in cast(Markttag, state).won) == 4
