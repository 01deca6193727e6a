"""Agreeing on a game: names, players, options, and what is said if they are wrong."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import zunft
from tests.core.examples import GAME, NAME, is_one_line


def test_an_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(zunft.UnknownGame) as caught:
        zunft.load("halma")
    assert is_one_line(caught.value)
    assert "'halma'" in str(caught.value)
    assert all(name in str(caught.value) for name in zunft.game_names())


def test_a_game_is_loaded_once() -> None:
    assert zunft.load(NAME) is zunft.load(NAME)
    assert NAME in zunft.game_names()


def complaint(players: Any = 3, **options: Any) -> str:
    with pytest.raises(zunft.BadOption) as caught:
        GAME.new(players, **options)
    assert is_one_line(caught.value)
    return str(caught.value)


def test_an_unknown_option_lists_the_known_ones() -> None:
    said = complaint(colour="red")
    assert "no option 'colour'" in said
    assert all(name in said for name in GAME.options)


@pytest.mark.parametrize("value", ["never", "", None, 3, ["simultaneous"], "Simultaneous"])
def test_a_value_the_option_does_not_have(value: object) -> None:
    said = complaint(planning=value)
    assert "option planning" in said
    assert all(choice in said for choice in GAME.options["planning"].choices)
    assert said.endswith(f"not {value!r}")


@pytest.mark.parametrize("value", [1, 0, "true", None])
def test_only_true_and_false_are_true_and_false(value: object) -> None:
    assert "can be False, True" in complaint(open_money=value)


@pytest.mark.parametrize("players", [0, 1, 6, -2])
def test_a_wrong_number_of_players(players: int) -> None:
    assert complaint(players) == f"{GAME.title} is for 2 to 5 players, not {players}"


@pytest.mark.parametrize("players", ["3", 3.0, [3]])
def test_players_that_are_no_number(players: Any) -> None:
    """Compiled, Python itself refuses them."""
    with pytest.raises((zunft.BadOption, TypeError)) as caught:
        GAME.new(players)
    assert is_one_line(caught.value)


def test_without_a_number_as_few_as_possible_play() -> None:
    assert GAME.new().setting.players == GAME.players[0]


def test_the_same_agreement_is_the_same_object() -> None:
    assert GAME.new(3).setting is GAME.new(3).setting
    assert GAME.new(3).setting is GAME.new(3, planning="simultaneous").setting
    assert GAME.new(3).setting is not GAME.new(3, planning="turn_order").setting
    assert GAME.new(3).setting is not GAME.new(4).setting


def test_a_setting_travels_by_name() -> None:
    setting = GAME.new(3, planning="turn_order").setting
    assert pickle.loads(pickle.dumps(setting)) is setting


def test_every_option_has_a_default_among_its_choices_and_a_sentence() -> None:
    for name, option in GAME.options.items():
        assert option.help, name
        assert option.default is None or option.default in option.choices
