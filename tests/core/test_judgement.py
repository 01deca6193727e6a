"""Judgements: chances add up to 1, features have weights."""

from __future__ import annotations

import random
from importlib import resources
from pathlib import Path

import pytest

import zunft
from zunft.core.judgement import EXPLORATION, TRIES, Judgement, UnknownWeights, Weights, shares, softmax
from zunft.core.play import choose

GAMES = [(name, players) for name in zunft.game_names() for players in zunft.load(name).players]


def judgement_of(name: str) -> Judgement:
    judgement = zunft.load(name).judgement
    assert judgement is not None
    return judgement


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_chances_add_up_and_progress_grows(name: str, players: int) -> None:
    judgement, state, rng = judgement_of(name), zunft.load(name).new(players), random.Random(1)
    zunft.deal(state, rng)
    beginning, last = judgement.progress(state), 0.0
    while not state.is_over():
        chances = judgement.chances(state)
        last = judgement.progress(state)
        assert len(chances) == players and sum(chances) == pytest.approx(1)
        assert 0 <= last <= 1
        state.apply(choose(state, rng))
    assert last > beginning
    assert judgement.chances(state) == shares(state.winners(), players)


@pytest.mark.parametrize("name", zunft.game_names())
def test_every_feature_has_a_name_and_a_weight(name: str) -> None:
    judgement, state = judgement_of(name), zunft.load(name).new()
    zunft.deal(state, random.Random(1))
    assert all(len(counted) == len(judgement.names) for counted in judgement.features(state))
    text = (resources.files(zunft.load(name).package) / "judgement.toml").read_text(encoding="utf-8")
    assert all(f"\n{feature} = [" in text for feature in judgement.names)


def test_softmax_prefers_the_higher_mark() -> None:
    assert softmax([0.0, 0.0]) == [0.5, 0.5]
    low, high = softmax([1.0, 1001.0])
    assert low == pytest.approx(0) and high == pytest.approx(1)


def test_weights_change_with_progress() -> None:
    weights = Weights(("one", "unknown"), {"one": [1.0, 3.0]})
    assert weights.at(0.5) == [2.0, 0.0]


def test_a_number_of_players_may_have_weights_of_its_own() -> None:
    judgement = Judgement(("one",), lambda state: [[1.0]], lambda state: 0.0)
    judgement.weigh({"weights": {"one": [1.0, 1.0]}, "players": {"2": {"one": [5.0, 5.0]}}})
    assert judgement.weights_for(2).early == [5.0]
    assert judgement.weights_for(3).early == [1.0]


def test_a_number_of_players_may_have_a_horizon_of_its_own() -> None:
    judgement = Judgement(("one",), lambda state: [[1.0]], lambda state: 0.0)
    judgement.weigh({"horizon": 4, "horizons": {"2": 0}})
    assert (judgement.horizon_for(2), judgement.horizon_for(3)) == (0, 4)
    described = judgement.described()
    judgement.weigh({"horizon": 4})
    assert judgement.described() != described, "stored reviews are computed anew"


def test_a_game_may_have_settings_of_the_search() -> None:
    judgement = Judgement(("one",), lambda state: [[1.0]], lambda state: 0.0)
    assert (judgement.exploration, judgement.tries) == (EXPLORATION, TRIES)
    described = judgement.described()
    judgement.weigh({"exploration": 0.1, "tries": 4})
    assert (judgement.exploration, judgement.tries) == (0.1, 4)
    assert judgement.described() != described, "stored reviews are computed anew"


def test_former_weights_are_kept_beside_the_present_ones() -> None:
    former = judgement_of("norenberc").version("2026-11")
    assert former.weights_for(2).early[former.names.index("talers")] == 0.8384


def test_weights_can_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("horizon = 2\n[weights]\ntalers = [7, 7]\n", encoding="utf-8")
    mine = judgement_of("norenberc").version(str(file))
    assert mine.horizon == 2
    assert mine.weights_for(2).late[mine.names.index("talers")] == 7


@pytest.mark.parametrize("name", ["1066-10", "nowhere/else.toml"])
def test_weights_that_are_not_there_are_named(name: str) -> None:
    with pytest.raises(UnknownWeights, match=name):
        judgement_of("norenberc").version(name)
