"""Invariants after every action (section 12.3 of the rule specification)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from zunft.core.state import State
from zunft.games.guildhall import steps
from zunft.games.guildhall.actions import REFRESH
from zunft.games.guildhall.cards import CHAPTER_SIZE, CHAPTERS, PROFESSIONS, kinds


def check(state: State) -> None:
    table: Any = state
    if table.deck_size == 0 and not table.players[0].hand and table.turn == 0:
        return  # not dealt yet
    check_cards(table)
    check_halls(table)
    check_prestige(table)
    check_turn(table)
    check_points(table)
    check_memory(table)
    check_named_chapters(table)


def whole(profession: int) -> range:
    return range(profession * CHAPTER_SIZE, (profession + 1) * CHAPTER_SIZE)


def check_cards(table: Any) -> None:
    """I1: every kind four times, 120 cards in all, 240 in the mega game."""
    found = Counter([*table.pile, *table.put_back, *table.given, *table.taken, *table.batch, *table.paid])
    assert table.deck == sorted(set(table.deck)) and all(number > 0 for number in table.deck_copies)
    found.update(dict(zip(table.deck, table.deck_copies, strict=True)))
    for me in table.players:
        found.update([*me.hand, *kinds(me.hall), *me.area])
        for profession in me.complete:
            found.update(whole(profession))
    expected = {kind for profession in table.professions for kind in whole(profession)}
    assert {kind: number for kind, number in found.items() if number} == dict.fromkeys(expected, 4)
    assert sum(found.values()) == (240 if len(table.professions) == len(PROFESSIONS) else 120)
    assert table.deck_size == sum(table.deck_copies)
    assert len(table.pile) == len(table.pile_seen) and len(table.put_back) == len(table.put_back_by)


def check_halls(table: Any) -> None:
    """I2: never five colours face up; at most three complete chapters, once the overflow is resolved."""
    waiting = {task.place for task in table.agenda if task.step == steps.CHECK_LIMIT}
    waiting |= {task.player for task in table.agenda if task.step in (steps.OVERFLOW, steps.ORDER)}
    for player, me in enumerate(table.players):
        assert all(me.hall & chapter != chapter for chapter in CHAPTERS)
        assert len(me.complete) <= 3 or player in waiting
        assert me.hand == sorted(me.hand) and me.complete == tuple(sorted(me.complete))


def check_prestige(table: Any) -> None:
    """I3: prestige cards are conserved, and the row is full unless the deck is empty."""
    bought = sum(len(me.prestige) for me in table.players)
    total = 30 if len(table.players) == 4 else 20
    assert sum(table.prestige_deck) + len(table.row) + bought == total
    filling = any(task.step in (steps.FILL_ROW, steps.SHOW_PRESTIGE) for task in table.agenda)
    assert len(table.row) == 5 or filling or sum(table.prestige_deck) == 0


def check_turn(table: Any) -> None:
    """I4 and I6: only the active action area holds cards, of different professions; a refresh is always possible."""
    for player, me in enumerate(table.players):
        assert player == table.active or not me.area
        played = [kind // CHAPTER_SIZE for kind in me.area]
        assert len(set(played)) == len(played) or table.setting.options["same_profession_after_completion"]
    if table.agenda and table.agenda[-1].step == steps.ACTION:
        assert REFRESH in table.legal_actions()
        assert not table.given and not table.taken and not table.batch and not table.paid


def check_points(table: Any) -> None:
    """I5: only the active player can have reached twenty points."""
    for player, score in enumerate(table.scores()):
        assert score >= 0
        assert player == table.active or score < 20


def check_memory(table: Any) -> None:
    """I9: cards that others remember are in the hand, or being discarded from it."""
    for player, me in enumerate(table.players):
        held = Counter(me.hand)
        if player == table.active:
            held.update(table.batch)
        for viewer, cards in enumerate(me.known):
            assert not Counter(cards) - held, f"{viewer} remembers {cards}, {player} holds {me.hand}"


def check_named_chapters(table: Any) -> None:
    """G64: chapters that others can name exist; the rest are among the possible ones."""
    for me in table.players:
        unnamed = Counter(me.complete) - Counter(me.certain)
        assert not Counter(me.certain) - Counter(me.complete)
        assert not unnamed - Counter(me.possible)
        assert bool(unnamed) == bool(me.possible) or table.paid
