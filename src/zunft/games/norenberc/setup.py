"""Set-up: houses, goods, agents; then turn order, workshops, citizens and guests by chance."""

from __future__ import annotations

from functools import cache
from typing import Final

from zunft.core.pair import first, pair, second
from zunft.core.state import CHANCE, NOBODY, Task
from zunft.core.tuples import replaced
from zunft.games.norenberc import guest_stack, log, steps
from zunft.games.norenberc.components import CRAFTSMEN_PER_GUILD
from zunft.games.norenberc.planning_phase import ORDERS
from zunft.games.norenberc.round_end import new_prestige_guild
from zunft.games.norenberc.table import NO_GUILD, PLANNING, ROOMS_PER_HOUSE, House, Player, Table
from zunft.games.norenberc.tiles import CRAFTSMEN, EMPTY, MOST_GUILDS

WORKSHOP_TILES: Final = 5
FIRST_ROOM_FILLED: Final = 1  # room A stays empty


def set_out(table: Table) -> None:
    """Everything without chance (A to G of the rulebook), and the agenda for the rest."""
    players = table.setting.players
    guilds = players + 1
    table.planning = ORDERS.index(table.setting.options["planning"])
    table.turn_order = ()
    table.round = 0
    table.turn = 0
    table.called = PLANNING
    table.limit = table.parts.buy_limit
    table.prestige_guild = NO_GUILD
    table.prestige_supply = table.parts.prestige_crests
    table.prestige_box = 0
    table.box = ()
    table.players = [new_player(table, guilds) for _ in range(players)]
    table.houses = [new_house(table, guild) for guild in range(guilds)]
    table.stack = table.parts.craftsmen[: guilds * CRAFTSMEN_PER_GUILD]
    table.left_out = table.parts.citizens[:]
    table.known = (0,) * CRAFTSMEN
    table.agenda = deal(players, table.parts.citizens_in_play[players])[:]


def new_player(table: Table, guilds: int) -> Player:
    me = Player()
    me.talers = table.parts.start_talers
    me.goods = [0] * MOST_GUILDS
    for guild in range(guilds):
        me.goods[guild] = table.parts.start_goods
    me.stock = table.parts.start_agents
    me.on_card = 0
    me.supply = table.parts.max_agents - table.parts.start_agents
    me.tiles = ()
    me.peddlers = ()
    me.crests = (0,) * MOST_GUILDS
    me.prestige_crests = 0
    me.passed = False
    me.plan = 0
    return me


def new_house(table: Table, guild: int) -> House:
    house = House()
    players = table.setting.players
    house.windows = ()
    house.rooms = (EMPTY,) * ROOMS_PER_HOUSE
    house.storehouse = [0] * MOST_GUILDS
    house.storehouse[guild] = table.parts.goods_per_guild - players * table.parts.start_goods
    house.roof = [0] * players
    house.mayors = 0
    house.crests = table.parts.crests_per_guild
    house.prestige_crest = False
    return house


@cache
def deal(players: int, citizens: int) -> list[Task]:
    """Turn order (H), craftsmen guild by guild (I), citizens in play, then guests house by house (J)."""
    tasks = [Task(steps.DRAW_ORDER, CHANCE)] * (players - 1)
    for guild in range(players + 1):
        tasks += [Task(steps.DRAW_WINDOW, CHANCE, guild)] * WORKSHOP_TILES
    tasks += [Task(steps.DRAW_CITIZEN, CHANCE)] * citizens
    for guild in range(players + 1):
        for room in range(FIRST_ROOM_FILLED, ROOMS_PER_HOUSE):
            tasks.append(Task(steps.DRAW_GUEST, CHANCE, pair(guild, room)))
    tasks.append(Task(steps.BEGIN, NOBODY))
    return tasks[::-1]


def place_in_order(table: Table, player: int) -> None:
    """The next player on the track; the last place is forced."""
    table.turn_order += (player,)
    if len(table.turn_order) == table.setting.players - 1:
        table.turn_order += tuple(left for left in range(table.setting.players) if left not in table.turn_order)


def open_window(table: Table, guild: int, tile: int) -> None:
    """The fifth tile lies on the fourth, so it precedes the covered one."""
    guest_stack.draw(table, tile)
    house = table.houses[guild]
    if len(house.windows) == WORKSHOP_TILES - 1:
        house.windows = (*house.windows[:-1], tile, house.windows[-1])
    else:
        house.windows += (tile,)


def show_guest(table: Table, place: int, tile: int) -> None:
    """A guest from the stack moves face up into a room."""
    guest_stack.draw(table, tile)
    guild, room = first(place), second(place)
    house = table.houses[guild]
    house.rooms = replaced(house.rooms, room, tile)
    table.reveals += 1
    log.guest_arrives(table, guild, room, tile)


def begin(table: Table) -> None:
    """The first prestige guild (K)."""
    log.game_begins(table)
    new_prestige_guild(table)
