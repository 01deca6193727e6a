"""End of a round: seven steps; after the last round only the first three."""

from __future__ import annotations

from typing import Final

from zunft.core.pair import pair
from zunft.core.state import CHANCE, NOBODY, Task
from zunft.core.tuples import added, replaced
from zunft.games.norenberc import citizens, guest_stack, log, steps
from zunft.games.norenberc.table import NO_GUILD, ROOMS_PER_HOUSE, Table
from zunft.games.norenberc.tiles import (
    CRAFTSMEN,
    EMPTY,
    MUSICIAN_3,
    MUSICIAN_5,
    PEDDLER,
    guild_of,
    is_craftsman,
)
from zunft.games.norenberc.workshop import MASTER, price

MUSICIANS: Final = {MUSICIAN_3: 3, MUSICIAN_5: 5}
CITIZENS_INCOME: Final = [MUSICIANS.get(tile, 0) for tile in range(CRAFTSMEN)]


# 1 The masters choose their favourites


def favourites(table: Table) -> None:
    for guild in range(len(table.houses)):
        player = favourite(table, guild)
        if player == NOBODY:
            no_favourite(table, guild)
        else:
            honour(table, guild, player)
    peddlers_leave(table)


def strength(table: Table, player: int, guild: int) -> int:
    """Goods of this guild; a Peddler with such a good counts as four (T5)."""
    me = table.players[player]
    if not me.peddlers:
        return me.goods[guild]
    return me.goods[guild] + me.peddlers.count(guild) * table.parts.peddler_counts


def favourite(table: Table, guild: int) -> int:
    """Most goods; then most talers, which tied players reveal; then turn order (R1)."""
    tied: list[int] = []
    most = 1
    for player in table.turn_order:
        goods = strength(table, player, guild)
        if goods > most:
            most = goods
            tied.clear()
        if goods == most:
            tied.append(player)
    if not tied:
        return NOBODY
    return tied[0] if len(tied) == 1 else richest_of(table, guild, tied)


def richest_of(table: Table, guild: int, tied: list[int]) -> int:
    table.reveals += 1
    talers = [table.players[player].talers for player in tied]
    log.tie_shown(table, guild, tied, talers)
    return tied[talers.index(max(talers))]


def honour(table: Table, guild: int, player: int) -> None:
    """Hands in a good; wins the master, a crest, perhaps the prestige crest."""
    me, house = table.players[player], table.houses[guild]
    hand_in(table, player, guild)
    winnings = leaving(table, guild)
    log.favourite(table, player, guild, winnings[0])
    for tile in winnings[1:]:
        log.covered_tile(table, player, guild, tile)
    for tile in winnings:
        citizens.keep(table, player, tile)
    house.crests -= 1
    me.crests = added(me.crests, guild, 1)
    if house.prestige_crest:
        house.prestige_crest = False
        me.prestige_crests += 1
        log.prestige_crest(table, player, guild)


def hand_in(table: Table, player: int, guild: int) -> None:
    """A loose good if possible, else the one on a Peddler, who then leaves at once (T5)."""
    me = table.players[player]
    if me.goods[guild]:
        me.goods[guild] -= 1
    else:
        at = me.peddlers.index(guild)
        me.peddlers = me.peddlers[:at] + me.peddlers[at + 1 :]
        citizens.back_to_stack(table, PEDDLER)
    table.houses[guild].storehouse[guild] += 1


def leaving(table: Table, guild: int) -> tuple[int, ...]:
    """The master; in the last round also the tile under it (R3)."""
    house = table.houses[guild]
    if table.round == table.parts.rounds:
        tiles, house.windows = house.windows, ()
        return tiles
    tile = house.windows[MASTER]
    house.windows = replaced(house.windows, MASTER, EMPTY)
    return (tile,)


def no_favourite(table: Table, guild: int) -> None:
    """The master and an unclaimed prestige crest go to the box (R2)."""
    house = table.houses[guild]
    table.box += leaving(table, guild)
    log.no_favourite(table, guild)
    if house.prestige_crest:
        house.prestige_crest = False
        table.prestige_box += 1


def peddlers_leave(table: Table) -> None:
    """Peddlers return to the stack, their goods to the owners."""
    for player in table.turn_order:
        me = table.players[player]
        for good in me.peddlers:
            me.goods[good] += 1
            guest_stack.shuffle_in(table, PEDDLER)
            log.peddler_leaves(table, player, good)
        me.peddlers = ()


# 2 All agents return


def return_agents(table: Table) -> None:
    for house in table.houses:
        for player, agents in enumerate(house.roof):
            table.players[player].stock += agents
            house.roof[player] = 0


# 3 Income


def pay_income(table: Table) -> None:
    for player in table.turn_order:
        talers = income(table, player)
        table.players[player].talers += talers
        log.income(table, player, talers)


def income(table: Table, player: int) -> int:
    """Three talers, Musicians, and a taler per craftsman under a Mayor's roof (T4, T6)."""
    talers = table.parts.income
    for tile in table.players[player].tiles:
        if is_craftsman(tile):
            talers += table.houses[guild_of(tile)].mayors * table.parts.mayor_talers
        else:
            talers += CITIZENS_INCOME[tile]
    return talers


# 4 Pass markers


def turn_pass_markers(table: Table) -> None:
    for me in table.players:
        me.passed = False


# 5 New masters


def new_masters(table: Table) -> None:
    """All craftsmen move down a window; the last two tiles move as one."""
    for guild, house in enumerate(table.houses):
        house.windows = house.windows[MASTER + 1 :]
        log.new_master(table, guild, house.windows[MASTER])


# 6 Refill the rooms


def refill_rooms(table: Table) -> None:
    """Room A is cleared, the others move left, free rooms are refilled while the stack lasts (R5)."""
    free: list[Task] = []
    for guild, house in enumerate(table.houses):
        if house.rooms[0] != EMPTY:
            table.box += (house.rooms[0],)
            log.guest_leaves(table, guild, house.rooms[0])
        staying = [tile for tile in house.rooms[1:] if tile != EMPTY]
        for room in range(len(staying), ROOMS_PER_HOUSE):
            free.append(Task(steps.DRAW_GUEST, CHANCE, pair(guild, room)))
            staying.append(EMPTY)
        house.rooms = tuple(staying)
    table.agenda += reversed(free[: len(table.stack)])


# 7 The new prestige guild


def new_prestige_guild(table: Table) -> None:
    """The highest master, ties to the lower number, never the same guild twice in a row (R6)."""
    best = NO_GUILD
    for guild in range(len(table.houses)):
        if guild != table.prestige_guild and (best == NO_GUILD or price(table, guild) > price(table, best)):
            best = guild
    table.prestige_guild = best
    table.prestige_supply -= 1
    table.houses[best].prestige_crest = True
    log.prestige_guild(table, best)
