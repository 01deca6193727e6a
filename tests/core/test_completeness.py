"""Finds rows and texts that omit information from the deciding player, and exemptions that cannot be checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.core.bids import Bids, make, sheets
from zunft.core import conformance
from zunft.core.conformance.completeness import covers, differences
from zunft.core.game import Game
from zunft.core.observation import Group, Layout, Row, count, relative
from zunft.core.sheet import Sheet
from zunft.core.state import State
from zunft.core.text import Texts

SEAT = Group("player", count("card", "own card, 0 unknown"), count("bid", "own bid, 0 none"), count("paid", "paid"))
LAYOUT = Layout(*[SEAT.numbered(number) for number in (1, 2, 3)])


def numbers(state: State, player: int, hides_paid: bool) -> bytes:
    assert isinstance(state, Bids)
    row = Row()
    players = state.setting.players
    for seat in sorted(range(players), key=lambda seat: relative(state, seat, player)):
        own = seat == player
        row.add(state.cards[seat] + 1 if own else 0)
        row.add(state.bids[seat] + 1 if own else 0)
        row.add(0 if hides_paid else state.paid[seat])
    return row.bytes()


def observe(state: State, player: int) -> bytes:
    return numbers(state, player, hides_paid=False)


def observe_less(state: State, player: int) -> bytes:
    """Omits what each player has paid."""
    return numbers(state, player, hides_paid=True)


def sheets_with_less(view: Mapping[str, Any], say: Texts) -> list[Sheet]:
    return [Sheet("", ["bid", "paid"], [[player["bid"], player["paid"]] for player in view["players"]])]


def game(row: Any = observe, words: Any = sheets) -> Game:
    made = make(Bids)
    made.layout, made.observe, made.sheets = LAYOUT, row, words
    return made


@pytest.mark.parametrize("players", [2, 3])
def test_an_honest_row_and_honest_words_pass(players: int) -> None:
    conformance.check_rows_are_complete(game(), players)
    conformance.check_texts_are_complete(game(), players)


def test_a_field_missing_in_the_row_is_named_with_an_example() -> None:
    with pytest.raises(
        AssertionError, match=r"^bids, 2 players, \{\}, seed 0: equal row and mask, but missing: pl"
    ) as caught:
        conformance.check_rows_are_complete(game(observe_less), 2)
    assert "players.*.paid: " in str(caught.value)
    assert "players.*.card" not in str(caught.value)


def test_a_field_missing_in_the_words_is_named() -> None:
    with pytest.raises(AssertionError, match=r"in words, but missing: players\.\*\.card: . != . \(player ., action 1"):
        conformance.check_texts_are_complete(game(words=sheets_with_less), 2)


@pytest.mark.parametrize("path", ["players.*.paid", "players.*", "players"])
def test_an_exception_covers_a_field_and_what_is_in_it(path: str) -> None:
    conformance.check_rows_are_complete(game(observe_less), 3, exceptions={path: "the test says so"})


def test_another_exception_does_not_help() -> None:
    with pytest.raises(AssertionError, match="missing"):
        conformance.check_rows_are_complete(game(observe_less), 2, exceptions={"players.0.paid": "only the first seat"})


@pytest.mark.parametrize(
    ("exceptions", "said"), [({"colour": "nobody cares"}, "not in the view"), ({"players": ""}, "has no reason")]
)
def test_exceptions_name_a_field_and_a_reason(exceptions: dict[str, str], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        conformance.check_rows_are_complete(game(), 2, exceptions=exceptions)


def test_a_game_without_a_row_has_nothing_to_keep() -> None:
    conformance.check_rows_are_complete(make(Bids), 2)


def test_differences_are_as_deep_as_the_shapes_agree() -> None:
    one = {"a": [1, {"b": 2}], "c": [1], "d": 0}
    other = {"a": [1, {"b": 3}], "c": [1, 2], "d": 0}
    assert differences(one, other, []) == [(["a", "1", "b"], 2, 3), (["c"], [1], [1, 2])]


def test_a_longer_exception_does_not_cover_a_shorter_place() -> None:
    assert covers(["a", "*"], ["a", "1", "b"])
    assert not covers(["a", "1", "b"], ["a"])
