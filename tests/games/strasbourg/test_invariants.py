"""Whole games followed event by event: sources and uses of coins, goods, prestige and privileges."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.strasbourg.invariants import check
from tests.games.strasbourg.positions import new_table
from zunft.core.play import choose
from zunft.core.state import Event
from zunft.games.strasbourg.game import Strasbourg
from zunft.games.strasbourg.names import VACANT

SETTINGS = [(players, planned) for players in (3, 4, 5) for planned in ("sealed", "turn_order")]


def story(table: Strasbourg, key: str) -> list[dict[str, Any]]:
    return [event.args for event in table.journal or [] if event.key == key]


@pytest.mark.parametrize(("players", "planned"), SETTINGS)
def test_everything_gained_and_spent_is_logged(players: int, planned: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        table = new_table(players, planning=planned)
        table.journal = []
        while not table.is_over():
            before, seen = table.council[:], len(table.journal)
            table.apply(choose(table, rng))
            check(table)
            check_money(table)
            check_prestige(table)
            check_council_phase(table.journal[seen:], before)


def check_money(table: Strasbourg) -> None:
    """Coins of all players: 5 each, plus values of goods sold, minus prices of occupied fields."""
    sold = sum(args["coins"] for args in story(table, "sells"))
    taken = sum(me.members for me in table.players)
    paid = sum(price for square, price in enumerate(table.parts.city.price) if taken >> square & 1)
    assert sum(me.coins for me in table.players) == 5 * len(table.players) + sold - paid
    assert paid == sum(args["coins"] for args in story(table, "places_member"))
    goods = len(story(table, "gets_good")) - len(story(table, "sells"))
    assert sum(sum(me.goods) for me in table.players) == goods


def check_prestige(table: Strasbourg) -> None:
    gained = Counter(args["player"] for args in story(table, "gets_privilege"))
    spent = Counter(args["player"] for args in story(table, "defers"))
    for player, me in enumerate(table.players):
        assert me.prestige == sum(
            args["count"] for args in story(table, "council_prestige") if args["player"] == player
        )
        assert me.privileges == gained[player] - spent[player]


def check_council_phase(events: list[Event], council: list[int]) -> None:
    """A point per occupied seat, a privilege for all with the most."""
    points = {event.args["player"]: event.args["count"] for event in events if event.key == "council_prestige"}
    if not points:
        return
    held = Counter(holder for holder in council if holder != VACANT)
    assert points == held
    most = max(held.values())
    privileges = [event.args["player"] for event in events if event.key == "gets_privilege"]
    assert privileges == sorted(player for player, number in held.items() if number == most)
