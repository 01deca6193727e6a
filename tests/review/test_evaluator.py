"""The evaluator: chances add up, fair, deterministic, within budget, and certain where a choice is obvious."""

from __future__ import annotations

import random

import pytest

import zunft
from tests import toy
from tests.review.positions import SMALLEST, decisions
from zunft.bots import Seat
from zunft.core.errors import BadOption, IllegalAction
from zunft.core.state import State
from zunft.review import Decision, Evaluator, fingerprint
from zunft.review.evaluator import FIRST_CHECKED
from zunft.review.means import standard_error


def values(decision: Decision) -> list[tuple[int, float, float, float, float]]:
    return [(choice.action, choice.chance, choice.error, choice.loss, choice.loss_error) for choice in decision.choices]


def one_to_win(stones: tuple[int, int] = (9, 1)) -> State:
    """The toy game after open bids: the player to act is far ahead or far behind."""
    state = toy.game.new(2)
    state.apply(0)
    state.apply(0)
    state.stones = list(stones)  # type: ignore[attr-defined]
    return state


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_static_chances_are_shares_of_one_at_every_step(name: str, players: int) -> None:
    evaluator, rng = Evaluator(), random.Random(2)
    state = zunft.load(name).new(players)
    while True:
        chances = evaluator.static(state)
        assert len(chances) == players
        assert all(0 <= chance <= 1 for chance in chances) and sum(chances) == pytest.approx(1)
        if state.is_over():
            break
        state.apply(rng.choice(state.legal_actions()))
    assert [player for player, chance in enumerate(chances) if chance] == state.winners()


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_the_same_seed_and_the_same_view_give_the_same_estimates(name: str, players: int) -> None:
    evaluator = Evaluator(nodes=24, seed=3)
    for number, state in enumerate(decisions(name, players, 4)):
        player = state.current_player()
        judged = values(evaluator.decision(Seat(state, player), number=number))
        other_truth = state.resample(player, random.Random(number))
        assert judged == values(evaluator.decision(Seat(other_truth, player), number=number))


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_all_choices_are_compared_and_the_best_loses_nothing(name: str, players: int) -> None:
    for state in decisions(name, players, 4):
        actions = state.legal_actions()
        decision = Evaluator(nodes=10 * len(actions)).decision(Seat(state, state.current_player()))
        assert sorted(choice.action for choice in decision.choices) == actions
        assert decision.best().loss == 0
        assert all(choice.loss >= 0 and choice.guesses >= 2 for choice in decision.choices)
        assert decision.choices[1].loss == min(choice.loss for choice in decision.choices[1:])
        estimate = decision.estimate()
        assert sum(estimate.chances) == pytest.approx(1)
        assert estimate.chances[decision.player] == pytest.approx(decision.best().chance)
        assert decision.simulations <= 10 * len(actions) + len(actions)


def test_a_budget_too_small_for_all_actions_still_compares_the_requested_one() -> None:
    state = max(decisions("norenberc", 2, 40), key=lambda found: len(found.legal_actions()))
    actions = state.legal_actions()
    assert len(actions) > 4
    for keep in actions:
        decision = Evaluator(nodes=4).decision(Seat(state, state.current_player()), keep=keep)
        assert len(decision.choices) == 2
        assert decision.of(keep).guesses >= 2


def test_an_obvious_choice_ends_the_search_early() -> None:
    """Taking two always wins, a roll is worth 5/6 of a win, everything else less."""
    state = last_stone()
    decision = Evaluator(nodes=10_000).decision(Seat(state, 1))
    assert toy.game.text(decision.best().action) == "take 2"
    assert decision.best().chance == 1
    assert decision.margin()[0] == pytest.approx(1 / 6, abs=0.12)
    assert decision.simulations <= 4 * FIRST_CHECKED * len(decision.choices)


def last_stone() -> State:
    """The second player takes the last action of the game, one stone behind: only taking two always wins."""
    state = one_to_win((4, 3))
    state.agenda = state.agenda[:1]
    state.left = [0, 1]  # type: ignore[attr-defined]
    return state


def test_a_time_budget_ends() -> None:
    state = decisions("norenberc", 2, 1)[0]
    decision = Evaluator(seconds=0.05).decision(Seat(state, state.current_player()))
    assert all(choice.guesses >= 2 for choice in decision.choices)


def test_a_waiting_seat_gets_chances_from_its_own_knowledge() -> None:
    state = decisions("guildhall", 2, 4)[2]
    waiting = 1 - state.current_player()
    estimate = Evaluator().position(Seat(state, waiting))
    other_truth = state.resample(waiting, random.Random(5))
    assert estimate.chances == Evaluator().position(Seat(other_truth, waiting)).chances
    assert sum(estimate.chances) == pytest.approx(1) and max(estimate.errors) < 0.2


def test_after_a_sealed_choice_the_others_choices_stay_unknown() -> None:
    state = zunft.load("norenberc").new(2)
    zunft.deal(state, random.Random(3))
    first, second = state.deciders()
    state.apply(state.legal_actions(first)[1], first)
    chances = []
    for action in state.legal_actions(second)[:2]:
        table = state.clone()
        table.apply(action, second)
        if table.agenda[-1].sealed:
            chances.append(Evaluator().position(Seat(table, first)).chances)
    chances.append(Evaluator().position(Seat(state, first)).chances)
    assert all(found == chances[0] for found in chances)


def test_a_game_without_judgement_is_played_out() -> None:
    chances = Evaluator().static(one_to_win())
    assert chances[0] > 0.9
    assert chances == Evaluator().static(one_to_win())


def test_invalid_arguments_are_refused() -> None:
    state = decisions("norenberc", 2, 1)[0]
    player = state.current_player()
    with pytest.raises(IllegalAction, match="not legal now"):
        Evaluator().decision(Seat(state, player), keep=10**6)
    with pytest.raises(BadOption, match="nodes must be between"):
        Evaluator(nodes=0)
    with pytest.raises(BadOption, match="seconds must be above 0"):
        Evaluator(seconds=0.0)


def test_standard_error() -> None:
    assert standard_error([0.0, 1.0]) == pytest.approx(0.5)
    assert standard_error([0.5] * 9) == 0
    assert standard_error([0.0, 1.0] * 50) == pytest.approx(0.0503, abs=1e-4)


def test_every_judgement_has_its_own_fingerprint() -> None:
    found = {fingerprint(zunft.load(name)) for name in zunft.game_names()}
    assert len(found) == len(zunft.game_names())
