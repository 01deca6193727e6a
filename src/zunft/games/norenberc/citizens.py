"""Citizens: their effects when won, and the choices some offer."""

from __future__ import annotations

from zunft.core.pair import first, pair, second
from zunft.core.reason import Reason, because
from zunft.core.state import Task
from zunft.core.tuples import replaced
from zunft.games.norenberc import guest_stack, log, steps, tiles
from zunft.games.norenberc.actions import COVERED, DECLINE, FIRST_ROOM, MAYOR, PLACE_IDS, PLACES, PUT, ROB, STEAL, SWAP
from zunft.games.norenberc.goods import offered, why_not_offered
from zunft.games.norenberc.table import Table
from zunft.games.norenberc.tiles import (
    EMPTY,
    GOODS,
    GUILDS,
    MOST_GUILDS,
    TILE_IDS,
    guild_of,
    has_agent_icon,
    is_craftsman,
)
from zunft.games.norenberc.workshop import price


def join(table: Table, player: int, tile: int) -> None:
    """Stars act at once and return to the stack; all other tiles stay with the player."""
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
    """From the supply to the stock, if one is left: eight is the maximum (P6)."""
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


def why_not_rob(table: Table, player: int, victim: int) -> Reason:
    if victim >= len(table.players):
        return because("no_player")
    return because("rob_self") if victim == player else because("rob_nothing", victim=victim)


def rob(table: Table, player: int, victim: int) -> None:
    """A victim with one good loses only that one."""
    number = min(table.parts.thief_goods, sum(table.players[victim].goods))
    ask_what_to_steal(table, player, victim, number, 0)


def ask_what_to_steal(table: Table, player: int, victim: int, number: int, first_good: int) -> None:
    table.ask(steps.STEAL, player, pair(pair(victim, number), first_good))


def victim_of(place: int) -> int:
    return first(first(place))


def still_to_steal(place: int) -> int:
    return second(first(place))


def legal_goods_to_steal(table: Table, place: int) -> list[int]:
    goods = table.players[victim_of(place)].goods
    return [STEAL + good for good in offered(goods, second(place), still_to_steal(place))]


def why_not_steal(table: Table, place: int, good: int) -> Reason:
    victim = victim_of(place)
    if not table.players[victim].goods[good]:
        return because("steal_none", victim=victim, good=GOODS[good])
    return why_not_offered(table.players[victim].goods, second(place), good)


def steal(table: Table, player: int, place: int, good: int) -> None:
    """The bank pays the victim that good's own price (T2)."""
    victim, number = victim_of(place), still_to_steal(place)
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
    """May swap two craftsmen of one guild anywhere in play, but never a master (T3)."""
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
        house.rooms = replaced(house.rooms, spot - FIRST_ROOM, tile)
    else:
        house.windows = replaced(house.windows, -1 if spot == COVERED else spot, tile)


def first_swaps(table: Table) -> list[int]:
    """Places of craftsmen that can swap with a later one of their guild, masters excluded, last place first."""
    found: list[int] = []
    last = [EMPTY] * MOST_GUILDS  # per guild, a tile at a later place
    differ = [False] * MOST_GUILDS  # whether those later tiles differ
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


def legal_second_swaps(table: Table, one: int) -> list[int]:
    """Later places of craftsmen of the same guild that differ."""
    tile = tile_at(table, one)
    return [SWAP + place for place in range(one + 1, len(table.houses) * PLACES) if can_swap(table, place, tile)]


def why_no_craftsman(table: Table, place: int) -> Reason | None:
    """The Guard never moves empty places, citizens or masters."""
    if place // PLACES >= len(table.houses):
        return because("guild_out", guild=GUILDS[place // PLACES])
    if is_master(place):
        return because("swap_master")
    tile = tile_at(table, place)
    if tile == EMPTY:
        return because("swap_nobody")
    return None if is_craftsman(tile) else because("swap_citizen", tile=TILE_IDS[tile])


def why_not_first(table: Table, place: int) -> Reason:
    """His partner may have to be chosen first, or every partner is identical."""
    found = why_no_craftsman(table, place)
    if found is not None:
        return found
    tile = tile_at(table, place)
    has_partner = any(can_swap(table, other, tile) for other in range(place))
    return because("swap_earlier" if has_partner else "swap_alone", guild=GUILDS[guild_of(tile)])


def why_not_second(table: Table, one: int, place: int) -> Reason:
    found = why_no_craftsman(table, place)
    if found is not None:
        return found
    tile, other = tile_at(table, one), tile_at(table, place)
    if place == one:
        return because("swap_same")
    if guild_of(other) != guild_of(tile):
        return because("swap_guild", guild=GUILDS[guild_of(tile)])
    return because("swap_equal") if other == tile else because("swap_later")


def can_swap(table: Table, place: int, tile: int) -> bool:
    """Whether this place has a different craftsman of the tile's guild that may be moved."""
    other = tile_at(table, place)
    return is_craftsman(other) and other != tile and guild_of(other) == guild_of(tile) and not is_master(place)


def swap(table: Table, player: int, one: int, other: int) -> None:
    tile, other_tile = tile_at(table, one), tile_at(table, other)
    put_at(table, one, other_tile)
    put_at(table, other, tile)
    log.swaps(table, player, tile, PLACE_IDS[one], other_tile, PLACE_IDS[other])


# Peddler


def peddler(table: Table, player: int) -> None:
    """One loose good must be put on the tile; with none, the Peddler returns at once (T5)."""
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


def why_not_put(good: int) -> Reason:
    return because("none", good=GOODS[good])


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


def why_no_roof(guild: int) -> Reason:
    return because("guild_out", guild=GUILDS[guild])


def place_mayor(table: Table, player: int, guild: int) -> None:
    """He stays on this roof until the game ends (T6)."""
    table.houses[guild].mayors += 1
    log.places_mayor(table, player, guild)


def decline(table: Table, player: int, tile: int) -> None:
    log.declines(table, player, tile)
