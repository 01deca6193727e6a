"""Markttag passes the conformance suite, and follows its own rules."""

from __future__ import annotations

import random
from typing import cast

import zunft
from markttag import COINS, MOST_COINS, Markttag
from zunft.core import conformance

GAME = zunft.load("markttag")


def check_coins(state: zunft.State) -> None:
    """No coin occurs twice; all players have the same number."""
    table = cast(Markttag, state)
    seen = [coin for coins in (*table.hands, *table.spent) for coin in coins]
    if table.setting.options["hands"] == "dealt":
        assert len(seen) == len(set(seen)) and set(seen) <= set(COINS)
    assert all(len(hand) <= MOST_COINS for hand in table.hands)


def market(players: int, *actions: str) -> Markttag:
    """A table after these actions, given as texts."""
    state = GAME.new(players)
    for action in actions:
        zunft.play(state, GAME.parse(action))
    return cast(Markttag, state)


def dealt(*coins: int) -> list[str]:
    return [f"deal {coin}" for coin in coins]


LOW, HIGH = range(1, 6), range(6, 11)


def test_it_keeps_every_law() -> None:
    conformance.check_all(GAME, seeds=range(2), invariant=check_coins)


def test_the_highest_coin_takes_the_good_and_all_coins_are_spent() -> None:
    table = market(2, *dealt(*LOW, *HIGH), "offer amber", "bid 5", "bid 6")
    assert table.scores() == [0, 6]
    assert table.spent == [(5,), (6,)]
    assert table.hands == [(1, 2, 3, 4), (7, 8, 9, 10)]


def test_bids_are_sealed() -> None:
    """No other player sees a bid, nor that it has been made, before all are in."""
    table = market(2, *dealt(*LOW, *HIGH), "offer salt")
    before = table.view(0)
    zunft.play(table, GAME.parse("bid 10"), 1)
    assert table.view(0) == before
    assert table.deciders() == (0,)


def test_a_good_is_offered_once() -> None:
    table = market(2, *dealt(*LOW, *HIGH), "offer wine", "bid 1", "bid 6")
    assert GAME.parse("offer wine") not in table.legal_actions()


def test_equal_highest_bids_win_nothing() -> None:
    table = cast(Markttag, GAME.new(3, hands="equal", hand=3))
    for action in ("offer amber", "bid 3", "bid 1", "bid 3"):
        zunft.play(table, GAME.parse(action))
    assert table.scores() == [0, 0, 0] and table.gone == (5,)
    assert table.hands == [(1, 2), (2, 3), (1, 2)]


def test_small_games_have_as_many_coins_goods_and_days_as_they_need() -> None:
    table = cast(Markttag, GAME.new(2, hand=2, deck=1, goods=1, days=5))
    assert table.deck == range(1, 5)
    assert zunft.playout(table, random.Random(1)) == 2 * 2
    assert sorted(good for goods in table.won for good in goods) == [0, 1]


def test_four_days_are_a_game() -> None:
    state = GAME.new(3)
    assert zunft.playout(state, random.Random(1)) == 4 * 3
    assert sum(len(goods) for goods in cast(Markttag, state).won) == 4
