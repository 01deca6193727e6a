"""Hypothesis chooses among the legal actions, so that a broken rule shrinks to a short game."""

from __future__ import annotations

import itertools
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.norenberc import invariants
from tests.games.norenberc.positions import GAME, dealt
from zunft.core.state import CHANCE
from zunft.games.norenberc.game import Norenberc

STEPS = 120
PLANNING = GAME.options["planning"].choices


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data(), players=st.integers(2, 5), planning=st.sampled_from(PLANNING))
def test_the_invariants_hold_whatever_is_chosen(data: st.DataObject, players: int, planning: str) -> None:
    table = dealt(players, planning=planning)
    prestige = [table.prestige_guild]
    for _ in range(STEPS):
        if table.is_over():
            break
        known = table.round
        take_any_action(table, data)
        invariants.check(table)
        if table.round > known:
            prestige.append(table.prestige_guild)
    assert all(one != following for one, following in itertools.pairwise(prestige))


def take_any_action(table: Norenberc, data: st.DataObject) -> None:
    """Any legal action; the simplest is the first of the list."""
    if table.current_player() == CHANCE:
        table.apply(data.draw(st.sampled_from(table.legal_actions()), label="chance"))
        return
    player = data.draw(st.sampled_from(sorted(table.deciders())), label="player")
    table.apply(data.draw(st.sampled_from(table.legal_actions(player)), label="action"), player)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_money_comes_and_goes_only_as_the_rules_say(data: st.DataObject) -> None:
    """Every change of a player's talers is logged, to the last taler."""
    table = dealt()
    table.journal = []
    for _ in range(STEPS):
        if table.is_over():
            break
        take_any_action(table, data)
    assert [me.talers for me in table.players] == [25 + logged_talers(table, player) for player in range(3)]


GAINS = ("sells", "hire_bonus", "income")


def logged_talers(table: Norenberc, player: int) -> int:
    total = 0
    for event in table.journal or []:
        if event.key in GAINS and event.args["player"] == player:
            total += cast(int, event.args["talers"])
        elif event.key == "buys" and event.args["player"] == player:
            total -= cast(int, event.args["talers"])
        elif event.key == "steals" and event.args["victim"] == player:
            total += cast(int, event.args["talers"])
    return total


@pytest.mark.parametrize("players", GAME.players)
def test_a_game_in_which_nobody_ever_acts_ends_after_four_rounds(players: int) -> None:
    table = dealt(players)
    while not table.is_over():
        table.apply(table.legal_actions()[0])
        invariants.check(table)
    assert table.round == 4
    assert [me.talers for me in table.players] == [25 + 4 * 3] * players
