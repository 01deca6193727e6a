"""The drawn board: renders every position, offers every choice once, names every place things move between."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

import zunft
from zunft.core.components import statuses
from zunft.core.play import choose
from zunft.core.state import State
from zunft.core.text import LANGUAGES
from zunft.server.views.boards import Boards, boards, choices_of
from zunft.server.views.rules import numbers_at

GAME = zunft.load("calimala")
NAMES = ["Anna", "Bartholomäus", "Chlodwig", "Dorothea", "Ekkehard"]
WEB = resources.files(GAME.package) / "web"

BUTTON = re.compile(r'name="action" value="([^"]*)"')
PLACE = re.compile(r'data-place="([^"]*)"')
ID = re.compile(r'\bid="([^"]*)"')
MOST_CHARACTERS = 60_000
REGIONS = 7  # city map, council, churches, ports, trade cities, cards on the table, mats


def positions(players: int, seed: int, every: int = 12, **options: Any) -> Iterator[State]:
    """Positions of one random game: the first of each decision, every n-th of the others, and the last."""
    rng = random.Random(seed)
    state = GAME.new(players, **options)
    state.journal = []
    seen: set[str] = set()
    decisions = 0
    while not state.is_over():
        if state.current_player() >= 0:
            decision = state.view(state.deciders()[0])["decision"]
            if decision not in seen or decisions % every == 0:
                seen.add(decision)
                yield state
            decisions += 1
        state.apply(choose(state, rng))
    yield state


def draw(state: State, viewer: int | None, language: str, by: Boards | None = None) -> str:
    names = NAMES[: state.setting.players]
    view = state.view(viewer)
    say = GAME.texts[language].with_names(names)
    return "".join((by or boards(GAME, language)).draw(view, choices_of(state, viewer, view, say), names))


def legal_texts(state: State, viewer: int | None) -> list[str]:
    if viewer is None or viewer not in state.deciders():
        return []
    return sorted(GAME.text(action) for action in state.legal_actions(viewer))


def test_every_legal_action_is_offered_once_and_to_nobody_else() -> None:
    decided: set[str] = set()
    for players, seed in ((3, 0), (3, 1), (4, 2), (5, 0)):
        for number, state in enumerate(positions(players, seed, every=40)):
            language = LANGUAGES[number % len(LANGUAGES)]
            for viewer in (*state.deciders()[:1], number % players, None):
                assert sorted(BUTTON.findall(draw(state, viewer, language))) == legal_texts(state, viewer)
                decided.add(state.view(viewer)["decision"] or "")
    assert decided - {""} == set(GAME.texts["en"].entries["prompt"])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_boards_are_sound_markup(players: int) -> None:
    for number, state in enumerate(positions(players, seed=10 + players, every=60)):
        for viewer in (number % players, None):
            html = draw(state, viewer, LANGUAGES[number % len(LANGUAGES)])
            assert "style=" not in html
            assert not [name for name, count in Counter(ID.findall(html)).items() if count > 1]
            assert not [name for name, count in Counter(PLACE.findall(html)).items() if count > 1]
            assert len(re.findall("<h2", html)) >= REGIONS
            assert len(html) < MOST_CHARACTERS


@pytest.mark.parametrize("options", [{}, {"edition": 2, "white_pushed_out": "removed"}])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_place_that_things_move_between_is_on_the_board(players: int, options: dict[str, Any]) -> None:
    for state in positions(players, seed=20 + players, every=200, **options):
        for viewer in (0, None):
            places = set(PLACE.findall(draw(state, viewer, "en")))
            events = [event for event in state.journal or () if event.is_visible_to(viewer)]
            named = {place for event in events for place in (event.source, event.target) if place}
            assert named <= places


def test_remembered_parts_look_like_fresh_ones() -> None:
    drawer, forgetful = Boards(GAME, "de"), Boards(GAME, "de")
    for state in positions(4, seed=31, every=60):
        for viewer in (0, None):
            forgetful.remembered.cache_clear()
            fresh = draw(state, viewer, "de", forgetful)
            assert draw(state, viewer, "de", drawer) == draw(state, viewer, "de", drawer) == fresh
    assert drawer.remembered.cache_info().hits > drawer.remembered.cache_info().misses


def test_a_table_where_nothing_is_laid_out_yet_can_be_drawn() -> None:
    state = GAME.new(3)
    for viewer in (0, None):
        assert "space-h01" in draw(state, viewer, "ru")


def test_rules_explain_every_decision_in_every_language() -> None:
    ids = {}
    for language in LANGUAGES:
        html = (WEB / f"rules.{language}.html").read_text(encoding="utf-8")
        assert "style=" not in html
        ids[language] = ID.findall(html)
        assert len(ids[language]) == len(set(ids[language]))
        decisions = GAME.texts[language].entries["prompt"]
        assert {f"decision-{name}" for name in decisions} <= set(ids[language])
    assert ids["en"] == ids["de"] == ids["ru"]


MARKED = re.compile(r'<span data-component="([\w.]+)">(\d+)</span><a href="#reconstructed">\*</a>')


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_mark_reconstructed_numbers_and_take_them_from_the_components(language: str) -> None:
    html = (WEB / f"rules.{language}.html").read_text(encoding="utf-8")
    marked = MARKED.findall(html)
    assert len(marked) == html.count("data-component") == html.count('href="#reconstructed"')
    for path, number in marked:
        assert numbers_at(GAME.tables, path) == [int(number)], path
    reconstructed = {name for name, status in statuses(GAME.tables).items() if status == "reconstructed"}
    assert {path.split(".")[0] for path, _ in marked} == reconstructed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_show_the_same_icons_in_every_language(language: str) -> None:
    html = (WEB / f"rules.{language}.html").read_text(encoding="utf-8")
    assert "@" not in html
    board = (WEB / "rules.en.html").read_text(encoding="utf-8")
    assert sorted(re.findall(r"icons.svg#([a-z-]+)", html)) == sorted(re.findall(r"icons.svg#([a-z-]+)", board))
