"""What happens around a game: leaving, resigning, bots that take over or crash, clocks, rematches, branches, records,
ratings, webhooks."""

from __future__ import annotations

import http.server
import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application, hall_of, in_loop
from tests.server.logs import Log
from tests.server.servers import wait_for
from tests.server.test_web import BROWSER, create, sign
from zunft.core.conformance import dump
from zunft.server import hall as halls
from zunft.server import store, webhooks
from zunft.server.database import Session
from zunft.server.ratings import Rating, ratings, save
from zunft.server.table import Table

Client = TestClient[Litestar]
Seats = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with application(tmp_path_factory.mktemp("hall") / "zunft.sqlite", private_webhooks=True) as found:
        yield found


@pytest.fixture
def client(app: Client) -> Client:
    app.cookies.clear()
    return app


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Client]:
    """With an empty store."""
    with application(tmp_path / "zunft.sqlite") as found:
        yield found


def friends(client: Client, game: str = "norenberc", players: int = 2, **more: Any) -> tuple[str, Seats]:
    table, seats = create(client, "human", *["open"] * (players - 1), game=game, **more)
    names = ("Bruno", "Cleo", "Dora", "Emil")
    for seat in range(1, players):
        invitation = seats[str(seat)]["authorization"].split()[1]
        sat = client.post(
            f"/api/v1/tables/{table}/seats", json={"name": names[seat - 1], "seat": seat, "invitation": invitation}
        )
        assert sat.status_code == 201, sat.text
        seats[str(seat)] = {"authorization": f"Bearer {sat.json()['secret']}"}
    return table, seats


def position(client: Client, table: str, headers: dict[str, str] | None = None) -> Any:
    return client.get(f"/api/v1/tables/{table}", headers=headers).json()


def table_of(client: Client, name: str) -> Table:
    found: Table = in_loop(client, hall_of(client).table, name)
    return found


def do(client: Client, table: str, what: str, headers: dict[str, str], **data: str) -> Any:
    return client.post(f"/t/{table}/{what}", headers=headers, data={"x": "", **data}, follow_redirects=False)


def act(client: Client, table: str, seats: Seats, rng: random.Random) -> bool:
    """Somebody who is asked answers at random; whether anybody was."""
    for seat in seats.values():
        found = position(client, table, seat)
        if found["actions"]:
            answer = {"action": rng.choice(found["actions"])["text"], "number": found["number"]}
            done = client.post(f"/api/v1/tables/{table}/actions", headers=seat, json=answer)
            assert done.status_code == 200, done.text
            return True
    return False


def play_out(client: Client, table: str, seats: Seats, seed: int = 0) -> Any:
    rng = random.Random(seed)

    def is_over() -> bool:
        while act(client, table, seats, rng):
            pass
        return bool(position(client, table)["status"] == "over")

    wait_for(is_over, "the end of the game")
    return position(client, table)


def rated(client: Client, game: str, players: int) -> list[Rating]:
    found: list[Rating] = in_loop(
        client, hall_of(client).database.work, lambda session: ratings(session, game, players)
    )
    return found


# Leaving and coming back


def test_a_bot_plays_on_for_whoever_leaves(client: Client) -> None:
    table, seats = friends(client, players=3)
    number = position(client, table)["number"]
    assert do(client, table, "leave", seats["1"]).status_code == 303
    assert do(client, table, "leave", seats["1"]).status_code == 403, "the seat is not theirs any more"
    chair = position(client, table)["players"][1]
    assert (chair["kind"], chair["bot"], chair["name"]) == ("bot", "journeyman", "Bruno")
    assert position(client, table)["number"] > number
    del seats["1"]
    assert play_out(client, table, seats)["status"] == "over"


def test_whoever_resigns_a_game_of_two_has_lost_it(client: Client) -> None:
    table, seats = friends(client)
    act(client, table, seats, random.Random(1))
    assert do(client, table, "resign", seats["0"]).status_code == 303
    end = position(client, table)
    assert end["status"] == "over"
    assert [player["won"] for player in end["players"]] == [False, True]
    assert end["players"][0]["resigned"]
    assert end["log"][-1]["text"] == "Anna resigns."
    assert do(client, table, "resign", seats["1"]).status_code == 409
    assert client.get(f"/api/v1/tables/{table}/record").status_code == 200


def test_whoever_resigns_among_more_is_replaced_and_comes_last(fresh: Client) -> None:
    sign(fresh, "register", "Greta")
    table, seats = create(fresh, "human", "random", "random", name="Greta")
    fresh.cookies.clear()
    assert do(fresh, table, "resign", seats["0"]).status_code == 303
    end = play_out(fresh, table, {})
    assert end["players"][0]["resigned"] and end["players"][0]["kind"] == "bot"
    found = {each.who.partition(":")[0]: each for each in rated(fresh, "norenberc", 3)}
    assert found["account"].name == "Greta" and found["account"].wins == 0
    assert found["bot"].who == "bot:random" and found["bot"].games == 2
    assert "bot:journeyman" not in [each.who for each in rated(fresh, "norenberc", 3)]


def test_a_host_who_leaves_before_the_start_leaves_a_bot(client: Client) -> None:
    table, seats = create(client, "human", "open", listed=True)
    assert do(client, table, "resign", seats["0"]).status_code == 409
    assert do(client, table, "leave", seats["0"]).status_code == 303
    client.post(f"/api/v1/tables/{table}/seats", json={"name": "Bruno"})
    assert position(client, table)["status"] == "playing"


def test_bots_fill_the_open_seats(client: Client) -> None:
    table, seats = create(client, "human", "open", "open")
    assert do(client, table, "fill", seats["0"], bot="genius").status_code == 400
    assert do(client, table, "fill", seats["0"], bot="random").status_code == 303
    found = position(client, table)
    assert [player["kind"] for player in found["players"]] == ["human", "bot", "bot"]
    assert len({player["name"] for player in found["players"]}) == 3
    assert play_out(client, table, seats)["status"] == "over"


def test_others_agree_to_a_bot_for_somebody(client: Client) -> None:
    table, seats = friends(client, players=3)
    assert do(client, table, "replace", seats["0"], seat="2").status_code == 303
    assert position(client, table)["players"][2]["kind"] == "human"
    assert do(client, table, "answer", seats["2"], yes="yes").status_code == 409, "whoever is meant is not asked"
    assert do(client, table, "answer", seats["1"], yes="no").status_code == 303
    assert do(client, table, "answer", seats["1"], yes="yes").status_code == 409, "a no ends the question"
    do(client, table, "replace", seats["0"], seat="2")
    assert do(client, table, "answer", seats["1"], yes="yes").status_code == 303
    assert position(client, table)["players"][2]["kind"] == "bot"


def test_all_agree_to_take_back(fresh: Client) -> None:
    table, seats = friends(fresh)
    rng = random.Random(3)
    asker = "0"
    while True:
        act(fresh, table, seats, rng)
        now = table_of(fresh, table)
        asker = str(now.steps[-1].player)
        if now.steps and not now.free_to_undo(int(asker))[0]:
            break
    before = dump(now.as_of(now.steps[-1].row).state)
    other = str(1 - int(asker))
    assert do(fresh, table, "ask-undo", seats[asker]).status_code == 303
    assert do(fresh, table, "answer", seats[asker], yes="yes").status_code == 409
    assert do(fresh, table, "answer", seats[other], yes="yes").status_code == 303
    after = table_of(fresh, table)
    assert dump(after.state) == before and after.beyond
    play_out(fresh, table, seats)
    assert rated(fresh, "norenberc", 2) == [], "a game in which something known was taken back is not rated"


def test_undo_redo_and_reset_on_pages(client: Client) -> None:
    table, seats = friends(client, "norenberc")
    start = position(client, table, seats["0"])
    client.post(
        f"/api/v1/tables/{table}/actions",
        headers=seats["0"],
        json={"action": start["actions"][0]["text"], "number": start["number"]},
    )
    chosen = dump(table_of(client, table).state)
    assert do(client, table, "redo", seats["0"]).status_code == 409
    for what in ("undo", "reset"):
        assert do(client, table, what, seats["0"]).status_code == 303
        assert position(client, table, seats["0"])["actions"] == start["actions"]
        assert do(client, table, "redo", seats["0"]).status_code == 303
        assert dump(table_of(client, table).state) == chosen


# Bots and clocks

BAD_BOTS = """
import os
class Dies:
    def __init__(self, seed): pass
    def choose(self, seat): os._exit(3)
class Raises(Dies):
    def choose(self, seat): raise ValueError("no idea")
class Cheats(Dies):
    def choose(self, seat): return -7
class Dreams(Dies):
    def choose(self, seat):
        while True: pass
class Insists(Dies):
    def choose(self, seat):
        while True:
            try: Dreams().choose(seat)
            except TimeoutError: pass
"""


@pytest.mark.parametrize("kind", ["Dies", "Raises", "Cheats", "Dreams", "Insists"])
def test_a_bot_that_fails_hangs_no_table(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    file = tmp_path / "bad_bots.py"
    file.write_text(BAD_BOTS)
    bad = f"{file}:{kind}"
    monkeypatch.setattr(halls, "bot_names", lambda: ("random", bad))
    hall = hall_of(client)
    monkeypatch.setattr(hall.thinkers, "longest", 0.3)
    table, _ = in_loop(client, hall.create, "norenberc", 2, ["random", bad])
    name = table.setup.id

    def has_moved() -> bool:
        return sum(step.player == 1 for step in table_of(client, name).steps) >= 2

    wait_for(has_moved, f"a move of the bot that {kind}")
    assert table_of(client, name).state.deciders()


def test_a_bot_takes_over_when_the_time_is_up(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = friends(client, "guildhall", pace="fast")
    asked = table_of(client, table).deciders()[0]
    due = table_of(client, table).due()
    assert due is not None
    left = position(client, table)["players"][asked]
    assert left["running"] and 300_000 < left["clock"] <= 305_000
    hall = hall_of(client)
    monkeypatch.setattr(store, "now", lambda: due - 1)
    in_loop(client, hall.look_around)
    assert table_of(client, table).chairs[asked].kind == "human"
    assert position(client, table)["players"][asked]["clock"] == 1, "clocks on pages run, too"
    monkeypatch.setattr(store, "now", lambda: due)
    in_loop(client, hall.look_around)
    assert table_of(client, table).chairs[asked].kind == "bot"
    assert table_of(client, table).chairs[1 - asked].kind == "human"
    said = [line["text"] for line in position(client, table)["log"]]
    assert any("time" in line for line in said)


def test_one_broken_table_does_not_keep_others_from_going_on(fresh: Client) -> None:
    """Its rules are no longer played here: the others' clocks run, bots move, and the server starts again."""
    table, _ = create(fresh, "random", "random")
    hall = hall_of(fresh)

    def break_it(session: Any) -> None:
        session.run("update tables set rules = 999, thinking = 1, status = 'playing', due = 1 where id = :id", id=table)

    in_loop(fresh, hall.database.work, break_it)
    wait_for(lambda: table not in hall.thinking, "the bots of that table")
    hall.forget(table)
    in_loop(fresh, hall.database.work, break_it)
    assert "rules version 999" in fresh.get(f"/api/v1/tables/{table}").json()["detail"]
    in_loop(fresh, hall.look_around)
    in_loop(fresh, hall.resume)


# After the game


def test_a_finished_game_is_recorded_and_can_be_brought_back(client: Client) -> None:
    table, seats = friends(client)
    assert client.get(f"/api/v1/tables/{table}/record").status_code == 403
    end = play_out(client, table, seats)
    record = client.get(f"/api/v1/tables/{table}/record")
    assert record.headers["content-disposition"].startswith("attachment")
    brought = client.post("/import", files={"record": ("game.json", record.content)}, headers=BROWSER)
    assert brought.status_code == 200
    name = str(brought.url).rpartition("/")[2]
    again = position(client, name)
    assert again["status"] == "over"
    assert [player["points"] for player in again["players"]] == [player["points"] for player in end["players"]]
    assert [player["name"] for player in again["players"]] == ["Anna", "Bruno"]
    assert client.get(f"/api/v1/tables/{name}/record").json()["actions"] == record.json()["actions"]


@pytest.mark.parametrize("game", ["norenberc", "strasbourg", "guildhall", "calimala"])
def test_an_unfinished_record_goes_on_even_where_chance_has_still_to_draw(client: Client, game: str) -> None:
    log = Log(game, seed=5)
    log.play(30)
    lines = json.loads(log.table.record().to_json())
    rng = random.Random(1)
    for _ in range(6):
        cut = {**lines, "scores": None, "actions": lines["actions"][: rng.randrange(len(lines["actions"]))]}
        brought = client.post("/import", files={"record": ("game.json", json.dumps(cut))}, headers=BROWSER)
        assert brought.status_code == 200, brought.text
        table = table_of(client, str(brought.url).rpartition("/")[2])
        assert table.deciders(), "nobody can go on"


def test_a_record_with_bad_names_is_refused(client: Client) -> None:
    lines = json.loads(Log("norenberc", seed=5).table.record().to_json())
    for names in (["x" * 100, "y"], ["a", "\x00"], ["a", " "]):
        answer = client.post("/import", files={"record": ("r", json.dumps({**lines, "names": names}))}, headers=BROWSER)
        assert answer.status_code == 400, names


def test_a_game_that_is_over_can_be_branched(client: Client) -> None:
    table, seats = friends(client)
    assert client.post(f"/branch/{table}", headers=seats["0"], data={"at": "1"}).status_code == 403
    play_out(client, table, seats)
    last = position(client, table, seats["0"])["number"]
    for at, status in (("0", 400), ("x", 400), (str(last), 409), (str(last + 1), 409)):
        answer = client.post(f"/branch/{table}", headers=seats["0"], data={"at": at}, follow_redirects=False)
        assert answer.status_code in (status, 409), (at, answer.text)
    middle = client.post(f"/branch/{table}", headers=seats["0"], data={"at": str(last // 2)}, follow_redirects=False)
    assert middle.status_code == 303
    name = middle.headers["location"].rpartition("/")[2]
    past = table_of(client, table)
    past = past.as_of(past.seen[0][last // 2 - 1] + 1)
    branched = table_of(client, name)
    assert branched.steps[: len(past.steps)] and branched.setup.origin == table
    assert [step.actions for step in branched.steps[: len(past.steps)]] == [step.actions for step in past.steps]
    assert [chair.kind for chair in branched.chairs].count("human") == 1


def test_a_rematch_seats_everybody_one_further_and_is_one_table(client: Client) -> None:
    table, seats = friends(client)  # private: nobody needs a new invitation
    assert do(client, table, "rematch", seats["0"]).status_code == 409
    do(client, table, "resign", seats["0"])
    client.cookies.set("name", "Anna")
    first = do(client, table, "rematch", seats["0"])
    again = do(client, table, "rematch", seats["0"])
    client.cookies.clear()
    client.cookies.set("name", "Bruno")
    second = do(client, table, "rematch", seats["1"])
    assert first.headers["location"] == second.headers["location"] == again.headers["location"]
    found = position(client, first.headers["location"].rpartition("/")[2])
    assert found["status"] == "playing"
    assert [player["name"] for player in found["players"]] == ["Bruno", "Anna"]
    assert f"/t/{found['table']}" in client.get(f"/t/{table}", headers={**BROWSER, **seats["1"]}).text


def test_ratings_count_people_with_accounts_and_bots(fresh: Client) -> None:
    sign(fresh, "register", "Greta")
    table, seats = create(fresh, "human", "random", game="norenberc", name="Greta")
    fresh.cookies.clear()
    end = play_out(fresh, table, seats)
    found = {each.who.partition(":")[0]: each for each in rated(fresh, "norenberc", 2)}
    assert set(found) == {"account", "bot"}
    assert all(each.games == 1 for each in found.values())
    assert sum(each.wins for each in found.values()) == 1
    if [player["won"] for player in end["players"]] == [True, False]:
        assert found["account"].mu > found["bot"].mu
    page = fresh.get("/ratings", headers=BROWSER).text
    assert "Greta" in page and "random" in page.lower()
    guests, others = create(fresh, "human", "random")
    play_out(fresh, guests, others)
    assert {each.who: each.games for each in rated(fresh, "norenberc", 2)}["bot:random"] == 1, "guests are not rated"


def test_games_that_end_at_once_both_count(fresh: Client) -> None:
    """Two processes have read the same rating when they write theirs."""
    table = Log("norenberc").table
    known = Rating("account:a", "Greta", 25.0, 8.0, 0, 0.0)

    def end_at_once(session: Session) -> list[Rating]:
        save(session, table, Rating("account:a", "Greta", 27.0, 6.0, 1, 1.0), known)
        save(session, table, Rating("account:a", "Greta", 24.0, 4.0, 1, 0.0), known)
        return ratings(session, "norenberc", 2)

    [found] = in_loop(fresh, hall_of(fresh).database.work, end_at_once)
    assert found == Rating("account:a", "Greta", 26.0, 3.0, 2, 1.0)


# Webhooks


class Receiver:
    """Hears notices, and fails as often as it is told to."""

    def __init__(self, failures: int = 0) -> None:
        receiver = self
        self.notices: list[dict[str, Any]] = []
        self.failures = failures

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                failing = receiver.failures > 0
                receiver.failures -= failing
                if not failing:
                    receiver.notices.append(json.loads(body))
                self.send_response(503 if failing else 200)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Quiet."""

        self.server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/notices"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver(failures=2)
    yield found
    found.close()


def test_a_webhook_tells_of_turns_and_of_the_end(
    client: Client, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "TRIES", (0, 0, 0, 0))
    table, seats = friends(client, "guildhall")
    waiting = str(1 - table_of(client, table).deciders()[0])
    assert do(client, table, "webhook", seats[waiting], url=receiver.url).status_code == 303
    asked = {seat: headers for seat, headers in seats.items() if seat != waiting}
    while act(client, table, asked, random.Random(1)):
        pass
    wait_for(lambda: receiver.notices, "a notice, after two failures")
    notice = receiver.notices[0]
    assert notice["event"] == "turn" and notice["seat"] == int(waiting) and notice["table"] == table
    assert set(notice) == {"table", "game", "seat", "name", "number", "event"}
    do(client, table, "resign", asked[str(1 - int(waiting))])
    wait_for(lambda: receiver.notices[-1]["event"] == "over", "the end")


def test_whoever_leaves_hears_nothing_more(client: Client, receiver: Receiver) -> None:
    table, seats = friends(client, players=3)
    do(client, table, "webhook", seats["1"], url=receiver.url)
    do(client, table, "leave", seats["1"])
    urls = in_loop(client, hall_of(client).database.work, lambda session: store.webhooks(session, table))
    assert urls == ["", "", ""]


def test_webhooks_do_not_lead_into_the_servers_own_network() -> None:
    for url in (
        "http://127.0.0.1/x",
        "http://localhost:80/",
        "http://10.0.0.1/",
        "http://[::1]/",
        "http://169.254.1.1/",
    ):
        with pytest.raises(OSError, match="public"):
            webhooks.refuse_private(url)
