"""The drawn board and the rules pages: complete, well formed, the same from the cache as fresh."""

from __future__ import annotations

import random
import re
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import pytest

import zunft
from tests.games.strasbourg.positions import GAME
from zunft.core.play import choose
from zunft.core.state import Event
from zunft.core.text import LANGUAGES
from zunft.server.views.boards import Boards, Choice, boards, choices_of

NAMES = ["Anna", "Bartholomäus", "Chlodwig", "Dorothea", "Ekkehard"]
PLAYERS = (3, 4, 5)
OPTIONS: dict[int, dict[str, Any]] = {
    3: {"open_holdings": True},
    4: {"planning": "turn_order"},
    5: {},
}
DECISIONS = set(GAME.texts["en"].entries["prompt"])

WEB = resources.files(GAME.package) / "web"

BUTTON = re.compile(r'<button type="submit" name="action" value="([^"]*)"')
PLACE = re.compile(r'data-place="([^"]*)"')
ID = re.compile(r'\bid="([^"]*)"')


class Shown(NamedTuple):
    """What one viewer saw, and the events just before."""

    view: dict[str, Any]
    state: zunft.State
    viewer: int | None
    events: list[Event]


def eager(state: zunft.State, rng: random.Random) -> int:
    """Bids and places members more often than random play, so that every decision comes up."""
    if state.current_player() < 0:
        return choose(state, rng)
    legal = {GAME.text(action): action for action in state.legal_actions(state.current_player())}
    if rng.random() < 0.6:
        for idle in ("stop", "pass", "decline", "good", "return"):
            if len(legal) > 1:
                legal.pop(idle, None)
    return rng.choice(list(legal.values()))


@cache
def game_seen(players: int) -> list[Shown]:
    """Positions for the deciding player, a waiting player and a spectator: each decision, some more, the end."""
    rng = random.Random(players)
    state = GAME.new(players, **OPTIONS[players])
    state.journal = []
    logged = 0
    seen: list[Shown] = []
    kinds: set[str] = set()
    while True:
        over = state.is_over()
        decider = state.current_player()
        decision = "over" if over else state.view(decider)["decision"] if decider >= 0 else None
        if decision and (decision not in kinds or rng.random() < 0.012):
            kinds.add(decision)
            events = list(state.journal[logged:])
            logged = len(state.journal)
            viewers = (None, 0, players - 1) if over else (None, decider, (decider + 1) % players)
            copy = state.clone()
            seen += [
                Shown(copy.view(viewer), copy, viewer, [event for event in events if event.is_visible_to(viewer)])
                for viewer in viewers
            ]
        if over:
            return seen
        state.apply(eager(state, rng))


def choices(shown: Shown, language: str) -> list[Choice]:
    say = GAME.texts[language].with_names(names(shown))
    return choices_of(shown.state, shown.viewer, shown.view, say)


def names(shown: Shown) -> list[str]:
    return NAMES[: len(shown.view["players"])]


def draw(shown: Shown, language: str, drawn_by: Boards | None = None) -> str:
    return "".join((drawn_by or boards(GAME, language)).draw(shown.view, choices(shown, language), names(shown)))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_decision_is_among_the_positions(players: int) -> None:
    assert {shown.view["decision"] for shown in game_seen(players)} == DECISIONS | {None}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_board_is_well_formed(players: int, language: str) -> None:
    for shown in game_seen(players):
        html = draw(shown, language)
        assert "style=" not in html
        ids = ID.findall(html)
        assert len(ids) == len(set(ids))
        places = PLACE.findall(html)
        assert len(places) == len(set(places))
        assert len(html) < 70_000
        for tag in ("div", "ul", "ol", "li", "section", "button", "span", "svg"):
            assert len(re.findall(rf"<{tag}\b", html)) == html.count(f"</{tag}>"), tag


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_legal_action_is_a_button(players: int, language: str) -> None:
    """All of them have a place on the board, identical stacks a button each; no choice is only in the list."""
    for shown in game_seen(players):
        offered = [choice.text for choice in choices(shown, language)]
        assert set(BUTTON.findall(draw(shown, language))) == set(offered)


@pytest.mark.parametrize("players", PLAYERS)
def test_everything_that_moves_has_its_places(players: int) -> None:
    moved = set()
    for shown in game_seen(players):
        places = set(PLACE.findall(draw(shown, "en")))
        for event in shown.events:
            assert {place for place in (event.source, event.target) if place} <= places, event
            moved.add(event.key)
    assert {"draws", "reveals", "places_member", "builds", "builds_chapel", "takes_seat", "sells"} <= moved


@pytest.mark.parametrize("players", PLAYERS)
def test_members_chapels_and_buildings_lie_where_they_are(players: int) -> None:
    for shown in game_seen(players):
        html = draw(shown, "en")
        assert html.count('class="square member"') == sum(len(player["city"]) for player in shown.view["players"])
        assert html.count('class="spot chapel"') == len(shown.view["chapels"])
        assert html.count('class="square built"') == sum(tile["plot"] is not None for tile in shown.view["tiles"])


def test_nobody_sees_cards_or_tasks_of_others() -> None:
    for shown in game_seen(5):
        html = draw(shown, "en")
        assert ('class="cards' in html) == (shown.viewer is not None)
        assert ('class="tasks' in html) == (shown.viewer is not None)
        assert ('class="verdicts"' in html) == shown.view["over"]


# The list of all tasks


def sheet_of(html: str) -> str:
    return html.partition('<details class="all-tasks">')[2].partition("</details>")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYERS)
def test_all_tasks_are_one_click_away(players: int, language: str) -> None:
    """For all viewers and always, with their points; and the terminal's help has the same."""
    for shown in game_seen(players):
        html = draw(shown, language)
        assert html.count('<details class="all-tasks">') == 1
        sheet = sheet_of(html)
        assert sheet.count("<li") == 25
        beside = GAME.reference(shown.view, GAME.texts[language])
        assert len(beside[0].rows) == 25
        assert re.findall(r'"worth">(\d+)', sheet) == [str(row["points"]) for row in shown.view["tasks"]]
        assert "style=" not in sheet and "<script" not in sheet


def test_the_sheet_of_all_tasks_reveals_nothing_about_hands() -> None:
    """It is the same in every position and for every viewer."""
    for players in PLAYERS:
        assert len({sheet_of(draw(shown, "en")) for shown in game_seen(players)}) == 1
        assert len({GAME.reference(shown.view, GAME.texts["en"])[0].plain() for shown in game_seen(players)}) == 1


@pytest.mark.parametrize(("option", "mark"), [("fails", "tie_fails"), ("counts", "tie_counts")])
def test_the_sheet_says_what_a_tie_does(option: str, mark: str) -> None:
    """R46: according to the option."""
    view = GAME.new(3, most_in_city_tie=option).view(None)
    words = GAME.texts["en"].say(f"mark.{mark}")
    assert words in GAME.reference(view, GAME.texts["en"])[0].plain()
    assert words in sheet_of("".join(boards(GAME, "en").draw(view, [], NAMES[:3])))


def test_replaced_tasks_are_not_called_reconstructed() -> None:
    rows = [
        {key: value for key, value in row.items() if key not in ("status", "source", "points_status")}
        for row in GAME.tables["task"]
    ]
    view = GAME.new(3, components={"task": rows}).view(None)
    sheet = sheet_of("".join(boards(GAME, "en").draw(view, [], NAMES[:3])))
    assert "*" not in sheet and "*" not in GAME.reference(view, GAME.texts["en"])[0].plain()
    assert "*" in sheet_of("".join(boards(GAME, "en").draw(GAME.new(3).view(None), [], NAMES[:3])))


@pytest.mark.parametrize("players", PLAYERS)
def test_parts_are_the_same_from_memory_as_fresh(players: int) -> None:
    fresh = Boards(GAME, "de")
    remembering = boards(GAME, "de")
    for shown in game_seen(players)[::6]:
        fresh.remembered.cache_clear()
        assert draw(shown, "de", fresh) == draw(shown, "de", remembering) == draw(shown, "de", remembering)


def test_a_move_renders_few_parts_again() -> None:
    """A bid changes the bidder's cards, the rows of the bidder and the next player, and the smaller parts that show it.

    Most parts are squares of the city, which do not change.
    """
    shown = next(shown for shown in game_seen(5) if shown.view["decision"] == "bid")
    later = shown.state.clone()
    later.apply(later.legal_actions()[0])
    drawn_by = Boards(GAME, "en")
    draw(shown, "en", drawn_by)
    parts = drawn_by.remembered.cache_info().misses
    draw(Shown(later.view(shown.viewer), later, shown.viewer, []), "en", drawn_by)
    assert 100 <= parts <= 160
    assert 1 <= drawn_by.remembered.cache_info().misses - parts <= 12


# Rules


def rules(language: str) -> str:
    return (WEB / f"rules.{language}.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_explain_every_decision(language: str) -> None:
    ids = ID.findall(rules(language))
    assert {f"decision-{decision}" for decision in DECISIONS} <= set(ids)
    assert len(ids) == len(set(ids))
    assert ids == ID.findall(rules("en"))
    assert "style=" not in rules(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_show_what_the_board_shows(language: str) -> None:
    """Icons are included in the sprite if a template names them."""
    templates = [file.read_text(encoding="utf-8") for file in WEB.iterdir() if file.name.endswith(".html")]
    named = {name for text in templates for name in re.findall(r'icon\("([a-z0-9-]+)"', text)}
    for text in templates:
        for line in re.findall(r"{# icons: (.*) #}", text):
            named |= set(line.split())
    assert set(re.findall(r"icons\.svg#([a-z0-9-]+)", rules(language))) <= named
