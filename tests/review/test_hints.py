"""Hints and objections: the best choices, based on the player's own knowledge, with reasons in three languages."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import zunft
from tests import toy
from tests.review.positions import SMALLEST, decisions, random_game
from tests.review.test_evaluator import last_stone
from zunft.bots import Seat
from zunft.core.errors import IllegalAction
from zunft.core.game import Game
from zunft.core.record import Record
from zunft.core.state import State
from zunft.core.text import LANGUAGES, Texts, keys
from zunft.review import Evaluator, Hint, Reason, advice, feature_name, hints, objection, why
from zunft.review.evaluator import RESULT
from zunft.review.words import texts

QUICK = Evaluator(nodes=40)
ROOT = Path(__file__).parents[2]


def values(found: list[Hint]) -> list[tuple[int, float, str]]:
    return [
        (hint.choice.action, hint.choice.chance, why(hint.reasons, zunft.load("norenberc"), "en")) for hint in found
    ]


@pytest.mark.parametrize(("name", "players"), SMALLEST)
def test_a_hint_depends_only_on_what_the_player_knows(name: str, players: int) -> None:
    for state in decisions(name, players, 3, seed=9):
        player = state.current_player()
        other_truth = state.resample(player, random.Random(1))
        assert values(hints(state, evaluator=QUICK)) == values(hints(other_truth, player, QUICK))


def test_the_best_three_are_named_with_falling_chances() -> None:
    state = max(decisions("norenberc", 2, 20), key=lambda found: len(found.legal_actions()))
    found = hints(Seat(state, state.current_player()), evaluator=QUICK)
    assert len(found) == 3
    losses = [hint.choice.loss for hint in found]
    assert losses == sorted(losses) and losses[0] == 0
    assert [hint.choice.action for hint in hints(state, evaluator=QUICK, most=1)] == [found[0].choice.action]


def test_the_obvious_choice_is_the_hint_and_others_get_objections() -> None:
    state = last_stone()
    evaluator = Evaluator(nodes=200)
    take_two, stop = toy.game.parse("take 2"), toy.game.parse("stop")
    assert hints(state, evaluator=evaluator)[0].choice.action == take_two
    bad = objection(state, stop, evaluator=evaluator)
    assert bad.best.action == take_two
    assert bad.loss == pytest.approx(1.0)
    assert bad.is_worth_a_warning(0.1)
    good = objection(state, take_two, evaluator=evaluator)
    assert good.loss == 0 and not good.is_worth_a_warning(0.0)


def test_a_loss_within_its_error_is_not_worth_a_warning() -> None:
    doubtful = objection(last_stone(), toy.game.parse("stop"), evaluator=Evaluator(nodes=200))
    doubtful.loss, doubtful.error = 0.2, 0.15
    assert not doubtful.is_worth_a_warning(0.1)
    doubtful.error = 0.05
    assert doubtful.is_worth_a_warning(0.1) and not doubtful.is_worth_a_warning(0.3)


def test_a_purchase_that_wins_is_hinted() -> None:
    """Guildhall: the winner's last purchase, which brought enough points."""
    game = zunft.load("guildhall")
    games = [random_game(game, 2, seed) for seed in range(6)]
    state = next(state for state in map(before_last_purchase, games) if state is not None)
    found = hints(state, evaluator=Evaluator(nodes=100))
    assert game.text(found[0].choice.action).startswith("buy")
    assert found[0].choice.chance > 0.8
    assert why(found[0].reasons, game, "en").startswith("In its favour: ")
    assert "points" in why(found[0].reasons, game, "en") or "result" in why(found[0].reasons, game, "en")


def before_last_purchase(record: Record) -> State | None:
    texts = map(record.game.text, record.actions)
    state = record.replay(max(number for number, text in enumerate(texts) if text.startswith("buy")))
    return state if record.replay().winners() == [state.current_player()] else None


# Positions with an obvious best choice: the game, its seed, actions before it, the choice and the reason
OBVIOUS = [
    ("calimala", 2, 400, "art santa_maria", "In its favour: a better result at the end of the game."),
    ("calimala", 1, 316, "church santa_maria", "In its favour: points from scoring cards (more)."),
    ("norenberc", 3, 68, "plan 1", "In its favour: agents won (more)"),
]


@pytest.mark.parametrize(("name", "seed", "number", "best", "said"), OBVIOUS)
def test_the_reason_names_what_makes_an_obvious_choice_best(
    name: str, seed: int, number: int, best: str, said: str
) -> None:
    game = zunft.load(name)
    state = random_game(game, game.players[0], seed).replay(number)
    first, second = hints(state)[:2]
    assert game.text(first.choice.action) == best
    assert second.choice.loss > 0.1
    assert why(first.reasons, game, "en").startswith(said)
    for language in LANGUAGES:
        assert texts(language).say("why.good", terms="…").split("…")[0] in why(first.reasons, game, language)


def test_hints_and_objections_of_one_search_agree() -> None:
    state = decisions("norenberc", 2, 20)[5]
    found = advice(state, evaluator=QUICK)
    best = found.hints()[0].choice.action
    against = found.objections()
    assert set(against) == set(state.legal_actions())
    assert against[best].loss == 0 and not against[best].reasons
    assert all(each.best.action == best for each in against.values())
    assert [each.choice.loss for each in found.hints()] == [against[each.choice.action].loss for each in found.hints()]


def test_players_with_nothing_to_decide_get_no_hint() -> None:
    state = decisions("norenberc", 2, 40)[-1]
    waiting = [player for player in range(2) if player not in state.deciders()]
    assert waiting
    with pytest.raises(IllegalAction, match=f"player {waiting[0] + 1} has nothing to decide now"):
        hints(state, waiting[0])
    with pytest.raises(IllegalAction, match="nobody has to decide now"):
        hints(zunft.load("norenberc").new(2))
    with pytest.raises(IllegalAction, match="not legal now"):
        objection(state, 10**6)


def test_a_hint_as_a_dictionary_is_complete() -> None:
    state = decisions("norenberc", 2, 1)[0]
    hint = hints(state, evaluator=QUICK)[0]
    table = hint.to_dict(state.setting.game, "de")
    assert table["action"] == state.setting.game.text(hint.choice.action)
    assert table["chance"] == hint.choice.chance and table["error"] == hint.choice.error
    assert table["why"] == why(hint.reasons, state.setting.game, "de")


# Texts


def test_all_languages_have_the_same_texts() -> None:
    english = keys(texts("en").entries, "en")
    for language in LANGUAGES:
        assert keys(texts(language).entries, language) == english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["calimala", "guildhall", "norenberc", "strasbourg"])
def test_every_feature_of_our_games_has_a_name_in_every_language(name: str, language: str) -> None:
    judgement = zunft.load(name).judgement
    assert judgement is not None
    for feature in judgement.names:
        assert isinstance(texts(language).find(f"judgement.{name}.{feature}"), str), feature
    assert set(texts(language).find(f"judgement.{name}")) == set(judgement.names)


def test_reasons_for_and_against_in_every_language() -> None:
    norenberc = zunft.load("norenberc")
    reasons = [Reason("talers", 0.8, True), Reason("craftsmen", 0.3, False), Reason("agents", -0.2, False)]
    assert why(reasons, norenberc, "en") == (
        "In its favour: talers (more), craftsmen (less). Against it: agents won (less)."
    )
    assert why(reasons, norenberc, "de") == (
        "Dafür spricht: Taler (mehr), Handwerker (weniger). Dagegen spricht: gewonnene Handelsleute (weniger)."
    )
    assert why(reasons, norenberc, "ru") == (
        "За этот вариант: талеры (больше), мастера (меньше). Против: полученные посредники (меньше)."
    )
    assert why([], norenberc, "en") == ""
    assert why([reasons[0], Reason("agents", -0.01, False)], norenberc, "en") == "In its favour: talers (more)."
    assert why([Reason(RESULT, -1.0, False)], norenberc, "en") == ("Against it: a worse result at the end of the game.")


def test_a_game_from_outside_may_name_its_features_or_leave_them_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = toy.game
    assert feature_name("stones_left", game, "de") == "stones left"
    own = {**game.texts["de"].entries, "judgement": {"stones_left": "übrige Steine"}}
    monkeypatch.setitem(game.texts, "de", Texts("de", own))
    assert feature_name("stones_left", game, "de") == "übrige Steine"


# Measuring


def test_the_tool_compares_hints_with_the_master() -> None:
    command = [sys.executable, "tools/hints.py", "guildhall", "--decisions", "2", "--nodes", "20", "--judge", "20"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    head, hinted, master = done.stdout.splitlines()
    assert head == "Guildhall, 2 players, 2 decisions"
    assert hinted.startswith("  20 nodes: the same choice ") and master.startswith("  search@500 with another seed: ")
