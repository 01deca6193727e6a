"""A turn: two actions (play a card, refresh the hand or buy a prestige card), then its end."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason, because
from zunft.core.state import Task
from zunft.games.guildhall import card_actions, chapters, discard_pile, effects, hands, log, prestige, scoring, steps
from zunft.games.guildhall.actions import BUY, DISCARD, PLAY, REFRESH, STOP
from zunft.games.guildhall.cards import CHAPTER_SIZE, KIND_IDS, NO_KIND, PROFESSIONS, SEATS
from zunft.games.guildhall.table import Table

# Tasks are immutable, so all games share these.
NEXT_ACTION: Final = Task(steps.NEXT_ACTION)
END_TURN: Final = Task(steps.END_TURN)
TURN_ENDED: Final = Task(steps.TURN_ENDED)
ACTION: Final = [Task(steps.ACTION, player) for player in range(SEATS)]
REFRESH_HAND: Final = [Task(steps.REFRESH, player) for player in range(SEATS)]
EXCHANGE: Final = [Task(steps.EXCHANGE, player) for player in range(SEATS)]


def begin(table: Table, player: int) -> None:
    table.active = player
    table.turn += 1
    table.actions_left = table.parts.actions_per_turn
    table.played = 0
    log.turn_begins(table, player)
    table.agenda.append(NEXT_ACTION)


def next_action(table: Table) -> None:
    """While actions are left; all are mandatory (G20)."""
    if table.actions_left > 0:
        table.actions_left -= 1
        table.agenda.append(NEXT_ACTION)
        table.agenda.append(ACTION[table.active])
    else:
        table.agenda.append(END_TURN)


def legal_actions(table: Table, player: int) -> list[int]:
    """Play a card of a profession not yet played this turn, of a kind not in the hall (G2); refresh; buy."""
    me = table.players[player]
    hall, played = me.hall, table.played
    actions: list[int] = []
    before = NO_KIND
    for kind in me.hand:
        if kind != before and hall & 1 << kind == 0 and played & 1 << kind // CHAPTER_SIZE == 0:
            actions.append(PLAY + kind)
        before = kind
    actions.append(REFRESH)
    prestige.add_buys(table, player, actions)
    return actions


def why_no_play(table: Table, player: int, kind: int) -> Reason:
    found = hands.why_not_placed(table.players[player], kind)
    return found or because("played_profession", profession=PROFESSIONS[kind // CHAPTER_SIZE])


def act(table: Table, player: int, action: int) -> None:
    if action == REFRESH:
        refresh(table, player)
    elif action >= BUY:
        prestige.buy(table, player, action - BUY)
    else:
        play(table, player, action - PLAY)


# Play a card


def play(table: Table, player: int, kind: int) -> None:
    """Into the action area; then its effect at some level, or none (G14)."""
    me = table.players[player]
    hands.lose_openly(me, kind)
    me.area += (kind,)
    profession = kind // CHAPTER_SIZE
    table.played |= 1 << profession
    log.plays(table, player, kind)
    card_actions.offer_level(table, player, profession)


# Refresh the hand


def refresh(table: Table, player: int) -> None:
    """Discard any number, at least down to six; then draw up to six (G40, G41)."""
    if table.players[player].hand:
        table.agenda.append(REFRESH_HAND[player])
    else:
        draw_up(table, player, table.parts.refresh_to)


def legal_discards(table: Table, player: int, hand_size: int) -> list[int]:
    """One by one, the last ends on top; stopping is legal once the hand is within `hand_size`."""
    hand = table.players[player].hand
    found: list[int] = []
    before = NO_KIND
    for kind in hand:
        if kind != before:
            found.append(DISCARD + kind)
        before = kind
    if len(hand) <= hand_size:
        found.append(STOP)
    return found


def why_no_discard(table: Table, player: int, action: int, hand_size: int) -> Reason:
    if action == STOP:
        return because("discard_more", count=len(table.players[player].hand), most=hand_size)
    return because("not_in_hand", card=KIND_IDS[action - DISCARD])


def refresh_discard(table: Table, player: int, action: int) -> None:
    if action == STOP or discards_last(table, player, action - DISCARD):
        draw_up(table, player, table.parts.refresh_to)
    else:
        table.agenda.append(REFRESH_HAND[player])


def exchange_discard(table: Table, player: int, action: int) -> None:
    if action == STOP or discards_last(table, player, action - DISCARD):
        draw_up(table, player, table.parts.opening_hand)
    else:
        table.agenda.append(EXCHANGE[player])


def discards_last(table: Table, player: int, kind: int) -> bool:
    """Discard a card; True if it was the last in hand."""
    hand = table.players[player].hand
    hand.remove(kind)
    table.batch += (kind,)
    return not hand


def draw_up(table: Table, player: int, hand_size: int) -> None:
    """The discarded cards go to the pile together, then the hand is refilled."""
    log.discards(table, player)
    discard_pile.lay_batch(table, player)
    effects.draw(table, player, hand_size - len(table.players[player].hand))


# End of the turn


def end(table: Table) -> None:
    """The cards played enter the hall; those that have become duplicates are discarded (G8, G9, G58)."""
    player = table.active
    me = table.players[player]
    for kind in me.area:
        if me.hall & 1 << kind:
            discard_pile.lay(table, kind)
            log.leaves(table, player, kind)
        else:
            me.hall |= 1 << kind
    me.area = ()
    table.agenda.append(TURN_ENDED)
    chapters.close(table, player)


def ended(table: Table) -> None:
    """Twenty points at the end of one's turn win (G50); at the turn limit most points, or a tie (G55)."""
    player = table.active
    if scoring.score(table, player) >= table.parts.target_vp:
        log.game_ends(table)
    elif table.turn >= turn_limit(table):
        log.limit_reached(table)
        log.game_ends(table)
    else:
        begin(table, (player + 1) % len(table.players))


def turn_limit(table: Table) -> int:
    limit: int = table.setting.options["turn_limit"]
    return limit
