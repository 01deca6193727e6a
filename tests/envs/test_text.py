"""Games in words: all that a player needs, nothing that a player must not know."""

from __future__ import annotations

import random

import pytest

import zunft
from tests.envs.games import TABLES, positions
from zunft.core.text import LANGUAGES
from zunft.envs import text
from zunft.envs.text import TextTable

ALL = [(name, players) for name in zunft.game_names() for players in zunft.load(name).players]


@pytest.mark.parametrize(("name", "players"), ALL)
def test_whole_games_by_words(name: str, players: int) -> None:
    table = TextTable(name, players, seed=1)
    rng = random.Random(1)
    asked = set()
    while (player := table.player()) is not None:
        if player not in asked or rng.random() < 0.1:
            seen = table.observe()
            assert all(f"\n{action} | " in seen for action in table.legal_actions())
            assert "{" not in seen
        asked.add(player)
        table.act(rng.choice(table.legal_actions()))
    assert asked == set(range(players))
    assert sum(table.rewards()) == pytest.approx(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_same(language: str) -> None:
    table = TextTable(ALL[0][0], language=language, names=["Anna", "Bertha"])
    assert "Anna" in table.observe() and "Bertha" in table.observe(1)
    assert [line.split(" | ")[0] for line in table.observe().split("\n") if " | " in line][
        -len(table.legal_actions()) :
    ]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_view_law_holds_for_words(name: str, players: int) -> None:
    rng = random.Random(1)
    say = zunft.load(name).texts["en"].with_names(list("ABCDE"))
    for state in positions(name, players, {}, seed=2, every=7):
        for viewer in range(players):
            guess = state.resample(viewer, rng)
            assert text.position(guess, viewer, say) == text.position(state, viewer, say)


@pytest.mark.parametrize("name", zunft.game_names())
def test_the_rules_are_told(name: str) -> None:
    """In English with the chapter of the README; in every language a line for each kind of action."""
    game = zunft.load(name)
    for language in LANGUAGES:
        told = text.rules(game, language)
        assert game.texts[language].say("about") in told
        assert all(f"\n{kind.name}: " in told for kind in game.codes.kinds)
    assert len(text.rules_in_brief(game)) > 500 and text.rules_in_brief(game) in text.rules(game)


def test_players_hear_what_happened_since_their_last_decision() -> None:
    table = TextTable("norenberc", 2, seed=1)
    rng = random.Random(1)
    for _ in range(30):
        table.act(rng.choice(table.legal_actions()))
    player = table.player()
    assert player is not None
    heard = table.observe(with_rules=False).split("# SINCE YOUR LAST DECISION\n")[1].split("\n\n#")[0]
    journal = table.state.journal or []
    told = [table.say.say(f"log.{event.key}", **event.args) for event in journal if event.is_visible_to(player)]
    assert heard.split("\n") == told[-len(heard.split("\n")) :]
    assert len(heard.split("\n")) < len(told)


def test_wrong_answers_say_what_is_right() -> None:
    table = TextTable("norenberc", 2, seed=1)
    for wrong in ("dance", "first", ""):
        with pytest.raises(zunft.IllegalAction, match=r"; legal are: pass; plan 1; "):
            table.act(wrong)
    with pytest.raises(zunft.BadOption, match="no player 7"):
        table.observe(7)
    with pytest.raises(zunft.BadOption, match="language can be"):
        TextTable("norenberc", language="la")


def test_after_the_end() -> None:
    table = TextTable("norenberc", 2, seed=1)
    while table.player() is not None:
        table.act(table.legal_actions()[-1])
    assert "POSITION" in table.observe(0)
    with pytest.raises(zunft.IllegalAction, match="over"):
        table.observe()
    with pytest.raises(zunft.IllegalAction, match="over"):
        table.act("pass")
