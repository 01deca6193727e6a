"""Hints on the site: for the player who decides, from that player's knowledge; recorded, limited, and never rated."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application, put, tables_of
from tests.server.logs import GAMES, Log, last_lines, secret_twins
from zunft.core.record import HUMAN
from zunft.core.text import LANGUAGES
from zunft.review import Evaluator, hints, why
from zunft.server.people import ratings
from zunft.server.people.ratings import rate
from zunft.server.tables import clocks
from zunft.server.tables import log as entries
from zunft.server.tables.commands import Moment
from zunft.server.tables.creation import Wanted, new_table, rematch_of
from zunft.server.tables.hints import advise, are_allowed, record_hint
from zunft.server.tables.table import Table
from zunft.server.views.position import position

Client = TestClient[Litestar]
NODES = 24
BROWSER = {"accept": "text/html", "accept-language": "en"}
ANNA = {"authorization": "Bearer anna's secret"}


def moment() -> Moment:
    return Moment(0, random.Random(1))


def table_of(*seats: str, **more: Any) -> Table:
    names = ["Anna" if seat == HUMAN else "" for seat in seats]
    return new_table(Wanted("norenberc", len(seats), list(seats), names, **more), moment())


def decided_by(game: str, player: int, seed: int = 4, allowed: bool = True) -> Table:
    """A table at which it is this player's turn, with more than one choice."""
    played = Log(game, seed=seed)
    played.add(entries.HINTS, -1, {"allowed": allowed})
    while player not in played.table.deciders or len(played.table.state.legal_actions(player)) < 3:
        assert played.play(1)
    return played.table


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server with a table of each game at which Anna has to decide, and one without hints."""
    path = tmp_path_factory.mktemp("hints") / "zunft.sqlite"
    with application(path, hints=NODES, thinkers=1) as client:
        for game in GAMES:
            table = decided_by(game, 0)
            table.setup.id = game
            put(path, table, {0: "anna's secret", 1: "bruno's secret"})
        strict = decided_by("norenberc", 0, allowed=False)
        strict.setup.id = "strict"
        put(path, strict, {0: "anna's secret"})
        yield client


def kept(client: Client, name: str) -> Table:
    found: Table = client.blocking_portal.call(tables_of(client).fresh_table, name)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_hints_are_those_of_the_review_as_seen_from_the_players_seat(client: Client, game: str) -> None:
    table = kept(client, game)
    answer = client.post(f"/api/v1/tables/{game}/hints", headers=ANNA)
    assert answer.status_code == 200, answer.text
    content = answer.json()
    expected = hints(table.state, 0, Evaluator(NODES, seed=table.asked[0]))
    assert content["table"] == game and content["number"] <= kept(client, game).number(0)
    assert [each["action"] for each in content["hints"]] == [table.game.text(each.choice.action) for each in expected]
    assert [each["chance"] for each in content["hints"]] == [each.choice.chance for each in expected]
    assert [each["why"] for each in content["hints"]] == [why(each.reasons, table.game, "en") for each in expected]
    labels = {
        each["text"]: each["label"] for each in client.get(f"/api/v1/tables/{game}", headers=ANNA).json()["actions"]
    }
    assert all(labels[each["action"]] == each["label"] for each in content["hints"])


@pytest.mark.parametrize("game", GAMES)
def test_advice_does_not_depend_on_hidden_information(game: str) -> None:
    state = decided_by(game, 0).state
    other = state.resample(0, random.Random(8))
    assert advise(state.clone(), 0, NODES, 3, 60) == advise(other, 0, NODES, 3, 60)


def test_asking_again_neither_searches_nor_logs(client: Client) -> None:
    first = client.post("/api/v1/tables/norenberc/hints", headers=ANNA).json()["hints"]
    length, known = len(kept(client, "norenberc").log), dict(client.app.state.hints.known)
    assert client.post("/api/v1/tables/norenberc/hints", headers=ANNA).json()["hints"] == first
    assert len(kept(client, "norenberc").log) == length
    assert dict(client.app.state.hints.known) == known


def test_a_hint_can_be_chosen(client: Client) -> None:
    content = client.post("/api/v1/tables/calimala/hints", headers=ANNA).json()
    answer = {"action": content["hints"][0]["action"], "number": content["number"]}
    assert client.post("/api/v1/tables/calimala/actions", json=answer, headers=ANNA).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_gets_a_list_of_buttons_and_without_a_script_a_page(client: Client, language: str) -> None:
    asked = {**ANNA, **BROWSER, "accept-language": language}
    content = client.post("/api/v1/tables/guildhall/hints", headers=asked).json()["hints"]
    part = client.post("/t/guildhall/hint", headers={**asked, "x-live": "1"})
    assert part.status_code == 200 and part.text.startswith('<div class="hints"')
    for each in content:
        assert f'form="board" name="action" value="{each["action"]}"' in part.text
        assert f"{each['chance']:.0%}" in part.text
    page = client.post("/t/guildhall/hint", headers=asked).text
    assert '<form id="board" method="post" action="/t/guildhall/choose">' in page and part.text.strip() in page


def test_only_the_deciding_player_gets_hints(client: Client) -> None:
    assert client.post("/api/v1/tables/norenberc/hints").json()["code"] == "needs_seat"
    refused = client.post("/api/v1/tables/strict/hints", headers=ANNA)
    assert (refused.status_code, refused.json()["code"]) == (403, "no_hints")
    assert "no_hints" not in refused.json()["detail"]
    made = client.post("/api/v1/tables", json={"game": "norenberc", "players": 2, "seats": ["human", "open"]}).json()
    waiting = {"authorization": f"Bearer {made['secrets']['0']}"}
    assert client.post(f"/api/v1/tables/{made['table']}/hints", headers=waiting).json()["code"] == "no_hints"


def test_a_costly_choice_gets_an_objection(client: Client) -> None:
    table = kept(client, "strasbourg")
    content = advise(table.state.clone(), 0, NODES, table.asked[0], 60)
    for action, found in content.objections.items():
        body = {"action": table.game.text(action), "allowed": 0.01}
        answer = client.post("/api/v1/tables/strasbourg/objection", json=body, headers=ANNA).json()
        assert answer["loss"] == found.loss and answer["best"] == table.game.text(content.hints[0].choice.action)
        assert answer["warn"] == (found.loss > 0.01 and found.loss >= 2 * found.error)
    assert not answer["warn"] or answer["why"]


@pytest.mark.parametrize("body", [{"action": "dance"}, {"action": "x" * 101}, {"action": "pass", "allowed": 2}, {}])
def test_invalid_requests_are_refused(client: Client, body: dict[str, Any]) -> None:
    assert client.post("/api/v1/tables/strasbourg/objection", json=body, headers=ANNA).status_code in (400, 409)


def test_the_hint_button_is_shown_if_hints_are_allowed(client: Client) -> None:
    client.cookies.clear()
    for name, expected in (("norenberc", True), ("strict", False)):
        page = client.get(f"/t/{name}", headers={**BROWSER, **ANNA}).text
        assert (f'action="/t/{name}/hint"' in page) is expected
        assert client.get(f"/api/v1/tables/{name}", headers=ANNA).json()["hints"] is expected
        assert f'action="/t/{name}/hint"' not in client.get(f"/t/{name}", headers=BROWSER).text, "a spectator"


# Settings and records


def test_hints_are_allowed_by_default_if_one_person_plays_against_bots() -> None:
    assert are_allowed(table_of(HUMAN, "random"))
    assert not are_allowed(table_of(HUMAN, "open"))
    assert not are_allowed(table_of(HUMAN, "random", hints=False))
    with_a_friend = table_of(HUMAN, "open", hints=True)
    assert are_allowed(with_a_friend)
    assert "allowed" in last_lines(with_a_friend, None, "en", 5)[0].text


def test_a_rematch_keeps_the_settings() -> None:
    played = Log("norenberc", seed=3)
    played.add(entries.HINTS, -1, {"allowed": True})
    assert not played.play(10_000)
    assert rematch_of(played.table).hints is True


def test_an_absent_player_still_counts_as_a_person() -> None:
    played = Log("norenberc", seed=3)
    played.play(5)
    played.add(entries.REPLACE, 1, {"bot": "random", "name": "Bruno", "why": entries.CLOCK})
    assert not are_allowed(played.table)
    played.add(entries.REPLACE, 1, {"bot": "random", "name": "Bruno", "why": entries.LEAVE})
    assert are_allowed(played.table)


def test_hints_are_secret_until_the_game_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sealed choice it would reveal who has not chosen yet."""
    monkeypatch.setattr(clocks, "now", lambda: 2_000_000)
    for twins in secret_twins("norenberc", 1, 10):
        table = twins.logs[0].table
        player = next(iter(table.deciders))
        hinted = record_hint(table, moment(), player)
        assert hinted is not None and record_hint(hinted, moment(), player) is None
        for viewer in [None, *(seat for seat in range(table.setup.players) if seat != player)]:
            assert position(hinted, viewer, "en") == position(table, viewer, "en")
            assert last_lines(hinted, viewer, "en", 9) == last_lines(table, viewer, "en", 9)
        assert "hint" in last_lines(hinted, player, "en", 1)[0].text
        assert hinted.asked == table.asked, "an answer to the same question is still right"
        return
    pytest.fail("no sealed choice")


def test_a_game_with_hints_is_not_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def accounts(session: object, name: str) -> list[str]:
        asked.append(name)
        return ["", ""]

    monkeypatch.setattr(ratings, "seat_accounts", accounts)
    for hinted in (True, False):
        played = Log("norenberc", seed=3)
        if hinted:
            played.add(entries.HINT, played.table.deciders[0], {})
        assert not played.play(10_000)
        assert position(played.table, None, "en").hinted is hinted
        rate(None, played.table)  # type: ignore[arg-type]
    assert len(asked) == 1, "the one without"


def test_hints_cost_more_of_the_rate_limit_than_moves(tmp_path: Path) -> None:
    with application(tmp_path / "z.sqlite", rate=0.001, burst=11, hints=NODES) as client:
        answers = [client.post("/api/v1/tables/none/hints").status_code for _ in range(3)]
    assert answers[:2] != [429, 429] and answers[-1] == 429


def test_a_server_without_hints_says_so(tmp_path: Path) -> None:
    path = tmp_path / "z.sqlite"
    with application(path, hints=0) as client:
        put(path, decided_by("norenberc", 0), {0: "anna's secret"})
        assert client.post("/api/v1/tables/some-table/hints", headers=ANNA).json()["code"] == "no_hints"
