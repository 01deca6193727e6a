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
from zunft.review import Evaluator, Hint, Reason, advice, hints, objection, why
from zunft.review.reasons import POINTS, RESULT
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
    ("calimala", 2, 400, "art santa_maria", "In its favour: more points in the end (scoring cards)."),
    ("calimala", 1, 316, "church santa_maria", "In its favour: more points from scoring cards."),
    ("norenberc", 3, 68, "plan 1", "In its favour: more agents"),
]


@pytest.mark.parametrize(("name", "seed", "number", "best", "said"), OBVIOUS)
def test_the_reason_names_what_makes_an_obvious_choice_best(
    name: str, seed: int, number: int, best: str, said: str
) -> None:
    game = zunft.load(name)
    state = random_game(game, game.players[0], seed).replay(number)
    first, second = hints(state)[:2]
    assert game.text(first.choice.action) == best
    assert second.choice.loss > 0.08
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
def test_every_feature_of_our_games_has_words_in_every_language(name: str, language: str) -> None:
    judgement = zunft.load(name).judgement
    assert judgement is not None
    worded = dict(texts(language).find(f"judgement.{name}"))
    groups = worded.pop("groups")
    worded |= worded.pop("burdens", {})
    grouped = [feature for group in groups.values() for feature in group["of"]]
    assert sorted([*worded, *grouped]) == sorted(judgement.names)
    assert all(set(each) == {"more", "less"} for each in worded.values())
    assert all(set(each) == {"of", "more", "less"} for each in groups.values())
    assert grouped == [
        feature for group in texts("en").find(f"judgement.{name}.groups").values() for feature in group["of"]
    ]


def test_reasons_for_and_against_in_every_language() -> None:
    norenberc = zunft.load("norenberc")
    reasons = [Reason("talers", 0.8, True), Reason("income", 0.3, True), Reason("front", -0.2, False)]
    assert why(reasons, norenberc, "en") == (
        "In its favour: more talers, a higher income. Against it: a later place in the turn order."
    )
    assert why(reasons, norenberc, "de") == (
        "Dafür spricht: mehr Taler, ein höheres Einkommen. "
        "Dagegen spricht: ein Platz weiter hinten in der Spielerreihenfolge."
    )
    assert why(reasons, norenberc, "ru") == (
        "За этот вариант: больше талеров, больше дохода. Против: место ближе к концу порядка хода."
    )
    assert why([], norenberc, "en") == ""
    assert why([reasons[0], Reason("front", -0.01, False)], norenberc, "en") == "In its favour: more talers."
    assert why([Reason(RESULT, -1.0, False)], norenberc, "en") == "Against it: a worse result at the end of the game."


def test_related_features_are_one_reason() -> None:
    """More chapters with three cards and fewer with four: what both are worth together decides."""
    guildhall = zunft.load("guildhall")
    fours, threes = Reason("fours", -0.5, False), Reason("threes", 0.3, True)
    assert why([fours, threes], guildhall, "en") == "Against it: chapters further from completion."
    assert why([fours, threes, Reason("twos", 0.4, True)], guildhall, "en") == (
        "In its favour: chapters closer to completion."
    )
    assert why([threes, Reason("complete", 0.4, True)], guildhall, "en") == (
        "In its favour: more complete chapters, chapters closer to completion."
    )


def test_a_reason_that_may_be_chance_is_not_said() -> None:
    norenberc = zunft.load("norenberc")
    talers, income = Reason("talers", 0.8, True, 0.2), Reason("income", 0.3, True, 0.4)
    assert why([talers, income], norenberc, "en") == "In its favour: more talers."
    assert why([income], norenberc, "en") == ""
    assert why([Reason("talers", 0.8, True, 0.9), Reason("income", 0.1, True, 0.01)], norenberc, "en") == ""
    goods = [Reason("goods", 0.3, True, 0.4), Reason("goods_worth", 0.3, True, 0.4)]
    assert why(goods, norenberc, "en") == "In its favour: more goods, or more valuable ones."
    assert why([Reason("goods", 0.3, True, 0.5), Reason("goods_worth", 0.3, True, 0.5)], norenberc, "en") == ""


def test_confusing_reasons_are_left_out_in_favour_of_the_next_ones() -> None:
    """More talers are no reason against a choice, whatever their weight beside related features."""
    talers, income = Reason("talers", -0.9, True), Reason("income", 0.3, True)
    assert why([talers, income], zunft.load("norenberc"), "en") == "In its favour: a higher income."
    assert why([talers], zunft.load("norenberc"), "en") == ""


def test_less_of_a_burden_is_a_reason_for_a_choice() -> None:
    strasbourg = zunft.load("strasbourg")
    assert why([Reason("wasted", 0.4, False)], strasbourg, "en") == "In its favour: fewer influence cards left unused."
    assert why([Reason("wasted", 0.4, True)], strasbourg, "en") == ""


def test_a_game_from_outside_may_name_its_features_or_leave_them_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = toy.game
    fewer = [Reason("stones_left", 0.5, False)]
    assert why(fewer, game, "de") == "Dafür spricht: stones left (weniger)."
    for own, said in (
        ({"stones_left": "übrige Steine"}, "Dafür spricht: übrige Steine (weniger)."),
        (
            {"burdens": {"stones_left": {"more": "mehr Steine", "less": "weniger Steine"}}},
            "Dafür spricht: weniger Steine.",
        ),
        (
            {"groups": {"stones": {"of": ["stones_left"], "more": "bessere Steine", "less": "schlechtere Steine"}}},
            "Dafür spricht: bessere Steine.",
        ),
    ):
        for language in ("en", "de"):
            entries = {**toy.game.texts["en"].entries, "judgement": own}
            monkeypatch.setitem(game.texts, language, Texts(language, entries))
        assert why(fewer, game, "de") == said


# Measuring


def test_the_tool_compares_hints_with_the_master() -> None:
    command = [sys.executable, "tools/hints.py", "guildhall", "--decisions", "2", "--nodes", "20", "--judge", "20"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    head, hinted, master = done.stdout.splitlines()
    assert head == "Guildhall, 2 players, 2 decisions"
    assert hinted.startswith("  20 nodes: the same choice ") and master.startswith("  search@500 with another seed: ")


def test_where_both_choices_end_the_game_the_reasons_are_the_points_that_differ() -> None:
    """The last decision of a game of Norenberc, for each player who has one."""
    said = 0
    for seed in range(4):
        record = random_game(zunft.load("norenberc"), 2, seed)
        last = [state.clone() for state in record.states() if state.deciders() and len(state.legal_actions()) > 1][-1]
        decision = Evaluator(nodes=200).decision(Seat(last, last.current_player()))
        best, worst = decision.choices[0], decision.choices[-1]
        reasons = decision.reasons(best.action, [worst.action])
        if worst.loss == 0:
            assert not any(reason.feature.startswith(POINTS) for reason in reasons)
            continue
        sources = {source for each in last.points() for source in each}
        ends = [reason for reason in reasons if reason.feature.startswith(POINTS)]
        said += len(ends)
        assert all(reason.feature.removeprefix(POINTS) in sources for reason in ends)
        assert all(reason.more == (reason.worth > 0) for reason in ends)
        assert sum(reason.worth for reason in ends) > 0, "the better choice brings more points"
    assert said


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_are_named_as_in_the_table_of_points(language: str) -> None:
    game = zunft.load("norenberc")
    text = why([Reason("points.crests", 2.0, True)], game, language)
    assert game.texts[language].say("source.crests") in text
