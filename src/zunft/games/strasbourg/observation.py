"""The view as a row of small numbers, for learning programs. Shows what the view shows and nothing else."""

from __future__ import annotations

from typing import Final

from zunft.core.observation import Group, Layout, acting, category, count, flag, put, relative, skip
from zunft.core.state import Task
from zunft.games.strasbourg import awards, cards, planning_phase, steps
from zunft.games.strasbourg.city import CORNERS, PLOTS, SQUARES
from zunft.games.strasbourg.table import Player, Table
from zunft.games.strasbourg.words import BUILDINGS, GOODS, GUILDS, PLANNING, ROUND_TILES, SEATS, STEPS, TASKS

MOST_PLAYERS: Final = 5
STACKS: Final = 8  # shown one by one
MOST_COPIES: Final = 7
VALUES: Final = 6

DECISIONS: Final = tuple(dict.fromkeys(steps.DECISIONS.values()))
DECISION_OF: Final = [
    DECISIONS.index(steps.DECISIONS[step]) + 1 if step in steps.DECISIONS else 0 for step in range(steps.GAME_END + 1)
]

HALF_BITS: Final = 3 * cards.BITS
HALF: Final = (1 << HALF_BITS) - 1
COPIES_OF: Final = [[cards.copies(half, value) for value in (1, 2, 3)] for half in range(HALF + 1)]
"""By the lower or the higher half of a set of cards: the copies of three values."""

TABLE: Final = Group(
    "table",
    category("decision", f"what the viewer has to decide: {', '.join(DECISIONS)}", len(DECISIONS)),
    category("acting", "whose turn it is, 1 = the viewer; 0 at chance and in sealed choices", MOST_PLAYERS),
    flag("over", "the game is over"),
    count("players", "how many play", MOST_PLAYERS),
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
    count("contents", "the viewer's first eight stacks, by value 1 to 6", MOST_COPIES, STACKS * VALUES),
    flag("dealt", "tasks dealt to the viewer", len(TASKS)),
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
    count("bottom", "known cards at its bottom, by value 1 to 6", MOST_COPIES, VALUES),
    category("bottom_first", "the first of them to be drawn", VALUES),
    flag("shows_hand_size", "the number of cards in hand is visible"),
    count("hand_size", "cards in hand, if visible"),
    flag("shows_stacks", "stacks are laid out"),
    count("stacks", "how many stacks"),
    count("sizes", "cards in each of the first eight stacks", size=STACKS),
    count("known", "cards known to be among hand and stacks, by value 1 to 6", MOST_COPIES, VALUES),
    count("bid", "the stack revealed in this step, by value 1 to 6", MOST_COPIES, VALUES),
    count("bid_worth", "its influence points"),
    count("used", "cards used in the open, by value 1 to 6", MOST_COPIES, VALUES),
    count("lost", "cards of stacks never used"),
)

LAYOUT: Final = Layout(TABLE, *[PLAYER.numbered(seat) for seat in range(MOST_PLAYERS)])


def observe(table: Table, viewer: int) -> list[int]:
    row: list[int] = []
    add_state_of_play(table, viewer, row)
    add_city(table, viewer, row)
    add_own_secrets(table, viewer, row)
    players = len(table.players)
    for seat in range(players):
        add_player(table, (viewer + seat) % players, viewer, row)
    return row


def add_cards(row: list[int], hand: int) -> None:
    row += COPIES_OF[hand & HALF]
    row += COPIES_OF[hand >> HALF_BITS]


def add_state_of_play(table: Table, viewer: int, row: list[int]) -> None:
    at = table.task_of(viewer)
    row.append(DECISION_OF[table.agenda[at].step] if at >= 0 else 0)
    row.append(acting(table, viewer))
    row.append(1 if table.is_over() else 0)
    row.append(len(table.players))
    row.append(table.round)
    row.append(table.step + 1)
    row.append(0 if table.step == PLANNING else awards.guild_of_step(table) + 1)
    row.append(relative(table, table.start, viewer))
    for tile in table.tiles:
        row.append(tile + 1)
    skip(row, len(ROUND_TILES) - len(table.tiles))
    for building in table.buildings:
        row.append(building + 1)
    skip(row, len(BUILDINGS) - len(table.buildings))
    for holder in table.council:
        row.append(relative(table, holder, viewer))


def add_city(table: Table, viewer: int, row: list[int]) -> None:
    """Buildings, chapels, members."""
    first = len(row)
    skip(row, PLOTS + CORNERS + SQUARES)
    plots = table.parts.city.plots
    for number in range(len(table.built)):
        row[first + plots.index(table.built[number])] = table.buildings[number] + 1
    for corner in table.chapels:
        row[first + PLOTS + corner] = 1
    first += PLOTS + CORNERS
    for player in range(len(table.players)):
        seat, members, square = relative(table, player, viewer), table.players[player].members, first
        while members:
            if members & 1:
                row[square] = seat
            members >>= 1
            square += 1


def add_own_secrets(table: Table, viewer: int, row: list[int]) -> None:
    me = table.players[viewer]
    at = table.task_of(viewer)
    add_asked(me, table.agenda[at] if at >= 0 else None, row)
    add_cards(row, me.hand)
    shown = me.stacks[:STACKS]
    for stack in shown:
        add_cards(row, stack)
    skip(row, (STACKS - len(shown)) * VALUES)
    first = len(row)
    skip(row, len(TASKS))
    for task in me.dealt:
        row[first + task] = 1
    for task in range(len(TASKS)):
        row.append(me.kept >> task & 1)


def add_asked(me: Player, pending: Task | None, row: list[int]) -> None:
    """A dealt task, or the card to be put into a stack."""
    step = pending.step if pending is not None else -1
    row.append(me.dealt[pending.place] + 1 if pending is not None and step == steps.KEEP_TASK else 0)
    row.append(cards.highest(me.hand) if step == steps.SPLIT else 0)


def add_player(table: Table, player: int, viewer: int, row: list[int]) -> None:
    me = table.players[player]
    row.append(1)
    put(row, max(0, me.prestige))
    row.append(me.members.bit_count())
    if player == viewer or table.is_over() or table.setting.options["open_holdings"]:
        row.append(1)
        put(row, me.coins)
        for number in me.goods:
            put(row, number)
        put(row, me.privileges)
    else:
        skip(row, 3 + len(GOODS))
    row.append(place_in_queue(table, player))
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


def add_influence(table: Table, player: int, own: bool, row: list[int]) -> None:
    """Of cards not yet laid out the others see nothing, in turn order at least how many there are."""
    me = table.players[player]
    laid_out = is_laid_out(table, player)
    secret = not laid_out and not own
    unseen_size = secret and planning_phase.is_sealed(table)
    in_hand = cards.size(me.hand)
    if secret:
        for stack in me.stacks:
            in_hand += cards.size(stack)
    put(row, planning_phase.pile_size(me) + (in_hand if unseen_size else 0))
    bottom = me.known + me.bottom if unseen_size and in_hand else me.bottom
    add_cards(row, bag(bottom))
    row.append(bottom[0] if bottom else 0)
    row.append(0 if unseen_size else 1)
    put(row, 0 if unseen_size else in_hand)
    add_stacks(me, secret, row)
    add_cards(row, bag(me.known) if laid_out else 0)
    add_cards(row, me.bid)
    put(row, cards.worth(me.bid))
    add_cards(row, me.box)
    put(row, cards.size(me.lost))


def bag(values: tuple[int, ...]) -> int:
    found = 0
    for value in values:
        found += cards.ONE[value]
    return found


def add_stacks(me: Player, secret: bool, row: list[int]) -> None:
    if secret:
        skip(row, 2 + STACKS)
        return
    row.append(1)
    put(row, len(me.stacks))
    shown = me.stacks[:STACKS]
    for stack in shown:
        put(row, cards.size(stack))
    skip(row, STACKS - len(shown))


def is_laid_out(table: Table, player: int) -> bool:
    waiting = [task.place for task in table.agenda if task.step == steps.LAY_OUT]
    return player not in waiting
