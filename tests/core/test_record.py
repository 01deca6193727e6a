"""Records: writing, reading, replaying; and every way in which one can be invalid."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import zunft
from tests.core.examples import GAME, NAME, begun, finished, is_one_line, planning
from zunft.core.conformance import dump
from zunft.core.record import FORMAT


def content(record: zunft.Record) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(record.to_json())
    return found


def complaint(text: str) -> str:
    """The error from reading or replaying this: always one line."""
    with pytest.raises(zunft.BadRecord) as caught:
        zunft.Record.from_json(text).replay()
    assert is_one_line(caught.value)
    return str(caught.value)


def complaint_about(**changes: Any) -> str:
    """The error for a good record with some entries changed."""
    return complaint(json.dumps({**content(finished()), **changes}))


# Good records


@pytest.mark.parametrize("players", GAME.players)
def test_a_record_survives_writing_and_reading(players: int) -> None:
    record = finished(players, seed=players)
    reread = zunft.Record.from_json(record.to_json())
    assert reread.to_json() == record.to_json()
    assert (reread.actions, reread.deciders, reread.names) == (record.actions, record.deciders, record.names)
    state = reread.replay()
    assert state.is_over()
    assert state.scores() == record.scores == reread.scores


def test_a_record_reads_like_a_file_for_people() -> None:
    found = content(finished(planning="turn_order"))
    assert (found["zunft"], found["game"], found["players"]) == (FORMAT, NAME, 3)
    assert found["options"] == {"planning": "turn_order"}
    assert all(GAME.text(GAME.parse(line)) == line for line in found["actions"])


def test_only_changed_options_are_written() -> None:
    assert content(finished())["options"] == {}


def test_every_state_on_the_way_can_be_seen() -> None:
    record = begun(60)
    states = [dump(state) for state in record.states()]
    assert len(states) == len(record.actions) + 1
    for number in (0, 1, 30, 60):
        assert dump(record.replay(upto=number)) == states[number]


def test_an_unfinished_record_has_no_scores() -> None:
    record = begun(40)
    assert record.scores is None
    assert not zunft.Record.from_json(record.to_json()).replay().is_over()


def test_choices_made_out_of_order_name_their_player() -> None:
    state = planning()
    record = zunft.Record.of(state)
    record.actions, record.deciders = dealt_actions()
    order = list(state.deciders())[::-1]
    for player in order:
        record.add(state, state.legal_actions(player)[1], player)
    lines = content(record)["actions"][-3:]
    assert [line.split()[0] for line in lines[:2]] == [f"@{player + 1}" for player in order[:2]]
    assert not lines[2].startswith("@"), "the last one is the one who is asked anyway"
    reread = zunft.Record.from_json(record.to_json())
    assert reread.deciders == record.deciders
    assert dump(reread.replay()) == dump(state)


def test_decisions_leave_out_chance_and_name_who_decided() -> None:
    state = planning()
    record = zunft.Record.of(state)
    record.actions, record.deciders = dealt_actions()
    dealt, player = len(record.actions), state.deciders()[-1]
    record.add(state, state.legal_actions(player)[1], player)
    last = None
    for number, decider, before in record.decisions():
        assert (number, decider) == (dealt, player), "the draws of the deal are no decisions"
        assert player in before.deciders()
        last = before
    assert last is not None
    assert dump(last) == dump(state), "the state at the end"


def dealt_actions() -> tuple[list[int], list[int | None]]:
    """The deal of `planning`."""
    state, rng, actions = GAME.new(3), random.Random(3), []
    while state.current_player() == zunft.CHANCE:
        actions.append(zunft.draw(state, rng))
        state.apply(actions[-1])
    return actions, [None] * len(actions)


def test_a_player_named_without_need_does_no_harm() -> None:
    record = begun(80)
    current = [state.current_player() for state in record.states()]
    found = content(record)
    found["actions"] = [
        line if line.startswith("@") or player < 0 else f"@{player + 1} {line}"
        for line, player in zip(found["actions"], current, strict=False)
    ]
    assert dump(zunft.Record.from_json(json.dumps(found)).replay()) == dump(record.replay())


# Invalid records


@pytest.mark.parametrize("keep", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file(keep: float) -> None:
    text = finished().to_json().rstrip()
    assert "not a record" in complaint(text[: int(len(text) * keep)])


@pytest.mark.parametrize("text", ["", "hello", "[", "[" * 100_000, '{"zunft": ', "\x00", "1" * 5000])
def test_something_unreadable(text: str) -> None:
    assert complaint(text).startswith("not a record")


@pytest.mark.parametrize("text", ["[]", "null", "3", '"text"', "{}", '{"game": "x"}'])
def test_other_json(text: str) -> None:
    assert "'zunft' is missing" in complaint(text)


def test_another_format() -> None:
    assert complaint_about(zunft=FORMAT + 1) == f"record format {FORMAT + 1}; this version reads format {FORMAT}"


def test_another_rules_version() -> None:
    said = complaint_about(rules=GAME.rules + 1)
    assert f"rules version {GAME.rules + 1}" in said
    assert f"plays rules version {GAME.rules} and cannot replay it" in said


def test_an_unknown_game() -> None:
    said = complaint_about(game="halma")
    assert "no game 'halma'" in said
    assert NAME in said


@pytest.mark.parametrize("players", [0, 1, 6, -1])
def test_a_wrong_number_of_players(players: int) -> None:
    assert f"2 to 5 players, not {players}" in complaint_about(players=players)


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("players", "3", "players must be an integer"),
        ("players", True, "players must be an integer"),
        ("players", None, "players must be an integer"),
        ("game", 3, "game must be a string"),
        ("rules", "1", "rules must be an integer"),
        ("options", [], "options must be a table"),
        ("names", "Ann", "names must be a list"),
        ("names", [1, 2, 3], "names must be a list of texts, one for each player"),
        ("names", ["Ann"] * 4, "names must be a list of texts, one for each player"),
        ("seats", [None], "seats must be a list of texts, one for each player"),
        ("actions", {}, "actions must be a list"),
        ("actions", None, "actions must be a list"),
        ("scores", "many", "scores must be a list of integers"),
        ("scores", [1, 2.5, 3], "scores must be a list of integers"),
    ],
)
def test_an_entry_of_the_wrong_kind(key: str, value: object, wanted: str) -> None:
    assert wanted in complaint_about(**{key: value})


@pytest.mark.parametrize("key", ["game", "rules", "players", "options", "names", "actions"])
def test_a_missing_entry(key: str) -> None:
    found = content(finished())
    del found[key]
    assert complaint(json.dumps(found)).startswith(f"{key} must be")


@pytest.mark.parametrize(
    ("options", "wanted"),
    [({"colour": "red"}, "no option 'colour'"), ({"planning": "never"}, "must be one of simultaneous")],
)
def test_an_unknown_option(options: dict[str, str], wanted: str) -> None:
    assert wanted in complaint_about(options=options)


def test_a_record_cannot_make_the_reader_open_a_file() -> None:
    assert "not the name of a file" in complaint_about(options={"components": __file__})


def changed_action(number: int, line: object) -> str:
    actions = content(finished())["actions"]
    actions[number - 1] = line
    return complaint_about(actions=actions)


def test_an_illegal_action_is_reported_with_its_number() -> None:
    said = changed_action(7, "sell 12")
    assert said.startswith("action 7: 'sell 12'")
    assert "is not legal now: " in said


def test_an_unknown_action_is_reported_with_its_number() -> None:
    assert changed_action(5, "dance") == "action 5: no action is called 'dance'"


@pytest.mark.parametrize("line", [3, None, ["pass"]])
def test_an_action_must_be_a_string(line: object) -> None:
    assert changed_action(4, line) == f"action 4: must be a string, not {line!r}"


@pytest.mark.parametrize("seat", ["0", "4", "x", "-1", "1.5"])
def test_an_action_of_a_player_who_is_not_there(seat: str) -> None:
    assert changed_action(40, f"@{seat} pass") == f"action 40: there is no player {seat!r}"


def test_an_action_of_a_player_who_is_not_asked() -> None:
    assert changed_action(1, "@2 pass") == "action 1: player 2 has nothing to decide now"


def test_actions_after_the_end() -> None:
    actions = content(finished())["actions"]
    assert complaint_about(actions=[*actions, "pass"]) == f"action {len(actions) + 1}: the game is over"


def test_wrong_scores() -> None:
    scores = content(finished())["scores"]
    assert complaint_about(scores=[99, *scores[1:]]).startswith("the record has the scores [99,")
    assert "its actions lead to" in complaint_about(scores=scores[:-1])


def test_scores_of_a_game_that_is_not_over() -> None:
    actions = content(finished())["actions"]
    assert complaint_about(actions=actions[:-1]).endswith("but its actions do not end the game")


@pytest.mark.parametrize("number", [-1, 41, 1000])
def test_replaying_further_than_the_record_goes(number: int) -> None:
    with pytest.raises(zunft.BadRecord, match="the record has 40 actions"):
        begun(40).replay(upto=number)


def test_a_refused_action_is_not_written_down() -> None:
    state = planning()
    record = zunft.Record.of(state)
    with pytest.raises(zunft.IllegalAction):
        record.add(state, GAME.parse("sell 1"), state.deciders()[0])
    assert (record.actions, record.deciders) == ([], [])


# Bounds


def with_action(line: object) -> str:
    return json.dumps({**json.loads(begun(3).to_json()), "actions": [line]})


@pytest.mark.parametrize("seat", ["9" * 5000, "0", "4", "-1", "²", "٣", "1.0", "x"])
def test_a_seat_that_nobody_has(seat: str) -> None:
    with pytest.raises(zunft.BadRecord, match="action 1: there is no player") as caught:
        zunft.Record.from_json(with_action(f"@{seat} pass"))
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("line", ["x" * 100_000, "@1 " + "y" * 100_000, ["z" * 100_000], "@" * 100_000], ids=range(4))
def test_a_long_line_is_refused_with_a_short_message(line: object) -> None:
    with pytest.raises(zunft.BadRecord, match="action 1: ") as caught:
        zunft.Record.from_json(with_action(line))
    assert len(str(caught.value)) < 200


def changed(**changes: object) -> str:
    return json.dumps({**json.loads(begun(3).to_json()), **changes})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (changed(actions=["pass"] * (GAME.bound + 1)), "no game of Norenberc takes more than"),
        (changed(names=["x" * 101]), "of at most 100 characters"),
        (changed(players=10**4000), "not a number that large"),
        (changed(rules=10**4000), "rules version a number that large"),
        (changed(zunft="1" * 1000), "record format '111"),
        (changed(game="x" * 1000), "there is no game 'xxx"),
        (changed(options={"y" * 1000: 1}), "has no option 'yyy"),
        (changed(options={"components": {"game": [[[[[[[[[1]]]]]]]]]}}), "nested more than 8 levels deep"),
        ("[" * 100_000, "not a record"),
        ('{"zunft": 1, "options": ' + '{"a":' * 100_000, "not a record"),
        ('{"zunft": 1' + "1" * 5000 + "}", "not a record"),
        (" " * (4 * 1024 * 1024 + 1), "not a record: longer than"),
    ],
    ids=range(12),
)
def test_whatever_is_too_large_is_refused_in_a_short_line(text: str, said: str) -> None:
    with pytest.raises(zunft.BadRecord, match=said) as caught:
        zunft.Record.from_json(text)
    assert is_one_line(caught.value) and len(str(caught.value)) < 300
