"""Invariants between successive steps (section 12.3); invariants.py has those of single positions."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import zunft
from tests.games.guildhall.invariants import check
from tests.games.guildhall.positions import GAME
from zunft.games.guildhall import steps
from zunft.games.guildhall.actions import REFRESH, STOP
from zunft.games.guildhall.setup import MODES

LONGEST_TURN = 400  # actions including chance; far above any turn seen


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(MODES), st.integers(2, 4), st.randoms(use_true_random=False), st.booleans())
def test_points_only_rise_and_turns_end(mode: str, players: int, rng: Any, again: bool) -> None:
    """I5 and I8: points never fall, only the active player's rise; every turn ends."""
    table: Any = GAME.new(players, mode=mode, same_profession_after_completion=again, turn_limit=60)
    turn, length = 0, 0
    while not table.is_over():
        before, active = table.scores(), table.active
        table.apply(rng.choice(table.legal_actions()))
        for player, score in enumerate(table.scores()):
            assert score >= before[player]
            assert score == before[player] or player == active
        length = length + 1 if table.turn == turn else 0
        turn = table.turn
        assert turn == 0 or length < LONGEST_TURN


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(MODES), st.integers(2, 4), st.randoms(use_true_random=False))
def test_a_refresh_ends_with_six_cards(mode: str, players: int, rng: Any) -> None:
    """I7: after a refresh the player holds six cards."""
    table: Any = GAME.new(players, mode=mode, turn_limit=25)
    refreshing = None
    while not table.is_over():
        if refreshing is not None and table.current_player() != zunft.CHANCE and not table.batch:
            assert len(table.players[refreshing].hand) == 6
            refreshing = None
        action = rng.choice(table.legal_actions())
        ends = table.agenda[-1].step == steps.REFRESH and action == STOP
        if ends or (
            action == REFRESH and table.agenda[-1].step == steps.ACTION and not table.players[table.active].hand
        ):
            refreshing = table.active
        table.apply(action)
        check(table)


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 4), st.randoms(use_true_random=False))
def test_a_profession_is_played_once_in_a_turn(players: int, rng: Any) -> None:
    """I4: the professions in the action area all differ, however many actions the turn has (G2)."""
    table: Any = GAME.new(players, mode="mega", turn_limit=40)
    most = 0
    while not table.is_over():
        area = [kind // 5 for kind in table.players[table.active].area]
        assert len(area) == len(set(area))
        most = max(most, len(area))
        table.apply(rng.choice(table.legal_actions()))
    assert most >= 2
