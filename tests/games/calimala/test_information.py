"""Hidden information in views and resampling."""

from __future__ import annotations

import random

import pytest

from tests.games.calimala import invariants
from tests.games.calimala.positions import (
    GAME,
    P1,
    P2,
    P3,
    choices,
    deal_scoring_cards,
    draw,
    fresh,
    give,
    give_hand,
    give_houses,
    give_ships,
    give_workshops,
    hand,
    lay_map,
    new,
    place,
    play,
    to_move,
)
from zunft.core.state import CHANCE
from zunft.core.tuples import added
from zunft.games.calimala.game import Calimala
from zunft.games.calimala.names import ACTION_COUNT, ACTIONS, CHURCHES, CITIES

GUESSES = 60


def guesses(table: Calimala, viewer: int) -> list[Calimala]:
    found = [table.resample(viewer, random.Random(seed)) for seed in range(GUESSES)]
    for guess in found:
        invariants.check(guess)
        assert guess.view(viewer) == table.view(viewer)
    return found


# Scoring cards


def test_nobody_sees_who_has_chosen_a_scoring_card() -> None:
    """Section 9: a sealed choice; resampling reopens it for all others."""
    table = new(4)
    lay_map(table)
    deal_scoring_cards(table)
    before = table.view(P1)
    table.apply(table.legal_actions(P2)[0], P2)
    assert table.view(P1) == before
    assert before["acting"] == []
    for guess in guesses(table, P1):
        assert guess.deciders() == (0, 1, 2, 3)
        assert all(me.kept < 0 for me in guess.players)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_guess_never_gives_others_a_card_the_viewer_was_dealt(players: int) -> None:
    """Section 9: including rejected cards; nor the face-up one. Everything else is possible."""
    table = fresh(players)
    own = table.players[P1].dealt
    kept = set()
    for guess in guesses(table, P1):
        assert guess.players[P1].dealt == own
        for me in guess.players[1:]:
            assert me.dealt & own == 0
            assert me.kept != guess.face_up
            kept.add(me.kept)
    assert len(kept) == 10 - own.bit_count() - (table.face_up >= 0)


def test_a_spectator_sees_no_card_in_hand() -> None:
    """Section 9: only their number; kept cards are revealed at the end."""
    for me in fresh().view(None)["players"]:
        assert me["hand_size"] == 1
        assert me["hand"] is None
        assert me["scoring_card"] is None and me["scoring_cards_dealt"] is None


def test_only_its_player_sees_a_drawn_card() -> None:
    """Section 9: only the fact of drawing is public."""
    table = fresh()
    table.journal = []
    place(table, P1, "v25")
    play(table, "do weave")
    draw(table, "ship")
    logged = {event.key: event.only for event in table.journal}
    assert logged["drawn_card"] == P1
    assert logged["draws_card"] < 0
    assert "drawn_card" not in [event.key for event in table.resample(P2, random.Random(1)).journal or []]


# Action cards


def shuffled_deck() -> Calimala:
    """The deck was just reshuffled from six discarded wood and brick cards; all others are in hands."""
    table = fresh(card="weave")
    table.discard = [3, 3, *[0] * (ACTION_COUNT - 2)]
    for card in range(ACTION_COUNT):
        left = table.deck[card] - table.discard[card]
        table.players[P2].hand = added(table.players[P2].hand, card, left // 2)
        table.players[P3].hand = added(table.players[P3].hand, card, left - left // 2)
    table.deck = [0] * ACTION_COUNT
    give(table, P1, wood=3)
    place(table, P1, "h01")
    play(table, "cannot wood")
    assert table.current_player() == CHANCE
    return table


def test_after_a_shuffle_everybody_knows_what_the_deck_holds() -> None:
    """Section 9: exactly the former discard pile."""
    table = shuffled_deck()
    for viewer in (P1, P2, P3):
        for guess in guesses(table, viewer):
            assert guess.deck == table.deck == [3, 3, 0, 0, 0, 0, 0, 0, 0]


def test_the_next_cards_drawn_can_only_be_those() -> None:
    """Section 9: for every viewer, P1 drew wood or brick; P1's old card stays unknown."""
    table = shuffled_deck()
    draw(table, "wood")
    held = set()
    drawn = set()
    for guess in guesses(table, P2):
        assert sum(guess.deck) == 5 and guess.deck[0] + guess.deck[1] == 5
        new_card = [now - old for now, old in zip(guess.players[P1].hand, guess.players[P1].held, strict=True)]
        drawn.add(ACTIONS[new_card.index(1)])
        held.add(guess.players[P1].held)
    assert drawn == {"wood", "brick"}
    assert len(held) > 3


def test_a_card_played_before_anything_was_drawn_was_an_old_one() -> None:
    """Section 9: P2 plays wood without drawing since the shuffle, so the deck still has its three."""
    table = shuffled_deck()
    draw(table, "brick")
    while table.active == P1:
        play(table, sorted(choices(table))[-1])
    place(table, P2, "v36")
    play(table, "card wood")
    for viewer in (P1, P3):
        for guess in guesses(table, viewer):
            assert guess.deck[0] + guess.players[P1].hand[0] == 3 + guess.players[P1].held[0]
            assert guess.players[P2].held[0] >= 1


def test_guesses_keep_hands_that_can_meet_the_duty() -> None:
    """C5: P1 placed where only a marble card helps, so all know that P1 holds one."""
    table = fresh(card="marble")
    place(table, P1, "h67")
    for guess in guesses(table, P2):
        assert "marble" in hand(guess, P1)
        assert guess.duty


def test_guesses_know_that_a_player_who_is_asked_has_a_choice() -> None:
    """5.2: both actions are done, so a card must be playable."""
    table = fresh(card="marble")
    place(table, P1, "h01")
    play(table, "do wood", "do brick")
    assert choices(table) == {"card marble", "finish"}
    for guess in guesses(table, P3):
        assert len(guess.legal_actions()) > 1


def test_a_guess_can_explain_a_player_without_duty() -> None:
    """C6: nothing could be executed anywhere; with so few cards left no hand can have one that helps."""
    empty = {
        "city": [{"id": city, "spaces": 0} for city in CITIES],
        "church": [{"id": church, "wood": 0, "brick": 0, "marble": 0, "art": 0} for church in CHURCHES],
        "palazzo_vecchio": {"art": 0},
    }
    table = fresh(components=empty)
    give(table, P1, wood=3, brick=3, marble=3)
    give_ships(table, P1, 3)
    give_houses(table, P1, "troyes", "bruges", "hamburg")
    give_workshops(table, P1, 3, 3, 3)
    place(table, P1, "h01")
    assert choices(table) == {"cannot wood", "cannot brick"}
    for guess in guesses(table, P2)[:5]:
        assert not guess.duty
        assert {GAME.text(action) for action in guess.legal_actions()} == {"cannot wood", "cannot brick"}


def test_the_legal_spaces_depend_on_the_hand_and_are_shown_to_its_owner_only() -> None:
    """Section 9."""
    table = fresh(card="marble")
    to_move(table, P1)
    play(table, "disc coloured")
    assert "space h67" in choices(table)
    assert table.legal_actions(P2) == []
    assert "space h67" not in str(table.view(P2)["activation"])
    give_hand(table, P1, "transport")
    assert "space h67" not in choices(table)
