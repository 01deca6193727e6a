"""Core functions for every game: the common part of a view, ranking, resampling, events, copies, pairs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests import toy
from tests.core.bids import FIRST_BID, Bids, make
from zunft.core import pair
from zunft.core.ranking import leaders, places
from zunft.core.state import CHANCE, PUBLIC, VIEW_KEYS, Event, State, Task


def dealt(kind: type[Bids] = Bids, *cards: int) -> Bids:
    state = make(kind).new(len(cards) or 2)
    for card in reversed(cards or (0, 1)):  # the last player is dealt to first
        state.apply(card)
    assert isinstance(state, Bids)
    return state


def finished(*cards: int) -> Bids:
    """All players bid nothing, so the cards decide."""
    state = dealt(Bids, *cards)
    while not state.is_over():
        state.apply(FIRST_BID)
    return state


# The view


class SaysItAll(Bids):
    """A game that sets the common keys itself, incorrectly."""

    def own_view(self, player: int | None) -> dict[str, Any]:
        return {**super().own_view(player), **dict.fromkeys(VIEW_KEYS, "wrong")}


@pytest.mark.parametrize("kind", [Bids, SaysItAll])
def test_a_view_has_the_common_keys_around_the_games_own(kind: type[Bids]) -> None:
    view = dealt(kind).view(1)
    assert set(view) == {"players", *VIEW_KEYS}
    assert {key: view[key] for key in VIEW_KEYS} == {
        "game": kind.__name__.lower(),
        "options": {},
        "viewer": 1,
        "decision": "bid",
        "acting": [],
        "over": False,
        "points": None,
        "winners": [],
    }


def test_a_spectator_decides_nothing_and_sees_whose_turn_it_is() -> None:
    state = toy.game.new(2)
    assert state.view(None)["decision"] is None
    assert state.view(None)["acting"] == []
    state.apply(toy.BID)
    state.apply(toy.BID)
    view = state.view(None)
    assert (view["viewer"], view["decision"], view["acting"]) == (None, None, [0])
    assert state.view(0)["decision"] == "act"
    assert state.view(1)["decision"] is None


def test_nobody_decides_while_chance_draws() -> None:
    state = make(Bids).new(2)
    assert state.current_player() == CHANCE
    assert state.view(0)["decision"] is None


def test_the_end_shows_points_and_winners() -> None:
    view = finished(3, 1).view(0)
    assert view["over"] is True
    assert view["points"] == [{"card": 4, "bid": 0}, {"card": 2, "bid": 0}]
    assert view["winners"] == [0]


def test_a_view_shows_the_options_but_for_the_components() -> None:
    setting = toy.game.new(2, actions=2).setting
    assert setting.shown_options() == {"actions": 2}
    setting = type(setting)(toy.game, 2, {"actions": 2, "components": {"big": []}}, None)
    assert setting.shown_options() == {"actions": 2}


# Ranking


def test_the_highest_mark_wins_and_equal_marks_share() -> None:
    assert leaders([(3, 1), (3, 2), (1, 9)]) == [1]
    assert leaders([(3, 2), (1, 9), (3, 2)]) == [0, 2]
    assert finished(2, 2).winners() == [0, 1]


def test_places_leave_out_what_a_tie_takes() -> None:
    assert places([5, 7, 5, 1]) == [2, 1, 2, 4]
    assert places([4, 4]) == [1, 1]


class LowestSeatWinsTies(Bids):
    def standing(self) -> list[tuple[int, ...]]:
        return [(score, -player) for player, score in enumerate(self.scores())]


def test_a_game_breaks_ties_by_its_standing() -> None:
    state = dealt(LowestSeatWinsTies, 2, 2)
    assert state.winners() == []
    while not state.is_over():
        state.apply(FIRST_BID)
    assert state.winners() == [0]


# Events and resampling


def test_an_event_is_recorded_if_there_is_a_journal() -> None:
    state = dealt()
    state.log("shown", player=0)
    assert state.journal is None
    state.journal = []
    state.log("shown", "here", "there", player=0, bid=1)
    state.log("own", only=1)
    assert [repr(event) for event in state.journal] == [
        repr(Event("shown", {"player": 0, "bid": 1}, PUBLIC, "here", "there")),
        repr(Event("own", {}, 1)),
    ]


def test_a_guess_has_no_private_events_of_others() -> None:
    state = dealt()
    state.journal = []
    state.log("own", only=0)
    state.log("own", only=1)
    guess = state.resample(1, random.Random(0))
    assert guess.journal is not None and [event.only for event in guess.journal] == [1]
    assert len(state.journal) == 2


class Open(State):
    """No secrets and no own clone."""

    stones: list[int]
    heaps: list[list[int]]
    names: dict[str, list[int]]
    seen: set[int]
    box: Box

    def own_view(self, player: int | None) -> dict[str, Any]:
        return {"stones": self.stones[:]}


class Box:
    def __init__(self, content: list[int]) -> None:
        self.content = content

    def clone(self) -> Box:
        return Box(self.content[:])


def open_table() -> Open:
    state = Open()
    state.open(toy.game.agree(2, {}))
    state.stones, state.heaps, state.names = [1], [[1], [2]], {"a": [1]}
    state.seen, state.box = {1}, Box([1])
    return state


def test_a_clone_is_made_field_by_field_if_a_game_has_none_of_its_own() -> None:
    state = open_table()
    other = state.clone()
    assert type(other) is Open
    other.stones.append(2)
    other.heaps[0].append(2)
    other.names["a"].append(2)
    other.seen.add(2)
    other.box.content.append(2)
    other.agenda.append(Task())
    assert (state.stones, state.heaps, state.names) == ([1], [[1], [2]], {"a": [1]})
    assert (state.seen, state.box.content, state.agenda) == ({1}, [1], [])
    assert other.setting is state.setting


def test_without_secrets_a_guess_is_a_copy() -> None:
    state = open_table()
    guess = state.resample(0, random.Random(1))
    assert guess is not state
    assert guess.stones == state.stones


# Two numbers in a place


@pytest.mark.parametrize(("first", "second"), [(0, 0), (3, 5), (1000, 255)])
def test_two_numbers_share_a_place(first: int, second: int) -> None:
    place = pair.pair(first, second)
    assert (pair.first(place), pair.second(place)) == (first, second)


def test_a_third_number_goes_into_the_first() -> None:
    place = pair.pair(pair.pair(2, 3), 4)
    assert (pair.first(pair.first(place)), pair.second(pair.first(place)), pair.second(place)) == (2, 3, 4)
