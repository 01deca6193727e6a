"""The duty of the active player: one of the two actions must be executed, if necessary after playing cards (C5)."""

# ruff: noqa: SIM110 - plain loops on hot paths; generators are slower

from __future__ import annotations

from typing import Final

from zunft.core.tuples import added
from zunft.games.calimala import nine_actions
from zunft.games.calimala.components import Components
from zunft.games.calimala.names import (
    A_HOUSE,
    A_SHIP,
    ACTION_COUNT,
    ARTWORK,
    BRICK,
    BUILD,
    CONTRIBUTE,
    FIRST_TRADE_CITY,
    MARBLE,
    MATERIAL_COUNT,
    NO_ACTION,
    SHIP,
    TRADE_COUNT,
    TRANSPORT,
    WEAVE,
    WOOD,
)
from zunft.games.calimala.nine_actions import is_executable
from zunft.games.calimala.table import Board, Player, Table

# Cards that can make an action executable, alone or combined; the most likely one first.
HELPFUL: Final = [
    [CONTRIBUTE, BUILD, BRICK],  # wood: empty its warehouse, or free cubes by building
    [CONTRIBUTE, BUILD, WOOD],
    [ARTWORK, CONTRIBUTE, BUILD],
    [WOOD, BRICK],  # build
    [MARBLE, BUILD],  # artwork
    [BUILD, SHIP, TRANSPORT, WOOD, BRICK],  # weave: a new workshop, or space in the old ones
    [BUILD, WEAVE, WOOD, BRICK],  # ship
    [BUILD, WEAVE, BRICK, WOOD],  # transport
    [WOOD, BRICK, MARBLE, BUILD],  # contribute
]
# Without one of these in hand no card helps: they are the only source of what the action lacks.
NEEDED: Final = [
    [CONTRIBUTE, BUILD],
    [CONTRIBUTE, BUILD],
    [ARTWORK, CONTRIBUTE, BUILD],
    [WOOD, BRICK],
    [MARBLE],
    [BUILD, SHIP, TRANSPORT],
    [BUILD, WEAVE],
    [BUILD, WEAVE],
    [WOOD, BRICK, MARBLE],
]
# Cards that can use up what an executable action needs: space, materials, cloth.
HARMFUL: Final = [
    [WOOD],
    [BRICK],
    [MARBLE],
    [BUILD, CONTRIBUTE],  # build
    [ARTWORK, CONTRIBUTE],  # artwork
    [WEAVE],
    [SHIP, TRANSPORT],  # ship
    [SHIP, TRANSPORT],  # transport
    [BUILD, ARTWORK, CONTRIBUTE],  # contribute
]
IS_HARMFUL: Final = [[card in HARMFUL[action] for card in range(ACTION_COUNT)] for action in range(ACTION_COUNT)]


class Outlook:
    """Board and player after playing some cards."""

    board: Board
    me: Player


def outlook(board: Board, me: Player) -> Outlook:
    found = Outlook()
    found.board = board.clone()
    found.me = me.clone()
    return found


def can_meet(parts: Components, board: Board, me: Player, first: int, second: int) -> bool:
    """Whether one of two actions (or NO_ACTION) is executable now or after playing hand cards."""
    if first != NO_ACTION and is_executable(parts, board, me, first):
        return True
    if second != NO_ACTION and is_executable(parts, board, me, second):
        return True
    return cards_can_help_one(parts, board, me, first, second)


def can_reach(parts: Components, board: Board, me: Player, action: int) -> bool:
    """Whether an action is executable now or after playing hand cards; possible draws do not count."""
    return is_executable(parts, board, me, action) or cards_can_help(parts, board, me, action)


def cards_can_help_one(parts: Components, board: Board, me: Player, first: int, second: int) -> bool:
    if first != NO_ACTION and cards_can_help(parts, board, me, first):
        return True
    return second != NO_ACTION and cards_can_help(parts, board, me, second)


def cards_can_help(parts: Components, board: Board, me: Player, action: int) -> bool:
    if not holds_one_of(me, NEEDED[action]) or is_hopeless(parts, board, me, action):
        return False
    return search(parts, board, me, action, set())


def holds_one_of(me: Player, cards: list[int]) -> bool:
    hand = me.hand
    for card in cards:
        if hand[card]:
            return True
    return False


def is_hopeless(parts: Components, board: Board, me: Player, action: int) -> bool:
    """Fast path for common cases in which no sequence of cards helps."""
    hand = me.hand
    if action == SHIP:
        if me.ships == 0 and (hand[BUILD] == 0 or me.warehouse[WOOD] + hand[WOOD] < parts.cost_wood[A_SHIP]):
            return True
        return (hand[WEAVE] == 0 and not nine_actions.has_cloth(me)) or not nine_actions.has_port_room(board)
    if action == TRANSPORT:
        if me.houses == 0 and (hand[BUILD] == 0 or me.warehouse[BRICK] + hand[BRICK] < parts.cost_brick[A_HOUSE]):
            return True
        return hand[WEAVE] == 0 and not nine_actions.has_cloth(me)
    return False


def search(parts: Components, board: Board, me: Player, action: int, seen: set[tuple[int, ...]]) -> bool:
    """Depth-first search over helpful cards until the action is executable or all positions were tried."""
    for card in HELPFUL[action]:
        if me.hand[card] and is_executable(parts, board, me, card):
            for after in after_card(parts, board, me, card):
                if is_executable(parts, after.board, after.me, action):
                    return True
                key = fingerprint(after)
                if key not in seen:
                    seen.add(key)
                    if search(parts, after.board, after.me, action, seen):
                        return True
    return False


def fingerprint(after: Outlook) -> tuple[int, ...]:
    me = after.me
    return (me.cubes, me.ships, me.houses, *me.warehouse, *me.hand, *me.workshops)


def after_card(parts: Components, board: Board, me: Player, card: int) -> list[Outlook]:
    """Positions after playing a hand card, as far as the difference matters for the duty.

    The choice of church, art site or port is irrelevant to it, and more than one cloth never helps.
    """
    if card == BUILD:
        return after_build(parts, board, me)
    if card == CONTRIBUTE:
        return after_contribute(board, me)
    after = outlook(board, me)
    after.me.hand = added(after.me.hand, card, -1)
    if card < MATERIAL_COUNT:
        nine_actions.gain(after.me, card)
    elif card == WEAVE:
        nine_actions.weave(parts, after.me)
    elif card == ARTWORK:
        nine_actions.donate_artwork(after.board, after.me, first_with_room(board.art_room))
    elif card == SHIP:
        nine_actions.deliver(after.board, after.me, first_with_room(board.city_room))
    else:
        nine_actions.deliver(after.board, after.me, first_trade_city(board, me))
    return [after]


def first_with_room(rooms: tuple[int, ...]) -> int:
    at = 0
    while rooms[at] == 0:
        at += 1
    return at


def first_trade_city(board: Board, me: Player) -> int:
    city = 0
    while not (me.houses & 1 << city and board.city_room[FIRST_TRADE_CITY + city]):
        city += 1
    return FIRST_TRADE_CITY + city


def first_church(board: Board, material: int) -> int:
    church = 0
    while board.material_room[church * MATERIAL_COUNT + material] == 0:
        church += 1
    return church


def after_build(parts: Components, board: Board, me: Player) -> list[Outlook]:
    found: list[Outlook] = []
    if nine_actions.can_build_ship(parts, me):
        after = outlook(board, me)
        nine_actions.build_ship(parts, after.me)
        found.append(after)
    if nine_actions.can_build_house(parts, board, me):
        for city in range(TRADE_COUNT):
            if nine_actions.can_house(board, me, city):
                after = outlook(board, me)
                nine_actions.build_house(parts, after.board, after.me, city)
                found.append(after)
    if nine_actions.can_build_workshop(parts, me):
        after = outlook(board, me)
        nine_actions.build_workshop(parts, after.me)
        found.append(after)
    for after in found:
        after.me.hand = added(after.me.hand, BUILD, -1)
    return found


def after_contribute(board: Board, me: Player) -> list[Outlook]:
    found: list[Outlook] = []
    for material in range(MATERIAL_COUNT):
        if me.warehouse[material] and nine_actions.has_material_room(board, material):
            after = outlook(board, me)
            after.me.hand = added(after.me.hand, CONTRIBUTE, -1)
            nine_actions.contribute(after.board, after.me, material, first_church(board, material))
            found.append(after)
    return found


# Choices that the duty allows


def first_open(table: Table) -> int:
    """The first action of the space in use if unsettled, else NO_ACTION."""
    return table.first_actions[table.space] if table.left[0] else NO_ACTION


def second_open(table: Table) -> int:
    return table.second_actions[table.space] if table.left[1] else NO_ACTION


def stays_possible(table: Table, after: Outlook) -> bool:
    return can_meet(table.parts, after.board, after.me, first_open(table), second_open(table))


def allows_settling_first(table: Table, player: int) -> bool:
    """An action may be given up only if the other one can still fulfil the duty."""
    return not table.duty or can_still_meet(table, player, second_open(table))


def allows_settling_second(table: Table, player: int) -> bool:
    return not table.duty or can_still_meet(table, player, first_open(table))


def can_still_meet(table: Table, player: int, action: int) -> bool:
    return action != NO_ACTION and can_reach(table.parts, table.board, table.players[player], action)


def allows_card(table: Table, player: int, card: int) -> bool:
    """A card may be played only if the duty can be fulfilled afterwards."""
    if not table.duty or is_harmless(table, player, card):
        return True
    for after in after_card(table.parts, table.board, table.players[player], card):
        if stays_possible(table, after):
            return True
    return False


def is_harmless(table: Table, player: int, card: int) -> bool:
    """Fast path for most cards: cubes are plentiful, and some action stays executable regardless of the card."""
    parts, board, me = table.parts, table.board, table.players[player]
    if me.cubes <= parts.workshops:
        return False
    for action in (first_open(table), second_open(table)):
        if action != NO_ACTION and not IS_HARMFUL[action][card] and is_executable(parts, board, me, action):
            return True
    return False


def allows_build(table: Table, player: int, piece: int) -> bool:
    """Only pieces after which the duty can still be fulfilled."""
    if not table.duty:
        return True
    if piece == A_HOUSE:
        for city in range(TRADE_COUNT):
            if nine_actions.can_house(table.board, table.players[player], city) and allows_house(table, player, city):
                return True
        return False
    after = outlook(table.board, table.players[player])
    if piece == A_SHIP:
        nine_actions.build_ship(table.parts, after.me)
    else:
        nine_actions.build_workshop(table.parts, after.me)
    return stays_possible(table, after)


def allows_house(table: Table, player: int, city: int) -> bool:
    if not table.duty:
        return True
    after = outlook(table.board, table.players[player])
    nine_actions.build_house(table.parts, after.board, after.me, city)
    return stays_possible(table, after)


def allows_delivery(table: Table, player: int, city: int) -> bool:
    if not table.duty:
        return True
    after = outlook(table.board, table.players[player])
    nine_actions.deliver(after.board, after.me, city)
    return stays_possible(table, after)


def allows_material(table: Table, player: int, material: int) -> bool:
    if not table.duty:
        return True
    after = outlook(table.board, table.players[player])
    nine_actions.contribute(after.board, after.me, material, first_church(table.board, material))
    return stays_possible(table, after)
