"""The view as a vector of small integers, for machine learning. Contains only what the view shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zunft.core.observation import (
    EIGHT_FLAGS,
    IN_A_WORD,
    SPREAD,
    Decisions,
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
from zunft.core.state import Task
from zunft.games.strasbourg import awards, cards, planning_phase, steps
from zunft.games.strasbourg.actions import MOST_STACKS
from zunft.games.strasbourg.city import CORNERS, PLOTS, SQUARES
from zunft.games.strasbourg.names import (
    BUILDINGS,
    GOODS,
    GUILDS,
    MOST_PLAYERS,
    PLANNING,
    ROUND_TILES,
    SEATS,
    STEPS,
    TASKS,
)
from zunft.games.strasbourg.table import Player, Table

if TYPE_CHECKING:
    from mypy_extensions import i64

SIZES: Final = 12  # of the largest stacks; with 24 cards any further stack is a single card
MOST_COPIES: Final = 7
VALUES: Final = 6
MOST_CARDS: Final = 24
TASKS_DEALT: Final = 5

DECISIONS: Final = Decisions(steps.DECISIONS)

LOWER_VALUES: Final = (1, 2, 3)
HALF_BITS: Final = 3 * cards.BITS
HALF: Final = (1 << HALF_BITS) - 1
COPIES_OF: Final[list[i64]] = [
    packed([cards.copies(half, value) for value in LOWER_VALUES]) for half in range(HALF + 1)
]
"""Indexed by the lower or upper half of a set of cards: the copies of three values."""

TABLE: Final = Group(
    "table",
    *DECISIONS.fields(MOST_PLAYERS),
    count("round", "the round, 1 to 5", len(ROUND_TILES)),
    category("step", "the step A to I; 0 while planning", len(STEPS)),
    category("guild", f"the guild of this step: {', '.join(GUILDS)}", len(GUILDS)),
    category("start", "who has the start marker, 1 = the viewer", MOST_PLAYERS),
    category("tiles", "the round tile of each round", len(ROUND_TILES), len(ROUND_TILES)),
    category("buildings", "the building of each round", len(BUILDINGS), len(BUILDINGS)),
    category("council", f"who holds each seat: {', '.join(SEATS)}; 1 = the viewer", MOST_PLAYERS, len(SEATS)),
    category("plots", "the building on each plot", len(BUILDINGS), PLOTS),
    flag("chapels", "chapels on the corners, row by row", CORNERS),
    category("fields", "whose member stands on each square, row by row; 1 = the viewer", MOST_PLAYERS, SQUARES),
    category("asked_task", "the task the viewer is asked about", len(TASKS)),
    category("asked_card", "the value of the card the viewer is asked about", VALUES),
    count("hand", "the viewer's cards in hand, by value 1 to 6", MOST_COPIES, VALUES),
    count("contents", "the viewer's stacks one after the other, by value 1 to 6", MOST_COPIES, MOST_STACKS * VALUES),
    category("dealt", "tasks dealt to the viewer, in the order of the questions", len(TASKS), TASKS_DEALT),
    flag("kept", "tasks kept by the viewer", len(TASKS)),
)
PLAYER: Final = Group(
    "player",
    flag("plays", "this seat is taken; player 0 is the viewer"),
    count("prestige", "prestige won so far"),
    count("members", "members in the city"),
    flag("shows_holdings", "coins, goods and privileges are visible"),
    count("coins", "coins, if visible"),
    count("goods", f"goods, if visible: {', '.join(GOODS)}", size=len(GOODS)),
    count("privileges", "privileges, if visible"),
    count("queue", "place among those who have yet to bid in this step", MOST_PLAYERS),
    count("pile", "cards in the draw pile"),
    category("bottom", "values of the known cards at its bottom, the next to be drawn first", VALUES, MOST_CARDS),
    flag("shows_hand_size", "the number of cards in hand is visible"),
    count("hand_size", "cards in hand, if visible"),
    flag("shows_stacks", "stacks are laid out"),
    count("stacks", "how many stacks"),
    count("sizes", f"cards in each of the first {SIZES} stacks", size=SIZES),
    count("known", "cards known to be among hand and stacks, by value 1 to 6", MOST_COPIES, VALUES),
    count("bid", "the stack revealed in this step, by value 1 to 6", MOST_COPIES, VALUES),
    count("bid_worth", "its influence points"),
    count("used", "cards used in the open, by value 1 to 6", MOST_COPIES, VALUES),
    count("lost", "cards of stacks never used"),
)

LAYOUT: Final = Layout(TABLE, *[PLAYER.numbered(seat) for seat in range(MOST_PLAYERS)])


def observe(table: Table, viewer: int) -> bytes:
    row = Row()
    add_state_of_play(table, viewer, row)
    add_city(table, viewer, row)
    add_own_secrets(table, viewer, row)
    players = len(table.players)
    for seat in range(players):
        add_player(table, (viewer + seat) % players, viewer, row)
    return row.bytes()


def add_cards(row: Row, hand: int) -> None:
    row.add_packed(COPIES_OF[hand & HALF] | placed(COPIES_OF[hand >> HALF_BITS], len(LOWER_VALUES)), VALUES)


def add_state_of_play(table: Table, viewer: int, row: Row) -> None:
    DECISIONS.add(table, viewer, row)
    row.add(table.round)
    row.add(table.step + 1)
    row.add(0 if table.step == PLANNING else awards.guild_of_step(table) + 1)
    row.add(relative(table, table.start, viewer))
    row.add_labels(table.tiles, len(ROUND_TILES))
    row.add_labels(table.buildings, len(BUILDINGS))
    for holder in table.council:
        row.add(relative(table, holder, viewer))


def add_city(table: Table, viewer: int, row: Row) -> None:
    """Buildings, chapels, members."""
    built: i64 = 0
    plots = table.parts.city.plots
    for number in range(len(table.built)):
        built += placed(table.buildings[number] + 1, plots.index(table.built[number]))
    row.add_packed(built, PLOTS)
    row.add_counts(table.chapels, CORNERS)
    for first in range(0, SQUARES, IN_A_WORD):
        fields: i64 = 0
        for player in range(len(table.players)):
            members = table.players[player].members >> first & EIGHT_FLAGS
            fields += SPREAD[members] * relative(table, player, viewer)
        row.add_packed(fields, min(IN_A_WORD, SQUARES - first))


def add_own_secrets(table: Table, viewer: int, row: Row) -> None:
    me = table.players[viewer]
    at = table.task_of(viewer)
    add_asked(me, table.agenda[at] if at >= 0 else None, row)
    add_cards(row, me.hand)
    for stack in me.stacks:
        add_cards(row, stack)
    row.skip((MOST_STACKS - len(me.stacks)) * VALUES)
    row.add_labels(me.dealt, TASKS_DEALT)
    row.add_flags(me.kept, len(TASKS))


def add_asked(me: Player, pending: Task | None, row: Row) -> None:
    """A dealt task, or the card to put into a stack."""
    step = pending.step if pending is not None else -1
    row.add(me.dealt[pending.place] + 1 if pending is not None and step == steps.KEEP_TASK else 0)
    row.add(cards.highest(me.hand) if step == steps.SPLIT else 0)


def add_player(table: Table, player: int, viewer: int, row: Row) -> None:
    me = table.players[player]
    row.add(1)
    row.add(max(0, me.prestige))
    row.add(me.members.bit_count())
    if player == viewer or table.is_over() or table.setting.options["open_holdings"]:
        row.add(1)
        row.add(me.coins)
        row.add_all(me.goods)
        row.add(me.privileges)
    else:
        row.skip(3 + len(GOODS))
    row.add(place_in_queue(table, player))
    add_influence(table, player, player == viewer, row)


def place_in_queue(table: Table, player: int) -> int:
    place = 0
    for at in range(len(table.agenda) - 1, -1, -1):
        task = table.agenda[at]
        if task.step == steps.BID:
            place += 1
            if task.player == player:
                return place
    return 0


def add_influence(table: Table, player: int, own: bool, row: Row) -> None:
    """Before stacks are laid out others see nothing; in turn order, the number of cards."""
    me = table.players[player]
    laid_out = is_laid_out(table, player)
    secret = not laid_out and not own
    unseen_size = secret and planning_phase.is_sealed(table)
    in_hand = cards.size(me.hand)
    if secret:
        for stack in me.stacks:
            in_hand += cards.size(stack)
    row.add(planning_phase.pile_size(me) + (in_hand if unseen_size else 0))
    bottom = me.known + me.bottom if unseen_size and in_hand else me.bottom
    for value in bottom:
        row.add(value)
    row.skip(MOST_CARDS - len(bottom))
    row.add(0 if unseen_size else 1)
    row.add(0 if unseen_size else in_hand)
    add_stacks(me, secret, row)
    add_cards(row, bag(me.known) if laid_out else 0)
    add_cards(row, me.bid)
    row.add(cards.worth(me.bid))
    add_cards(row, me.box)
    row.add(cards.size(me.lost))


def bag(values: tuple[int, ...]) -> int:
    found = 0
    for value in values:
        found += cards.ONE[value]
    return found


def add_stacks(me: Player, secret: bool, row: Row) -> None:
    if secret:
        row.skip(2 + SIZES)
        return
    row.add(1)
    row.add(len(me.stacks))
    shown = me.stacks[:SIZES]
    for stack in shown:
        row.add(cards.size(stack))
    row.skip(SIZES - len(shown))


def is_laid_out(table: Table, player: int) -> bool:
    for task in table.agenda:  # noqa: SIM110 - a loop compiles better
        if task.step == steps.LAY_OUT and task.place == player:
            return False
    return True
