"""The view as a row of small numbers, for learning programs. Shows what the view shows and nothing else."""

from __future__ import annotations

from typing import Final

from zunft.core.observation import Group, Layout, category, count, flag, put, skip
from zunft.games.norenberc import plan_phase, steps
from zunft.games.norenberc.components import ROOMS
from zunft.games.norenberc.table import PLANNING, House, Player, Table
from zunft.games.norenberc.tiles import (
    CITIZEN_FACES,
    CRAFTSMEN,
    EMPTY,
    GOODS,
    MOST_GUILDS,
    MOST_PLAYERS,
    TILES,
    guild_of,
    has_agent_icon,
    is_craftsman,
    value_of,
)

WINDOWS: Final = 5
MOST_ROUNDS: Final = 4
MOST_AGENTS: Final = 8
MOST_GOODS: Final = 12
MOST_CRESTS: Final = 4

DECISIONS: Final = tuple(dict.fromkeys(steps.DECISIONS.values()))
DECISION_OF: Final = [
    DECISIONS.index(steps.DECISIONS[step]) + 1 if step in steps.DECISIONS else 0 for step in range(steps.GAME_END + 1)
]

# By tile + 1, so that an empty place is 0
FACES: Final = range(EMPTY, TILES)
CRAFTSMAN: Final = [2 * value_of(tile) + int(has_agent_icon(tile)) if is_craftsman(tile) else 0 for tile in FACES]
GUILD: Final = [guild_of(tile) + 1 if is_craftsman(tile) else 0 for tile in FACES]
CITIZEN: Final = [0 if is_craftsman(tile) else tile + 1 for tile in FACES]

TABLE: Final = Group(
    "table",
    category("decision", f"what the viewer has to decide: {', '.join(DECISIONS)}", len(DECISIONS)),
    category("acting", "whose turn it is, 1 = the viewer; 0 at chance and while everybody plans", MOST_PLAYERS),
    flag("over", "the game is over"),
    count("players", "how many play", MOST_PLAYERS),
    count("round", "the round, 1 to 4", MOST_ROUNDS),
    count("turn", "the turn of this round"),
    category("called", "the called guild; 0 while planning", MOST_GUILDS),
    count("buy_limit", "goods that may be bought at the called guild", MOST_GUILDS),
    category("hiring", "the room whose guest is being paid for", len(ROOMS)),
    category("prestige_guild", "the prestige guild", MOST_GUILDS),
    count("prestige_supply", "prestige crests left", MOST_CRESTS),
    count("stack", "tiles in the guest stack"),
    flag("plan", "the viewer's face-down cards, by guild", MOST_GUILDS),
)
PLAYER: Final = Group(
    "player",
    flag("plays", "this seat is taken; player 0 is the viewer"),
    count("place", "place in the turn order, 1 = first", MOST_PLAYERS),
    flag("passed", "passed in this round"),
    flag("shows_talers", "talers are visible"),
    count("talers", "talers, if visible"),
    flag("shows_cards", "the number of face-down cards is visible"),
    count("cards", "face-down cards, if visible", MOST_GUILDS),
    count("stock", "agents ready for use", MOST_AGENTS),
    count("on_card", "agents on the revealed card", MOST_AGENTS),
    count("supply", "agents not yet won", MOST_AGENTS),
    count("goods", f"loose goods: {', '.join(GOODS)}", MOST_GOODS, MOST_GUILDS),
    count("peddlers", "Peddlers with a good of each type", MOST_GOODS, MOST_GUILDS),
    count("craftsmen", "craftsmen of each guild", MOST_GOODS, MOST_GUILDS),
    count("values", "sum of the craftsmen's values in each guild", size=MOST_GUILDS),
    count("citizens", f"citizens: {', '.join(CITIZEN_FACES)}", MOST_GOODS, CRAFTSMEN),
    count("crests", "crests of each guild", MOST_CRESTS, MOST_GUILDS),
    count("prestige_crests", "prestige crests", MOST_CRESTS),
)
HOUSE: Final = Group(
    "house",
    flag("plays", "this guild is in play"),
    count(
        "windows",
        "craftsmen in the windows, the master's first: twice the value, and 1 if with agent icon",
        15,
        WINDOWS,
    ),
    count("room_craftsmen", "rooms A to D: a craftsman in the same way", 15, len(ROOMS)),
    category("room_guilds", "rooms A to D: guild of a craftsman", MOST_GUILDS, len(ROOMS)),
    category("room_citizens", "rooms A to D: citizen, in the order of the players' citizens", CRAFTSMEN, len(ROOMS)),
    count("storehouse", "goods of each type", size=MOST_GUILDS),
    count("roof", "agents of each player on the roof, the viewer's first", MOST_AGENTS, MOST_PLAYERS),
    count("mayors", "Mayors on the roof", MOST_GOODS),
    count("crests", "crests left", MOST_CRESTS),
    flag("prestige_crest", "the prestige crest lies here"),
)

LAYOUT: Final = Layout(
    TABLE,
    HOUSE.numbered(0),
    *[group for seat in range(MOST_PLAYERS) for group in (PLAYER.numbered(seat), HOUSE.numbered(seat + 1))],
)
"""There is one guild more than players, so games for few players end early in the row."""


def observe(table: Table, viewer: int) -> list[int]:
    row: list[int] = []
    add_table(table, viewer, row)
    players = len(table.players)
    add_house(table.houses[0], viewer, row)
    for seat in range(players):
        add_player(table, (viewer + seat) % players, viewer, row)
        add_house(table.houses[seat + 1], viewer, row)
    return row


def add_table(table: Table, viewer: int, row: list[int]) -> None:
    row.append(decision(table, viewer))
    row.append(acting(table, viewer))
    row.append(1 if table.is_over() else 0)
    row.append(len(table.players))
    row.append(table.round)
    put(row, table.turn)
    row.append(table.called + 1)
    row.append(table.limit)
    row.append(hiring(table))
    row.append(table.prestige_guild + 1)
    row.append(table.prestige_supply)
    put(row, stack_size(table))
    plan = table.players[viewer].plan
    for guild in range(MOST_GUILDS):
        row.append(plan >> guild & 1)


def stack_size(table: Table) -> int:
    size = 0
    for copies in table.stack:
        size += copies
    return size


def decision(table: Table, viewer: int) -> int:
    at = table.task_of(viewer)
    return DECISION_OF[table.agenda[at].step] if at >= 0 else 0


def acting(table: Table, viewer: int) -> int:
    """A sealed choice does not show who still owes one."""
    if not table.agenda:
        return 0
    task = table.agenda[-1]
    return 0 if task.sealed or task.player < 0 else (task.player - viewer) % len(table.players) + 1


def hiring(table: Table) -> int:
    for task in table.agenda:
        if task.step == steps.TAKE_GUEST:
            return task.place % MOST_GUILDS + 1
    return 0


def add_player(table: Table, player: int, viewer: int, row: list[int]) -> None:
    me = table.players[player]
    row.append(1)
    row.append(place(table, player))
    row.append(1 if me.passed else 0)
    if player == viewer or table.is_over() or table.setting.options["open_money"]:
        row.append(1)
        put(row, me.talers)
    else:
        skip(row, 2)
    if player == viewer or table.called != PLANNING or not plan_phase.is_sealed(table):
        row.append(1)
        row.append(me.plan.bit_count())
    else:
        skip(row, 2)
    row.append(me.stock)
    row.append(me.on_card)
    row.append(me.supply)
    row += me.goods
    add_tiles(me, row)
    row += me.crests
    row.append(me.prestige_crests)


def place(table: Table, player: int) -> int:
    order = table.turn_order
    for at in range(len(order)):
        if order[at] == player:
            return at + 1
    return 0


def add_tiles(me: Player, row: list[int]) -> None:
    """Peddlers, then numbers and values of craftsmen, then citizens."""
    first = len(row)
    skip(row, 3 * MOST_GUILDS + CRAFTSMEN)
    for good in me.peddlers:
        row[first + good] += 1
    for tile in me.tiles:
        if tile < CRAFTSMEN:
            row[first + 3 * MOST_GUILDS + tile] += 1
        else:
            own = first + MOST_GUILDS - 1 + GUILD[tile + 1]
            row[own] += 1
            row[own + MOST_GUILDS] += value_of(tile)


def add_house(house: House, viewer: int, row: list[int]) -> None:
    row.append(1)
    add_windows(house, row)
    add_rooms(house, row)
    row += house.storehouse
    roof = house.roof
    for seat in range(viewer, len(roof)):
        row.append(roof[seat])
    for seat in range(viewer):
        row.append(roof[seat])
    skip(row, MOST_PLAYERS - len(roof))
    row.append(house.mayors)
    row.append(house.crests)
    row.append(1 if house.prestige_crest else 0)


def add_windows(house: House, row: list[int]) -> None:
    windows = house.windows
    for tile in windows:
        row.append(CRAFTSMAN[tile + 1])
    skip(row, WINDOWS - len(windows))


def add_rooms(house: House, row: list[int]) -> None:
    rooms = house.rooms
    for tile in rooms:
        row.append(CRAFTSMAN[tile + 1])
    for tile in rooms:
        row.append(GUILD[tile + 1])
    for tile in rooms:
        row.append(CITIZEN[tile + 1])
