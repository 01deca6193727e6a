"""Levels and targets: what a played or bought card may do now, and against whom."""

from __future__ import annotations

from typing import Final

from zunft.core.state import Task
from zunft.games.guildhall import cards, deck, discard_pile, first_edition, job_faire, log, prestige, steps
from zunft.games.guildhall.actions import ACCEPT, DECLINE, LEVEL, TARGET
from zunft.games.guildhall.cards import (
    CHAPTER_SIZE,
    COLOURS_COUNTED,
    HISTORIAN,
    HUNTER,
    PRESTIGE_EFFECTS,
    PROFESSIONS,
    SEATS,
    TAX_COLLECTOR,
    WHOLE,
)
from zunft.games.guildhall.table import Table

# Tasks are never changed, so the same ones serve every game.
OFFER_LEVEL: Final = [
    [Task(steps.LEVEL, player, profession) for profession in range(len(PROFESSIONS))] for player in range(SEATS)
]

# Levels


def in_hall(table: Table, player: int, profession: int) -> int:
    """Cards of the profession in the own hall; one in the action area does not count (1)."""
    return COLOURS_COUNTED[table.players[player].hall >> CHAPTER_SIZE * profession & WHOLE]


def offer_level(table: Table, player: int, profession: int) -> None:
    """Some level, or none; if no level can be carried out completely, nothing is asked (12, 13)."""
    if must_search(table, player, profession):
        discard_pile.search(table, player)
    if has_usable(table, player, profession):
        table.agenda.append(OFFER_LEVEL[player][profession])


def must_search(table: Table, player: int, profession: int) -> bool:
    """Which levels can be carried out depends on the pile: whoever is asked has seen it."""
    if not table.pile or not table.players[player].hall:
        return False
    if profession == HISTORIAN:
        return in_hall(table, player, HISTORIAN) >= table.parts.levels[HISTORIAN][job_faire.MIDDLE]
    return profession == HUNTER


def usable(table: Table, player: int, profession: int) -> list[int]:
    """Ranks of the levels that enough cards lie in the hall for and that can be carried out completely."""
    levels, ready = table.parts.levels[profession], in_hall(table, player, profession)
    found: list[int] = []
    for rank in range(len(levels)):
        if levels[rank] <= ready and can_use(table, player, profession, rank):
            found.append(rank)
    return found[-1:] if profession == TAX_COLLECTOR else found  # fewer points are never better (17)


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


def can_use(table: Table, player: int, profession: int, rank: int) -> bool:
    """Completely, or not at all; too few cards to draw never forbid anything (13)."""
    match profession:
        case cards.ROBBER | cards.PEDDLER | cards.ASSASSIN | cards.TRADER:
            return has_target(table, player, profession, rank)
        case cards.SCHOLAR:
            return deck.cards_left(table) > 0
        case cards.HUNTER:
            return job_faire.can_hunt(table, player, rank)
        case cards.TAX_COLLECTOR:
            return job_faire.gifts(table, player) != 0
        case cards.HISTORIAN:
            return first_edition.can_study(table, player, rank)
        case cards.WEAVER:
            return first_edition.can_weave(table, player, rank)
        case _:
            return True


def choose_level(table: Table, player: int, profession: int, action: int) -> None:
    if action == DECLINE:
        log.declines(table, player)
        return
    rank = table.parts.levels[profession].index(action - LEVEL)
    log.uses(table, player, profession, action - LEVEL)
    use(table, player, profession, rank)


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
        case _:  # Robber, Peddler, Assassin, Trader
            table.ask(steps.TARGET, player, steps.aiming(profession, rank))


# Effects of prestige cards


def offer_effect(table: Table, player: int, card: int) -> None:
    """May be declined (21); if it cannot be carried out, nothing is asked."""
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
        case _:
            return True


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
        case _:  # a chapter, a swap or a card of another hall
            table.ask(steps.TARGET, player, steps.aiming(PRESTIGE_EFFECTS + card, 0))


# Targets: one other player for the whole effect (22)


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
        case _:  # one card of another hall
            return table.players[other].hall & ~table.players[player].hall != 0


def has_target(table: Table, player: int, effect: int, rank: int) -> bool:
    for other in range(len(table.players)):
        if other != player and can_target(table, player, effect, rank, other):
            return True
    return False


def legal_targets(table: Table, player: int, place: int) -> list[int]:
    effect, rank = place // steps.RANKS, place % steps.RANKS
    found: list[int] = []
    for other in range(len(table.players)):
        if other != player and can_target(table, player, effect, rank, other):
            found.append(TARGET + other)
    return found


def choose_target(table: Table, player: int, place: int, other: int) -> None:
    effect, rank = place // steps.RANKS, place % steps.RANKS
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
        case _:
            prestige.p4_take(table, player, other)
