"""The view as a vector of small integers, for machine learning. Contains only what the view shows."""

from __future__ import annotations

from typing import Final

from zunft.core.observation import HIGHEST, Decisions, Group, Layout, Row, category, count, flag, relative
from zunft.core.pair import first, second
from zunft.games.guildhall import deck, scoring, steps, view
from zunft.games.guildhall.cards import KINDS, PRESTIGE, PROFESSIONS, SEATS, set_of_laid
from zunft.games.guildhall.table import Table

EFFECTS: Final = (*PROFESSIONS, *PRESTIGE)
ON_DECK: Final = 3  # cards put back, shown one by one
IN_AREA: Final = 12  # cards of the action area, shown one by one
IN_BATCH: Final = 16  # cards being discarded, shown one by one
THEN: Final = 9 + SEATS
TURNS: Final = 4  # row entries for a turn count
CARDS: Final = 2  # row entries for a pile size
NAMES: Final = len(PROFESSIONS)
BY_KIND: Final = "by kind: profession by profession, in each red, blue, yellow, green, purple"
IN_PIECES: Final = f"the first number up to {HIGHEST}, what exceeds it in the next"

DECISIONS: Final = Decisions(steps.DECISIONS)
LAST_STEP: Final = 80
EFFECT_OF: Final = [
    EFFECTS.index(view.EFFECT_STEPS[step]) + 1 if step in view.EFFECT_STEPS else 0 for step in range(LAST_STEP)
]
IS_AGAINST: Final = [step in view.AGAINST for step in range(LAST_STEP)]
IS_RANKED: Final = [step in view.RANKED for step in range(LAST_STEP)]

TABLE: Final = Group(
    "table",
    *DECISIONS.fields(SEATS),
    category("first", "the first player, 1 = the viewer", SEATS),
    category("active", "the active player, 1 = the viewer", SEATS),
    count("turn", f"number of the turn, {IN_PIECES}", size=TURNS),
    count("turn_limit", f"number of the last turn, {IN_PIECES}", size=TURNS),
    count("actions_left", "actions left in this turn, the one to be chosen now included"),
    flag("professions", f"professions in play: {', '.join(PROFESSIONS)}", NAMES),
    flag("played", "professions played in this turn", NAMES),
    category("effect", "the card that asks: a profession, then prestige cards", len(EFFECTS)),
    category("target", "the player it is aimed at, 1 = the viewer", SEATS),
    count("level", "its level + 1; 0 if it is not chosen yet or does not matter any more"),
    count("left", "cards still to come, where they are chosen or drawn one by one"),
    count(
        "then",
        "what follows: cards that the Scholar still draws, cards that the Robber still takes, from whom "
        "(1 = the viewer), 1 if the Hunter's cards enter the hall, cards that the Bricklayer puts back, "
        "cards that the Historian still takes, the prestige card whose effect follows, "
        "1 if more hand cards may be placed, 1 if the row is filled; "
        "then for each player, the viewer first, complete chapters still to be discarded",
        size=THEN,
    ),
    count("row", f"prestige cards for sale: {', '.join(PRESTIGE)}", size=len(PRESTIGE)),
    count("prestige_deck", "prestige cards in the deck"),
    count("deck", f"cards in the deck, {IN_PIECES}", size=CARDS),
    category("on_deck", "cards from the top of the deck that the viewer put there, by kind", KINDS, ON_DECK),
    count("pile", f"cards in the discard pile, {IN_PIECES}", size=CARDS),
    category("pile_top", "its top card, by kind", KINDS),
    count("pile_cards", f"while the viewer searches the pile: its cards, {BY_KIND}", size=KINDS),
    count("pile_depth", "and how deep the uppermost of them lies, 1 = on top", size=KINDS),
    flag("given", f"cards laid out to be given, {BY_KIND}", KINDS),
    flag("taken", f"cards laid out to be taken, {BY_KIND}", KINDS),
    count("paid", "cards of complete chapters being discarded"),
    count("paid_cards", f"the same if they are the viewer's, {BY_KIND}", size=KINDS),
    category("paid_last", "the last of them, which lies on top if nothing else is chosen", KINDS),
    count("batch", "cards being discarded from a hand"),
    category("batch_cards", "the same in order if the viewer is active, by kind", KINDS, IN_BATCH),
    category("area", "cards played in this turn, in order, by kind", KINDS, IN_AREA),
    count("complete", "the viewer's complete chapters of each profession", size=NAMES),
    count("hand", f"the viewer's hand, {BY_KIND}", size=KINDS),
)
PLAYER: Final = Group(
    "player",
    flag("plays", "this seat is taken; player 0 is the viewer"),
    count("vp", "victory points"),
    count("chits", "chits"),
    count("hand_size", "cards in hand"),
    count("chapters", "complete chapters"),
    count("prestige", "prestige cards", size=len(PRESTIGE)),
    count("known", f"hand cards the viewer knows, {BY_KIND}", size=KINDS),
    flag("hall", f"cards in the guildhall, {BY_KIND}", KINDS),
)

LEFT_OUT: Final = {
    "row": "where a card lies in the row makes no difference; the row of numbers counts each of them",
    "players.*.prestige": "the order in which prestige cards were bought makes no difference",
    "pile.cards": "the row has the copies of each kind and how deep the first of them lies; no deeper one can be taken",
}
LAYOUT: Final = Layout(TABLE, *[PLAYER.numbered(seat) for seat in range(SEATS)], left_out=LEFT_OUT)


def observe(table: Table, viewer: int) -> bytes:
    row = Row()
    add_state_of_play(table, viewer, row)
    add_effect(table, viewer, row)
    add_waiting(table, viewer, row)
    add_market(table, viewer, row)
    add_own_cards(table, viewer, row)
    players = len(table.players)
    for seat in range(players):
        add_player(table, (viewer + seat) % players, viewer, row)
    return row.bytes()


def add_large(row: Row, number: int, size: int) -> None:
    """Split into parts of at most HIGHEST."""
    for _ in range(size):
        row.add(min(number, HIGHEST))
        number = max(0, number - HIGHEST)


def add_state_of_play(table: Table, viewer: int, row: Row) -> None:
    DECISIONS.add(table, viewer, row)
    row.add(relative(table, table.first, viewer))
    row.add(relative(table, table.active, viewer))
    add_large(row, table.turn, TURNS)
    add_large(row, table.setting.options["turn_limit"], TURNS)
    row.add(view.actions_left(table))
    row.add_counts(table.professions, NAMES)
    row.add_flags(table.played, NAMES)


def add_effect(table: Table, viewer: int, row: Row) -> None:
    """The card in effect, its target, its level, and the cards left to choose."""
    if not table.agenda:
        row.skip(4)
        return
    task = table.agenda[-1]
    step, place = task.step, task.place
    level: int | None = None
    if step == steps.LEVEL:
        row.add(place + 1)
    elif step == steps.USE:
        row.add(NAMES + place + 1)
    elif step == steps.TARGET:
        row.add(first(place) + 1)
        level = view.level_of(table, first(place), second(place))
    else:
        row.add(EFFECT_OF[step])
        if IS_RANKED[step]:
            level = view.level_of(table, EFFECT_OF[step] - 1, first(place))
    row.add(relative(table, second(place), viewer) if IS_AGAINST[step] else 0)
    row.add(0 if level is None else level + 1)
    row.add(view.left(step, place) or 0)


def add_waiting(table: Table, viewer: int, row: Row) -> None:
    """What follows the current effect or draw."""
    scholar, robber, target, bricklayer, historian, prestige = 0, 0, 0, 0, 0, 0
    hunter, p3_hand, fill_row = 0, 0, 0
    limits: list[int] = []
    for task in table.agenda[:-1]:
        match task.step:
            case steps.SCHOLAR:
                scholar = task.place
            case steps.ROBBER:
                robber, target = first(task.place), relative(table, second(task.place), viewer)
            case steps.HUNTER_SWAPPED:
                hunter = 1
            case steps.BRICKLAYER:
                bricklayer = task.place
            case steps.HISTORIAN:
                historian = task.place
            case steps.PRESTIGE_EFFECT:
                prestige = task.place + 1
            case steps.P3_HAND:
                p3_hand = 1
            case steps.FILL_ROW:
                fill_row = 1
            case steps.CHECK_LIMIT:
                limits.append(relative(table, task.place, viewer) - 1)
            case _:
                pass  # the rest of a turn is always the same
    row.add_all([scholar, robber, target, hunter, bricklayer, historian, prestige, p3_hand, fill_row])
    row.add_counts(tuple(limits), SEATS)


def add_market(table: Table, viewer: int, row: Row) -> None:
    """Prestige cards, deck, discard pile."""
    row.add_counts(table.row, len(PRESTIGE))
    row.add(sum(table.prestige_deck))
    add_large(row, deck.size(table), CARDS)
    put_back, shown = table.put_back, 0
    for place in range(len(put_back) - 1, max(-1, len(put_back) - 1 - ON_DECK), -1):
        row.add(put_back[place] + 1 if table.put_back_by[place] == viewer else 0)
        shown += 1
    row.skip(ON_DECK - shown)
    add_large(row, len(table.pile), CARDS)
    shows_top = table.pile and table.pile_seen[-1] >> viewer & 1
    row.add(table.pile[-1] + 1 if shows_top else 0)
    if view.is_searching(table, viewer):
        add_pile(table, row)
    else:
        row.skip(2 * KINDS)


def add_pile(table: Table, row: Row) -> None:
    """Copies of each kind, and the depth of the topmost one."""
    row.add_counts(tuple(table.pile), KINDS)
    size, depths = len(table.pile), [0] * KINDS
    for place in range(size):
        depths[table.pile[place]] = size - place
    row.add_all(depths)


def add_own_cards(table: Table, viewer: int, row: Row) -> None:
    """Cards set aside, and the viewer's own."""
    row.add_flags(set_of_laid(table.given), KINDS)
    row.add_flags(set_of_laid(table.taken), KINDS)
    row.add(len(table.paid))
    if view.is_payer(table, viewer):
        row.add_counts(table.paid, KINDS)
        row.add(table.paid[-1] + 1)
    else:
        row.skip(KINDS + 1)
    row.add(len(table.batch))
    row.add_labels(table.batch if viewer == table.active else (), IN_BATCH)
    row.add_labels(table.players[table.active].area, IN_AREA)
    me = table.players[viewer]
    row.add_counts(me.complete, NAMES)
    row.add_counts(tuple(me.hand), KINDS)


def add_player(table: Table, player: int, viewer: int, row: Row) -> None:
    me = table.players[player]
    row.add(1)
    row.add(scoring.score(table, player))
    row.add(me.chits)
    row.add(len(me.hand))
    row.add(len(me.complete))
    row.add_counts(me.prestige, len(PRESTIGE))
    if player == viewer or not me.known:
        row.skip(KINDS)
    else:
        row.add_counts(me.known[viewer], KINDS)
    row.add_flags(me.hall, KINDS)
