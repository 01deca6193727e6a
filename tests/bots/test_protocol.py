"""The line protocol: messages match docs/protocol.md, and programs can search on samples."""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import zunft
from zunft.arena import Match
from zunft.arena.match import play
from zunft.arena.report import page
from zunft.arena.standing import standing
from zunft.bots.program import LONGEST_STDERR, ProgramBot
from zunft.bots.thinking import MOST_TABLES, REQUESTS, Thinking
from zunft.core.play import choose, deal
from zunft.core.state import State
from zunft.terminal.words import texts

ROOT = Path(__file__).parents[2]
SHOWN = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", (ROOT / "docs/protocol.md").read_text(), re.S)]
LINE_SEARCH = f"exec:{sys.executable} {ROOT / 'examples/line_search.py'}"

# Logs its input and answers as documented.
LISTENER = """
import json, sys
heard = open(sys.argv[1], "a")
for line in sys.stdin:
    heard.write(line); heard.flush()
    message = json.loads(line)
    if message["type"] == "game": answer = {"type": "ready", "protocol": 1}
    elif message["type"] == "choose": answer = {"action": message["actions"][0]}
    else: break
    print(json.dumps(answer), flush=True)
"""


def shown(kind: str) -> dict[str, Any]:
    return next(message for message in SHOWN if message.get("type") == kind)


def start(name: str = "norenberc", seed: int = 1) -> State:
    state = zunft.load(name).new()
    deal(state, random.Random(seed))
    return state


def thinking(state: State) -> Thinking:
    return Thinking(state, state.current_player(), random.Random(1))


def test_messages_are_as_documented(tmp_path: Path) -> None:
    listener, heard = tmp_path / "listener.py", tmp_path / "heard.jsonl"
    listener.write_text(LISTENER)
    bot = f"exec:{sys.executable} -I -S {listener} {heard}"
    result = play(Match.agree("norenberc", 2, [bot, "random"], 1, 1), 0)
    assert result.faults == []
    messages = [json.loads(line) for line in heard.read_text().splitlines()]
    begin, *questions, over = messages
    assert {**begin, "seed": 0} == {**shown("game"), "seed": 0}, "the documented message is the real one, but its seed"
    assert over.keys() == shown("over").keys() and {message["type"] for message in questions} == {"choose"}
    for question in questions:
        assert question.keys() == shown("choose").keys()
        assert len(question["actions"]) == len(question["texts"])
    events = [event for question in questions for event in question["events"]]
    assert events[0].keys() == shown("choose")["events"][0].keys()
    assert shown("choose")["events"][0] in events


def test_requests_are_answered_as_documented() -> None:
    """The requests in docs/protocol.md, in order, and their answers."""
    think = thinking(start())
    replies = {"table": shown("table").keys(), "played": shown("played").keys(), "forgotten": shown("forgotten").keys()}
    asked = [message for message in SHOWN if message.get("type") in REQUESTS]
    assert [message["type"] for message in asked] == list(REQUESTS)
    for message in asked:
        reply = think.answer(message)
        assert reply.keys() == replies[reply["type"]], (message, reply)
        json.dumps(reply)
    assert think.answer({"type": "clone", "table": 7}) == {"type": "refused", "reason": "there is no table 7"}


@pytest.mark.parametrize("name", zunft.game_names())
def test_whole_games_can_be_played_on_guesses(name: str) -> None:
    """Steps on clones reach the end; the clone's origin and the true table do not change."""
    state = start(name)
    before = state.view(None)
    think, rng = thinking(state), random.Random(2)
    first = think.answer({"type": "guess", "texts": True, "view": True})
    assert first["view"] == state.view(state.current_player()) and first["actions"] == state.legal_actions()
    assert first["texts"] == [state.setting.game.text(action) for action in first["actions"]]
    table = think.answer({"type": "clone", "table": first["table"]})
    while not table["over"]:
        action = rng.choice(table["actions"])
        table = think.answer({"type": "step", "table": table["table"], "action": action})
    assert table["winners"] and table["player"] is None and table["actions"] == []
    assert not think.answer({"type": "clone", "table": first["table"]})["over"]
    assert state.view(None) == before


@pytest.mark.parametrize("name", zunft.game_names())
def test_programs_think_with_guesses_only(name: str) -> None:
    """Twin tables that differ only in what the player cannot know answer every request alike."""
    state, rng = start(name, 3), random.Random(3)
    for _ in range(40):
        if state.is_over():
            break
        player = state.current_player()
        if player >= 0:
            twin = state.resample(player, rng)
            one, other = (Thinking(each, player, random.Random(5)) for each in (state, twin))
            for request in ({"type": "guess", "view": True}, {"type": "playout", "table": 1}):
                assert one.answer(dict(request)) == other.answer(dict(request))
        state.apply(choose(state, rng))


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ({"type": "step", "table": 1, "action": -1}, "not legal"),
        ({"type": "step", "table": 1, "action": "pass"}, "action must be an integer"),
        ({"type": "step", "table": 1}, "action must be an integer"),
        ({"type": "clone"}, "table must be an integer"),
        ({"type": "playout", "table": True}, "table must be an integer"),
    ],
)
def test_what_cannot_be_done_is_refused(request_: dict[str, Any], reason: str) -> None:
    think = thinking(start())
    think.answer({"type": "guess"})
    reply = think.answer(request_)
    assert reply["type"] == "refused" and reason in reply["reason"]


def test_there_is_a_bound_on_tables() -> None:
    think = thinking(start())
    for _ in range(MOST_TABLES):
        assert think.answer({"type": "guess"})["type"] == "table"
    assert "at most 1000" in think.answer({"type": "guess"})["reason"]
    think.answer({"type": "forget", "table": 1})
    assert think.answer({"type": "guess"})["type"] == "table"


def test_the_example_that_searches_is_better_than_chance() -> None:
    match = Match.agree("norenberc", 2, [LINE_SEARCH, "random"], 4, 1)
    results = [play(match, number) for number in range(match.games)]
    assert not any(result.faults for result in results)
    searching, at_random = standing(match, results)
    assert searching["mean_score"] > at_random["mean_score"], "clearer than wins, of which four games have few"
    assert play(match, 0).scores == results[0].scores


def test_all_of_stderr_is_shown(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import sys\nprint('first <line>', file=sys.stderr)\nsys.exit('the last line')\n")
    match = Match.agree("norenberc", 2, [f"exec:{sys.executable} {program}", "random"], 1, 1)
    result = play(match, 0)
    assert result.faults[0]["stderr"] == "first <line>\nthe last line\n"
    assert result.faults[0]["reason"] == "ended: the last line"
    written = page(match, "Norenberc", standing(match, [result]), [result], texts("en"))
    assert "<pre>first &lt;line&gt;\nthe last line\n</pre>" in written


def test_of_very_much_stderr_the_end_is_kept() -> None:
    bot = ProgramBot([sys.executable, "-c", f"import sys; sys.stderr.write('x' * {LONGEST_STDERR} + 'END')"], 1)
    bot.process.wait()
    stderr = bot.stderr()
    bot.end()
    assert stderr.startswith("(3 bytes left out)\n") and stderr.endswith("xEND") and len(stderr) < LONGEST_STDERR + 30
