"""Resampling what a player cannot know: scoring cards, the others' action cards, the deck."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from typing import Final

from zunft.core.bag import shuffle
from zunft.core.state import Task
from zunft.games.calimala import action_cards, duty, nine_actions, steps
from zunft.games.calimala.names import ACTION_COUNT, NO_CARD, SCORING_CARD_COUNT, TOP
from zunft.games.calimala.table import Table

TRIES: Final = 40  # random deals before needed cards are forced into the hand
MOST_CARDS_NEEDED: Final = 4  # to make any action executable: two materials, build, weave


def guess(table: Table, viewer: int, rng: random.Random) -> None:
    guess_scoring_cards(table, viewer, rng)
    guess_action_cards(table, viewer, rng)


# Scoring cards


def guess_scoring_cards(table: Table, viewer: int, rng: random.Random) -> None:
    """Any card except those the viewer was dealt, the face-up one and, at the end, the revealed ones."""
    unknown = unknown_scoring_cards(table, viewer)
    shuffle(unknown, rng)
    for player in range(len(table.players)):
        if player != viewer:
            me = table.players[player]
            shown = [me.kept] if table.is_over() else []
            dealt = shown + [unknown.pop() for _ in range(me.dealt.bit_count() - len(shown))]
            me.dealt = bits(dealt)
            me.kept = dealt[0] if has_chosen(table, viewer) else NO_CARD
    table.undealt = bits(unknown)
    if is_choosing(table):
        reopen_choice(table, viewer)


def unknown_scoring_cards(table: Table, viewer: int) -> list[int]:
    known = table.players[viewer].dealt
    if table.face_up != NO_CARD:
        known |= 1 << table.face_up
    if table.is_over():
        known |= bits([me.kept for me in table.players])
    return [card for card in range(SCORING_CARD_COUNT) if not known & 1 << card]


def bits(cards: list[int]) -> int:
    return sum([1 << card for card in cards])


def is_choosing(table: Table) -> bool:
    return len(table.agenda) > 0 and table.agenda[-1].sealed


def has_chosen(table: Table, viewer: int) -> bool:
    """Whether the others' choices are complete; until then it is hidden who has chosen."""
    return table.players[viewer].kept != NO_CARD and not is_choosing(table)


def reopen_choice(table: Table, viewer: int) -> None:
    """All others still have to choose, in seat order."""
    owes = viewer in table.deciders()
    while table.agenda[-1].sealed:
        table.agenda.pop()
    for player in reversed(range(len(table.players))):
        if player != viewer or owes:
            table.agenda.append(Task(steps.KEEP_CARD, player, sealed=True))


# Action cards


def guess_action_cards(table: Table, viewer: int, rng: random.Random) -> None:
    """Redeal the unseen cards until they are consistent with the active player's decision."""
    if viewer == table.active:
        deal_unseen(table, viewer, [], rng)
        return
    table.duty = may_have_duty(table)
    hand_size = sum(table.players[table.active].hand)
    for _ in range(TRIES if hand_size else 1):
        deal_unseen(table, viewer, [], rng)
        if fits(table):
            return
    for needed in needed_cards(hand_size, rng):
        if deal_unseen(table, viewer, needed, rng) and fits(table):
            return
    table.duty = False
    deal_unseen(table, viewer, [], rng)


def may_have_duty(table: Table) -> bool:
    """The disc is placed and nothing executed yet; only a player who could use no space has no duty (C6)."""
    return table.level == TOP and sum(table.done) == 0 and sum(table.left) > 0


def needed_cards(hand_size: int, rng: random.Random) -> list[list[int]]:
    """All small hands, smallest first."""
    found: list[list[int]] = []
    for size in range(1, min(hand_size, MOST_CARDS_NEEDED) + 1):
        hands = [list(cards) for cards in combinations_with_replacement(range(ACTION_COUNT), size)]
        rng.shuffle(hands)
        found += hands
    return found


def fits(table: Table) -> bool:
    """There is a choice, and a duty can be fulfilled."""
    if not table.agenda:
        return True
    task = table.agenda[-1]
    if task.player == table.active and task.step >= steps.NEXT:
        if table.duty and task.step == steps.ART_SITE:
            return stays_possible_after_artwork(table, task.player)
        if table.duty and task.step == steps.CHURCH:
            return duty.allows_material(table, task.player, task.place)
        return len(table.choices(task)) > 1
    return not table.duty or stays_possible_now(table)


def stays_possible_after_artwork(table: Table, player: int) -> bool:
    after = duty.outlook(table.board, table.players[player])
    nine_actions.donate_artwork(after.board, after.me, duty.first_with_room(table.board.art_room))
    return duty.stays_possible(table, after)


def stays_possible_now(table: Table) -> bool:
    return duty.stays_possible(table, duty.outlook(table.board, table.players[table.active]))


class Unseen:
    """The possible origins of cards hidden from the viewer."""

    old: list[int]  # cards in the others' hands at the last shuffle
    new: list[int]  # cards in the deck at that time, without those the viewer drew
    old_left: list[int]  # by player, old cards not accounted for
    new_used: list[int]  # by player, new cards accounted for


def unseen_by(table: Table, viewer: int) -> Unseen:
    me = table.players[viewer]
    found = Unseen()
    everything = table.parts.action_cards
    found.old = [everything[card] - table.fresh[card] - me.held[card] for card in range(ACTION_COUNT)]
    found.new = [table.fresh[card] + me.held[card] - me.hand[card] for card in range(ACTION_COUNT)]
    for play in me.plays:
        found.new[play % ACTION_COUNT] -= 1
    found.old_left = [sum(other.held) for other in table.players]
    found.new_used = [0] * len(table.players)
    return found


def deal_unseen(table: Table, viewer: int, needed: list[int], rng: random.Random) -> bool:
    """Sample hands and deck consistent with all public plays and shuffles; False if `needed` is impossible."""
    unseen = unseen_by(table, viewer)
    others = [player for player in range(len(table.players)) if player != viewer]
    drawn = [action_cards.drawn_since_shuffle(me) for me in table.players]
    known: list[tuple[int, int, int]] = []  # player, card, cards drawn by then
    for player in others:
        known += [(player, play % ACTION_COUNT, play // ACTION_COUNT) for play in table.players[player].plays]
    known += [(table.active, card, drawn[table.active]) for card in needed]
    from_old = [False] * len(known)
    if not attribute(unseen, known, 0, from_old, rng):
        return False
    held = [[0] * ACTION_COUNT for _ in table.players]
    hands = [[0] * ACTION_COUNT for _ in table.players]
    for (player, card, _), is_old in zip(known, from_old, strict=True):
        (held if is_old else hands)[player][card] += 1
    old_pile, new_pile = shuffled(unseen.old, rng), shuffled(unseen.new, rng)
    for player in others:
        me = table.players[player]
        for _ in range(unseen.old_left[player]):
            held[player][old_pile.pop()] += 1
        for _ in range(drawn[player] - unseen.new_used[player]):
            hands[player][new_pile.pop()] += 1
        me.held = tuple(held[player])
        hand = [old + new for old, new in zip(held[player], hands[player], strict=True)]
        for play in me.plays:
            hand[play % ACTION_COUNT] -= 1
        me.hand = tuple(hand)
    table.deck = [new_pile.count(card) for card in range(ACTION_COUNT)]
    return True


def attribute(
    unseen: Unseen, known: list[tuple[int, int, int]], at: int, from_old: list[bool], rng: random.Random
) -> bool:
    """Decide consistently for each card seen in the others' hands whether it was old or new; backtracks."""
    if at == len(known):
        return True
    player, card, drawn = known[at]
    old_ways = unseen.old[card] * unseen.old_left[player]
    new_ways = unseen.new[card] * max(drawn - unseen.new_used[player], 0)
    if not old_ways and not new_ways:
        return False
    old_first = rng.random() * (old_ways + new_ways) < old_ways
    for is_old in (old_first, not old_first):
        if old_ways if is_old else new_ways:
            account(unseen, player, card, is_old, 1)
            from_old[at] = is_old
            if attribute(unseen, known, at + 1, from_old, rng):
                return True
            account(unseen, player, card, is_old, -1)
    return False


def account(unseen: Unseen, player: int, card: int, is_old: bool, number: int) -> None:
    if is_old:
        unseen.old[card] -= number
        unseen.old_left[player] -= number
    else:
        unseen.new[card] -= number
        unseen.new_used[player] += number


def shuffled(cards: list[int], rng: random.Random) -> list[int]:
    pile = [card for card in range(ACTION_COUNT) for _ in range(cards[card])]
    shuffle(pile, rng)
    return pile
