"""The review of a finished game: parts that add up, unbiased luck, fair judgement, stored parts."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import zunft
from tests import toy
from tests.review.positions import SMALLEST, random_game
from zunft.bots import Seat
from zunft.core.errors import BadRecord
from zunft.core.game import Game
from zunft.core.play import choose
from zunft.core.record import Record
from zunft.core.state import CHANCE, State
from zunft.review import BadReview, Evaluator, Part, Review, part_from, parts, review, verdict
from zunft.review.account import BEST, EVEN, LUCKY, NOTICED, SLIP, UNLUCKY, WORST, WRONG
from zunft.review.evaluator import Choice
from zunft.review.parts import SealedChoice, luck
from zunft.review.reasons import Reason

LONG = bool(os.environ.get("ZUNFT_LONG_TESTS"))
DRAWS = 10_000 if LONG else 600
QUICK = Evaluator(nodes=4)
GAMES = [*[(zunft.load(name), players) for name, players in SMALLEST], (toy.game, 2)]


def named(game: object) -> str:
    return game.name if isinstance(game, Game) else str(game)


# The sum law


@pytest.mark.parametrize(("game", "players"), GAMES, ids=named)
def test_result_minus_start_is_luck_minus_losses_plus_others(game: Game, players: int) -> None:
    record = random_game(game, players)
    reviewed = review(record, QUICK)
    end = record.replay()
    for account in reviewed.accounts():
        player = account.player
        assert account.start == QUICK.static(game.new(players))[player]
        assert account.result == (1 / len(end.winners()) if player in end.winners() else 0)
        assert account.result - account.start == pytest.approx(account.luck - account.losses + account.others, abs=1e-9)
        own = [part for part in reviewed.parts if part.player == player]
        assert account.losses == pytest.approx(sum(part.loss() for part in own))
        assert account.luck == pytest.approx(sum(part.luck[player] for part in reviewed.parts if part.luck))
        assert account.adjusted() == account.result - account.luck


@pytest.mark.parametrize(("game", "players"), GAMES, ids=named)
def test_all_players_luck_adds_up_to_zero(game: Game, players: int) -> None:
    """Chances add up to 1, so one player's gain from a draw is the others' loss."""
    for part in draws(random_game(game, players), 60):
        assert sum(part.luck) == pytest.approx(0, abs=1e-9)


def draws(record: Record, most: int) -> list[Part]:
    """Only the parts of draws, which need no search."""
    choices = {number for number, state in enumerate(record.states()) if state.current_player() != CHANCE}
    return list(islice(parts(record, QUICK, choices), most))


# Luck has mean zero


@pytest.mark.parametrize(("game", "players"), GAMES, ids=named)
def test_the_luck_of_a_draw_is_zero_on_average_over_its_outcomes(game: Game, players: int) -> None:
    """Exactly, however good the judgement: weighted by each outcome's probability."""
    found = [state for seed in range(3) for state in real_draws(random_game(game, players, seed))]
    assert found
    for state in found[:: max(1, len(found) // 12)]:
        outcomes, weights = state.legal_actions(), state.chance_weights()
        swings = [luck(state, outcome, QUICK) for outcome in outcomes]
        for player in range(players):
            total = sum(weight * swing[player] for weight, swing in zip(weights, swings, strict=True))
            assert total == pytest.approx(0, abs=1e-9)


def real_draws(record: Record) -> list[State]:
    return [
        state.clone()
        for state in record.states()
        if state.current_player() == CHANCE and 1 < len(state.legal_actions()) < 30
    ]


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_the_luck_of_many_games_has_mean_zero(name: str, players: int) -> None:
    """Within four standard errors over random games; ZUNFT_LONG_TESTS=1 takes 10,000 draws."""
    totals: list[list[float]] = [[] for _ in range(players)]
    seen = 0
    for seed in range(DRAWS):
        found = draws(random_game(zunft.load(name), players, seed), DRAWS)
        for player in range(players):
            totals[player].append(sum(part.luck[player] for part in found))
        seen += len(found)
        if seen >= DRAWS:
            break
    assert seen >= DRAWS
    for sums in totals:
        mean = sum(sums) / len(sums)
        deviation = sqrt(sum((each - mean) ** 2 for each in sums) / (len(sums) - 1))
        assert deviation > 0
        assert abs(mean) < 4 * deviation / sqrt(len(sums)) + 1e-9


# Fairness and determinism


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_a_decision_is_judged_only_by_what_its_player_knew(name: str, players: int) -> None:
    """A record that differs from the true one only in what was hidden from the player gives the same judgement."""
    record = random_game(zunft.load(name), players, seed=6)
    reviewed = review(record, QUICK)
    states = [state.clone() for state in record.states()]
    for part in reviewed.decisions()[::9]:
        other_truth = states[part.number].resample(part.player, random.Random(part.number))
        decision = QUICK.decision(Seat(other_truth, part.player), part.action, part.number)
        assert described(decision.choices[: len(part.choices)]) == described(part.choices)
        assert decision.of(part.action).loss == part.loss()


def described(choices: list[Choice]) -> list[tuple[int, float, float]]:
    return [(choice.action, choice.chance, choice.loss) for choice in choices]


def test_the_same_seed_gives_the_same_review_and_another_a_different_one() -> None:
    record = random_game(zunft.load("norenberc"), 2)
    first = review(record, Evaluator(nodes=6, seed=8)).to_dict()
    assert first == review(record, Evaluator(nodes=6, seed=8)).to_dict()
    assert first != review(record, Evaluator(nodes=6, seed=9)).to_dict()


# Sealed choices


@pytest.mark.parametrize("name", ["norenberc", "strasbourg"])
def test_nothing_is_judged_while_a_sealed_choice_is_half_made(name: str) -> None:
    players = zunft.load(name).players[0]
    record = random_game(zunft.load(name), players)
    reviewed = review(record, QUICK)
    half_made = [part for part in reviewed.parts if part.after is None]
    assert half_made
    numbers = {position.number for position in reviewed.positions}
    sealed = {number for number, state in enumerate(record.states()) if state.agenda and state.agenda[-1].sealed}
    assert {part.number + 1 for part in half_made} <= sealed
    begun = {number for number in sealed if number - 1 not in sealed}
    assert begun <= numbers, "a sealed choice that nobody has made yet is a position like any other"


def test_in_a_sealed_choice_the_last_one_to_choose_is_judged_by_what_that_player_knew() -> None:
    """Whatever the first player bids in secret, the second player's bids are worth the same."""
    losses = []
    for first in range(3):
        record = Record.of(toy.game.new(2))
        state = record.new()
        record.add(state, first)
        record.add(state, 1)
        finish(record, state)
        losses.append(next(part for part in parts(record, Evaluator(nodes=30)) if part.number == 1).loss())
    assert losses[0] == losses[1] == losses[2]


def finish(record: Record, state: State) -> None:
    rng = random.Random(1)
    while not state.is_over():
        record.add(state, choose(state, rng))


def test_sealed_choices_made_in_another_order_are_followed() -> None:
    record = Record.of(toy.game.new(2))
    state = record.new()
    record.add(state, 2, 1)
    record.add(state, 0, 0)
    finish(record, state)
    found = list(parts(record, QUICK))
    assert [part.player for part in found[:2]] == [1, 0]
    assert found[0].after is None and found[1].after is not None


def test_two_sealed_choices_in_a_row_are_two() -> None:
    state = toy.game.new(2)
    sealed = SealedChoice()
    assert not sealed.is_half_made(state)
    state.apply(0)
    assert sealed.is_half_made(state)
    again = toy.game.new(2)
    assert not sealed.is_half_made(again), "another task waits below"


# Parts


def test_a_review_resumes_where_it_was_interrupted() -> None:
    record = random_game(zunft.load("strasbourg"), 3)
    evaluator = Evaluator(nodes=4)
    whole = review(record, evaluator)
    stored = [json.loads(json.dumps(part.to_dict(record.game))) for part in islice(parts(record, evaluator), 50)]
    rest = list(parts(record, evaluator, {content["number"] for content in stored}))
    assert [part.number for part in rest] == list(range(50, len(record.actions)))
    assert review(record, evaluator, stored).to_dict() == whole.to_dict()


def test_a_review_with_a_missing_part_is_refused() -> None:
    record = random_game(toy.game, 2)
    found = list(parts(record, QUICK))
    with pytest.raises(BadReview, match="parts for"):
        Review(record, {"start": [0.5, 0.5]}, found[1:])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda part: part.update(number=10**9), "the record has"),
        (lambda part: part.update(number="1"), "number must be an integer"),
        (lambda part: part.update(action="show"), "belongs to another record"),
        (lambda part: part.update(action="dance"), "part 2: "),
        (lambda part: part.update(player=7), "there is no player 7"),
        (lambda part: part.update(after=[0.5]), "after must have 2 entries"),
        (lambda part: part.update(after=[0.5, float("nan")]), "after must be a number"),
        (lambda part: part.update(luck=[0.0] * 3), "luck must be a list of at most 0"),
        (lambda part: part.update(choices=part["choices"] * 9), "at most 13 entries"),
        (lambda part: part["choices"].clear() or part.update(choices=[3]), "a choice must be a table"),
        (lambda part: part["choices"][0].update(loss=True), "loss must be a number"),
        (lambda part: part.update(reasons=[{"feature": "x" * 999, "worth": 1.0, "more": True}]), "feature must be"),
        (lambda part: part.update(choices=[{**part["choices"][0], "action": "show"}]), "not among the choices"),
    ],
)
def test_a_stored_part_that_does_not_fit_is_refused(change: Callable[[dict[str, Any]], None], message: str) -> None:
    record = Record.of(toy.game.new(2))
    state = record.new()
    for action in (0, 0, 3):
        record.add(state, action)
    finish(record, state)
    content = list(parts(record, QUICK))[2].to_dict(record.game)
    assert part_from(content, record).to_dict(record.game) == content
    change(content)
    with pytest.raises(BadReview, match=message):
        part_from(content, record)


def test_only_finished_games_are_reviewed() -> None:
    record = random_game(toy.game, 2)
    record.actions.pop()
    record.deciders.pop()
    record.scores = None
    with pytest.raises(BadRecord, match="the game is not over"):
        next(parts(record, QUICK))
    record.actions *= 10_000
    record.deciders *= 10_000
    with pytest.raises(BadRecord, match="Toy has at most"):
        next(parts(record, QUICK))


# Verdicts


def decided(loss: float, error: float, before: float, after: float, best: bool = False) -> tuple[Review, Part]:
    """A game whose only decision lost `loss`, while the player's static chance went from `before` to `after`."""
    record = Record.of(toy.game.new(2))
    record.actions, record.deciders = [3], [None]
    part = Part(0, 0, 3, [after, 1 - after])
    part.choices = [Choice(4, 0.6, 0.01, 0.0, 0.0, 9), Choice(3, 0.6 - loss, 0.01, loss, error, 9)]
    if best:
        part.choices = [Choice(3, 0.6, 0.01, 0.0, 0.0, 9)]
    part.reasons = [Reason("stones", 0.5, True)]
    return Review(record, {"start": [before, 1 - before]}, [part]), part


def test_what_a_guide_asked_for_is_nobodys_mistake() -> None:
    reviewed, part = decided(0.2, 0.01, 0.5, 0.5)
    assert reviewed.lessons(0) == [part]
    guided = Review(reviewed.record, reviewed.head, reviewed.parts, guided={part.number})
    assert guided.mistakes() == guided.lessons(0) == []
    assert guided.accounts()[0].losses == 0.2, "the account adds up as ever"


@pytest.mark.parametrize(
    ("loss", "error", "expected"),
    [(0.2, 0.01, WORST), (0.1, 0.01, WRONG), (0.03, 0.01, SLIP), (0.2, 0.11, EVEN), (0.0, 0.0, EVEN)],
)
def test_a_loss_is_significant_from_two_standard_errors(loss: float, error: float, expected: str) -> None:
    reviewed, part = decided(loss, error, 0.5, 0.5)
    assert verdict(part) == expected
    assert reviewed.mistakes() == ([part] if expected not in (EVEN,) else [])


def test_a_right_choice_may_turn_out_badly_and_a_wrong_one_well() -> None:
    unlucky, part = decided(0.0, 0.0, 0.5, 0.3, best=True)
    assert verdict(part) == BEST
    assert unlucky.swing(part) == pytest.approx(-0.2)
    assert unlucky.turned_out(part) == UNLUCKY
    lucky, part = decided(0.1, 0.01, 0.5, 0.7)
    assert lucky.turned_out(part) == LUCKY
    usual, part = decided(0.1, 0.01, 0.5, 0.4)
    assert usual.turned_out(part) == ""


def test_what_a_decision_leads_to_includes_the_draws_that_follow_it() -> None:
    record = random_game(zunft.load("guildhall"), 2)
    reviewed = review(record, QUICK)
    followed = [part for part in reviewed.decisions() if reviewed.is_before_draw(part.number + 1)]
    assert followed
    for part in followed:
        assert not reviewed.is_before_draw(reviewed.outcome(part).number)
        assert reviewed.outcome(part).number > part.number + 1


def test_marks_are_the_largest_losses_and_the_luckiest_draws() -> None:
    reviewed = review(random_game(zunft.load("norenberc"), 2), QUICK)
    lucky = reviewed.luckiest()
    swings = sorted(
        (max(part.luck) for part in reviewed.parts if part.luck and max(part.luck) >= NOTICED), reverse=True
    )
    assert [part.luck[player] for part, player in lucky] == swings[:3]
    assert all(player == 1 for _, player in reviewed.luckiest(player=1))
    losses = [part.loss() for part in reviewed.mistakes(most=1000)]
    assert losses == sorted(losses, reverse=True)
    assert all(part.player == 0 for part in reviewed.mistakes(player=0, most=1000))


def test_the_example_draws_its_plots(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    page = tmp_path / "review.html"
    command = [sys.executable, "examples/review_notebook.py", "--game", "guildhall", "--nodes", "4", "--out", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    assert "decisions" in done.stdout
    assert page.read_text(encoding="utf-8").count("<polyline") == 2
    assert page.read_text(encoding="utf-8").count("<rect") == 4, "luck and losses of two players"
