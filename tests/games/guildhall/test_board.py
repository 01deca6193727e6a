"""The drawn board: every choice appears once, every event has its places, nothing is shown beyond the texts."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import cycle
from typing import Any

import pytest
from tools.texts import PLAYERS, messages

import zunft
from zunft.core.play import choose
from zunft.core.state import State
from zunft.core.text import LANGUAGES
from zunft.server.views.boards import Boards, boards, choices_of

GAME = zunft.load("guildhall")
WEB = resources.files(GAME.package) / "web"
NAMES = ["Anna", "Bartholomäus", "Chlodwig", "Dorothea"]
GAMES = [(2, "first_edition"), (3, "six_random"), (4, "job_faire"), (4, "mega"), (2, "job_faire"), (3, "first_edition")]
EVERY = 40  # decisions of one kind skipped between two drawn ones
BUTTON = re.compile(r'<button type="submit" name="action" value="([^"]*)"')
PLACE = re.compile(r'data-place="([^"]*)"')
IDENTITY = re.compile(r'\bid="([^"]*)"')
CARD = re.compile(r'class="(?:pick |pile-card )?card ')
USED_ICON = re.compile(r"icons\.svg#([a-z0-9-]+)")


@dataclass(frozen=True)
class Drawing:
    """A position from one viewer's perspective."""

    state: State
    seat: int | None
    language: str
    board: str
    places: frozenset[str]  # of the events since the last decision

    def legal(self) -> list[str]:
        if self.seat is None or self.seat not in self.state.deciders():
            return []
        return [GAME.text(action) for action in self.state.legal_actions(self.seat)]


@cache
def drawings() -> list[Drawing]:
    """Random positions: each kind of decision at least once per game that has it, and the last one."""
    found: list[Drawing] = []
    languages = cycle(LANGUAGES)
    for number, (players, mode) in enumerate(GAMES):
        rng = random.Random(number)
        state = GAME.new(players, mode=mode)
        state.journal = []
        asked: Counter[int] = Counter()
        while not state.is_over():
            player = state.current_player()
            if player >= 0:
                step = state.agenda[-1].step
                asked[step] += 1
                if asked[step] % EVERY == 1:
                    found += drawn_for_all(state.clone(), next(languages))
                state.journal = []
            state.apply(choose(state, rng))
        found += drawn_for_all(state, next(languages))
    return found


def drawn_for_all(state: Any, language: str) -> Iterator[Drawing]:
    """For the deciding player, a waiting player and a spectator."""
    deciders = state.deciders()
    waiting = next(player for player in range(state.setting.players) if player not in deciders)
    places = frozenset(place for event in state.journal for place in (event.source, event.target) if place)
    for seat in (*deciders, waiting, None):
        yield Drawing(state, seat, language, draw(state, seat, boards(GAME, language)), places)


def draw(state: State, seat: int | None, by: Boards) -> str:
    names = NAMES[: state.setting.players]
    view = state.view(seat)
    choices = choices_of(state, seat, view, GAME.texts[by.language].with_names(names))
    return "".join(by.draw(view, choices, names))


def test_every_legal_action_is_on_the_board() -> None:
    """Identical cards have a button each."""
    for drawing in drawings():
        assert set(BUTTON.findall(drawing.board)) == set(drawing.legal())
    asked = {drawing.state.view(drawing.seat)["decision"] for drawing in drawings()}
    assert len(asked) > 25  # nearly all kinds of decisions came up


def test_events_find_their_places() -> None:
    for drawing in drawings():
        on_board = PLACE.findall(drawing.board)
        assert len(on_board) == len(set(on_board))
        assert drawing.places <= set(on_board)
    kinds = {place.rstrip("1234-") for drawing in drawings() for place in drawing.places}
    assert kinds == {"hand", "hall", "area", "complete", "prestige", "deck", "pile", "row", "prestige-deck", "chits"}


def test_markup() -> None:
    assert {drawing.language for drawing in drawings()} == set(LANGUAGES)
    for drawing in drawings():
        assert "style=" not in drawing.board
        assert not IDENTITY.findall(drawing.board)
        tags = Counter(re.findall(r"<(/?[a-z0-9]+)", drawing.board))
        assert all(tags[tag] == tags["/" + tag] for tag in tags if not tag.startswith("/"))


def test_parts_are_the_same_from_memory() -> None:
    fresh = Boards(GAME, "de")
    for drawing in [drawing for drawing in drawings() if drawing.language == fresh.language][::8]:
        fresh.remembered.cache_clear()
        assert drawing.board == draw(drawing.state, drawing.seat, fresh)


def test_hidden_cards_are_not_drawn() -> None:
    """On the board another hand is only its number and the cards the viewer knows."""
    for drawing in drawings():
        view = drawing.state.view(drawing.seat)
        open_cards = [card for me in view["players"] for part in ("hall", "area", "known") for card in me[part]]
        own = [] if drawing.seat is None else view["players"][drawing.seat]["hand"]
        transit = [*view["given"], *view["taken"], *(view["batch"]["cards"] or []), *(view["paid"]["cards"] or [])]
        deck, pile = view["deck"]["known"], [view["pile"]["top"]] if view["pile"]["top"] else []
        found = [*open_cards, *set(own), *transit, *deck, *pile, *set(view["pile"]["cards"] or [])]
        assert len(CARD.findall(drawing.board)) == len(found)


def rules(language: str) -> str:
    return (WEB / f"rules.{language}.html").read_text(encoding="utf-8")


def test_rules_explain_every_decision() -> None:
    identities = [IDENTITY.findall(rules(language)) for language in LANGUAGES]
    assert identities[0] == identities[1] == identities[2]
    assert len(identities[0]) == len(set(identities[0]))
    prompts = GAME.texts["en"].find("prompt")
    assert {f"decision-{name}" for name in prompts} <= set(identities[0])
    assert all("style=" not in rules(language) for language in LANGUAGES)


def test_icons_are_declared() -> None:
    """The asset tool omits icons from the sprite that it does not find in the templates."""
    templates = [file.read_text(encoding="utf-8") for file in WEB.iterdir() if file.name.endswith(".html")]
    declared = {name for text in templates for name in re.findall(r'icon\("([a-z0-9-]+)"', text)}
    declared |= {name for text in templates for line in re.findall(r"# icons:(.*)#}", text) for name in line.split()}
    used = {name for language in LANGUAGES for name in USED_ICON.findall(rules(language))}
    for drawing in drawings():
        used |= set(USED_ICON.findall(drawing.board))
    assert used <= declared


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_the_components_numbers(language: str) -> None:
    """Points, price and copies of every prestige card, as in the page's table."""
    table = re.findall(r"<tr><td>(\d)</td><td>(\d)</td><td.*?</td><td>(\d)</td><td>(\d)</td></tr>", rules(language))
    printed = [
        (card["vp"], card["cost"], card["copies"], card["copies"] - card["fewer"]) for card in GAME.tables["prestige"]
    ]
    assert [tuple(map(int, row)) for row in table] == printed


NOT_OUR_WORDS = {
    "en": r"\b[Cc]hits?\b|\btwins?\b|\ban own\b|\banew\b",
    "de": r"\b[Gg]enug\b|hergib|hergeb|\b[Zz]willing|\bvollende",
    "ru": r"[Пп]олные цеха|в цеха\b|>цеха<|карт[аыу]? руки|[Дд]остаточно\b|\bсыгра",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_keep_to_the_glossary(language: str) -> None:
    """docs/glossary/guildhall.md: one word per concept, in messages and on the rules page."""
    say = GAME.texts[language].with_names(PLAYERS)
    texts = [*(message.text for message in messages(say)), *rules(language).splitlines()]
    wrong = {found[0] for text in texts for found in re.finditer(NOT_OUR_WORDS[language], text)}
    assert not wrong, wrong
