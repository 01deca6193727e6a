"""Hidden information: views, hidden money, the unseen citizens, and resampling."""

from __future__ import annotations

import random

import pytest

from tests.games.norenberc.positions import (
    BLUE,
    BREWERS,
    ORANGE,
    PRINTERS,
    SHOEMAKERS,
    YELLOW,
    A,
    all_pass,
    dealt,
    example_end,
    give_only,
    in_stack,
    plan,
    play,
    put_guest,
    visit,
)
from zunft.games.norenberc.game import Norenberc
from zunft.games.norenberc.tiles import is_craftsman


def guesses(table: Norenberc, viewer: int, number: int = 60) -> list[Norenberc]:
    rng = random.Random(7)
    return [table.resample(viewer, rng) for _ in range(number)]


def test_the_covered_tile_is_known_to_all() -> None:
    """H1: it was dealt face up."""
    windows = dealt().view(None)["houses"][BREWERS]["windows"]
    assert windows == ["brewers-6", "brewers-4", "brewers-5", "brewers-3", "brewers-2"]


@pytest.mark.parametrize(("open_money", "shown"), [(False, None), (True, 25)])
def test_money_is_hidden_unless_the_table_plays_it_open(open_money: bool, shown: int | None) -> None:
    """H2: players see their own money, and all money when the game is over."""
    table = dealt(open_money=open_money)
    seen = table.view(BLUE)["players"]
    assert [seen[player]["talers"] for player in (BLUE, ORANGE, YELLOW)] == [25, shown, shown]
    assert [player["talers"] for player in table.view(None)["players"]] == [shown] * 3


def test_all_money_is_shown_at_the_end() -> None:
    """H2: the scoring needs it."""
    assert [player["talers"] for player in example_end().view(None)["players"]] == [20, 28, 34]


def test_a_guess_at_face_down_cards_keeps_their_number_and_the_guilds_still_to_come() -> None:
    """P5: a card not revealed when the bakers were called is for a later guild."""
    table = dealt()
    plan(table, {BLUE: "2", ORANGE: "2 3"})
    plans = {guess.players[ORANGE].plan for guess in guesses(table, BLUE)}
    assert plans == {1 << SHOEMAKERS, 1 << PRINTERS}
    assert {guess.players[ORANGE].plan for guess in guesses(table, ORANGE)} == {1 << SHOEMAKERS}


def test_nobody_knows_who_has_planned_already() -> None:
    """P7: during simultaneous planning all others appear to be undecided."""
    table = dealt()
    first = table.current_player()
    play(table, "plan 1")
    viewer = next(player for player in range(3) if player != first)
    for guess in guesses(table, viewer, 5):
        assert set(guess.deciders()) == {BLUE, ORANGE, YELLOW}
        assert guess.players[first].plan == 0
    assert table.view(viewer)["acting"] == []


def craftsmen_in_stack(table: Norenberc) -> list[int]:
    return [tile for tile in table.stack if is_craftsman(tile)]


def test_guesses_redeal_the_unseen_citizens() -> None:
    """H1: hidden citizens differ between samples, public ones do not."""
    table = dealt()
    left_out = {tuple(guess.left_out) for guess in guesses(table, BLUE)}
    assert len(left_out) > 10
    for guess in guesses(table, BLUE, 5):
        assert len(guess.left_out) == len(table.left_out)
        assert craftsmen_in_stack(guess) == craftsmen_in_stack(table), "where the craftsmen are can be counted"
        assert [house.rooms for house in guess.houses] == [house.rooms for house in table.houses]


def test_a_citizen_shuffled_back_is_known_to_be_in_the_stack() -> None:
    """T1: it is there in every sample."""
    table = dealt()
    visit(table, BREWERS, BLUE)
    play(table, "hire B", "pay paper", "stay")
    assert all(in_stack(guess, "councillor") >= 1 for guess in guesses(table, YELLOW))


def test_a_tie_shows_money_to_all() -> None:
    """R1: the log shows it to all, and undo is barred."""
    table = dealt()
    give_only(table, YELLOW)
    table.journal = []
    before = table.reveals
    all_pass(table)
    shown = [event for event in table.journal if event.key == "tie_shown"]
    assert shown and all(event.is_visible_to(None) for event in shown)
    assert table.reveals > before


def test_a_spectator_sees_no_plan_and_no_choice() -> None:
    """P5: only the number of cards."""
    table = dealt()
    plan(table, {BLUE: "1 2", ORANGE: "2"})
    view = table.view(None)
    assert view["decision"] is None
    assert [player["plan"] for player in view["players"]] == [None] * 3
    assert [player["cards"] for player in view["players"]] == [1, 1, 0]


def test_everybody_sees_a_theft_or_a_swap_half_done() -> None:
    """T2, T3: the Thief's victim, and the Guard's first craftsman."""
    robbery = dealt()
    put_guest(robbery, BREWERS, A, "thief")
    visit(robbery, BREWERS, BLUE)
    play(robbery, "hire A", "rob 3")
    assert robbery.view(ORANGE)["robbing"] == YELLOW
    swap = dealt()
    put_guest(swap, BREWERS, A, "guard")
    visit(swap, BREWERS, BLUE)
    play(swap, "hire A", "swap brewers-window-2")
    assert swap.view(None)["swapping"] == "brewers-window-2"
    assert swap.view(None)["robbing"] is None
