"""Reviews on the site: requested once, computed in the background, stored, resumed after a kill; and trying again."""

from __future__ import annotations

import html
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application, put, tables_of
from tests.server.logs import Log
from tests.server.servers import Server, postgres_database, wait_for
from tests.server.test_tables import do, friends
from zunft.core.text import LANGUAGES
from zunft.review import Evaluator, review
from zunft.review.account import LESSONS
from zunft.server.store import reviews as store
from zunft.server.store.migrations import upgrade
from zunft.server.store.queries import decode, encode
from zunft.server.tables.records import as_seen, record_of
from zunft.server.tables.reviews import MOST_OF_ONE, review_some
from zunft.server.tables.table import Table
from zunft.server.texts import site_texts
from zunft.server.views.live import LivePage
from zunft.server.views.puzzle import Lesson
from zunft.server.views.review import places

Client = TestClient[Litestar]

NODES = 4
GAMES = ("calimala", "guildhall", "norenberc", "strasbourg")
BROWSER = {"accept": "text/html", "accept-language": "en"}


def finished(game: str = "norenberc", seed: int = 3, name: str = "some-table") -> Table:
    """A game that people have finished."""
    log = Log(game, seed=seed)
    log.table.setup.id = name
    assert not log.play(10_000)
    return log.table


def of(client: Client, name: str = "some-table", brief: bool = False) -> Any:
    return client.get(f"/api/v1/tables/{name}/review?brief={str(brief).lower()}").json()


def wait_until_done(client: Client, name: str = "some-table") -> None:
    wait_for(lambda: of(client, name, brief=True)["status"] == "done", "the review", patience=300)


@pytest.fixture(scope="module")
def table() -> Table:
    return finished()


@pytest.fixture(scope="module")
def client(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server with a reviewed game, and one in progress."""
    path = tmp_path_factory.mktemp("reviews") / "zunft.sqlite"
    with application(path, reviews=NODES) as client:
        put(path, table, {0: "anna's secret"})
        running = Log("norenberc", seed=5)
        running.table.setup.id = "running"
        running.play(10)
        put(path, running.table, {})
        assert client.post("/api/v1/tables/some-table/review").status_code == 202
        wait_until_done(client)
        yield client


def test_the_review_is_the_same_as_from_python(client: Client, table: Table) -> None:
    content = of(client)
    expected = decode(encode(review(record_of(table), Evaluator(NODES)).to_dict()))
    assert content["status"] == "done" and content["done"] == content["of"] == len(expected["parts"])
    for part in content["review"]["parts"]:
        assert part.pop("before") >= 1 and part.pop("after_number") >= 1
        part.pop("why", None)
    assert content["review"] == expected


def test_the_account_adds_up(client: Client) -> None:
    for account in of(client)["review"]["accounts"]:
        explained = account["luck"] - account["losses"] + account["others"]
        assert abs(account["result"] - account["start"] - explained) < 1e-9


def test_asking_again_changes_nothing(client: Client) -> None:
    before = of(client)
    assert client.post("/api/v1/tables/some-table/review").json()["status"] == "done"
    assert of(client) == before


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_replay_shows_the_chart_the_marks_and_the_choices(client: Client, language: str) -> None:
    content = of(client)["review"]
    worst = content["parts"][content["mistakes"][0]]
    page = client.get(f"/t/some-table/replay?at={worst['before']}&language={language}", headers=BROWSER).text
    assert page.count('<polyline class="curve') == 2
    assert page.count('<circle class="spot') == len(content["mistakes"]) == 3
    assert page.count('<path class="spot') == len(content["luckiest"]) > 0
    assert f'name="part" value="{worst["number"]}"' in page
    assert page.count('class="chosen"') >= 1
    why = client.get(f"/api/v1/tables/some-table/review?language={language}").json()["review"]["parts"]
    sentence = why[worst["number"]]["why"]
    assert sentence and sentence.split(":")[0] in page


def test_a_replay_without_a_review_offers_one(client: Client, table: Table, tmp_path: Path) -> None:
    path = tmp_path / "z.sqlite"
    with application(path, reviews=NODES) as other:
        put(path, table, {})
        page = other.get("/t/some-table/replay", headers=BROWSER).text
        assert 'action="/review/some-table"' in page and "<polyline" not in page
        assert of(other) == {"table": "some-table", "status": "none", "done": 0, "of": 0, "review": None}


def test_trying_again_makes_a_table_before_the_decision(client: Client, table: Table) -> None:
    content = of(client)["review"]
    worst = content["parts"][content["mistakes"][0]]
    answer = client.post("/review/some-table/try", data={"part": worst["number"]}, follow_redirects=False)
    assert answer.status_code == 303
    name = answer.headers["location"].rpartition("/")[2]
    made = tables_of(client).cache.kept[name].table
    record = record_of(table)
    assert [move.actions[0] for move in made.moves][: len(made.moves)]
    assert made.state.view(worst["player"]) == record.replay(worst["number"]).view(worst["player"])
    assert [seat.kind for seat in made.seats].index("human") == worst["player"] == made.deciders[0]
    assert not made.setup.listed and made.setup.origin == "some-table"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_s_mistakes_are_replayed_as_puzzles(client: Client, table: Table, language: str) -> None:
    reviewed = review(record_of(table), Evaluator(NODES))
    lessons = reviewed.lessons(0)
    assert lessons == sorted(reviewed.mistakes(0, most=LESSONS), key=lambda part: part.number)
    replay = client.get(f"/t/some-table/replay?language={language}", headers=BROWSER).text
    assert 'href="/review/some-table/learn/0/1"' in replay
    game = table.game
    for number, part in enumerate(lessons, 1):
        path = f"/review/some-table/learn/0/{number}?language={language}"
        asked = client.get(path, headers=BROWSER).text
        view = record_of(table).replay(part.number).view(0)
        made = game.label(part.action, view, game.texts[language].with_names(table.names))
        question = site_texts()[language].with_names(table.names).say("lesson.prompt", player=0, made=made)
        assert question in html.unescape(asked)
        assert 'id="answer"' not in asked
        said = site_texts()[language]
        for action, verdict in ((part.best().action, "lesson.right"), (part.action, "puzzles.wrong")):
            answer = client.post(path, data={"action": game.text(action)}, headers=BROWSER).text
            assert f'id="prompt">{said.say(verdict)}</h2>' in answer and 'id="answer"' in answer
            following = f"/review/some-table/learn/0/{number + 1}" if number < len(lessons) else "/t/some-table/replay"
            assert f'class="button primary" href="{following}"' in answer


def test_a_choice_without_a_clear_difference_is_right_in_a_lesson_too(table: Table) -> None:
    reviewed, seen = review(record_of(table), Evaluator(40)), set()
    for player in range(2):
        for number in range(1, len(reviewed.lessons(player)) + 1):
            lesson = Lesson(reviewed, table.names, player, number)
            for choice in lesson.part.choices[1:]:
                is_good = choice.loss < 2 * choice.loss_error or choice.loss == 0
                verdict = lesson.answer(choice.action, "en").verdict
                assert verdict.startswith("A good choice" if is_good else "Not the best choice")
                seen.add(is_good)
    assert seen == {True, False}


@pytest.mark.parametrize("path", ["0/0", "0/99", "7/1"])
def test_an_unknown_mistake_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/review/some-table/learn/{path}").status_code == 404


def test_an_illegal_answer_to_a_mistake_is_refused(client: Client) -> None:
    assert client.post("/review/some-table/learn/0/1", data={"action": "dance"}).status_code in (400, 409, 422)


@pytest.mark.parametrize("part", ["100000", "x", "-1"])
def test_only_decisions_can_be_retried(client: Client, part: str) -> None:
    assert client.post("/review/some-table/try", data={"part": part}).status_code in (400, 409)


def test_a_draw_cannot_be_retried(client: Client) -> None:
    draw = next(part["number"] for part in of(client)["review"]["parts"] if part["luck"])
    assert client.post("/review/some-table/try", data={"part": draw}).status_code == 409


# Permissions


def test_a_game_that_is_not_over_is_not_reviewed(client: Client) -> None:
    for answer in (client.post("/api/v1/tables/running/review"), client.get("/api/v1/tables/running/review")):
        assert (answer.status_code, answer.json()["code"]) == (403, "review_not_yet")
    assert client.post("/review/running/try", data={"part": 1}).status_code == 403
    assert 'id="review"' not in client.get("/t/running/replay", headers=BROWSER).text


def test_a_host_can_switch_reviews_off(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "z.sqlite"
    with application(path, reviews=0) as client:
        put(path, table, {})
        answer = client.post("/api/v1/tables/some-table/review")
        assert (answer.status_code, answer.json()["code"]) == (403, "no_reviews")
        assert 'id="review"' not in client.get("/t/some-table/replay", headers=BROWSER).text


def offers_review(shown: str) -> bool:
    return "/t/some-table/replay?at=1#review" in shown


@pytest.mark.parametrize("reviews", [NODES, 0])
def test_a_finished_game_offers_its_review_only_where_games_are_reviewed(
    table: Table, tmp_path: Path, reviews: int
) -> None:
    path = tmp_path / "z.sqlite"
    with application(path, reviews=reviews) as client:
        put(path, table, {0: "anna's secret"})
        page = client.get("/t/some-table", headers=BROWSER).text
        assert 'class="panel decision over"' in page
        assert offers_review(page) == bool(reviews)


def test_the_review_is_offered_to_live_pages_too(table: Table) -> None:
    for has_reviews in (True, False):
        sent = LivePage(0, "en", has_reviews)(table, 0).decode()
        assert "panel decision over" in sent
        assert offers_review(sent) == has_reviews


def test_a_game_that_ended_early_offers_no_review(tmp_path: Path) -> None:
    path = tmp_path / "z.sqlite"
    with application(path, reviews=NODES) as client:
        name, seats = friends(client)
        do(client, name, "resign", seats["1"])
        page = client.get(f"/t/{name}", headers=BROWSER).text
        assert 'class="panel decision over"' in page
        assert f"/t/{name}/replay?at=1" in page and "#review" not in page


def test_waiting_reviews_are_limited_per_household(tmp_path: Path) -> None:
    path = tmp_path / "z.sqlite"
    with application(path, reviews=NODES) as client:
        for number in range(MOST_OF_ONE + 1):
            put(path, finished(name=f"table-{number}"), {})
        with sqlite3.connect(path) as connection:  # another process has claimed all of them
            for number in range(MOST_OF_ONE):
                connection.execute(
                    "insert into reviews values (?, '{}', 1, 'waiting', ?, 1, 99999999999999)",
                    (f"table-{number}", household(client)),
                )
        connection.close()
        answer = client.post(f"/api/v1/tables/table-{MOST_OF_ONE}/review")
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_reviews")
        assert client.post("/api/v1/tables/table-0/review").status_code == 202  # exists already


def household(client: Client) -> str:
    from zunft.server.people.secrets import hashed
    from zunft.server.web.visitors import HOUSEHOLD_LENGTH

    return hashed("testclient")[:HOUSEHOLD_LENGTH]


# Positions in the replay


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_shown_at_the_position_where_it_was_made(game: str) -> None:
    """Even in a sealed choice, and after an undo."""
    log = Log(game, seed=8)
    log.play(30)
    for player in range(log.table.setup.players):
        if log.table.free_to_undo(player)[0]:
            log.undo(player)
    assert not log.play(10_000)
    table = log.table
    record = record_of(table)
    found = {player: places(table, player) for player in range(table.setup.players)}
    state, checked = record.new(), 0
    for number, (action, decider) in enumerate(zip(record.actions, record.deciders, strict=True)):
        player = state.current_player() if decider is None else decider
        if player >= 0 and number % 7 == 0:
            past = as_seen(table, player, found[player].before[number])
            assert player in past.deciders and action in past.state.legal_actions(player)
            checked += 1
        state.apply(action, decider)
    assert checked > 5


@pytest.mark.parametrize("game", GAMES)
def test_places_go_forward_and_stay_within_the_replay(game: str) -> None:
    table = finished(game)
    for viewer in (None, *range(table.setup.players)):
        before, after = places(table, viewer)
        assert before == sorted(before) and after == sorted(after)
        assert all(1 <= each <= table.number(viewer) for each in (*before, *after))
        assert len(before) == len(after) == len(record_of(table).actions)


# Work


def test_batches_add_up_to_the_whole_review(table: Table) -> None:
    record = record_of(table)
    text = record.to_json()
    done: list[int] = []
    found: list[dict[str, Any]] = []
    while len(done) < len(record.actions):
        new = review_some(text, NODES, done, 0.0, 60.0)
        assert len(new) == 1  # with a budget of zero: one part
        found += new
        done += [part["number"] for part in new]
        if len(done) == 5:
            rest = review_some(text, NODES, done, 60.0, 60.0)
            found += rest
            done += [part["number"] for part in rest]
    whole = review(record, Evaluator(NODES))
    assert decode(encode(found)) == decode(encode([part.to_dict(record.game) for part in whole.parts]))


def stored_parts(path: Path) -> dict[int, str]:
    with sqlite3.connect(path) as connection:
        found = dict(connection.execute("select number, data from review_parts").fetchall())
    connection.close()
    return found


def test_a_review_resumes_after_a_kill_of_the_server(tmp_path: Path) -> None:
    """With so many simulations that the review takes many batches on the fastest machine; the rest is not awaited."""
    path, nodes = tmp_path / "z.sqlite", 2_000
    table = finished()
    upgrade(str(path))
    put(path, table, {})
    with Server(str(path), tmp_path / "log.txt", reviews=nodes) as server:
        server.client.post("/tables/some-table/review", {})
        wait_for(lambda: stored_parts(path), "the first parts", patience=300)
        server.kill()
        before = stored_parts(path)
        assert 0 < len(before) < len(record_of(table).actions)
        server.start()
        wait_for(lambda: len(stored_parts(path)) > len(before), "more parts", patience=300)
    after = stored_parts(path)
    assert {number: after[number] for number in before} == before


def test_parts_from_another_judgement_are_recomputed(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "z.sqlite"
    with application(path, reviews=NODES) as client:
        put(path, table, {})
        with sqlite3.connect(path) as connection:
            actions = len(record_of(table).actions)
            connection.execute(
                "insert into reviews values ('some-table', '{\"nodes\": 1}', ?, 'waiting', '', 1, 0)", (actions,)
            )
            connection.execute("insert into review_parts values ('some-table', 0, '{\"number\": 0}')")
        connection.close()
        wait_until_done(client)
        content = of(client)["review"]
        assert content["nodes"] == NODES and len(content["parts"]) == actions


def test_a_failing_review_is_abandoned(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "z.sqlite"
    monkeypatch.setattr("zunft.server.tables.reviews.HELD", -1)  # retried at once
    with application(path, reviews=NODES) as client:
        put(path, table, {})
        monkeypatch.setattr(client.app.state.reviews, "compute", fail)
        client.post("/api/v1/tables/some-table/review")
        wait_for(lambda: of(client, brief=True)["status"] == "failed", "the end of all attempts")
        page = client.get("/t/some-table/replay", headers=BROWSER).text
        assert "could not be reviewed" in page


async def fail(name: str) -> None:
    raise RuntimeError(name)


def test_two_processes_over_postgres_share_one_review(table: Table, tmp_path: Path) -> None:
    with (
        postgres_database() as url,
        Server(url, tmp_path / "log-1.txt", reviews=NODES) as one,
        Server(url, tmp_path / "log-2.txt", reviews=NODES) as other,
    ):
        seat = one.client.create("norenberc", 2, ["random", "random"])
        name = seat.table
        wait_for(lambda: one.client.get(f"/tables/{name}")["status"] == "over", "the end of the game", patience=300)
        assert one.client.post(f"/tables/{name}/review", {})["status"] == "waiting"
        other.client.post(f"/tables/{name}/review", {})
        wait_for(
            lambda: other.client.get(f"/tables/{name}/review?brief=true")["status"] == "done", "both", patience=300
        )
        content = [each.client.get(f"/tables/{name}/review")["review"] for each in (one, other)]
        assert content[0] == content[1] and content[0]["parts"]


def test_a_review_is_deleted_with_its_table(tmp_path: Path) -> None:
    from zunft.server.store.sqlite import SqliteSession, connect_sqlite

    path = tmp_path / "z.sqlite"
    upgrade(str(path))
    put(path, finished(), {})
    connection = connect_sqlite(path)
    session = SqliteSession(connection)
    store.add(session, "some-table", {}, 1, "", 1)
    store.save_parts(session, "some-table", [{"number": 0}], 1)
    found = store.find(session, "some-table")
    assert found is not None and found.parts == 1
    for name, key in (("log", "table_id"), ("seats", "table_id"), ("tables", "id")):
        session.run(f"delete from {name} where {key} = 'some-table'")
    assert store.find(session, "some-table") is None
    assert session.all("select * from review_parts") == []
    connection.close()
