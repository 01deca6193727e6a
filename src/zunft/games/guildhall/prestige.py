"""Prestige cards: buying them, and their effects."""

from __future__ import annotations

from zunft.core.reason import Reason, because
from zunft.core.state import CHANCE, NOBODY, Task
from zunft.games.guildhall import chapters, discard_pile, effects, hands, log, steps
from zunft.games.guildhall.actions import ACCEPT, BUY, DECLINE, GIVE, PLACE, SHOW, STOP, TAKE
from zunft.games.guildhall.cards import (
    CHAPTER_SIZE,
    CHAPTERS,
    KIND_IDS,
    P3_SWAP,
    P4_ACTION,
    P4_DRAW,
    P7,
    PRESTIGE,
    PROFESSIONS,
    last,
    offers,
    rising,
    set_of,
    set_of_laid,
    size,
    why_not_rising,
)
from zunft.games.guildhall.table import Table

# Buying


def add_buys(table: Table, player: int, actions: list[int]) -> None:
    """Cards of the row that the player's complete chapters can pay for (G46)."""
    chapters_ready = len(table.players[player].complete)
    if chapters_ready:
        for prestige in sorted(set(table.row)):
            if table.parts.cost[prestige] <= chapters_ready:
                actions.append(BUY + prestige)


def why_no_buy(table: Table, player: int, prestige: int) -> Reason:
    if prestige not in table.row:
        return because("not_in_row", prestige=PRESTIGE[prestige])
    return because("buy_cost", chapters=table.parts.cost[prestige], ready=len(table.players[player].complete))


def buy(table: Table, player: int, prestige: int) -> None:
    """Pay, take the card, use its effect, fill the row (G47)."""
    left = list(table.row)
    left.remove(prestige)
    table.row = tuple(left)
    table.players[player].prestige += (prestige,)
    log.buys(table, player, prestige)
    table.agenda.append(Task(steps.FILL_ROW))
    table.agenda.append(Task(steps.PRESTIGE_EFFECT, NOBODY, prestige))
    table.ask(steps.PAY, player, table.parts.cost[prestige])


def pay(table: Table, player: int, number: int, profession: int) -> None:
    """All chapters paid go to the discard pile together, the last one on top (G46)."""
    chapters.lay_out(table, player, profession)
    log.pays_with(table, player, profession)
    if number > 1:
        table.ask(steps.PAY, player, number - 1)
    else:
        log.pays(table, player, len(table.paid) // CHAPTER_SIZE)
        discard_pile.discard_chapters(table, player)


def fill_row(table: Table) -> None:
    """With one card for the one bought, from the prestige deck while it lasts (G48)."""
    if sum(table.prestige_deck) > 0:
        table.agenda.append(Task(steps.SHOW_PRESTIGE, CHANCE))


def drawable(table: Table) -> list[int]:
    return [SHOW + prestige for prestige in range(len(table.prestige_deck)) if table.prestige_deck[prestige]]


def show(table: Table, prestige: int) -> None:
    bag = list(table.prestige_deck)
    bag[prestige] -= 1
    table.prestige_deck = tuple(bag)
    table.row += (prestige,)
    table.reveals += 1
    log.shows(table, prestige)


# Using


def legal_uses() -> list[int]:
    return [DECLINE, ACCEPT]


# Two points: take one chapter of another hall


def movable_chapters(table: Table, player: int, other: int) -> list[int]:
    """Chapters that share no kind with the player's hall (G24, G60)."""
    hall, theirs = table.players[player].hall, table.players[other].hall
    return [profession for profession in chapters.professions_in(theirs) if theirs & CHAPTERS[profession] & hall == 0]


def p2_chapter(table: Table, player: int, other: int) -> None:
    table.ask(steps.P2_CHAPTER, player, steps.against(other))


def legal_p2_chapters(table: Table, player: int, other: int) -> list[int]:
    return chapters.offered(movable_chapters(table, player, other))


def why_no_p2_chapter(table: Table, player: int, other: int, profession: int) -> Reason:
    found = effects.why_no_chapter(table, other, player, profession)
    return found or because("chapter_shared", profession=PROFESSIONS[profession])


def p2_chapter_moves(table: Table, player: int, other: int, profession: int) -> None:
    effects.take_out_chapter(table, other, profession)
    log.takes_chapter(table, player, other, profession)
    effects.enter_hall(table, player, table.taken)
    table.taken = ()
    chapters.close(table, player)


# Three points: swap one hall card for two of another hall


def swappable(table: Table, player: int, other: int) -> int:
    """Cards that can be swapped for two of the other hall (X29)."""
    hall, theirs = table.players[player].hall, table.players[other].hall
    number = table.parts.prestige_amounts[P3_SWAP]
    new_here = size(theirs & ~hall)
    if new_here >= number:
        return hall
    return hall & theirs if new_here + 1 == number else 0  # the twin there of the card given makes up the number


def p3_swap(table: Table, player: int, other: int) -> None:
    table.ask(steps.P3_GIVE, player, steps.against(other))


def legal_p3_gives(table: Table, player: int, other: int) -> list[int]:
    return offers(GIVE, swappable(table, player, other))


def why_no_p3_give(table: Table, player: int, kind: int) -> Reason:
    return effects.why_not_own(table, player, kind) or because("swap_useless", card=KIND_IDS[kind])


def p3_give(table: Table, player: int, other: int, kind: int) -> None:
    effects.lay_out_from_hall(table, player, kind)
    table.ask(steps.P3_TAKE, player, steps.against(other))


def legal_p3_takes(table: Table, player: int, other: int) -> list[int]:
    hall, theirs = table.players[player].hall, table.players[other].hall
    forced = theirs & set_of_laid(table.given)
    left = table.parts.prestige_amounts[P3_SWAP] - len(table.taken)
    return offers(TAKE, rising(theirs & ~hall, forced, left, last(table.taken)))


def why_no_p3_take(table: Table, player: int, other: int, kind: int) -> Reason:
    found = effects.why_not_new_here(table, player, other, kind)
    forced = table.players[other].hall & set_of_laid(table.given)
    left = table.parts.prestige_amounts[P3_SWAP] - len(table.taken)
    return found or why_not_rising(kind, forced, left, last(table.taken))


def p3_take(table: Table, player: int, other: int, kind: int) -> None:
    effects.take_out(table, other, kind)
    if len(table.taken) < table.parts.prestige_amounts[P3_SWAP]:
        table.ask(steps.P3_TAKE, player, steps.against(other))
    else:
        effects.swap(table, player, other)


# Three points: any number of hand cards into the hall


def p3_hand(table: Table, player: int) -> None:
    table.ask(steps.P3_PLACE, player)


def legal_p3_places(table: Table, player: int) -> list[int]:
    me = table.players[player]
    return [*offers(PLACE, set_of(me.hand) & ~me.hall), STOP]


def p3_place(table: Table, player: int, action: int) -> None:
    """One at a time: a completed chapter frees its kinds (G5, X30)."""
    if action == STOP:
        return
    table.agenda.append(Task(steps.P3_HAND))
    hands.lose_openly(table.players[player], action - PLACE)
    log.places(table, player, action - PLACE)
    chapters.place(table, player, action - PLACE)


# Four points: draw five; take one card of another hall


def p4_draw(table: Table, player: int) -> None:
    effects.draw(table, player, table.parts.prestige_amounts[P4_DRAW])


def p4_take(table: Table, player: int, other: int) -> None:
    table.ask(steps.P4_TAKE, player, steps.against(other))


def legal_p4_takes(table: Table, player: int, other: int) -> list[int]:
    return offers(TAKE, table.players[other].hall & ~table.players[player].hall)


def p4_card_moves(table: Table, player: int, other: int, kind: int) -> None:
    table.players[other].hall -= 1 << kind
    log.takes_card(table, player, other, kind)
    chapters.place(table, player, kind)


# Four and seven points: extra actions, all or none (G21)


def p4_action(table: Table, player: int) -> None:
    effects.extra_actions(table, player, table.parts.prestige_amounts[P4_ACTION])


def p7(table: Table, player: int) -> None:
    effects.extra_actions(table, player, table.parts.prestige_amounts[P7])
