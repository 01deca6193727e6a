"""Bots are fair by construction: a seat exposes only what the player may know."""

from __future__ import annotations

import pickle
import random

import pytest

import zunft
from tests import toy
from zunft.bots import Seat
from zunft.core.conformance import dump
from zunft.core.state import State


def after_the_first_bid() -> State:
    """Player 1 has bid in secret, player 2 is to bid."""
    state = toy.game.new(2)
    state.apply(state.legal_actions()[1])
    return state


def test_a_seat_shows_what_its_player_sees() -> None:
    state = after_the_first_bid()
    seat = Seat(state, 1)
    assert seat.player == 1
    assert seat.game is toy.game
    assert seat.view() == state.view(1)
    assert seat.legal_actions() == state.legal_actions(1)


def test_a_guess_is_a_table_of_the_bots_own() -> None:
    state = after_the_first_bid()
    before = dump(state)
    guess = Seat(state, 1).guess(random.Random(1))
    assert guess.bids[0] == 0  # type: ignore[attr-defined]
    zunft.playout(guess, random.Random(1))
    assert dump(state) == before


def test_a_guess_carries_no_journal() -> None:
    state = toy.game.new(2)
    state.journal = []
    state.apply(state.legal_actions()[0])
    assert state.journal
    assert Seat(state, 1).guess(random.Random(1)).journal is None


def test_no_public_attribute_of_a_seat_leads_to_the_table() -> None:
    seat = Seat(after_the_first_bid(), 1)
    public = [getattr(seat, name) for name in dir(seat) if not name.startswith("_")]
    assert not any(isinstance(value, State) for value in public)
    assert not hasattr(seat, "__dict__")
    assert not hasattr(seat, "state") and not hasattr(seat, "table")


def test_a_seat_cannot_be_pickled() -> None:
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(Seat(after_the_first_bid(), 1))
