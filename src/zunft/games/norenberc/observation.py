"""The view as a row of small numbers, for learning programs. Shows what the view shows and nothing else."""

from __future__ import annotations

from typing import Any, Final

from zunft.core.observation import Field, Group, Layout, acting, category, count, cut, flag, skip
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

PLAN_SIZE: Final = [plan.bit_count() for plan in range(1 << MOST_GUILDS)]
PLAN_FLAGS: Final = [[plan >> guild & 1 for guild in range(MOST_GUILDS)] for plan in range(1 << MOST_GUILDS)]

# By tile + 1, so that an empty place is 0. Any: what goes into the row as it is need not be unpacked when compiled.
FACES: Final = range(EMPTY, TILES)
CRAFTSMAN: Final[list[Any]] = [
    2 * value_of(tile) + int(has_agent_icon(tile)) if is_craftsman(tile) else 0 for tile in FACES
]
GUEST: Final = [
    [CRAFTSMAN[tile + 1], guild_of(tile) + 1 if is_craftsman(tile) else 0, 0 if is_craftsman(tile) else tile + 1]
    for tile in FACES
]

# By tile: where a player's tiles of this kind are counted, and what they are worth
COUNTED: Final = [
    MOST_GUILDS + guild_of(tile) if is_craftsman(tile) else 3 * MOST_GUILDS + tile for tile in range(TILES)
]
VALUE: Final = [value_of(tile) if is_craftsman(tile) else 0 for tile in range(TILES)]

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


def guest_fields(room: str) -> list[Field]:
    return [
        count(f"room_{room}_craftsman", f"room {room}: a craftsman in the same way", 15),
        category(f"room_{room}_guild", f"room {room}: the craftsman's guild", MOST_GUILDS),
        category(f"room_{room}_citizen", f"room {room}: a citizen, in the order of the players' citizens", CRAFTSMEN),
    ]


HOUSE: Final = Group(
    "house",
    flag("plays", "this guild is in play"),
    count(
        "windows",
        "craftsmen in the windows, the master's first: twice the value, and 1 if with agent icon",
        15,
        WINDOWS,
    ),
    *[field for room in ROOMS for field in guest_fields(room)],
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
    players = len(table.players)
    row = table_numbers(table, viewer)
    row += PLAN_FLAGS[table.players[viewer].plan]
    add_house(table.houses[0], viewer, row)
    for seat in range(players):
        add_player(table, (viewer + seat) % players, viewer, row)
        add_house(table.houses[seat + 1], viewer, row)
    return row


def table_numbers(table: Table, viewer: int) -> list[int]:
    return [
        decision(table, viewer),
        acting(table, viewer),
        1 if table.is_over() else 0,
        len(table.players),
        table.round,
        cut(table.turn),
        table.called + 1,
        table.limit,
        hiring(table),
        table.prestige_guild + 1,
        table.prestige_supply,
        cut(len(table.stack)),
    ]


def decision(table: Table, viewer: int) -> int:
    at = table.task_of(viewer)
    return DECISION_OF[table.agenda[at].step] if at >= 0 else 0


def hiring(table: Table) -> int:
    for task in table.agenda:
        if task.step == steps.TAKE_GUEST:
            return task.place % MOST_GUILDS + 1
    return 0


def add_player(table: Table, player: int, viewer: int, row: list[int]) -> None:
    me = table.players[player]
    shows_talers = player == viewer or table.is_over() or bool(table.setting.options["open_money"])
    shows_cards = player == viewer or table.called != PLANNING or not plan_phase.is_sealed(table)
    row += [
        1,
        place(table, player),
        1 if me.passed else 0,
        1 if shows_talers else 0,
        cut(me.talers) if shows_talers else 0,
        1 if shows_cards else 0,
        PLAN_SIZE[me.plan] if shows_cards else 0,
        me.stock,
        me.on_card,
        me.supply,
    ]
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
        at = first + COUNTED[tile]
        row[at] += 1
        if tile >= CRAFTSMEN:
            row[at + MOST_GUILDS] += VALUE[tile]


def add_house(house: House, viewer: int, row: list[int]) -> None:
    row.append(1)
    add_windows(house, row)
    for tile in house.rooms:
        row += GUEST[tile + 1]
    row += house.storehouse
    add_roof(house, viewer, row)
    row.append(house.mayors)
    row.append(house.crests)
    row.append(1 if house.prestige_crest else 0)


def add_windows(house: House, row: list[int]) -> None:
    windows = house.windows
    for tile in windows:
        row.append(CRAFTSMAN[tile + 1])
    if len(windows) < WINDOWS:
        skip(row, WINDOWS - len(windows))


def add_roof(house: House, viewer: int, row: list[int]) -> None:
    roof = house.roof
    for seat in range(viewer, len(roof)):
        row.append(roof[seat])
    for seat in range(viewer):
        row.append(roof[seat])
    skip(row, MOST_PLAYERS - len(roof))
