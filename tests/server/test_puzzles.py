"""Puzzles on the site: every bundled one can be solved, answers are explained, and solvers are rated."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import zunft
from tests.server.apps import application, tables_of
from tests.server.test_web import sign
from zunft.review.collection import StoredPuzzle, collection, lines
from zunft.review.puzzles import FEWEST_CHOICES, MARGIN

Client = TestClient[Litestar]

GAMES = [game for game in zunft.game_names() if lines(game)]
LANGUAGES = ("en", "de", "ru")
BROWSER = {"accept": "text/html", "accept-language": "en"}
GAME = "norenberc"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with application(tmp_path / "zunft.sqlite") as found:
        yield found


@pytest.fixture
def puzzle() -> StoredPuzzle:
    return collection(GAME)[0]


def legal(puzzle: StoredPuzzle) -> list[str]:
    actions = puzzle.record.replay().legal_actions(puzzle.player)
    return [puzzle.record.game.text(action) for action in actions]


def right(puzzle: StoredPuzzle) -> str:
    return puzzle.record.game.text(puzzle.solution)


def wrong(puzzle: StoredPuzzle) -> str:
    return next(text for text in legal(puzzle) if text != right(puzzle))


def seen(client: Client, path: str, language: str = "en") -> str:
    answer = client.get(path, headers={**BROWSER, "accept-language": language})
    assert answer.status_code == 200, path
    return html.unescape(answer.text)


def answered(client: Client, action: str, number: int = 1) -> str:
    answer = client.post(f"/puzzles/{GAME}/{number}", data={"action": action}, headers=BROWSER)
    assert answer.status_code == 200
    return html.unescape(answer.text)


# The bundled puzzles


@pytest.mark.parametrize("game", GAMES)
def test_every_bundled_puzzle_has_one_clearly_best_choice(game: str) -> None:
    found = collection(game)
    ids = [puzzle.id for puzzle in found]
    assert ids == sorted(set(ids)) and all(each.startswith(f"{game}-") for each in ids)
    for puzzle in found:
        assert puzzle.record.game.name == game
        assert right(puzzle) in legal(puzzle) and len(legal(puzzle)) >= FEWEST_CHOICES, puzzle.id
        assert puzzle.margin >= MARGIN == 0.15, puzzle.id
        assert 0 < puzzle.chance <= 1 and puzzle.margin_error >= 0, puzzle.id


@pytest.mark.parametrize("game", GAMES)
def test_every_bundled_puzzle_is_shown_with_all_choices_and_without_its_answer(client: Client, game: str) -> None:
    for number, puzzle in enumerate(collection(game), 1):
        page = seen(client, f"/puzzles/{game}/{number}", LANGUAGES[number % 3])
        offered = re.search(r'<ul class="choices">.*?</ul>', page, re.DOTALL)
        assert offered is not None
        assert sorted(re.findall(r'name="action" value="([^"]*)"', offered[0])) == sorted(legal(puzzle)), puzzle.id
        assert 'id="answer"' not in page


# The list


def test_the_list_shows_the_games_with_their_numbers(client: Client) -> None:
    assert GAME in GAMES
    page = seen(client, "/puzzles")
    for game in GAMES:
        assert f'href="/puzzles/{game}"><b>{zunft.load(game).title}</b></a> <span>Puzzles: {len(lines(game))}<' in page
    assert page.count('href="/puzzles/') == len(GAMES)
    assert "rating:" not in page


def test_a_site_without_puzzles_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zunft.server.web.puzzle_pages.lines", lambda game: [])
    monkeypatch.setattr("zunft.server.web.puzzle_pages.collection", lambda game: [])
    assert "There are no puzzles here yet." in seen(client, "/puzzles")
    assert client.get(f"/puzzles/{GAME}").status_code == 404


# Answers


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_right_answer_is_confirmed_with_its_reason(client: Client, puzzle: StoredPuzzle, language: str) -> None:
    headers = {**BROWSER, "accept-language": language}
    page = client.post(f"/puzzles/{GAME}/1", data={"action": right(puzzle)}, headers=headers).text
    said = {"en": "Right!", "de": "Richtig!", "ru": "Верно!"}[language]
    assert said in page and 'id="answer"' in page and 'class="why"' in page
    assert 'class="pick"' not in page, "no more choices"


def test_a_wrong_answer_shows_the_best_choice_and_why(client: Client, puzzle: StoredPuzzle) -> None:
    page = answered(client, wrong(puzzle))
    game, view = puzzle.record.game, puzzle.record.replay().view(puzzle.player)
    assert "Not the best choice." in page and "Your choice: " in page
    assert f"Best: {game.label(puzzle.solution, view, game.texts['en'])}, with a chance of" in page
    assert re.search(r'<p class="why">\w[^<]+</p>', page)


@pytest.mark.parametrize("action", ["", "nonsense", "draw brewers-3", "x" * 10_000])
def test_an_impossible_answer_is_refused_and_not_counted(client: Client, puzzle: StoredPuzzle, action: str) -> None:
    sign(client, "register", "Greta")
    answer = client.post(f"/puzzles/{GAME}/1", data={"action": action})
    assert answer.status_code == 400 and answer.json()["code"] in ("illegal_action", "unknown_action")
    assert len(answer.json()["detail"]) < 300
    assert "solved:" not in seen(client, "/puzzles")


@pytest.mark.parametrize("path", [f"{GAME}/0", f"{GAME}/100000", f"{GAME}/1x", "nothing", "nothing/1"])
def test_an_unknown_puzzle_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/puzzles/{path}", headers=BROWSER).status_code == 404
    assert client.post(f"/puzzles/{path}/play", headers=BROWSER).status_code in (404, 405)


# Solvers


def test_a_signed_in_solver_is_rated_by_first_answers(client: Client, puzzle: StoredPuzzle) -> None:
    sign(client, "register", "Greta")
    answered(client, wrong(puzzle))
    page = seen(client, "/puzzles")
    low = re.search(r"solved: 0 of 1, your rating: (-?\d+)", page)
    assert low is not None
    answered(client, right(puzzle))  # the second answer does not count
    assert low[0] in seen(client, "/puzzles")
    answered(client, right(collection(GAME)[1]), 2)
    high = re.search(r"solved: 1 of 2, your rating: (-?\d+)", seen(client, "/puzzles"))
    assert high is not None and int(high[1]) > int(low[1])


def test_solvers_continue_with_the_first_puzzle_that_they_have_not_answered(
    client: Client, puzzle: StoredPuzzle
) -> None:
    def offered() -> str:
        return client.get(f"/puzzles/{GAME}", follow_redirects=False).headers["location"]

    answered(client, right(puzzle))
    assert offered() == f"/puzzles/{GAME}/1", "guests are not remembered"
    sign(client, "register", "Greta")
    answered(client, right(puzzle))
    assert offered() == f"/puzzles/{GAME}/2"


def test_playing_on_makes_a_table_at_the_position(client: Client, puzzle: StoredPuzzle) -> None:
    answer = client.post(f"/puzzles/{GAME}/1/play", follow_redirects=False)
    assert answer.status_code == 303
    table = tables_of(client).cache.kept[answer.headers["location"].rpartition("/")[2]].table
    assert table.state.view(puzzle.player) == puzzle.record.replay().view(puzzle.player)
    assert [seat.kind for seat in table.seats].index("human") == puzzle.player in table.deciders
    assert not table.setup.listed and table.setup.origin == "puzzle"
