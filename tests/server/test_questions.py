"""What newcomers ask, "Why can't I …?": ten questions for each game, on the summary page, linked from the table."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import zunft
from tests import toy
from tests.server.apps import application
from zunft.core.text import LANGUAGES
from zunft.server.views.questions import entries, has_questions, questions

Client = TestClient[Litestar]
GAMES = zunft.game_names()
BROWSER = {"accept": "text/html"}
ASKED = 10  # questions for each game
LONGEST = 60  # words of an answer


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with application(tmp_path_factory.mktemp("questions") / "zunft.sqlite") as client:
        yield client


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_ten_in_three_languages(game: str) -> None:
    found = entries(zunft.load(game))
    assert len(found) == ASKED
    for each in found:
        assert set(each.ask) == set(each.answer) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_asked_once_and_answered_in_a_few_sentences(game: str, language: str) -> None:
    found = questions(zunft.load(game), language)
    assert len({each.ask for each in found}) == len({each.answer for each in found}) == ASKED
    for ask, answer in found:
        assert ask.endswith("?") and answer.endswith(".")
        assert len(answer.split()) <= LONGEST, answer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_summary_page_shows_them_folded(client: Client, game: str, language: str) -> None:
    client.cookies.set("language", language)
    page = html.unescape(client.get(f"/summary/{game}", headers=BROWSER).text)
    for ask, answer in questions(zunft.load(game), language):
        assert f"<details><summary>{ask}</summary><p>{answer}</p></details>" in page


@pytest.mark.parametrize("game", GAMES)
def test_the_help_of_a_table_leads_there(client: Client, game: str) -> None:
    players = zunft.load(game).players[0]
    seats = {f"seat{seat}": "random" for seat in range(1, players)}
    data = {"game": game, "players": str(players), **seats}
    made = client.post("/tables", data=data, files={"none": b""}, follow_redirects=False)
    page = client.get(made.headers["location"], headers=BROWSER).text
    assert page.count(f'href="/summary/{game}#questions"') >= 1


def test_a_game_without_questions_has_none() -> None:
    assert not has_questions(toy.game)


def test_a_file_that_cannot_be_read_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "badly_asked"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    for content in (
        "question = 1",
        "[[question]]\nask.en = 'Why?'",
        "[[",
        "[[question]]\nask.de = 'a'\nanswer.en = 'b'",
    ):
        (package / "questions.toml").write_text(content)
        entries.cache_clear()
        monkeypatch.setattr(toy.game, "package", "badly_asked")
        assert entries(toy.game) == []
    entries.cache_clear()
