"""The duty's fast search against a brute-force search."""

from __future__ import annotations

import random

import pytest

from tests.games.calimala.positions import P1, fresh
from zunft.core.tuples import added
from zunft.games.calimala import duty, nine_actions
from zunft.games.calimala.components import Components
from zunft.games.calimala.duty import Outlook, outlook
from zunft.games.calimala.game import Calimala
from zunft.games.calimala.names import (
    ACTION_COUNT,
    ARTWORK,
    BUILD,
    CONTRIBUTE,
    FIRST_TRADE_CITY,
    MATERIAL_COUNT,
    SHIP,
    TRANSPORT,
    WEAVE,
)

POSITIONS = 150


def random_position(seed: int) -> tuple[Calimala, random.Random]:
    """Usually short of everything: cubes, spaces, materials, pieces."""
    rng = random.Random(seed)
    table = fresh()
    me, board = table.players[P1], table.board
    me.cubes = rng.choice([0, 0, 1, 1, 2, 3, 10])
    me.warehouse = tuple([rng.choice([0, 0, 1, 2, 3]) for _ in range(MATERIAL_COUNT)])
    me.workshops = tuple([rng.choice([0, 0, 1, 3]) for _ in range(rng.choice([1, 1, 2, 3]))])
    me.ships = rng.choice([0, 0, 1, 3])
    me.houses = rng.choice([0, 0, 1, 2, 7])
    board.city_room = tuple([rng.choice([0, 1, 5]) for _ in board.city_room])
    board.material_room = tuple([rng.choice([0, 0, 0, 1, 4]) for _ in board.material_room])
    board.art_room = tuple([rng.choice([0, 0, 1]) for _ in board.art_room])
    me.hand = (0,) * ACTION_COUNT
    for _ in range(rng.randrange(6)):
        me.hand = added(me.hand, rng.randrange(ACTION_COUNT), 1)
    return table, rng


def every_result(parts: Components, before: Outlook, card: int) -> list[Outlook]:
    """All possible positions after a card, with every number of deliveries and every city, church and site."""
    board, me = before.board, before.me
    if card == BUILD:
        return duty.after_build(parts, board, me)
    found = []
    if card == CONTRIBUTE:
        for at, room in enumerate(board.material_room):
            if room and me.warehouse[at % MATERIAL_COUNT]:
                after = outlook(board, me)
                nine_actions.contribute(after.board, after.me, at % MATERIAL_COUNT, at // MATERIAL_COUNT)
                found.append(after)
    elif card == ARTWORK:
        for site, room in enumerate(board.art_room):
            if room:
                after = outlook(board, me)
                nine_actions.donate_artwork(after.board, after.me, site)
                found.append(after)
    elif card in (SHIP, TRANSPORT):
        found = every_delivery(before, card, me.ships if card == SHIP else me.houses.bit_count())
    else:
        after = outlook(board, me)
        if card == WEAVE:
            nine_actions.weave(parts, after.me)
        else:
            nine_actions.gain(after.me, card)
        found.append(after)
    for after in found:
        after.me.hand = added(after.me.hand, card, -1)
    return found


def every_delivery(before: Outlook, card: int, allowed: int) -> list[Outlook]:
    found: list[Outlook] = []
    if allowed == 0 or not nine_actions.has_cloth(before.me):
        return found
    for city, room in enumerate(before.board.city_room):
        if card == SHIP:
            is_target = city < FIRST_TRADE_CITY
        else:
            is_target = city >= FIRST_TRADE_CITY and before.me.houses >> city - FIRST_TRADE_CITY & 1 == 1
        if room and is_target:
            after = outlook(before.board, before.me)
            nine_actions.deliver(after.board, after.me, city)
            found += [after, *every_delivery(after, card, allowed - 1)]
    return found


def slow_search(parts: Components, before: Outlook, seen: set[tuple[int, ...]]) -> set[int]:
    """All actions executable now or after any cards."""
    found = {a for a in range(ACTION_COUNT) if nine_actions.is_executable(parts, before.board, before.me, a)}
    for card in list(found):
        if before.me.hand[card]:
            for after in every_result(parts, before, card):
                board = after.board
                key = (*duty.fingerprint(after), *board.city_room, *board.material_room, *board.art_room)
                if key not in seen:
                    seen.add(key)
                    found |= slow_search(parts, after, seen)
    return found


@pytest.mark.parametrize("part", range(4))
def test_the_quick_search_finds_what_the_slow_one_finds(part: int) -> None:
    """C5: exactly what hand cards can make possible."""
    by_cards = 0
    for seed in range(part * POSITIONS, (part + 1) * POSITIONS):
        table, _ = random_position(seed)
        board, me, parts = table.board, table.players[P1], table.parts
        reachable = {action for action in range(ACTION_COUNT) if duty.can_reach(parts, board, me, action)}
        assert reachable == slow_search(parts, outlook(board, me), set()), f"seed {seed}"
        by_cards += sum(not nine_actions.is_executable(parts, board, me, action) for action in reachable)
    assert by_cards > POSITIONS // 10


@pytest.mark.parametrize("part", range(2))
def test_a_card_called_harmless_is(part: int) -> None:
    """C5: the fast path for a card agrees with trying it."""
    harmless = 0
    for seed in range(part * POSITIONS, (part + 1) * POSITIONS):
        table, rng = random_position(seed)
        table.active, table.space, table.level, table.left = P1, rng.randrange(12), 0, (1, 1)
        table.duty = True
        me = table.players[P1]
        for card in range(ACTION_COUNT):
            if me.hand[card] and nine_actions.is_executable(table.parts, table.board, me, card):
                results = every_result(table.parts, outlook(table.board, me), card)
                truly = any(duty.stays_possible(table, after) for after in results)
                assert duty.allows_card(table, P1, card) == truly, f"seed {seed}, card {card}"
                harmless += duty.is_harmless(table, P1, card)
    assert harmless > 0
