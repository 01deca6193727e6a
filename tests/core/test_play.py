"""Playing: illegal actions change nothing, chance follows its weights, whole games end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import zunft
from tests.core.examples import GAME, finished, is_one_line, planning
from zunft.core.conformance import dump
from zunft.core.play import choose


def refused(state: zunft.State, action: int, player: int | None = None) -> str:
    """The error message; the state is unchanged."""
    before = dump(state)
    with pytest.raises(zunft.IllegalAction) as caught:
        zunft.play(state, action, player)
    assert dump(state) == before
    assert is_one_line(caught.value)
    return str(caught.value)


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    state = planning()
    said = refused(state, GAME.parse("sell 1"))
    prompt = "At which guilds do you want to act? Or pass."
    assert said == f"'sell 1' (code {GAME.parse('sell 1')}) is not legal now: Not now. The question is: {prompt}"


@pytest.mark.parametrize("action", [-1, 10_000])
def test_a_code_without_an_action(action: int) -> None:
    assert refused(planning(), action) == f"action {action} is not legal now: There is no such action."


@pytest.mark.parametrize("action", ["pass", None, 1.5])
def test_something_that_is_no_code(action: Any) -> None:
    """Compiled, Python itself rejects it; nothing changes either way."""
    state = planning()
    before = dump(state)
    with pytest.raises((zunft.IllegalAction, TypeError)):
        zunft.play(state, action)
    assert dump(state) == before


def test_a_player_who_has_nothing_to_decide() -> None:
    state = GAME.new(3, planning="turn_order")
    zunft.deal(state, random.Random(3))
    idle = next(player for player in range(3) if player not in state.deciders())
    assert refused(state, 0, idle) == f"player {idle + 1} has nothing to decide now"


def test_a_player_who_has_decided_already() -> None:
    state = planning()
    first, *_ = state.deciders()
    zunft.play(state, state.legal_actions(first)[1], first)
    assert refused(state, 0, first) == f"player {first + 1} has nothing to decide now"


def test_a_player_who_does_not_exist() -> None:
    assert refused(planning(), 0, 99) == "player 100 has nothing to decide now"


def test_a_player_instead_of_chance() -> None:
    state = GAME.new(3)
    assert state.current_player() == zunft.CHANCE
    assert refused(state, state.legal_actions()[0], 1) == "player 2 has nothing to decide now"


def test_nothing_can_be_played_after_the_end() -> None:
    state = finished().replay()
    assert refused(state, 0) == "the game is over"
    assert state.current_player() == zunft.NOBODY
    assert state.legal_actions() == []


def test_a_legal_action_is_played() -> None:
    state = planning()
    player = state.current_player()
    zunft.play(state, state.legal_actions()[3])
    assert player not in state.deciders()


def test_simultaneous_choices_may_come_in_any_order() -> None:
    one, other = planning(), planning()
    for player in one.deciders():
        zunft.play(one, one.legal_actions(player)[player + 1], player)
    for player in reversed(other.deciders()):
        zunft.play(other, other.legal_actions(player)[player + 1], player)
    assert dump(one) == dump(other)


def test_chance_draws_by_its_weights() -> None:
    state = GAME.new(3)
    while len(set(state.chance_weights())) < 2:
        state.apply(state.legal_actions()[-1])
    weights = dict(zip(state.legal_actions(), state.chance_weights(), strict=True))
    rng = random.Random(5)
    drawn = Counter(zunft.draw(state, rng) for _ in range(20_000))
    assert set(drawn) == set(weights)
    for action, weight in weights.items():
        expected = 20_000 * weight / sum(weights.values())
        assert abs(drawn[action] - expected) < 6 * expected**0.5


def test_the_deal_ends_when_a_player_is_asked() -> None:
    assert planning().current_player() >= 0


def test_a_playout_counts_the_decisions_of_players() -> None:
    state, twin = GAME.new(3), GAME.new(3)
    decisions = zunft.playout(state, random.Random(4))
    assert state.is_over()
    rng, counted = random.Random(4), 0
    while not twin.is_over():
        counted += twin.current_player() >= 0
        twin.apply(choose(twin, rng))
    assert decisions == counted > 0
    assert dump(twin) == dump(state)


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = GAME.new(4), GAME.new(4)
    assert zunft.playout(one, random.Random(9)) == zunft.playout(other, random.Random(9))
    assert dump(one) == dump(other)
