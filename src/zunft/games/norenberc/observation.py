"""The view as a vector of small integers, for machine learning. Contains only what the view shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zunft.core.observation import (
    IN_A_WORD,
    Decisions,
    Field,
    Group,
    Layout,
    Row,
    category,
    count,
    flag,
    packed,
    placed,
    relative,
)
from zunft.core.pair import second
from zunft.core.rising import place_of
from zunft.games.norenberc import planning_phase, steps
from zunft.games.norenberc.actions import PLACE_IDS
from zunft.games.norenberc.citizens import victim_of
from zunft.games.norenberc.components import ROOMS
from zunft.games.norenberc.table import PLANNING, Player, Table
from zunft.games.norenberc.tiles import (
    CITIZEN_FACES,
    CRAFTSMEN,
    EMPTY,
    FACES_PER_GUILD,
    GOODS,
    HIGHEST_VALUE,
    LOWEST_VALUE,
    MOST_GUILDS,
    MOST_PLAYERS,
    TILES,
    first_craftsman,
    guild_of,
    has_agent_icon,
    is_craftsman,
    value_of,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

WINDOWS: Final = 5
MOST_ROUNDS: Final = 4
MOST_AGENTS: Final = 8
MOST_GOODS: Final = 12
MOST_CRESTS: Final = 4
VALUES: Final = HIGHEST_VALUE - LOWEST_VALUE + 1

DECISIONS: Final = Decisions(steps.DECISIONS)

PLAN_SIZE: Final = [plan.bit_count() for plan in range(1 << MOST_GUILDS)]

# By tile + 1, so an empty place is 0
FACES: Final = range(EMPTY, TILES)
CRAFTSMAN: Final[list[i64]] = [
    2 * value_of(tile) + int(has_agent_icon(tile)) if is_craftsman(tile) else 0 for tile in FACES
]
GUEST: Final[list[i64]] = [
    packed(
        [CRAFTSMAN[tile + 1], guild_of(tile) + 1 if is_craftsman(tile) else 0, 0 if is_craftsman(tile) else tile + 1]
    )
    for tile in FACES
]
GUEST_SIZE: Final = 3

# By tile: its index in a word of craftsmen or citizens, and its value
PLACE: Final[list[i64]] = [guild_of(tile) if is_craftsman(tile) else tile % IN_A_WORD for tile in range(TILES)]
VALUE: Final[list[i64]] = [value_of(tile) if is_craftsman(tile) else 0 for tile in range(TILES)]

TABLE: Final = Group(
    "table",
    *DECISIONS.fields(MOST_PLAYERS),
    count("round", "the round, 1 to 4", MOST_ROUNDS),
    count("turn", "the turn of this round"),
    category("called", "the called guild; 0 while planning", MOST_GUILDS),
    count("buy_limit", "goods that may be bought at the called guild", MOST_GUILDS),
    category("hiring", "the room whose guest is being paid for", len(ROOMS)),
    category("robbing", "the player whom a Thief is about to rob, 1 = the viewer", MOST_PLAYERS),
    category("swapping", "the place of the craftsman about to be swapped, as in the swap actions", len(PLACE_IDS)),
    category("prestige_guild", "the prestige guild", MOST_GUILDS),
    count("prestige_supply", "prestige crests left", MOST_CRESTS),
    count("stack", "tiles in the guest stack"),
    count("unseen_citizens", "citizens in the guest stack or left out, in the order of the players'", size=CRAFTSMEN),
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
    count("worth", f"craftsmen of each value, {LOWEST_VALUE} to {HIGHEST_VALUE}, of all guilds", size=VALUES),
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
    count(
        "unseen",
        "the guild's craftsmen in the guest stack, by value, without and with agent icon",
        MOST_GOODS,
        FACES_PER_GUILD,
    ),
)

LAYOUT: Final = Layout(
    TABLE,
    HOUSE.numbered(0),
    *[group for seat in range(MOST_PLAYERS) for group in (PLAYER.numbered(seat), HOUSE.numbered(seat + 1))],
)
"""There is one guild more than players, so smaller games use a prefix of the row."""


def observe(table: Table, viewer: int) -> bytes:
    row = Row()
    add_table(table, viewer, row)
    add_house(table, 0, viewer, row)
    players = len(table.players)
    for seat in range(players):
        add_player(table, (viewer + seat) % players, viewer, row)
        add_house(table, seat + 1, viewer, row)
    return row.bytes()


def add_table(table: Table, viewer: int, row: Row) -> None:
    DECISIONS.add(table, viewer, row)
    row.add(table.round)
    row.add(table.turn)
    row.add(table.called + 1)
    row.add(table.limit)
    row.add(hiring(table))
    row.add(robbing(table, viewer))
    row.add(swapping(table))
    row.add(table.prestige_guild + 1)
    row.add(table.prestige_supply)
    row.add(len(table.stack))
    add_unseen_citizens(table, row)
    row.add_flags(table.players[viewer].plan, MOST_GUILDS)


def hiring(table: Table) -> int:
    for task in table.agenda:
        if task.step == steps.TAKE_GUEST:
            return second(task.place) + 1
    return 0


def robbing(table: Table, viewer: int) -> int:
    if table.agenda and table.agenda[-1].step == steps.STEAL:
        return relative(table, victim_of(table.agenda[-1].place), viewer)
    return 0


def swapping(table: Table) -> int:
    if table.agenda and table.agenda[-1].step == steps.SWAP_WITH:
        return table.agenda[-1].place + 1
    return 0


def add_unseen_citizens(table: Table, row: Row) -> None:
    """In the guest stack or left out: indistinguishable, so counted together."""
    first_ones: i64 = 0
    others: i64 = 0
    for tiles in (table.stack, table.left_out):
        for tile in tiles:
            if tile >= CRAFTSMEN:
                break
            if tile < IN_A_WORD:
                first_ones += placed(1, tile)
            else:
                others += placed(1, tile - IN_A_WORD)
    row.add_packed(first_ones, IN_A_WORD)
    row.add_packed(others, CRAFTSMEN - IN_A_WORD)


def add_player(table: Table, player: int, viewer: int, row: Row) -> None:
    me = table.players[player]
    shows_talers = player == viewer or table.is_over() or bool(table.setting.options["open_money"])
    shows_cards = player == viewer or table.called != PLANNING or not planning_phase.is_sealed(table)
    row.add(1)
    row.add(place(table, player))
    row.add(1 if me.passed else 0)
    row.add(1 if shows_talers else 0)
    row.add(me.talers if shows_talers else 0)
    row.add(1 if shows_cards else 0)
    row.add(PLAN_SIZE[me.plan] if shows_cards else 0)
    row.add(me.stock)
    row.add(me.on_card)
    row.add(me.supply)
    row.add_all(me.goods)
    row.add_counts(me.peddlers, MOST_GUILDS)
    add_tiles(me, row)
    row.add_all(me.crests)
    row.add(me.prestige_crests)


def place(table: Table, player: int) -> int:
    order = table.turn_order
    for at in range(len(order)):
        if order[at] == player:
            return at + 1
    return 0


def add_tiles(me: Player, row: Row) -> None:
    """Craftsmen by guild and value, then citizens, which take two words."""
    craftsmen: i64 = 0
    values: i64 = 0
    worth: i64 = 0
    citizens: i64 = 0
    more_citizens: i64 = 0
    for tile in me.tiles:
        one = placed(1, PLACE[tile])
        if tile >= CRAFTSMEN:
            craftsmen += one
            values += one * VALUE[tile]
            worth += placed(1, VALUE[tile] - LOWEST_VALUE)
        elif tile < IN_A_WORD:
            citizens += one
        else:
            more_citizens += one
    row.add_packed(craftsmen, MOST_GUILDS)
    row.add_packed(values, MOST_GUILDS)
    row.add_packed(worth, VALUES)
    row.add_packed(citizens, IN_A_WORD)
    row.add_packed(more_citizens, CRAFTSMEN - IN_A_WORD)


def add_house(table: Table, guild: int, viewer: int, row: Row) -> None:
    house = table.houses[guild]
    row.add(1)
    row.add_packed(in_windows(house.windows), WINDOWS)
    rooms = house.rooms
    row.add_packed(GUEST[rooms[0] + 1] | placed(GUEST[rooms[1] + 1], GUEST_SIZE), 2 * GUEST_SIZE)
    row.add_packed(GUEST[rooms[2] + 1] | placed(GUEST[rooms[3] + 1], GUEST_SIZE), 2 * GUEST_SIZE)
    row.add_all(house.storehouse)
    add_roof(house.roof, viewer, row)
    row.add(house.mayors)
    row.add(house.crests)
    row.add(1 if house.prestige_crest else 0)
    add_unseen(table.stack, guild, row)


def add_unseen(stack: list[int], guild: int, row: Row) -> None:
    """The stack is sorted, so a guild's craftsmen are adjacent; all unseen ones are there."""
    first = first_craftsman(guild)
    low: i64 = 0
    high: i64 = 0
    for at in range(place_of(stack, first), len(stack)):
        face = stack[at] - first
        if face >= FACES_PER_GUILD:
            break
        if face < IN_A_WORD:
            low += placed(1, face)
        else:
            high += placed(1, face - IN_A_WORD)
    row.add_packed(low, IN_A_WORD)
    row.add_packed(high, FACES_PER_GUILD - IN_A_WORD)


def in_windows(windows: tuple[int, ...]) -> i64:
    found: i64 = 0
    for place in range(len(windows)):
        found |= placed(CRAFTSMAN[windows[place] + 1], place)
    return found


def add_roof(roof: list[int], viewer: int, row: Row) -> None:
    for seat in range(viewer, len(roof)):
        row.add(roof[seat])
    for seat in range(viewer):
        row.add(roof[seat])
    row.skip(MOST_PLAYERS - len(roof))
