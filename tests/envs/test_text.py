"""Games as text: all that a player needs, nothing that a player must not know."""

from __future__ import annotations

import os
import random
from collections.abc import Hashable

import pytest

import zunft
from tests.envs.games import TABLES, positions
from zunft.core.conformance import completeness
from zunft.core.state import State
from zunft.core.text import LANGUAGES
from zunft.envs import answers, prompt, text
from zunft.envs.text import TextTable

ALL = [(name, players) for name in zunft.game_names() for players in zunft.load(name).players]
GAMES = int(os.environ.get("ZUNFT_TEXT_GAMES", "1"))  # random games per number of players
OLD = 1200  # positions compared per game


def decision_of(seen: str) -> list[str]:
    """The lines of choices, without the question."""
    return seen.split("\n# YOUR DECISION\n")[1].split("\n")[1:]


def since(seen: str) -> list[str]:
    return seen.split("\n# SINCE YOUR LAST DECISION\n")[1].split("\n\n#")[0].split("\n")


@pytest.mark.parametrize(("name", "players"), ALL)
def test_whole_games_as_text(name: str, players: int) -> None:
    """Every prompt is short enough, says who decides and what was chosen last, and has all legal actions."""
    for seed in range(GAMES):
        table = TextTable(name, players, seed=seed)
        rng = random.Random(seed)
        chosen: dict[int, str] = {}
        while (player := table.player()) is not None:
            seen = table.observe(with_rules=False)
            assert len(seen) <= prompt.MOST_CHARACTERS
            assert seen.startswith(f"You are P{player + 1} (seat {player + 1} of {players})")
            assert [line.split(" | ")[0] for line in decision_of(seen)] == table.legal_actions()
            assert "{" not in seen
            first = since(seen)[0]
            assert first.startswith(f"You chose: {chosen[player]} | " if player in chosen else "This is your first")
            chosen[player] = rng.choice(table.legal_actions())
            table.act(chosen[player])
        assert set(chosen) == set(range(players))
        assert sum(table.rewards()) == pytest.approx(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_content(language: str) -> None:
    table = TextTable(ALL[0][0], language=language, names=["Anna", "Bertha", "Clara"])
    assert "Anna" in table.observe() and "Bertha" in table.observe(1)
    assert [line.split(" | ")[0] for line in table.observe().split("\n")[-len(table.legal_actions()) :]] == (
        table.legal_actions()
    )


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_view_law_holds_for_text(name: str, players: int) -> None:
    rng = random.Random(1)
    say = zunft.load(name).texts["en"].with_names(list("ABCDE"))
    for state in positions(name, players, {}, seed=2, every=7):
        for viewer in range(players):
            guess = state.resample(viewer, rng)
            assert prompt.prompt(guess, viewer, prompt.Notes(), say) == prompt.prompt(
                state, viewer, prompt.Notes(), say
            )


def without_story_and_labels(state: State, player: int) -> Hashable:
    """The minimum of a prompt: here the journal is empty, and long lists have no labels."""
    say = state.setting.game.texts["en"].with_names(text.default_names(state.setting.players))
    game, view = state.setting.game, state.view(player)
    return prompt.position(game, view, say), prompt.question(game, view, state.legal_actions(player), say, 0)


@pytest.mark.parametrize("name", zunft.game_names())
def test_different_views_have_different_prompts(name: str) -> None:
    """The converse law for texts, over siblings of the positions of a random game."""
    game = zunft.load(name)
    for players in (game.players[0], game.players[-1]):
        completeness.check("prompt", without_story_and_labels, game, players, {}, players, {}, OLD)


@pytest.mark.parametrize("name", zunft.game_names())
def test_the_rules_are_complete(name: str) -> None:
    """In every language with the README's chapter, which is English, the kinds of actions and the symbols."""
    game = zunft.load(name)
    for language in LANGUAGES:
        text = prompt.rules(game, language)
        say = game.texts[language]
        assert say.say("about") in text and say.say("legend") in text
        for kind in game.codes.kinds:
            assert (f"\n{kind.name}: {say.say(f'help.{kind.name}')}" in text) == (kind.name not in game.codes.chance)
        assert prompt.rules_in_brief(game) in text
    assert len(prompt.rules_in_brief(game)) > 500


def test_prompts_include_the_events_since_the_last_decision() -> None:
    """Sentences about the same player are joined; nothing is lost."""
    table = TextTable("norenberc", 2, seed=1)
    rng = random.Random(1)
    for _ in range(30):
        table.act(rng.choice(table.legal_actions()))
    player = table.player()
    assert player is not None
    journal = (table.state.journal or [])[table.notes[player].seen :]
    sentences = prompt.event_lines(journal, player, table.say)
    heard = since(table.observe(with_rules=False))[1:]
    assert sentences and len(heard) <= len(sentences)
    parts = [part.removesuffix(".") for line in heard for part in line.split("; ")]
    assert len(parts) == len(sentences)
    assert all(sentence.removesuffix(".").endswith(part) for part, sentence in zip(parts, sentences, strict=True))


@pytest.mark.parametrize(("name", "players"), ALL)
def test_public_actions_of_others_are_included(name: str, players: int) -> None:
    """Another player's decision that changes a viewer's view appears in the story until the viewer's next decision."""
    table = TextTable(name, players, seed=3)
    rng = random.Random(3)
    watcher = players - 1
    silent = 0
    while (player := table.player()) is not None and silent < 400:
        silent += 1
        before, sealed = table.state.view(watcher), len(table.state.deciders()) > 1
        table.act(rng.choice(table.legal_actions()))
        if table.player() == watcher and player not in (None, watcher) and not sealed:
            changed = {key for key, value in table.state.view(watcher).items() if value != before[key]}
            if changed - {"decision", "acting"}:
                assert len(since(table.observe(with_rules=False))) > 1


def test_a_long_story_counts_what_it_leaves_out() -> None:
    say = zunft.load("norenberc").texts["en"].with_names(["P1", "P2"])
    lines = [f"P{1 + number % 2} does thing {number}." for number in range(100)]
    lines_left = prompt.story(lines, 1000, say).split("\n")
    left_out = 100 - len(lines_left[1:])
    assert lines_left[0] == f"(Left out here, because the list is long: {left_out} earlier events.)"
    assert lines_left[1:] == lines[left_out:] and sum(map(len, lines_left)) < 1000


WRITTEN = [
    ("buy 2 beer", "buy 2 beer"),
    ("Buy 2 Beer.", "buy 2 beer"),
    ("`buy 2 beer`", "buy 2 beer"),
    ("**buy 2 beer**", "buy 2 beer"),
    ("[buy 2 beer]", "buy 2 beer"),
    ("buy beer 2", "buy 2 beer"),
    ("plan 3 1", "plan 1 3"),
    ("buy 2 beer | Buy 2 beers for 8 talers", "buy 2 beer"),
    ("- buy 2 beer | Buy 2 beers for 8 talers", "buy 2 beer"),
    ("Buy 2 beers for 8 talers", "buy 2 beer"),
    ("Answer: buy 2 beer", "buy 2 beer"),
    ("```\nbuy 2 beer\n```", "buy 2 beer"),
    ("I could pass, but beer is cheap.\n\nbuy 2 beer", "buy 2 beer"),
    ("new stack", "new-stack"),
    ("“pass”", "pass"),
]
LEGAL = ["buy 2 beer", "plan 1 3", "plan 1 2 3", "new-stack", "pass"]
LABELS = ["Buy 2 beers for 8 talers", "Plan: brewers, shoemakers", "Plan", "Start a new stack", "Pass"]


@pytest.mark.parametrize(("written", "meant"), WRITTEN)
def test_answers_are_parsed_leniently(written: str, meant: str) -> None:
    codes = list(range(100, 100 + len(LEGAL)))
    assert LEGAL[answers.read(written, codes, LEGAL, LABELS) - 100] == meant


@pytest.mark.parametrize(
    "written", ["", "buy 3 beer", "buy", "buy 2 beer and pass", "passed", "plan 1 3 3", "x" * 100_000]
)
def test_answers_without_a_legal_meaning_are_refused(written: str) -> None:
    with pytest.raises(zunft.IllegalAction, match="; legal are: buy 2 beer; plan 1 3; ") as refusal:
        answers.read(written, list(range(len(LEGAL))), LEGAL, LABELS)
    assert len(str(refusal.value)) < 500


@pytest.mark.parametrize(("name", "players"), ALL)
def test_every_legal_action_is_parsed(name: str, players: int) -> None:
    """However it is written, no answer is taken for another action."""
    table = TextTable(name, players, seed=5)
    rng = random.Random(5)
    while table.player() is not None:
        action = rng.choice(table.state.legal_actions())
        words = table.game.text(action).split()
        rng.shuffle(words)
        line = next(line for line in decision_of(table.observe()) if line.split(" | ")[0] == table.game.text(action))
        assert table.read(f"`{line.upper()}`.", table.player() or 0) == action
        assert table.read(" ".join(words), table.player() or 0) == action
        table.act(table.game.text(action))


def test_errors_list_the_legal_actions() -> None:
    table = TextTable("norenberc", 2, seed=1)
    for wrong in ("dance", "first", ""):
        with pytest.raises(zunft.IllegalAction, match=r"; legal are: pass; plan 1; "):
            table.act(wrong)
    with pytest.raises(zunft.IllegalAction, match="'None' is not an action"):
        table.act(None)  # type: ignore[arg-type]
    with pytest.raises(zunft.BadOption, match="names must be a list of 2 names"):
        TextTable("norenberc", 2, names=["Anna"])
    with pytest.raises(zunft.BadOption, match="no player 7"):
        table.observe(7)
    with pytest.raises(zunft.BadOption, match="language must be"):
        TextTable("norenberc", language="la")


def test_after_the_end() -> None:
    table = TextTable("norenberc", 2, seed=1)
    while table.player() is not None:
        table.act(table.legal_actions()[-1])
    assert "POSITION" in table.observe(0) and "YOUR DECISION" not in table.observe(0)
    with pytest.raises(zunft.IllegalAction, match="over"):
        table.observe()
    with pytest.raises(zunft.IllegalAction, match="over"):
        table.act("pass")
