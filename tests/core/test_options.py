"""Game settings: names, players, options, and the messages for invalid ones."""

from __future__ import annotations

import pickle
from argparse import Namespace
from typing import Any

import pytest

import zunft
from tests.core.bids import Bids, make
from tests.core.examples import GAME, NAME, is_one_line
from zunft.core import conformance
from zunft.core import game as register
from zunft.core.game import MOST_SETTINGS, Game, Members, Number, Option
from zunft.terminal import arguments


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
    assert "must be one of False, True" in complaint(open_money=value)


@pytest.mark.parametrize("players", [0, 1, 6, -2])
def test_a_wrong_number_of_players(players: int) -> None:
    assert complaint(players) == f"{GAME.title} is for 2 to 5 players, not {players}"


@pytest.mark.parametrize("players", ["3", 3.0, [3]])
def test_players_must_be_a_number(players: Any) -> None:
    """Compiled, Python itself rejects them."""
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


def test_unused_settings_are_evicted() -> None:
    game = with_options(limit=Number(1, 1, 10_000))
    often = game.agree(2, {})
    for limit in range(1, 1000):
        game.agree(2, {"limit": limit})
        assert game.agree(2, {}) is often
    assert len(game.settings) <= MOST_SETTINGS
    assert game.agree(2, {"limit": 999}) is game.agree(2, {"limit": 999})


def test_a_number_too_long_to_write_is_refused() -> None:
    with pytest.raises(zunft.BadOption, match="not a number that large"):
        with_options(limit=LIMIT).agree(2, {"limit": 10**5000})


def test_a_setting_travels_by_name() -> None:
    setting = GAME.new(3, planning="turn_order").setting
    assert pickle.loads(pickle.dumps(setting)) is setting


def test_every_option_has_a_default_among_its_choices_and_a_sentence() -> None:
    for name, option in GAME.options.items():
        assert option.help, name
        assert option.default is None or option.default in option.choices


# Kinds of options

CHOICE = Option("b", ("a", "b"))
LIMIT = Number(40, 1, 400, examples=(5,))
THREE = Members(("fox", "owl", "hare"), of=("hare", "owl", "fox", "bear"), size=3)


@pytest.mark.parametrize(
    ("option", "value", "problem"),
    [
        (CHOICE, "c", "must be one of a, b, not 'c'"),
        (LIMIT, 0, "must be an integer from 1 to 400, not 0"),
        (LIMIT, 401, "must be an integer from 1 to 400, not 401"),
        (LIMIT, True, "must be an integer from 1 to 400, not True"),
        (LIMIT, "7", "must be an integer from 1 to 400, not '7'"),
        (LIMIT, 10**50, "must be an integer from 1 to 400, not a number that large"),
        (THREE, ["owl", "fox"], "must be 3 different ones of hare, owl, fox, bear, not 2"),
        (THREE, ["owl", "fox", "hare", "bear"], "must be 3 different ones of hare, owl, fox, bear, not 4"),
        (THREE, "owl,fox,fox", "must be 3 different ones of hare, owl, fox, bear; fox appears more than once"),
        (THREE, "owl,fox,cat", "must be 3 different ones of hare, owl, fox, bear; 'cat' is not among them"),
        (THREE, ["owl", 3, "fox"], "must be 3 different ones of hare, owl, fox, bear, not ['owl', 3, 'fox']"),
        (THREE, None, "must be 3 different ones of hare, owl, fox, bear, not None"),
        (THREE, {"owl": 1}, "must be 3 different ones of hare, owl, fox, bear, not {'owl': 1}"),
    ],
)
def test_a_wrong_value_is_refused_with_the_reason(option: Option, value: object, problem: str) -> None:
    assert option.problem(value) == problem


@pytest.mark.parametrize("value", ["fox, owl ,hare", ["hare", "fox", "owl"], ("owl", "hare", "fox")])
def test_members_are_agreed_on_in_the_order_of_the_list(value: object) -> None:
    assert THREE.problem(value) is None
    assert THREE.normalised(value) == ["hare", "owl", "fox"] == THREE.default


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (CHOICE, "A", "a"),
        (CHOICE, "x", "x"),
        (Option(False, (False, True)), "true", True),
        (LIMIT, " 12 ", 12),
        (LIMIT, "-3", -3),
        (LIMIT, "٣", "٣"),
        (LIMIT, "9" * 100, "9" * 100),
        (THREE, "owl, fox,", ["owl", "fox"]),
    ],
)
def test_values_are_read_as_they_are_typed(option: Option, text: str, value: object) -> None:
    assert option.read(text) == value


@pytest.mark.parametrize("option", [CHOICE, Option(False, (False, True)), LIMIT, THREE])
def test_what_is_written_can_be_read(option: Option) -> None:
    for value in option.examples():
        assert option.problem(value) is None
        assert option.read(option.written(value)) == value
    assert option.default in option.examples()


def test_a_long_wrong_value_is_cut_off() -> None:
    said = THREE.problem("x" * 1000)
    assert said is not None and len(said) < 200


def with_options(**options: Option) -> Game:
    game = make(Bids)
    game.options.update(options)
    return game


def test_a_game_agrees_on_members_and_numbers() -> None:
    game = with_options(three=THREE, limit=LIMIT)
    setting = game.agree(2, {"three": "bear,owl,fox", "limit": 3})
    assert setting.options == {"three": ["owl", "fox", "bear"], "limit": 3}
    assert game.agree(2, {"three": ["fox", "bear", "owl"], "limit": 3}) is setting
    with pytest.raises(zunft.BadOption, match=r"^option three of Bids must be 3 different ones of hare, .*, not 1$"):
        game.agree(2, {"three": "bear"})


def test_a_record_keeps_members_as_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_options(three=THREE)
    monkeypatch.setitem(register.loaded, "bids", game)
    record = zunft.Record.of(game.new(2, three="bear,owl,fox"))
    assert record.options == {"three": ["owl", "fox", "bear"]}
    assert zunft.Record.from_json(record.to_json()).options == record.options
    assert zunft.Record.of(game.new(2, three="hare,owl,fox")).options == {}


def test_the_suite_tries_the_examples() -> None:
    game = with_options(three=THREE, limit=LIMIT)
    tried = [options for players, options in conformance.settings(game) if players == 2]
    assert tried == [{"three": ["hare", "owl", "fox"], "limit": limit} for limit in (40, 5)]


def test_the_command_line_reads_every_kind() -> None:
    game = with_options(three=THREE, limit=LIMIT, choice=CHOICE)
    parsed = Namespace(option=["three=owl,bear,hare", "limit=7", "choice=A"], components=None)
    assert arguments.options(game, parsed) == {"three": ["owl", "bear", "hare"], "limit": 7, "choice": "a"}
