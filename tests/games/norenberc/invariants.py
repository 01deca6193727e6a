"""Invariants after every action of every game of Norenberc: nothing is lost or created, nothing is negative."""

from __future__ import annotations

from collections import Counter
from typing import cast

from zunft.core.state import State
from zunft.games.norenberc import steps
from zunft.games.norenberc.game import Norenberc
from zunft.games.norenberc.tiles import EMPTY, MAYOR, PEDDLER, TILE_IDS, guild_of

PASS = 0


def check(state: State) -> None:
    table = cast(Norenberc, state)
    check_goods(table)
    check_agents(table)
    check_tiles(table)
    check_guest_stack(table)
    check_workshops(table)
    check_crests(table)
    check_nothing_negative(table)
    check_turn_order(table)
    check_plans(table)


def check_goods(table: Norenberc) -> None:
    """1: twelve of each good in play, in storehouses, with players and on Peddlers; none of other goods."""
    guilds = len(table.houses)
    for good in range(len(table.players[0].goods)):
        stored = sum(house.storehouse[good] for house in table.houses)
        owned = sum(me.goods[good] + me.peddlers.count(good) for me in table.players)
        expected = table.parts.goods_per_guild if good < guilds else 0
        assert stored + owned == expected, f"good {good}: {stored} stored and {owned} owned are not {expected}"


def check_agents(table: Norenberc) -> None:
    """2: eight per player, in stock, on the card, on roofs and in the supply."""
    for player, me in enumerate(table.players):
        on_roofs = sum(house.roof[player] for house in table.houses)
        agents = me.stock + me.on_card + on_roofs + me.supply
        assert agents == table.parts.max_agents, f"player {player} has {agents} agents"


def check_tiles(table: Norenberc) -> None:
    """3: counting all places, there are as many tiles of each kind as were printed."""
    printed: Counter[int] = Counter()
    printed.update(tile for tile in table.parts.craftsmen if guild_of(tile) < len(table.houses))
    printed.update(table.parts.citizens)
    found = tiles_everywhere(table)
    wrong = [TILE_IDS[tile] for tile in range(len(TILE_IDS)) if printed[tile] != found[tile]]
    assert not wrong, f"too many or too few of {wrong}"


def tiles_everywhere(table: Norenberc) -> Counter[int]:
    found = Counter(table.box)
    found.update(table.stack)
    found.update(table.left_out)
    for house in table.houses:
        found.update(house.windows)
        found.update(tile for tile in house.rooms if tile != EMPTY)
        found[MAYOR] += house.mayors
    for me in table.players:
        found.update(me.tiles)
        found[PEDDLER] += len(me.peddlers)
    for task in table.agenda:  # just hired, not yet placed
        found[MAYOR] += task.step == steps.PLACE_MAYOR
        found[PEDDLER] += task.step == steps.PUT_GOOD
    return found


def check_guest_stack(table: Norenberc) -> None:
    """3: the set-up's number of citizens is left out, and those publicly known to be in the stack are there.

    The tiles are sorted, so their order leaks nothing.
    """
    assert table.stack == sorted(table.stack)
    assert table.left_out == sorted(table.left_out)
    if table.round:
        in_play = table.parts.citizens_in_play[len(table.players)]
        assert len(table.left_out) == len(table.parts.citizens) - in_play, "citizens came in or left"
    for face, known in enumerate(table.known):
        assert 0 <= known <= table.stack.count(face), f"{known} {TILE_IDS[face]} cannot be in the stack"


def check_workshops(table: Norenberc) -> None:
    """3 and 5: only craftsmen of the house's guild; 5, 4, 3, 2 tiles in the rounds, one of them the master."""
    for guild, house in enumerate(table.houses):
        assert all(guild_of(tile) == guild for tile in house.windows), f"strangers in the windows of {guild}"
        if table.deciders():
            assert len(house.windows) == 6 - table.round, f"{len(house.windows)} tiles in round {table.round}"
        if table.is_over():
            assert not house.windows, "craftsmen left in the workshop"


def check_crests(table: Norenberc) -> None:
    """4: four of each guild; four prestige crests, one of them at the prestige guild in every round."""
    for guild, house in enumerate(table.houses):
        crests = house.crests + sum(me.crests[guild] for me in table.players)
        assert crests == table.parts.crests_per_guild, f"{crests} crests of guild {guild}"
    shown = [guild for guild, house in enumerate(table.houses) if house.prestige_crest]
    owned = sum(me.prestige_crests for me in table.players)
    assert table.prestige_supply + len(shown) + owned + table.prestige_box == table.parts.prestige_crests
    assert shown == ([table.prestige_guild] if table.deciders() else []), f"prestige crests at {shown}"


def check_nothing_negative(table: Norenberc) -> None:
    """6: money, goods, agents, tiles and crests."""
    for me in table.players:
        counts = [me.talers, me.stock, me.on_card, me.supply, me.prestige_crests, *me.goods, *me.crests]
        assert min(counts) >= 0, f"less than nothing: {counts}"
    for house in table.houses:
        assert min(house.mayors, house.crests, *house.roof, *house.storehouse) >= 0, "less than nothing at a house"
    assert min(table.prestige_supply, table.prestige_box) >= 0


def check_turn_order(table: Norenberc) -> None:
    """7: each player is on the track once, and there is a prestige guild in play."""
    assert len(set(table.turn_order)) == len(table.turn_order)
    if table.round:
        assert sorted(table.turn_order) == list(range(len(table.players)))
        assert 0 <= table.prestige_guild < len(table.houses)


def check_plans(table: Norenberc) -> None:
    """8: planning players may pass; face-down cards are backed by agents; no cards after a pass."""
    for player in table.deciders():
        actions = table.legal_actions(player)
        assert actions, f"player {player} has no choice"
        if table.agenda[table.task_of(player)].step == steps.PLAN:
            assert PASS in actions
    for me in table.players:
        assert me.plan < 1 << len(table.houses)
        assert me.plan.bit_count() <= me.stock, "more cards than agents"
        assert not (me.passed and me.plan), "passed, but cards lie there"
