"""The rules for a decision are shown under the question in a player's first games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import zunft
from tests.server.apps import application
from zunft.core.text import LANGUAGES
from zunft.server.views.glossary import with_terms
from zunft.server.views.rules import LONGEST, Reader, paragraphs, tidy
from zunft.server.web.explaining import FIRST_GAMES

Client = TestClient[Litestar]
BROWSER = {"accept": "text/html", "accept-language": "en"}
SHORTEST = 40


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with application(tmp_path / "z.sqlite") as client:
        yield client


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", zunft.game_names())
def test_every_decision_has_a_paragraph(name: str, language: str) -> None:
    game = zunft.load(name)
    found = paragraphs(game, language)
    for decision in game.decisions.values():
        text = found[decision]
        assert SHORTEST <= len(text) <= LONGEST + 1, (decision, text)
        assert "<" not in text and "  " not in text
        assert text[-1] in ".!?):…", (decision, text)


def test_a_game_without_a_rules_page_has_none() -> None:
    from tests import toy

    assert paragraphs(toy.game, "de") == {}


def read(html: str) -> dict[str, str]:
    reader = Reader()
    reader.feed(html)
    return {decision: tidy(text) for decision, text in reader.found.items()}


def test_headings_lists_and_tables_are_read() -> None:
    assert read('<h3 id="decision-a">Head</h3><p>One <b>two</b>.</p><p>Three.</p>') == {"a": "One two."}
    assert read('<p id="decision-a">One of:</p><ul><li>two.</li><li>three.</li></ul>') == {"a": "One of: two. three."}
    assert read('<ol><li id="decision-a">give,</li><li>then take.</li></ol>') == {"a": "give, then take."}
    row = '<tr id="decision-a"><th><svg><use href="x"></use></svg> Build</th><td>3</td><td>A ship.</td></tr>'
    assert read(row) == {"a": "Build: A ship."}
    assert read("<p>No id, <br>no text.</p><hr>") == {}


def test_a_long_paragraph_ends_with_a_sentence() -> None:
    text = tidy("This is a sentence. " * 60)
    assert len(text) <= LONGEST and text.endswith("sentence.")


def new_table(client: Client, game: str = "norenberc") -> str:
    data = {"game": game, "players": "2", "seat1": "random"}
    answer = client.post("/tables", data=data, files={"none": b""}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def is_shown(client: Client, address: str) -> bool:
    return 'data-help="on"' in client.get(address, headers=BROWSER).text


def test_the_first_games_are_explained_and_later_ones_are_not(client: Client) -> None:
    addresses = [new_table(client) for _ in range(FIRST_GAMES + 1)]
    assert [is_shown(client, address) for address in addresses] == [True] * FIRST_GAMES + [False]
    assert is_shown(client, addresses[0]), "to the end of the game"
    assert is_shown(client, new_table(client, "guildhall")), "another game is new again"


def test_the_setting_applies_to_all_games(client: Client) -> None:
    address = new_table(client)
    for wanted, shown in (("off", False), ("on", True), ("nonsense", True), ("first", True)):
        client.post("/preferences", data={"help": wanted, "back": address}, follow_redirects=False)
        assert is_shown(client, address) is shown


def test_watching_does_not_count_as_a_first_game(client: Client) -> None:
    addresses = [new_table(client) for _ in range(FIRST_GAMES)]
    client.cookies.clear()
    for address in addresses:
        client.get(address, headers=BROWSER)
    assert is_shown(client, new_table(client))


@pytest.mark.parametrize("value", ["", "....", "x" * 5000, "<script>.a", "a.b.c.d"])
def test_an_invalid_cookie_is_ignored(client: Client, value: str) -> None:
    address = new_table(client)
    client.cookies.set("first-norenberc", value)
    assert client.get(address, headers=BROWSER).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_paragraph_is_shown_below_the_question(client: Client, language: str) -> None:
    page = client.get(new_table(client), headers={**BROWSER, "accept-language": language}).text
    game = zunft.load("norenberc")
    assert str(with_terms(paragraphs(game, language)["plan"], game, language)) in page
    assert "/rules/norenberc#decision-plan" in page
