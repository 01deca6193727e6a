"""Rows and sheets give the deciding player everything in the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.strasbourg.positions import (
    GAME,
    NICOLE,
    PETER,
    THOMAS,
    at_step,
    planning,
    play,
    play_as,
    single_stacks,
    tasks_dealt,
)
from zunft.core import conformance
from zunft.core.conformance.completeness import in_words, row_and_mask
from zunft.games.strasbourg.game import Strasbourg

SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (3, {"planning": "turn_order"}),
    (4, {"open_holdings": True}),
    (5, {"first_player": "seat_1"}),
]
ENOUGH = 400  # positions


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_equal_rows_mean_equal_views(players: int, options: dict[str, Any]) -> None:
    conformance.check_rows_are_complete(GAME, players, options, seed=players, most=ENOUGH)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_equal_sheets_mean_equal_views(players: int, options: dict[str, Any]) -> None:
    conformance.check_texts_are_complete(GAME, players, options, seed=players, most=ENOUGH)


# Siblings that are rare in random games


def assert_distinguishable(one: Strasbourg, other: Strasbourg, player: int) -> None:
    assert one.view(player) != other.view(player)
    assert row_and_mask(one, player) != row_and_mask(other, player)
    assert in_words(one, player) != in_words(other, player)


def bids_with(change: Callable[[Strasbourg], None]) -> Strasbourg:
    table = at_step("B", single_stacks(0, 1, 2, 3))
    change(table)
    return table


def test_the_order_of_reclaimed_cards_is_shown() -> None:
    """R31: they are drawn in this order."""

    def reclaimed(*values: int) -> Strasbourg:
        def change(table: Strasbourg) -> None:
            table.players[PETER].bottom = values

        return bids_with(change)

    assert_distinguishable(reclaimed(6, 5, 4), reclaimed(6, 4, 5), NICOLE)


def test_tasks_already_returned_differ_from_those_still_to_come() -> None:
    """The same card is pending, after different ones."""

    def dealt(*order: int) -> Strasbourg:
        table = tasks_dealt()
        table.players[NICOLE].dealt = order
        play_as(table, NICOLE, "return", "return")
        return table

    assert_distinguishable(dealt(0, 1, 2, 3, 4), dealt(0, 3, 2, 1, 4), NICOLE)


def test_cards_in_many_stacks_are_shown() -> None:
    """The ninth stack as well as the first."""

    def split(*last: int) -> Strasbourg:
        return at_step("B", {NICOLE: [[6], [6], [5], [5], [5], [4], [4], [4], *[[value] for value in last]]})

    assert_distinguishable(split(3, 1), split(2, 1), NICOLE)


def test_the_order_of_undecided_players_is_shown() -> None:
    """R15: deferring changes it."""
    first = at_step("B", single_stacks(0, 1, 2, 3), privileges={NICOLE: 1})
    second = first.clone()
    play(first, "defer", "pass")
    play(second, "pass", "pass")
    second.players[NICOLE].privileges = first.players[NICOLE].privileges
    assert_distinguishable(first, second, 2)


def test_cards_of_others_are_shown_as_far_as_they_are_known() -> None:
    """R12, R31, R32: cards used, stacks lost, cards known to be in the stacks."""
    plain = bids_with(lambda table: None)

    def used(table: Strasbourg) -> None:
        table.players[THOMAS].box += 1

    def lost(table: Strasbourg) -> None:
        table.players[THOMAS].lost += 1

    def known(table: Strasbourg) -> None:
        table.players[THOMAS].known = (3,)

    for change in (used, lost, known):
        assert_distinguishable(plain, bids_with(change), NICOLE)


def test_in_turn_order_the_size_of_a_hand_is_shown() -> None:
    """R11: PETER's turn to draw, with one or two cards already in hand: his neighbours see it, but do not decide."""
    table = planning({PETER: ([1, 2, 3, 4], ())}, planning="turn_order")
    play(table, "card 1", "stop", "card 1")
    later = table.clone()
    play(later, "draw", "card 2")
    assert_distinguishable(table, later, PETER)


def test_chapels_are_shown_in_the_order_of_the_map() -> None:
    """The order of building never matters, so it is not shown."""
    spots = at_step("B").parts.city.spots

    def built(*chapels: int) -> Strasbourg:
        def change(table: Strasbourg) -> None:
            table.chapels = chapels

        return bids_with(change)

    assert built(spots[0], spots[3]).view(NICOLE) == built(spots[3], spots[0]).view(NICOLE)
