"""Set-up: the professions in play, the deck, the row, the hands; then each player opens a hall."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason
from zunft.core.state import CHANCE, NOBODY, Task
from zunft.games.guildhall import chapters, deck, hands, log, steps, turn
from zunft.games.guildhall.actions import PLACE, PROFESSION
from zunft.games.guildhall.cards import (
    CHAPTER_SIZE,
    KINDS,
    PRESTIGE,
    PROFESSIONS,
    offers,
    rising,
    set_of,
    why_not_rising,
)
from zunft.games.guildhall.components import FIRST_EDITION, JOB_FAIRE
from zunft.games.guildhall.table import Player, Table

SIX_CHOSEN = "six_chosen"
SIX_RANDOM = "six_random"
MEGA = "mega"
MODES = (JOB_FAIRE, FIRST_EDITION, SIX_CHOSEN, SIX_RANDOM, MEGA)
SIX: Final = 6
SOME_SIX = ("robber", "hunter", "peddler", "dancer", "historian", "weaver")
MOST_TURNS: Final = 400
ALL_PRESTIGE_PLAYERS: Final = 4  # with fewer players some prestige cards stay in the box


def set_out(table: Table) -> None:
    """Everything without chance, and the agenda for the rest."""
    table.players = [new_player(table.setting.players) for _ in range(table.setting.players)]
    table.professions = professions_in_play(table)
    deck.fill(table, [])
    table.put_back = ()
    table.put_back_by = ()
    table.pile = []
    table.pile_seen = []
    table.row = ()
    table.prestige_deck = prestige_in_play(table)
    table.first = 0
    table.active = 0
    table.turn = 0
    table.actions_left = 0
    table.played = 0
    table.given = ()
    table.taken = ()
    table.paid = ()
    table.batch = ()
    plan_the_deal(table)


def new_player(players: int) -> Player:
    me = Player()
    me.hand = []
    me.known = ((),) * players
    me.hall = 0
    me.area = ()
    me.complete = ()
    me.certain = ()
    me.possible = ()
    me.prestige = ()
    me.chits = 0
    return me


def professions_in_play(table: Table) -> tuple[int, ...]:
    """One set, six of the twelve, or all; six random ones are drawn later (G53, G62)."""
    mode = table.setting.options["mode"]
    every = range(len(PROFESSIONS))
    if mode == MEGA:
        return tuple(every)
    if mode == SIX_RANDOM:
        return ()
    if mode == SIX_CHOSEN:
        names = table.setting.options["professions"]
        return tuple(profession for profession in every if PROFESSIONS[profession] in names)
    return tuple(profession for profession in every if table.parts.sets[profession] == mode)


def prestige_in_play(table: Table) -> tuple[int, ...]:
    """One set; with two or three players without two fives and one of each other kind (G51)."""
    parts = table.parts
    if table.setting.players >= ALL_PRESTIGE_PLAYERS:
        return tuple(parts.prestige_copies)
    return tuple(parts.prestige_copies[card] - parts.fewer[card] for card in range(len(PRESTIGE)))


def plan_the_deal(table: Table) -> None:
    """Professions, deck, row, first player, nine cards each, then the halls."""
    deal: list[Task] = []
    if table.setting.options["mode"] == SIX_RANDOM:
        deal += [Task(steps.DRAW_PROFESSION, CHANCE)] * SIX
    deal.append(Task(steps.BEGIN))
    deal += [Task(steps.SHOW_PRESTIGE, CHANCE)] * table.parts.row
    deal.append(Task(steps.DRAW_START, CHANCE))
    deal += [Task(steps.DEAL, NOBODY, player) for player in range(table.setting.players)]
    deal += [Task(steps.OPENING, NOBODY, seat) for seat in range(table.setting.players)]
    deal.append(Task(steps.FIRST_TURN))
    table.agenda = deal[::-1]


def drawable_professions(table: Table) -> list[int]:
    return [PROFESSION + name for name in range(len(PROFESSIONS)) if name not in table.professions]


def bring_profession(table: Table, profession: int) -> None:
    table.professions = tuple(sorted((*table.professions, profession)))
    table.reveals += 1


def make_deck(table: Table) -> None:
    """Every kind of the professions in play, four times."""
    copies = [0] * KINDS
    for profession in table.professions:
        for kind in range(profession * CHAPTER_SIZE, (profession + 1) * CHAPTER_SIZE):
            copies[kind] = table.parts.copies
    deck.fill(table, copies)
    log.game_begins(table)


def choose_first(table: Table, player: int) -> None:
    """The first player is random (G61)."""
    table.first = player
    table.active = player
    log.starts(table, player)


def deal_hand(table: Table, player: int) -> None:
    deck.draw(table, player, table.parts.opening_hand)


# Opening a hall, from the first player clockwise


def open_hall(table: Table, seat: int) -> None:
    """Exchange any number of cards once, then place three face up (G54)."""
    player = (table.first + seat) % len(table.players)
    table.active = player
    table.agenda.append(Task(steps.EXCHANGED, NOBODY, player))
    table.agenda.append(turn.EXCHANGE[player])


def legal_openings(table: Table, player: int) -> list[int]:
    """Three different kinds, in ascending order."""
    me = table.players[player]
    left = table.parts.opening_hall - me.hall.bit_count()
    return offers(PLACE, rising(set_of(me.hand) & ~me.hall, 0, left, me.hall.bit_length() - 1))


def why_no_opening(table: Table, player: int, kind: int) -> Reason:
    me = table.players[player]
    left = table.parts.opening_hall - me.hall.bit_count()
    return hands.why_not_placed(me, kind) or why_not_rising(kind, 0, left, me.hall.bit_length() - 1)


def place_opening(table: Table, player: int, kind: int) -> None:
    hands.lose_openly(table.players[player], kind)
    log.places(table, player, kind)
    chapters.place(table, player, kind)
    if table.players[player].hall.bit_count() < table.parts.opening_hall:
        table.ask(steps.OPENING_HALL, player)


def first_turn(table: Table) -> None:
    turn.begin(table, table.first)
