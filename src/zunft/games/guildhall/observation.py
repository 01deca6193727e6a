"""The view as a row of small numbers, for learning programs. Shows what the view shows and nothing else."""

from __future__ import annotations

from typing import Final

from zunft.core.observation import Group, Layout, Row, category, count, flag, relative
from zunft.games.guildhall import deck, scoring, steps, view
from zunft.games.guildhall.cards import CHAPTER_SIZE, KINDS, PRESTIGE, PROFESSIONS, SEATS
from zunft.games.guildhall.table import Table

EFFECTS: Final = (*PROFESSIONS, *PRESTIGE)
ON_DECK: Final = 3  # cards put back, shown one by one
NAMES: Final = len(PROFESSIONS)
BY_KIND: Final = "by kind: profession by profession, in each red, blue, yellow, green, purple"

DECISIONS: Final = tuple(steps.DECISIONS.values())
LAST_STEP: Final = 80
DECISION_OF: Final = [
    DECISIONS.index(steps.DECISIONS[step]) + 1 if step in steps.DECISIONS else 0 for step in range(LAST_STEP)
]
EFFECT_OF: Final = [
    EFFECTS.index(view.EFFECT_STEPS[step]) + 1 if step in view.EFFECT_STEPS else 0 for step in range(LAST_STEP)
]
IS_AGAINST: Final = [step in view.AGAINST for step in range(LAST_STEP)]

TABLE: Final = Group(
    "table",
    category("decision", f"what the viewer has to decide: {', '.join(DECISIONS)}", len(DECISIONS)),
    category("acting", "whose turn it is to decide, 1 = the viewer; 0 at chance", SEATS),
    flag("over", "the game is over"),
    count("players", "how many play", SEATS),
    category("first", "the first player, 1 = the viewer", SEATS),
    category("active", "the active player, 1 = the viewer", SEATS),
    count("turn", "number of the turn"),
    count("actions_left", "actions left in this turn, the one to be chosen now included"),
    flag("professions", f"professions in play: {', '.join(PROFESSIONS)}", NAMES),
    flag("played", "professions played in this turn", NAMES),
    category("effect", "the card that asks: a profession, then prestige cards", len(EFFECTS)),
    category("target", "the player it is aimed at, 1 = the viewer", SEATS),
    count("row", f"prestige cards for sale: {', '.join(PRESTIGE)}", size=len(PRESTIGE)),
    count("prestige_deck", "prestige cards in the deck"),
    count("deck", "cards in the deck"),
    category("on_deck", "cards from the top of the deck that the viewer put there, by kind", KINDS, ON_DECK),
    count("pile", "cards in the discard pile"),
    category("pile_top", "its top card, by kind", KINDS),
    count("pile_cards", "while the viewer searches the pile: cards of each profession in it", size=NAMES),
    count("given", "cards laid out to be given, of each profession", size=NAMES),
    count("taken", "cards laid out to be taken, of each profession", size=NAMES),
    count("batch", "cards being discarded"),
    count("batch_cards", "the same of each profession, if the viewer is active", size=NAMES),
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
    count("known", "hand cards the viewer knows, of each profession", size=NAMES),
    count("area", "cards played in this turn, of each profession", size=NAMES),
    flag("hall", f"cards in the guildhall, {BY_KIND}", KINDS),
)

LAYOUT: Final = Layout(TABLE, *[PLAYER.numbered(seat) for seat in range(SEATS)])


def observe(table: Table, viewer: int) -> bytes:
    row = Row()
    add_state_of_play(table, viewer, row)
    add_effect(table, viewer, row)
    add_market(table, viewer, row)
    add_own_cards(table, viewer, row)
    players = len(table.players)
    for seat in range(players):
        add_player(table, (viewer + seat) % players, viewer, row)
    return row.bytes()


def add_by_profession(row: Row, cards: tuple[int, ...] | list[int]) -> None:
    row.add_counts(tuple([kind // CHAPTER_SIZE for kind in cards]), NAMES)


def add_state_of_play(table: Table, viewer: int, row: Row) -> None:
    acts = table.current_player()
    row.add(DECISION_OF[table.agenda[-1].step] if acts == viewer else 0)
    row.add(relative(table, acts, viewer))
    row.add(1 if table.is_over() else 0)
    row.add(len(table.players))
    row.add(relative(table, table.first, viewer))
    row.add(relative(table, table.active, viewer))
    row.add(table.turn)
    row.add(view.actions_left(table))
    row.add_counts(table.professions, NAMES)
    row.add_flags(table.played, NAMES)


def add_effect(table: Table, viewer: int, row: Row) -> None:
    """Which card is asking, and whom it is aimed at."""
    if not table.agenda:
        row.skip(2)
        return
    task = table.agenda[-1]
    step, place = task.step, task.place
    if step == steps.LEVEL:
        row.add(place + 1)
    elif step == steps.USE:
        row.add(NAMES + place + 1)
    elif step == steps.TARGET:
        row.add(place // steps.RANKS + 1)
    else:
        row.add(EFFECT_OF[step])
    row.add(relative(table, place % SEATS, viewer) if IS_AGAINST[step] else 0)


def add_market(table: Table, viewer: int, row: Row) -> None:
    """Prestige cards, deck, discard pile."""
    row.add_counts(table.row, len(PRESTIGE))
    row.add(sum(table.prestige_deck))
    row.add(deck.size(table))
    put_back, shown = table.put_back, 0
    for place in range(len(put_back) - 1, max(-1, len(put_back) - 1 - ON_DECK), -1):
        row.add(put_back[place] + 1 if table.put_back_by[place] == viewer else 0)
        shown += 1
    row.skip(ON_DECK - shown)
    row.add(len(table.pile))
    shows_top = table.pile and table.pile_seen[-1] >> viewer & 1
    row.add(table.pile[-1] + 1 if shows_top else 0)
    if view.is_searching(table, viewer):
        add_by_profession(row, table.pile)
    else:
        row.skip(NAMES)


def add_own_cards(table: Table, viewer: int, row: Row) -> None:
    """What lies in the middle, and the viewer's own."""
    add_by_profession(row, table.given)
    add_by_profession(row, table.taken)
    row.add(len(table.batch))
    if viewer == table.active:
        add_by_profession(row, table.batch)
    else:
        row.skip(NAMES)
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
        row.skip(NAMES)
    else:
        add_by_profession(row, me.known[viewer])
    add_by_profession(row, me.area)
    row.add_flags(me.hall, KINDS)
