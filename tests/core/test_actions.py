"""Action codes: round trip between ints and texts."""

from __future__ import annotations

import pytest

import zunft
from tests.core.examples import is_one_line
from zunft.core.actions import Codes, Kind

CODES = Codes(Kind("pass", 0), Kind("move", 1, piece=("king", "rook"), to=("a", "b", "c")), Kind("end", 7))


def test_players_and_chance_have_separate_numbers() -> None:
    codes = Codes(Kind("pass", 0), Kind("roll", 1, face=("1", "2")), Kind("end", 3), chance=("roll",))
    assert codes.player_codes == [0, 3] and codes.chance_codes == [1, 2]
    assert codes.numbers == [0, 0, 1, 1]
    with pytest.raises(ValueError, match="kinds that do not exist: draw"):
        Codes(Kind("pass", 0), chance=("draw",))


def test_for_people_kinds_without_arguments_are_listed_late_and_declining_last() -> None:
    codes = Codes(
        Kind("pass", 0), Kind("skip", 1, what=("a", "b")), Kind("wait", 3), Kind("do", 4, what=("a", "b")),
        declining=("pass", "skip"),
    )  # fmt: skip
    listed = [codes.text(code) for code in codes.listed([0, 1, 2, 3, 4, 5])]
    assert listed == ["do a", "do b", "wait", "skip a", "skip b", "pass"]
    with pytest.raises(ValueError, match="kinds that do not exist: leave"):
        Codes(Kind("pass", 0), declining=("leave",))


def test_codes_follow_each_other_the_last_argument_fastest() -> None:
    texts = ["pass", "move king a", "move king b", "move king c", "move rook a", "move rook b", "move rook c", "end"]
    assert [CODES.text(code) for code in range(len(CODES))] == texts


def test_every_text_leads_back() -> None:
    assert [CODES.parse(CODES.text(code)) for code in range(len(CODES))] == list(range(8))


def test_spaces_do_not_matter() -> None:
    assert CODES.parse("  move   rook  b ") == 5


def test_an_action_is_decoded() -> None:
    action = CODES.take_apart(5)
    assert (action.kind, action.args) == ("move", {"piece": "rook", "to": "b"})


@pytest.mark.parametrize("text", ["", "move", "move king", "move king d", "Pass", "pass now", "move\nking"])
def test_an_unknown_text(text: str) -> None:
    with pytest.raises(zunft.IllegalAction, match="no action is called") as caught:
        CODES.parse(text)
    assert is_one_line(caught.value)


@pytest.mark.parametrize("code", [-1, 8, 10_000])
def test_a_code_out_of_range(code: int) -> None:
    with pytest.raises(zunft.IllegalAction, match=f"no action has the code {code}; codes go from 0 to 7"):
        CODES.text(code)
    with pytest.raises(zunft.IllegalAction):
        CODES.take_apart(code)


def test_a_kind_that_begins_at_the_wrong_code() -> None:
    with pytest.raises(ValueError, match="end should begin at 1, not 2"):
        Codes(Kind("pass", 0), Kind("end", 2))


def test_two_actions_of_the_same_text() -> None:
    with pytest.raises(ValueError, match="same text"):
        Codes(Kind("pass", 0), Kind("pass", 1))


@pytest.mark.parametrize("name", zunft.game_names())
def test_every_action_of_every_game_has_a_unique_text(name: str) -> None:
    game = zunft.load(name)
    texts = [game.text(code) for code in range(game.num_actions)]
    assert len(set(texts)) == game.num_actions
    assert [game.parse(text) for text in texts] == list(range(game.num_actions))
