"""tutorial.toml: errors are one line that names the stop."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import pytest

import zunft
from zunft.core.conformance.guiding import check_answered, check_texts, follow
from zunft.core.errors import BadTutorial
from zunft.core.tutorial import LONGEST_TEXT, MOST_STOPS, Tutorial

NORENBERC = zunft.load("norenberc")
FILE = """
rules = 1
players = 2
learner = 1
deal = []
names.en = ["Konrad"]
ending = { en = "Go on!" }

[[stop]]
name = "hello"
en = "Hello."

[[stop]]
name = "plan"
en = "Plan."
play = ["plan 1 | plan 2", "pass", "nothing"]
wrong = [{ on = ["pass"], en = "Not yet." }, { on = ["*"], en = "Another." }]
"""


def content() -> dict[str, Any]:
    """A short script using the deal of Norenberc's tutorial."""
    found = tomllib.loads(FILE)
    own = NORENBERC.tutorial()
    assert own is not None
    found["deal"] = [NORENBERC.text(action) for action in own.deal]
    return found


def test_whose_decision_a_line_is_follows_from_the_rules() -> None:
    tutorial = Tutorial(NORENBERC, content())
    assert [(beat.stop, beat.player) for beat in tutorial.beats] == [(0, zunft.NOBODY), (1, 0), (1, 1), (1, 0)]
    assert tutorial.beats[0].is_reading()
    assert tutorial.beats[1].accepts("plan 2") and not tutorial.beats[1].accepts("plan 3")


def test_a_wrong_try_gets_the_first_answer_that_fits() -> None:
    tutorial = Tutorial(NORENBERC, content())
    assert tutorial.answer(tutorial.stops[1], "pass", "en") == "Not yet."
    assert tutorial.answer(tutorial.stops[1], "plan 3", "de") == "Another."


WRONG: list[tuple[list[str | int], Any, str]] = [
    (["rules"], 99, "rules version 99"),
    (["players"], "2", "players must be an integer"),
    (["learner"], 3, "learner must be an integer from 1 to 2"),
    (["names"], {}, "names.en"),
    (["names", "en"], ["Konrad", "Agnes"], "names.en"),
    (["deal"], ["order 1"], "deal: chance has more to draw"),
    (["deal"], 1, "deal must be a list"),
    (["stop"], [], "no [[stop]]"),
    (["stop"], [{}] * (MOST_STOPS + 1), f"at most {MOST_STOPS} tables"),
    (["stop", 0, "name"], "plan", "two stops 'plan'"),
    (["stop", 0, "name"], 3, "stop 1 must have a name"),
    (["stop", 0, "en"], "x" * (LONGEST_TEXT + 1), "stop 'hello': en must be a string"),
    (["stop", 1, "en"], None, "stop 'plan': en must be a string"),
    (["stop", 1, "play"], ["plan 1", "fly"], "stop 'plan': no action is called 'fly'"),
    (["stop", 1, "play"], ["plan 1 | fly"], "stop 'plan': no action is called 'fly'"),
    (["stop", 1, "play"], ["hire B"], "stop 'plan': 'hire B'"),
    (["stop", 1, "play"], ["@x plan 1"], "stop 'plan': there is no player 'x'"),
    (["stop", 1, "play"], ["@9 plan 1"], "stop 'plan': player 9"),
    (["stop", 1, "play"], [1], "stop 'plan': play: 1 must be a string"),
    (["stop", 1, "light"], [""], "stop 'plan': light"),
    (["stop", 1, "wrong"], [{"en": "No."}], "stop 'plan': on must be a list"),
    (["stop", 1, "wrong"], [{"on": ["*"]}], "stop 'plan': wrong: there is no text in English"),
    (["ending"], {"en": 3}, "ending: en must be a string"),
    (["ending"], "over", "ending must be a table of texts"),
]


@pytest.mark.parametrize(("path", "value", "said"), WRONG, ids=map(str, range(len(WRONG))))
def test_the_error_says_what_is_wrong(path: list[str | int], value: Any, said: str) -> None:
    found: Any = copy.deepcopy(content())
    place = found
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(BadTutorial, match=said.replace("[", r"\[").replace("]", r"\]")) as error:
        Tutorial(NORENBERC, found)
    assert "\n" not in str(error.value)


def test_conformance_misses_a_language() -> None:
    with pytest.raises(AssertionError, match=r"stop 'hello': no text in de, ru"):
        check_texts(NORENBERC, Tutorial(NORENBERC, content()))


def test_conformance_misses_an_answer() -> None:
    found = content()
    found["stop"][1]["wrong"] = []
    tutorial = Tutorial(NORENBERC, found)
    with pytest.raises(AssertionError, match=r"stop 'plan': no answer"):
        check_answered(tutorial, tutorial.beats[1])


def test_conformance_finds_an_alternative_that_breaks_the_script() -> None:
    """After `plan 2` the learner skips the brewers, so `nothing` happens at the bakers, which is legal; but
    after `plan 3` there is no pastry to buy.
    """
    found = content()
    found["stop"][1]["play"] = ["plan 2 | plan 3", "pass", "buy 1 pastry"]
    tutorial = Tutorial(NORENBERC, found)
    with pytest.raises(AssertionError, match="not legal after another choice"):
        follow(tutorial, 1, NORENBERC.parse("plan 3"))
