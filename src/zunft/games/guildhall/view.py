"""What a player may see, and resampling of the rest."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from zunft.core.bag import shuffle
from zunft.core.pair import first, second
from zunft.games.guildhall import deck, discard_pile, scoring, steps
from zunft.games.guildhall.cards import (
    CHAPTER_SIZE,
    KIND_IDS,
    KINDS,
    PRESTIGE,
    PROFESSIONS,
    kinds,
)
from zunft.games.guildhall.table import Table


def own_view(table: Table, viewer: int | None) -> dict[str, Any]:
    return {
        "professions": [PROFESSIONS[profession] for profession in table.professions],
        "players": [player_view(table, player, viewer) for player in range(len(table.players))],
        "deck": {"size": deck.size(table), "known": known_on_deck(table, viewer)},
        "pile": pile_view(table, viewer),
        "row": [PRESTIGE[card] for card in table.row],
        "prestige_deck": sum(table.prestige_deck),
        "costs": {PRESTIGE[card]: table.parts.cost[card] for card in table.row},
        "first": table.first,
        "active": table.active,
        "turn": table.turn,
        "turn_limit": table.setting.options["turn_limit"],
        "target": table.parts.target_vp,
        "actions_left": actions_left(table),
        "played": [PROFESSIONS[name] for name in range(len(PROFESSIONS)) if table.played & 1 << name],
        "given": names(table.given),
        "taken": names(table.taken),
        "paid": {"size": len(table.paid), "cards": names(table.paid) if is_payer(table, viewer) else None},
        "batch": {"size": len(table.batch), "cards": names(table.batch) if viewer == table.active else None},
        "effect": effect(table),
        "drawing": drawing(table),
        "waiting": waiting(table),
    }


def is_payer(table: Table, viewer: int | None) -> bool:
    """The viewer is discarding complete chapters and has not finished."""
    return len(table.paid) > 0 and table.current_player() == viewer


def actions_left(table: Table) -> int:
    """Including the one to be chosen now."""
    is_next = len(table.agenda) > 0 and table.agenda[-1].step == steps.ACTION
    return table.actions_left + 1 if is_next else table.actions_left


def names(cards: tuple[int, ...] | list[int]) -> list[str]:
    return [KIND_IDS[kind] for kind in cards]


def player_view(table: Table, player: int, viewer: int | None) -> dict[str, Any]:
    me = table.players[player]
    own = player == viewer
    knows_some = viewer is not None and not own
    return {
        "hand": names(me.hand) if own else None,
        "hand_size": len(me.hand),
        "known": names(me.known[viewer or 0]) if knows_some else [],
        "hall": names(kinds(me.hall)),
        "area": names(me.area),
        "complete": len(me.complete),
        "complete_chapters": [PROFESSIONS[profession] for profession in me.complete] if own else None,
        "prestige": [PRESTIGE[card] for card in me.prestige],
        "chits": me.chits,
        "vp": scoring.score(table, player),
    }


def known_on_deck(table: Table, viewer: int | None) -> list[str | None]:
    """From the top: cards the viewer put back, None for other players' cards above them."""
    if viewer not in table.put_back_by:
        return []
    deepest = table.put_back_by.index(viewer)
    return [
        KIND_IDS[table.put_back[place]] if table.put_back_by[place] == viewer else None
        for place in range(len(table.put_back) - 1, deepest - 1, -1)
    ]


def pile_view(table: Table, viewer: int | None) -> dict[str, Any]:
    """The top card; during the viewer's search, all cards from the top down (G45)."""
    bit = discard_pile.ALL_SEATS if viewer is None else 1 << viewer
    shows_top = len(table.pile) > 0 and table.pile_seen[-1] & bit == bit
    return {
        "size": len(table.pile),
        "top": KIND_IDS[table.pile[-1]] if shows_top else None,
        "cards": names(table.pile[::-1]) if is_searching(table, viewer) else None,
    }


def is_searching(table: Table, viewer: int | None) -> bool:
    if viewer is None or table.current_player() != viewer:
        return False
    return table.agenda[-1].step in steps.SEARCHING


# The effect in progress

EFFECT_STEPS = {
    steps.ROB_CARD: "robber",
    steps.REVEAL_CARD: "scholar",
    steps.ROBBER_PICK: "robber",
    steps.HUNTER_CHAPTER: "hunter",
    steps.HUNTER_TAKE: "hunter",
    steps.HUNTER_GIVE: "hunter",
    steps.PEDDLER_CHAPTER: "peddler",
    steps.PEDDLER_GIVE: "peddler",
    steps.PEDDLER_TAKE: "peddler",
    steps.BRICKLAYER_PUT_BACK: "bricklayer",
    steps.TAX_COLLECTOR_GIVE: "tax_collector",
    steps.ASSASSIN_STRIKE: "assassin",
    steps.HISTORIAN_TAKE: "historian",
    steps.TRADER_CHAPTER: "trader",
    steps.TRADER_OTHER_CHAPTER: "trader",
    steps.TRADER_GIVE: "trader",
    steps.TRADER_TAKE: "trader",
    steps.WEAVER_PLACE: "weaver",
    steps.WEAVER_GIVE: "weaver",
    steps.WEAVER_TAKE: "weaver",
    steps.P2_CHAPTER: "p2_chapter",
    steps.P3_GIVE: "p3_swap",
    steps.P3_TAKE: "p3_swap",
    steps.P3_PLACE: "p3_hand",
    steps.P4_TAKE: "p4_take",
}

# Steps whose `place` has another player, the rank of the level, or both
RANKED_AGAINST = (
    steps.PEDDLER_CHAPTER,
    steps.PEDDLER_GIVE,
    steps.PEDDLER_TAKE,
    steps.ASSASSIN_STRIKE,
    steps.TRADER_CHAPTER,
    steps.TRADER_OTHER_CHAPTER,
    steps.TRADER_GIVE,
    steps.TRADER_TAKE,
)
AGAINST = (
    *RANKED_AGAINST,
    steps.ROB_CARD,
    steps.ROBBER_PICK,
    steps.P2_CHAPTER,
    steps.P3_GIVE,
    steps.P3_TAKE,
    steps.P4_TAKE,
)
RANKED = (
    *RANKED_AGAINST,
    steps.HUNTER_CHAPTER,
    steps.HUNTER_TAKE,
    steps.HUNTER_GIVE,
    steps.WEAVER_GIVE,
    steps.WEAVER_TAKE,
)


def effect(table: Table) -> dict[str, Any] | None:
    """The card in effect, its level, its target, and the cards left to choose."""
    if not table.agenda:
        return None
    task = table.agenda[-1]
    step, place = task.step, task.place
    if step == steps.LEVEL:
        return {"card": PROFESSIONS[place], "level": None, "target": None, "left": None}
    if step == steps.USE:
        return {"card": PRESTIGE[place], "level": None, "target": None, "left": None}
    if step == steps.TARGET:
        number = first(place)
        level = level_of(table, number, second(place))
        return {"card": (PROFESSIONS + PRESTIGE)[number], "level": level, "target": None, "left": None}
    if step not in EFFECT_STEPS:
        return None
    card = EFFECT_STEPS[step]
    return {
        "card": card,
        "level": level_of(table, PROFESSIONS.index(card), first(place)) if step in RANKED else None,
        "target": second(place) if step in AGAINST else None,
        "left": left(step, place),
    }


def level_of(table: Table, number: int, rank: int) -> int | None:
    return table.parts.levels[number][rank] if number < len(PROFESSIONS) else None


def left(step: int, place: int) -> int | None:
    match step:
        case steps.ROBBER_PICK:
            return first(place)
        case steps.BRICKLAYER_PUT_BACK | steps.HISTORIAN_TAKE | steps.REVEAL_CARD:
            return place
        case _:
            return None


def drawing(table: Table) -> dict[str, int] | None:
    """Who is drawing cards, and how many."""
    if not table.agenda or table.agenda[-1].step != steps.DRAW_CARD:
        return None
    place = table.agenda[-1].place
    return {"player": second(place), "count": first(place)}


def waiting(table: Table) -> list[dict[str, Any]]:
    """What follows the current effect or draw, next first; for `place` see steps.py."""
    found = [task for task in reversed(table.agenda[:-1]) if task.step in steps.WAITING]
    return [{"step": steps.WAITING[task.step], "place": task.place} for task in found]


# Resampling


def guess(table: Table, viewer: int, rng: random.Random) -> None:
    """Redistribute the cards that the viewer cannot locate."""
    if has_deck(table):
        forget_what_others_know(table, viewer)
        guess_cards(table, viewer, rng)


def has_deck(table: Table) -> bool:
    """False while the professions are being drawn."""
    return all(task.step != steps.BEGIN for task in table.agenda)


def guess_cards(table: Table, viewer: int, rng: random.Random) -> None:
    left = guess_chapters(table, viewer, rng)
    unseen = [kind for kind in range(KINDS) for _ in range(left[kind])]
    while True:
        shuffle(unseen, rng)
        deal_unseen(table, viewer, unseen[:], rng)
        if has_legal_answer(table, viewer):
            return


def forget_what_others_know(table: Table, viewer: int) -> None:
    """What other players were shown of hands is unknown to this viewer."""
    for me in table.players:
        me.known = tuple(me.known[other] if other == viewer else () for other in range(len(table.players)))


def unseen_copies(table: Table, viewer: int) -> list[int]:
    """By kind: all cards in play except those the viewer can locate."""
    left = [0] * KINDS
    for profession in table.professions:
        for kind in range(profession * CHAPTER_SIZE, (profession + 1) * CHAPTER_SIZE):
            left[kind] = table.parts.copies
    for kind in seen_cards(table, viewer):
        left[kind] -= 1
    return left


def seen_cards(table: Table, viewer: int) -> list[int]:
    found = [*table.given, *table.taken]
    for player in range(len(table.players)):
        me = table.players[player]
        found += me.hand if player == viewer else me.known[viewer]
        found += kinds(me.hall)
        found += me.area
        for profession in me.complete if player == viewer else me.certain:
            found += range(profession * CHAPTER_SIZE, (profession + 1) * CHAPTER_SIZE)
    if viewer == table.active:
        found += table.batch
    if is_payer(table, viewer):
        found += table.paid
    found += [table.pile[place] for place in range(len(table.pile)) if table.pile_seen[place] & 1 << viewer]
    put_back = range(len(table.put_back))
    return found + [table.put_back[place] for place in put_back if table.put_back_by[place] == viewer]


# Complete chapters that others cannot name (G64)


def guess_chapters(table: Table, viewer: int, rng: random.Random) -> list[int]:
    """Sample the complete chapters that others hold or are discarding; return the copies left, by kind."""
    while True:
        left = unseen_copies(table, viewer)
        if all(guess_chapters_of(table, player, viewer, left, rng) for player in range(len(table.players))):
            return left


def guess_chapters_of(table: Table, player: int, viewer: int, left: list[int], rng: random.Random) -> bool:
    """Sample from the possible ones; False if the copies left are not enough for any choice."""
    me = table.players[player]
    if player == viewer or not me.possible:
        return True
    kept, paid = len(me.complete) - len(me.certain), len(table.paid) // CHAPTER_SIZE if pays(table, player) else 0
    choices = sorted(set(combinations(me.possible, kept + paid)))
    fitting = [choice for choice in choices if suffice(left, choice)]
    if not fitting:
        return False
    found = list(rng.choice(fitting))
    for kind in cards_of(found):
        left[kind] -= 1
    shuffle(found, rng)
    me.complete = tuple(sorted((*me.certain, *found[:kept])))
    if paid:
        table.paid = tuple(cards_of(found[kept:]))
    return True


def pays(table: Table, player: int) -> bool:
    """Pays with chapters, none of them on the pile yet."""
    if not is_payer(table, player):
        return False
    task = table.agenda[-1]
    return task.step == steps.PAY or task.place == 0


def cards_of(professions: list[int]) -> list[int]:
    return [
        kind for profession in professions for kind in range(profession * CHAPTER_SIZE, (profession + 1) * CHAPTER_SIZE)
    ]


def suffice(left: list[int], professions: tuple[int, ...]) -> bool:
    return all(left[kind] >= professions.count(kind // CHAPTER_SIZE) for kind in cards_of(list(professions)))


def deal_unseen(table: Table, viewer: int, unseen: list[int], rng: random.Random) -> None:
    """To the other hands, the pile, the top of the deck; the rest goes to the bag."""
    for player in range(len(table.players)):
        if player != viewer:
            deal_hand(table, player, viewer, unseen, rng)
    for place in range(len(table.pile)):
        if not table.pile_seen[place] & 1 << viewer:
            table.pile[place] = unseen.pop()
    if table.paid and not is_payer(table, viewer) and not pays(table, table.current_player()):
        table.paid = tuple(sorted([unseen.pop() for _ in table.paid]))
    table.put_back = tuple(
        kind if owner == viewer else unseen.pop() for kind, owner in zip(table.put_back, table.put_back_by, strict=True)
    )
    copies = [0] * KINDS
    for kind in unseen:
        copies[kind] += 1
    deck.fill(table, copies)


def deal_hand(table: Table, player: int, viewer: int, unseen: list[int], rng: random.Random) -> None:
    """Known cards stay in the hand, or among those being discarded from it."""
    me = table.players[player]
    discarding = len(table.batch) if player == table.active else 0
    cards = list(me.known[viewer])
    while len(cards) < len(me.hand) + discarding:
        cards.append(unseen.pop())
    if discarding:
        shuffle(cards, rng)
        table.batch = tuple(cards[:discarding])
    me.hand = sorted(cards[discarding:])


def has_legal_answer(table: Table, viewer: int) -> bool:
    """Decisions always have a legal answer, so reject a sample that leaves the deciding player none."""
    player = table.current_player()
    return player < 0 or player == viewer or len(table.legal_actions()) > 0
