"""Citizens: what happens when a tile joins a player, and the choices some of them give."""

from __future__ import annotations

from zunft.core.state import Task
from zunft.games.norenberc import guest_stack, log, steps, tiles
from zunft.games.norenberc.actions import COVERED, DECLINE, FIRST_ROOM, MAYOR, PLACE_IDS, PLACES, PUT, ROB, STEAL, SWAP
from zunft.games.norenberc.goods import offered
from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import EMPTY, MOST_GUILDS, guild_of, has_agent_icon, is_craftsman
from zunft.games.norenberc.workshop import price


def join(table: Table, player: int, tile: int) -> None:
    """Stars act at once and go back into the stack; everything else lies before the player."""
    match tile:
        case tiles.COUNCILLOR:
            councillor(table, player)
        case tiles.THIEF:
            thief(table, player)
        case tiles.GUARD:
            guard(table, player)
        case tiles.PEDDLER:
            peddler(table, player)
        case tiles.MAYOR:
            mayor(table, player)
        case _:
            keep(table, player, tile)


def keep(table: Table, player: int, tile: int) -> None:
    table.players[player].tiles += (tile,)
    if has_agent_icon(tile):
        gain_agent(table, player)


def gain_agent(table: Table, player: int) -> None:
    """From the supply to the stock, if one is left: nobody has more than eight (P6)."""
    me = table.players[player]
    if me.supply:
        me.supply -= 1
        me.stock += 1
        log.gains_agent(table, player)


def back_to_stack(table: Table, tile: int) -> None:
    guest_stack.shuffle_in(table, tile)
    log.back_to_stack(table, tile)


# Councillor


def councillor(table: Table, player: int) -> None:
    gain_agent(table, player)
    back_to_stack(table, tiles.COUNCILLOR)


# Thief


def thief(table: Table, player: int) -> None:
    """May take two loose goods of one other player (T2)."""
    back_to_stack(table, tiles.THIEF)
    if victims(table, player):
        table.agenda.append(Task(steps.ROB, player))


def victims(table: Table, player: int) -> list[int]:
    return [other for other in range(len(table.players)) if other != player and any(table.players[other].goods)]


def legal_victims(table: Table, player: int) -> list[int]:
    return [*(ROB + victim for victim in victims(table, player)), DECLINE]


def rob(table: Table, player: int, victim: int) -> None:
    """A victim with a single good loses that one."""
    number = min(table.parts.thief_goods, sum(table.players[victim].goods))
    ask_what_to_steal(table, player, victim, number, 0)


def ask_what_to_steal(table: Table, player: int, victim: int, number: int, first_good: int) -> None:
    place = (victim * 3 + number) * MOST_GUILDS + first_good
    actions = legal_goods_to_steal(table, place)
    if len(actions) == 1:
        steal(table, player, place, actions[0] - STEAL)
    else:
        table.agenda.append(Task(steps.STEAL, player, place))


def victim_of(place: int) -> int:
    return place // MOST_GUILDS // 3


def legal_goods_to_steal(table: Table, place: int) -> list[int]:
    victim, number = victim_of(place), place // MOST_GUILDS % 3
    return [STEAL + good for good in offered(table.players[victim].goods, place % MOST_GUILDS, number)]


def steal(table: Table, player: int, place: int, good: int) -> None:
    """The bank pays the victim what that good's own master would (T2)."""
    victim, number = victim_of(place), place // MOST_GUILDS % 3
    talers = price(table, good)
    robbed = table.players[victim]
    robbed.goods[good] -= 1
    robbed.talers += talers
    table.players[player].goods[good] += 1
    log.steals(table, player, victim, good, talers)
    if number > 1:
        ask_what_to_steal(table, player, victim, number - 1, good)


# Guard


def guard(table: Table, player: int) -> None:
    """May swap two craftsmen of one guild, wherever they lie, but never a master (T3)."""
    back_to_stack(table, tiles.GUARD)
    if first_swaps(table):
        table.agenda.append(Task(steps.SWAP, player))


def tile_at(table: Table, place: int) -> int:
    """The tile at a place of the swap codes; EMPTY if there is none."""
    house, spot = table.houses[place // PLACES], place % PLACES
    if spot >= FIRST_ROOM:
        return house.rooms[spot - FIRST_ROOM]
    if spot == COVERED:
        return house.windows[-1] if len(house.windows) > 1 else EMPTY
    return house.windows[spot] if spot < len(house.windows) - 1 else EMPTY


def put_at(table: Table, place: int, tile: int) -> None:
    house, spot = table.houses[place // PLACES], place % PLACES
    if spot >= FIRST_ROOM:
        house.rooms[spot - FIRST_ROOM] = tile
    else:
        house.windows[-1 if spot == COVERED else spot] = tile


def first_swaps(table: Table) -> list[int]:
    """Places of craftsmen that can change with a later one of their guild, masters left out, the last place first."""
    found: list[int] = []
    last = [EMPTY] * MOST_GUILDS  # of each guild a tile that lies later
    differ = [False] * MOST_GUILDS  # whether several kinds of them do
    for place in range(len(table.houses) * PLACES - 1, 0, -1):
        tile = tile_at(table, place)
        if is_craftsman(tile) and not is_master(place):
            guild = guild_of(tile)
            if last[guild] != EMPTY and last[guild] != tile:
                differ[guild] = True
            if differ[guild]:
                found.append(SWAP + place)
            last[guild] = tile
    return found


def is_master(place: int) -> bool:
    return place % PLACES == 0


def legal_first_swaps(table: Table) -> list[int]:
    found = first_swaps(table)
    found.append(DECLINE)
    found.reverse()
    return found


def legal_second_swaps(table: Table, first: int) -> list[int]:
    """Later places of other craftsmen of the same guild; equal tiles need no swap."""
    tile = tile_at(table, first)
    found: list[int] = []
    for place in range(first + 1, len(table.houses) * PLACES):
        other = tile_at(table, place)
        if is_craftsman(other) and other != tile and guild_of(other) == guild_of(tile) and not is_master(place):
            found.append(SWAP + place)
    return found


def choose_first(table: Table, player: int, place: int) -> None:
    actions = legal_second_swaps(table, place)
    if len(actions) == 1:
        swap(table, player, place, actions[0] - SWAP)
    else:
        table.agenda.append(Task(steps.SWAP_WITH, player, place))


def swap(table: Table, player: int, one: int, other: int) -> None:
    tile, other_tile = tile_at(table, one), tile_at(table, other)
    put_at(table, one, other_tile)
    put_at(table, other, tile)
    log.swaps(table, player, tile, PLACE_IDS[one], other_tile, PLACE_IDS[other])


# Peddler


def peddler(table: Table, player: int) -> None:
    """One loose good must be put on the tile; without one it goes straight back (T5)."""
    goods = legal_goods_to_put(table, player)
    if not goods:
        back_to_stack(table, tiles.PEDDLER)
    elif len(goods) == 1:
        put_good(table, player, goods[0] - PUT)
    else:
        table.agenda.append(Task(steps.PUT_GOOD, player))


def legal_goods_to_put(table: Table, player: int) -> list[int]:
    goods = table.players[player].goods
    return [PUT + good for good in range(MOST_GUILDS) if goods[good]]


def put_good(table: Table, player: int, good: int) -> None:
    me = table.players[player]
    me.goods[good] -= 1
    me.peddlers += (good,)
    log.puts_good(table, player, good)


# Mayor


def mayor(table: Table, player: int) -> None:
    table.agenda.append(Task(steps.PLACE_MAYOR, player))


def legal_roofs(table: Table) -> list[int]:
    return [MAYOR + guild for guild in range(len(table.houses))]


def place_mayor(table: Table, player: int, guild: int) -> None:
    """He stays on this roof to the end of the game (T6)."""
    table.houses[guild].mayors += 1
    log.places_mayor(table, player, guild)


def decline(table: Table, player: int, tile: int) -> None:
    log.declines(table, player, tile)
