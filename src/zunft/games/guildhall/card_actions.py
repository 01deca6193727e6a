"""Card actions: the level at which a played or bought card is used, and its target."""

from __future__ import annotations

from typing import Final

from zunft.core.pair import first, second
from zunft.core.reason import Reason, because
from zunft.core.state import Task
from zunft.games.guildhall import cards, deck, discard_pile, first_edition, job_faire, log, prestige, steps
from zunft.games.guildhall.actions import ACCEPT, DECLINE, LEVEL, TARGET
from zunft.games.guildhall.cards import (
    CHAPTER_SIZE,
    COLOURS_COUNTED,
    HISTORIAN,
    HUNTER,
    KIND_IDS,
    PRESTIGE_EFFECTS,
    PROFESSIONS,
    SEATS,
    TAX_COLLECTOR,
    WHOLE,
)
from zunft.games.guildhall.table import Table

# Tasks are immutable, so all games share these.
OFFER_LEVEL: Final = [
    [Task(steps.LEVEL, player, profession) for profession in range(len(PROFESSIONS))] for player in range(SEATS)
]

# Levels


def in_hall(table: Table, player: int, profession: int) -> int:
    """Cards of the profession in the player's hall; the action area does not count (G1)."""
    return COLOURS_COUNTED[table.players[player].hall >> CHAPTER_SIZE * profession & WHOLE]


def offer_level(table: Table, player: int, profession: int) -> None:
    """A level, or none; skipped if no level can be carried out completely (G12, G13)."""
    if has_usable(table, player, profession):
        table.agenda.append(OFFER_LEVEL[player][profession])


def usable(table: Table, player: int, profession: int) -> list[int]:
    """Ranks of the levels with enough cards in the hall that can be carried out completely."""
    levels, ready = table.parts.levels[profession], in_hall(table, player, profession)
    found: list[int] = []
    for rank in range(len(levels)):
        if levels[rank] <= ready and can_use(table, player, profession, rank):
            found.append(rank)
    return found[-1:] if profession == TAX_COLLECTOR else found  # fewer points are never better (G17)


def has_usable(table: Table, player: int, profession: int) -> bool:
    levels, ready = table.parts.levels[profession], in_hall(table, player, profession)
    for rank in range(len(levels)):
        if levels[rank] > ready:
            return False
        if can_use(table, player, profession, rank):
            return True
    return False


def legal_levels(table: Table, player: int, profession: int) -> list[int]:
    levels = table.parts.levels[profession]
    return [DECLINE] + [LEVEL + levels[rank] for rank in usable(table, player, profession)]


def why_no_level(table: Table, player: int, profession: int, level: int) -> Reason:
    """Not printed, too few in the hall, cannot be completed, or a better one is available (G13, G17)."""
    levels, ready = table.parts.levels[profession], in_hall(table, player, profession)
    if level not in levels:
        return because("no_level", profession=PROFESSIONS[profession], level=level)
    if level > ready:
        return because("level_few", profession=PROFESSIONS[profession], level=level, ready=ready)
    if not can_use(table, player, profession, levels.index(level)):
        return because("level_useless")
    return because("level_better", level=levels[usable(table, player, profession)[-1]])


def can_use(table: Table, player: int, profession: int, rank: int) -> bool:
    """Completely or not at all, judged by public information; a short deck forbids nothing (G13)."""
    match profession:
        case cards.ROBBER | cards.PEDDLER | cards.ASSASSIN | cards.TRADER:
            return has_target(table, player, profession, rank)
        case cards.SCHOLAR:
            return deck.cards_left(table) > 0
        case cards.HUNTER:
            return job_faire.can_hunt(table, player, rank, is_searched=False)
        case cards.TAX_COLLECTOR:
            return job_faire.gifts(table, player) != 0
        case cards.HISTORIAN:
            return first_edition.can_study(table, player, rank, is_searched=False)
        case cards.WEAVER:
            return first_edition.can_weave(table, player, rank)
        case cards.BRICKLAYER | cards.DANCER | cards.FARMER:
            return True
        case _:
            raise unknown(profession)


def choose_level(table: Table, player: int, profession: int, action: int) -> None:
    if action == DECLINE:
        log.declines(table, player)
        return
    rank = table.parts.levels[profession].index(action - LEVEL)
    log.uses(table, player, profession, action - LEVEL)
    if searches(profession, rank):
        search(table, player, profession, rank)
    else:
        use(table, player, profession, rank)


# Searching the discard pile: chosen before it is seen (G63)


def searches(profession: int, rank: int) -> bool:
    return profession == HUNTER or (profession == HISTORIAN and rank > job_faire.LOW)


def search(table: Table, player: int, profession: int, rank: int) -> None:
    """The choice is binding; if the pile lacks the cards, fall back to the next lower level."""
    discard_pile.search(table, player)
    chosen = rank
    while rank >= 0 and not can_carry_out(table, player, profession, rank):
        rank -= 1
    if rank < 0:
        log.finds_nothing(table, player)
        return
    if rank < chosen:
        log.falls_back(table, table.parts.levels[profession][rank])
    use(table, player, profession, rank)


def can_carry_out(table: Table, player: int, profession: int, rank: int) -> bool:
    """Judged by the actual cards in the pile."""
    if profession == HUNTER:
        return job_faire.can_hunt(table, player, rank, is_searched=True)
    return first_edition.can_study(table, player, rank, is_searched=True)


def use(table: Table, player: int, profession: int, rank: int) -> None:
    match profession:
        case cards.SCHOLAR:
            job_faire.scholar(table, player, rank)
        case cards.HUNTER:
            job_faire.hunter(table, player, rank)
        case cards.BRICKLAYER:
            job_faire.bricklayer(table, player, rank)
        case cards.TAX_COLLECTOR:
            job_faire.tax_collector(table, player, rank)
        case cards.DANCER:
            first_edition.dancer(table, player, rank)
        case cards.FARMER:
            first_edition.farmer(table, player, rank)
        case cards.HISTORIAN:
            first_edition.historian(table, player, rank)
        case cards.WEAVER:
            first_edition.weaver(table, player, rank)
        case cards.ROBBER | cards.PEDDLER | cards.ASSASSIN | cards.TRADER:
            table.ask(steps.TARGET, player, steps.aiming(profession, rank))
        case _:
            raise unknown(profession)


# Effects of prestige cards


def offer_effect(table: Table, player: int, card: int) -> None:
    """Optional (G21); skipped if it cannot be carried out."""
    if can_use_prestige(table, player, card):
        table.agenda.append(Task(steps.USE, player, card))


def can_use_prestige(table: Table, player: int, card: int) -> bool:
    match card:
        case cards.P5 | cards.P9:
            return False
        case cards.P2_CHAPTER | cards.P3_SWAP | cards.P4_TAKE:
            return has_target(table, player, PRESTIGE_EFFECTS + card, 0)
        case cards.P3_HAND:
            return len(prestige.legal_p3_places(table, player)) > 1
        case cards.P4_DRAW | cards.P4_ACTION | cards.P7:
            return True
        case _:
            raise unknown(PRESTIGE_EFFECTS + card)


def choose_use(table: Table, player: int, card: int, action: int) -> None:
    if action == ACCEPT:
        log.accepts(table, player, card)
        use_prestige(table, player, card)
    else:
        log.declines(table, player)


def use_prestige(table: Table, player: int, card: int) -> None:
    match card:
        case cards.P3_HAND:
            prestige.p3_hand(table, player)
        case cards.P4_DRAW:
            prestige.p4_draw(table, player)
        case cards.P4_ACTION:
            prestige.p4_action(table, player)
        case cards.P7:
            prestige.p7(table, player)
        case cards.P2_CHAPTER | cards.P3_SWAP | cards.P4_TAKE:
            table.ask(steps.TARGET, player, steps.aiming(PRESTIGE_EFFECTS + card, 0))
        case _:
            raise unknown(PRESTIGE_EFFECTS + card)


# Targets: one other player for the whole effect (G22)


def can_target(table: Table, player: int, effect: int, rank: int, other: int) -> bool:
    match effect:
        case cards.ROBBER:
            return job_faire.can_rob(table, rank, other)
        case cards.PEDDLER:
            return job_faire.can_peddle(table, player, rank, other)
        case cards.TAX_COLLECTOR:
            return job_faire.lacks_gift(table, other)
        case cards.ASSASSIN:
            return first_edition.can_strike(table, rank, other)
        case cards.TRADER:
            return first_edition.can_trade(table, player, rank, other)
        case cards.CHAPTER_EFFECT:
            return len(prestige.movable_chapters(table, player, other)) > 0
        case cards.SWAP_EFFECT:
            return prestige.swappable(table, player, other) != 0
        case cards.CARD_EFFECT:
            return table.players[other].hall & ~table.players[player].hall != 0
        case _:
            raise unknown(effect)


def has_target(table: Table, player: int, effect: int, rank: int) -> bool:
    for other in range(len(table.players)):
        if other != player and can_target(table, player, effect, rank, other):
            return True
    return False


def legal_targets(table: Table, player: int, place: int) -> list[int]:
    effect, rank = first(place), second(place)
    found: list[int] = []
    for other in range(len(table.players)):
        if other != player and can_target(table, player, effect, rank, other):
            found.append(TARGET + other)
    return found


def why_no_target(table: Table, player: int, place: int, other: int) -> Reason:
    """What the effect requires of the other player (G22)."""
    if other >= len(table.players):
        return because("no_player")
    if other == player:
        return because("target_self")
    match first(place):
        case cards.ROBBER:
            return because("target_hand", player=other, count=table.parts.amounts[cards.ROBBER][second(place)])
        case cards.TAX_COLLECTOR:
            return because("target_has_it", player=other, card=KIND_IDS[table.given[0]])
        case cards.ASSASSIN:
            return because("target_hall", player=other)
        case cards.CHAPTER_EFFECT:
            return because("target_chapter", player=other)
        case cards.CARD_EFFECT:
            return because("target_card", player=other)
        case _:
            return because("target_swap", player=other)


def choose_target(table: Table, player: int, place: int, other: int) -> None:
    effect, rank = first(place), second(place)
    match effect:
        case cards.ROBBER:
            job_faire.robber(table, player, rank, other)
        case cards.PEDDLER:
            job_faire.peddler(table, player, rank, other)
        case cards.TAX_COLLECTOR:
            job_faire.receive_gift(table, player, other)
        case cards.ASSASSIN:
            first_edition.assassin(table, player, rank, other)
        case cards.TRADER:
            first_edition.trader(table, player, rank, other)
        case cards.CHAPTER_EFFECT:
            prestige.p2_chapter(table, player, other)
        case cards.SWAP_EFFECT:
            prestige.p3_swap(table, player, other)
        case cards.CARD_EFFECT:
            prestige.p4_take(table, player, other)
        case _:
            raise unknown(effect)


def unknown(effect: int) -> ValueError:
    return ValueError(f"unknown effect {effect}")
