"""The drawn board: every choice appears once, and everything that moves has its place."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from importlib import resources

import pytest

import zunft
from tests.games.norenberc import positions
from zunft.core.play import choose
from zunft.core.state import Event
from zunft.core.text import LANGUAGES
from zunft.games.norenberc import steps
from zunft.games.norenberc.game import Norenberc
from zunft.games.norenberc.tiles import GOODS, MOST_GUILDS
from zunft.server.views.boards import Boards, boards, choices_of

GAME = zunft.load("norenberc")
NAMES = ("Anna", "Bartholomäus", "Chlodwig", "Dorothea", "Ekkehard <&>")
PLAYERS = range(2, 6)
SEED = 20  # games in which every kind of decision comes up
EVERY = 20  # decisions between two positions that are drawn
LARGEST = 60_000


class Page(HTMLParser):
    """What a browser would find on the board."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.buttons: list[str] = []
        self.parts: list[str] = []
        self.plans: list[str] = []
        self.places: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.feed(html)
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.attributes |= set(found)
        if tag == "button":
            assert "button" not in self.open
            if "data-part" in found:
                self.parts.append(str(found["data-part"]))
            elif "data-compose-done" not in found and found["type"] != "button":  # tabs on phones choose nothing
                assert found["type"] == "submit" and found["name"] == "action" and found["aria-label"]
                self.buttons.append(str(found["value"]))
        if "data-action" in found:
            self.plans.append(str(found["data-action"]))
        if "data-place" in found:
            self.places[str(found["data-place"])] += 1
        if "id" in found:
            self.ids[str(found["id"])] += 1
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def names(state: Norenberc) -> tuple[str, ...]:
    return NAMES[: state.setting.players]


def draw(state: Norenberc, viewer: int | None, language: str, by: Boards | None = None) -> str:
    view = state.view(viewer)
    choices = choices_of(state, viewer, view, GAME.texts[language].with_names(names(state)))
    return "".join((by or boards(GAME, language)).draw(view, choices, names(state)))


@cache
def played(players: int) -> tuple[list[Norenberc], list[Event]]:
    """Positions of a random game, including the first of each kind of decision, and all its events."""
    state, rng, found, seen = positions.new(players), random.Random(SEED + players), [], set[str]()
    state.journal = []
    decisions = 0
    while not state.is_over():
        player = state.current_player()
        if player >= 0:
            decision = state.view(player)["decision"]
            if decision not in seen or decisions % EVERY == 0:
                found.append(state.clone())
                seen.add(decision)
            decisions += 1
        state.apply(choose(state, rng))
    return [*found, state], state.journal


def at_the_first_action(players: int) -> Norenberc:
    state, rng = positions.new(players), random.Random(2)
    while not state.deciders() or state.view(state.deciders()[0])["decision"] != "act":
        state.apply(choose(state, rng))
    return state


def in_every_language() -> Iterator[tuple[Norenberc, str]]:
    for players in PLAYERS:
        for number, state in enumerate(played(players)[0]):
            yield state, LANGUAGES[number % len(LANGUAGES)]


def test_players_waiting_players_and_spectators_see_a_board_in_every_language() -> None:
    for state, language in in_every_language():
        for viewer in {None, 0, *state.deciders()[:2]}:
            html = draw(state, viewer, language)
            page = Page(html)
            assert len(html) < LARGEST
            assert "style" not in page.attributes
            assert all(number == 1 for number in (page.ids + page.places).values())


def test_a_table_that_is_still_being_set_can_be_drawn() -> None:
    state, rng = positions.new(3), random.Random(1)
    while state.current_player() < 0:
        Page(draw(state, None, "de"))
        state.apply(choose(state, rng))


def test_every_choice_is_on_the_board_exactly_once() -> None:
    for state, language in in_every_language():
        for player in state.deciders():
            page = Page(draw(state, player, language))
            legal = [GAME.text(action) for action in state.legal_actions(player)]
            plans = [text for text in legal if text.startswith("plan ")]
            assert Counter(page.buttons + page.plans) == Counter(legal)
            assert Counter(page.plans) == Counter(plans)
            assert page.parts == (
                [str(number + 1) for number in range(len(state.view(player)["houses"]))] * bool(plans)
            )


def test_the_positions_ask_for_every_decision() -> None:
    asked = {
        state.view(player)["decision"]
        for players in PLAYERS
        for state in played(players)[0]
        for player in state.deciders()
    }
    assert asked == set(steps.DECISIONS.values())


@pytest.mark.parametrize("players", PLAYERS)
def test_whatever_moves_has_its_places_on_the_board(players: int) -> None:
    found, events = played(players)
    places = set(Page(draw(found[0], None, "en")).places)
    assert places == set(Page(draw(found[-1], 0, "en")).places)
    moved = {place for event in events for place in (event.source, event.target) if place}
    assert moved <= places


def test_nobody_reads_the_others_plans_or_talers() -> None:
    state = at_the_first_action(4)
    waiting = next(player for player in range(4) if player not in state.deciders())
    state.players[waiting].plan = 0b10000
    other = state.clone()
    other.players[waiting].plan = 0b01000
    other.players[waiting].talers += 7
    for viewer in (None, *state.deciders()):
        assert draw(state, viewer, "en") == draw(other, viewer, "en")
    assert draw(state, waiting, "en") != draw(other, waiting, "en")


def test_cached_parts_equal_fresh_ones() -> None:
    fresh = Boards(GAME, "de")
    fresh.remembered = fresh.render  # type: ignore[assignment]
    for state in played(5)[0][::2]:
        for viewer in (None, 0):
            assert draw(state, viewer, "de") == draw(state, viewer, "de", fresh)


def test_a_move_leaves_most_parts_alone() -> None:
    """A sale changes parts of the status, the house, the square, the seller and the next player.
    Of about a hundred small parts nine change.
    """
    state = at_the_first_action(5)
    board = Boards(GAME, "en")
    draw(state, None, "en", board)
    before = board.remembered.cache_info().misses
    state.apply(state.legal_actions(state.current_player())[0])
    draw(state, None, "en", board)
    assert board.remembered.cache_info().misses - before <= 5 + 9


def test_a_storehouse_full_of_everything_offers_everything() -> None:
    state = at_the_first_action(5)
    player = state.current_player()
    state.houses[state.called].storehouse = [2] * MOST_GUILDS
    state.players[player].goods = [7] * MOST_GUILDS
    legal = [GAME.text(action) for action in state.legal_actions(player)]
    page = Page(draw(state, player, "ru"))
    assert Counter(page.buttons) == Counter(legal)
    assert {text.split()[-1] for text in page.buttons if text.startswith("buy ")} == set(GOODS)


# Rules


def rules(language: str) -> str:
    return (resources.files(GAME.package) / "web" / f"rules.{language}.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_explain_every_decision(language: str) -> None:
    page = Page(rules(language))
    assert set(page.ids) >= {f"decision-{decision}" for decision in GAME.texts[language].entries["prompt"]}
    assert all(number == 1 for number in page.ids.values())
    assert list(page.ids) == list(Page(rules("en")).ids)
    assert "style" not in page.attributes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_show_only_pictures_of_the_board(language: str) -> None:
    """The sprite has the templates' icons."""
    templates = [
        file.read_text(encoding="utf-8")
        for file in (resources.files(GAME.package) / "web").iterdir()
        if file.name.endswith(".html") and not file.name.startswith("rules")
    ]
    named = " ".join(templates)
    assert set(re.findall(r"icons\.svg#([a-z0-9-]+)", rules(language))) <= set(re.findall(r"[a-z0-9-]+", named))


def test_the_rules_name_every_guild_good_and_citizen() -> None:
    for language in LANGUAGES:
        text, entries = rules(language).lower(), GAME.texts[language].entries
        citizens = [name.replace("\u00ad", "") for name in entries["citizen"].values()]
        for name in [*entries["guild"].values(), *citizens]:
            assert name.lower() in text, (language, name)
