"""Around a game: leaving, resigning, bots that take over or crash, clocks, rematches, branches, records,
ratings."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.apps import application, in_loop, tables_of, upkeep_of
from tests.server.logs import Log
from tests.server.servers import wait_for
from tests.server.test_web import BROWSER, create, sign
from zunft.core.conformance import dump
from zunft.server.config import Config
from zunft.server.people.ratings import Rating, ratings, save
from zunft.server.refusals import Forbidden
from zunft.server.store.database import Session
from zunft.server.store.prune import Policy
from zunft.server.tables import clocks, commands
from zunft.server.tables import upkeep as upkeeping
from zunft.server.tables.creation import Wanted
from zunft.server.tables.records import as_of, record_so_far
from zunft.server.tables.table import Table

Client = TestClient[Litestar]
Seats = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with application(tmp_path_factory.mktemp("hall") / "zunft.sqlite", absence=0.0) as found:
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
    found: Table = in_loop(client, tables_of(client).table, name)
    return found


def test_a_seat_lost_while_a_request_waits_is_not_played(client: Client) -> None:
    """Rights are checked again when the command runs, not only when the request arrives."""
    table, seats = friends(client, players=3)
    tables = tables_of(client)
    player = next(seat for seat in (1, 2) if seat in table_of(client, table).deciders)
    chosen = position(client, table, seats[str(player)])
    action, number = chosen["actions"][0]["text"], chosen["number"]

    async def lose_the_seat_first() -> None:
        kept = await tables.cache.get(table)
        act = partial(commands.act, player=player, action=action, number=number)
        async with kept.lock:
            waiting = asyncio.create_task(tables.execute(table, act, player=player))
            await asyncio.sleep(0)
            kept.table = commands.leave(kept.table, tables.moment(), player)
        await waiting

    with pytest.raises(Forbidden, match="needs_seat"):
        in_loop(client, lose_the_seat_first)
    tables.cache.drop(table)


def do(client: Client, table: str, what: str, headers: dict[str, str], **data: str) -> Any:
    return client.post(f"/t/{table}/{what}", headers=headers, data={"x": "", **data}, follow_redirects=False)


def act(client: Client, table: str, seats: Seats, rng: random.Random) -> bool:
    """A random answer of a player who is asked; whether there was one."""
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
        client, tables_of(client).database.read, lambda session: ratings(session).get((game, players), [])
    )
    return found


# Leaving and coming back


def test_a_bot_replaces_a_player_who_leaves(client: Client) -> None:
    table, seats = friends(client, players=3)
    number = position(client, table)["number"]
    assert do(client, table, "leave", seats["1"]).status_code == 303
    assert do(client, table, "leave", seats["1"]).status_code == 403, "the seat is no longer theirs"
    seat = position(client, table)["players"][1]
    assert (seat["kind"], seat["bot"], seat["name"]) == ("bot", "journeyman", "Bruno")
    assert position(client, table)["number"] > number
    del seats["1"]
    assert play_out(client, table, seats)["status"] == "over"


def test_resigning_loses_a_two_player_game(client: Client) -> None:
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


def test_resigning_with_more_players_is_a_last_place_and_a_bot_plays_on(fresh: Client) -> None:
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


def test_others_can_agree_to_replace_a_player_by_a_bot(client: Client) -> None:
    table, seats = friends(client, players=3)
    assert do(client, table, "replace", seats["0"], seat="2").status_code == 303
    assert position(client, table)["players"][2]["kind"] == "human"
    assert do(client, table, "answer", seats["2"], yes="yes").status_code == 409, "the player concerned has no vote"
    assert do(client, table, "answer", seats["1"], yes="no").status_code == 303
    assert do(client, table, "answer", seats["1"], yes="yes").status_code == 409, "a no ends the question"
    do(client, table, "replace", seats["0"], seat="2")
    assert do(client, table, "answer", seats["1"], yes="yes").status_code == 303
    assert position(client, table)["players"][2]["kind"] == "bot"


def test_all_must_agree_to_undo(fresh: Client) -> None:
    table, seats = friends(fresh)
    rng = random.Random(3)
    asker = "0"
    while True:
        act(fresh, table, seats, rng)
        now = table_of(fresh, table)
        asker = str(now.moves[-1].player)
        if now.moves and not now.free_to_undo(int(asker))[0]:
            break
    before = dump(as_of(now, now.moves[-1].entry).state)
    other = str(1 - int(asker))
    assert do(fresh, table, "ask-undo", seats[asker]).status_code == 303
    assert do(fresh, table, "answer", seats[asker], yes="yes").status_code == 409
    assert do(fresh, table, "answer", seats[other], yes="yes").status_code == 303
    after = table_of(fresh, table)
    assert dump(after.state) == before and after.undone_by_consent
    play_out(fresh, table, seats)
    assert rated(fresh, "norenberc", 2) == [], "a game with an undone revealed move is not rated"


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
def test_a_failing_bot_does_not_block_its_table(
    fresh: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """In a server of its own: a bot that thinks without end would keep those of other tests waiting."""
    file = tmp_path / "bad_bots.py"
    file.write_text(BAD_BOTS)
    bad = f"{file}:{kind}"
    monkeypatch.setattr(commands, "bot_names", lambda: ("random", bad))
    monkeypatch.setattr(upkeep_of(fresh).bots.thinkers, "longest", 0.3)
    table, _ = in_loop(fresh, tables_of(fresh).create, Wanted("norenberc", 2, ["random", bad]))
    name = table.setup.id

    def has_moved() -> bool:
        return sum(move.player == 1 for move in table_of(fresh, name).moves) >= 2

    wait_for(has_moved, f"a move of the bot that {kind}")
    assert table_of(fresh, name).state.deciders()


def test_one_worker_is_reserved_for_attended_tables(client: Client) -> None:
    """Even with one thinker: no one waits for a master that thinks at an unattended table."""
    bots = upkeep_of(client).bots
    assert bots.turns.slots == bots.thinkers.number == Config().thinkers + 1 == 2


def test_the_creator_of_a_new_table_counts_as_present(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's turn comes before the page has opened its stream."""
    bots = upkeep_of(client).bots
    own, alone = (table_of(client, create(client, kind, "random")[0]) for kind in ("human", "random"))
    assert bots.is_attended(own) and not bots.is_attended(alone)
    later = own.setup.created + 61_000
    monkeypatch.setattr(clocks, "now", lambda: later)
    assert not bots.is_attended(own)


def test_a_bot_takes_over_when_time_runs_out(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = friends(client, "guildhall", pace="fast")
    asked = table_of(client, table).deciders[0]
    due = table_of(client, table).due()
    assert due is not None
    left = position(client, table)["players"][asked]
    assert left["running"] and 300_000 < left["clock"] <= 305_000
    monkeypatch.setattr(clocks, "now", lambda: due - 1)
    in_loop(client, upkeep_of(client).run_due)
    assert table_of(client, table).seats[asked].kind == "human"
    assert position(client, table)["players"][asked]["clock"] == 1, "clocks on pages run, too"
    monkeypatch.setattr(clocks, "now", lambda: due)
    in_loop(client, upkeep_of(client).run_due)
    assert table_of(client, table).seats[asked].kind == "bot"
    assert table_of(client, table).seats[1 - asked].kind == "human"
    said = [line["text"] for line in position(client, table)["log"]]
    assert any("time" in line for line in said)


def test_a_clock_jump_costs_no_player_time(fresh: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forward or backward: nobody is replaced because of it, and the remaining time stays."""
    table, _ = friends(fresh, "guildhall", pace="fast")
    asked, now = table_of(fresh, table).deciders[0], clocks.now()
    for jump in (3600_000, -3600_000):
        monkeypatch.setattr(clocks, "now", lambda jump=jump: now + jump)
        in_loop(fresh, upkeep_of(fresh).tick)
        assert table_of(fresh, table).seats[asked].kind == "human"
        assert 280_000 < position(fresh, table)["players"][asked]["clock"] < 309_000


def test_a_table_is_created_once_if_the_connection_is_lost_after_the_commit(
    fresh: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work is retried on another connection, and finds what it has already written."""
    database = tables_of(fresh).database
    work = database.work

    async def twice(wanted: Any) -> Any:
        await work(wanted)
        return await work(wanted)

    monkeypatch.setattr(database, "work", twice)
    table, _ = create(fresh, "human", "open", listed=True)
    monkeypatch.setattr(database, "work", work)
    assert [each["table"] for each in fresh.get("/api/v1/tables").json()] == [table]


def test_one_broken_table_does_not_block_the_others(fresh: Client) -> None:
    """Its rules version is no longer supported: other tables' clocks run, bots move, and the server can restart."""
    table, _ = create(fresh, "random", "random")
    tables = tables_of(fresh)

    def break_it(session: Any) -> None:
        session.run("update tables set rules = 999, thinking = 1, status = 'playing', due = 1 where id = :id", id=table)

    in_loop(fresh, tables.database.work, break_it)
    wait_for(lambda: table not in tables.busy, "the bots of that table")
    tables.cache.drop(table)
    in_loop(fresh, tables.database.work, break_it)
    assert "rules version 999" in fresh.get(f"/api/v1/tables/{table}").json()["detail"]
    in_loop(fresh, upkeep_of(fresh).run_due)
    in_loop(fresh, upkeep_of(fresh).resume)


def test_unreadable_tables_do_not_keep_bots_from_being_resumed(fresh: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an update there may be more tables of other rules than are checked at a time."""
    tables, upkeep = tables_of(fresh), upkeep_of(fresh)
    resumed: list[str] = []
    monkeypatch.setattr(upkeep.bots, "start_moves", lambda table: resumed.append(table.setup.id))
    names = [create(fresh, "human", "random")[0] for _ in range(4)]

    def break_all_but_the_last(session: Session) -> None:
        for age, name in enumerate(names):
            rules = "" if name == names[-1] else ", rules = 999"
            session.run(f"update tables set thinking = 1, changed = :age{rules} where id = :id", age=age, id=name)

    in_loop(fresh, tables.database.work, break_all_but_the_last)
    for name in names:
        tables.cache.drop(name)
    resumed.clear()
    monkeypatch.setattr(upkeeping, "RESUMED", 3)
    in_loop(fresh, upkeep.resume)
    assert resumed == []
    in_loop(fresh, upkeep.resume)
    assert resumed == names[-1:]


def test_a_server_prunes_soon_after_its_start(fresh: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only after a day, which a server that is restarted every night never runs."""
    monkeypatch.setattr(upkeeping, "FIRST_PRUNED", 0.0)
    table = create(fresh, "human", "open")[0]
    in_loop(fresh, tables_of(fresh).database.work, lambda session: session.run("update tables set changed = 1"))
    left = partial(tables_of(fresh).database.read, lambda session: session.all("select id from tables"))
    pruning = fresh.blocking_portal.start_task_soon(upkeep_of(fresh).keep_pruned, Policy())
    try:
        wait_for(lambda: (table,) not in map(tuple, in_loop(fresh, left)), "the old table to be deleted")
    finally:
        pruning.cancel()


# After the game


def test_a_finished_game_can_be_exported_and_imported(client: Client) -> None:
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
def test_an_unfinished_record_continues_even_before_a_draw(client: Client, game: str) -> None:
    log = Log(game, seed=5)
    log.play(30)
    lines = json.loads(record_so_far(log.table).to_json())
    rng = random.Random(1)
    for _ in range(6):
        cut = {**lines, "scores": None, "actions": lines["actions"][: rng.randrange(len(lines["actions"]))]}
        brought = client.post("/import", files={"record": ("game.json", json.dumps(cut))}, headers=BROWSER)
        assert brought.status_code == 200, brought.text
        table = table_of(client, str(brought.url).rpartition("/")[2])
        assert table.deciders, "nobody can continue it"


def test_a_record_with_bad_names_is_refused(client: Client) -> None:
    lines = json.loads(record_so_far(Log("norenberc", seed=5).table).to_json())
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
    past = as_of(past, past.seen[0][last // 2 - 1] + 1)
    branched = table_of(client, name)
    assert branched.moves[: len(past.moves)] and branched.setup.origin == table
    assert [move.actions for move in branched.moves[: len(past.moves)]] == [move.actions for move in past.moves]
    assert [seat.kind for seat in branched.seats].count("human") == 1


def test_a_rematch_is_one_table_with_all_players_one_seat_further(client: Client) -> None:
    table, seats = friends(client)  # private: the rematch needs no new invitation
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
    page = client.get(f"/t/{table}", headers={**BROWSER, **seats["1"]}).text
    assert f'action="/t/{table}/rematch"' in page, "a link alone would make a spectator of the other player"


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


def test_games_that_end_simultaneously_both_count(fresh: Client) -> None:
    """Two processes have read the same rating before they write theirs."""
    known = Rating("account:a", "Greta", 25.0, 8.0, 0, 0.0)

    def end_at_once(session: Session) -> list[Rating]:
        save(session, "norenberc", 2, Rating("account:a", "Greta", 27.0, 6.0, 1, 1.0), known)
        save(session, "norenberc", 2, Rating("account:a", "Greta", 24.0, 4.0, 1, 0.0), known)
        return ratings(session)["norenberc", 2]

    [found] = in_loop(fresh, tables_of(fresh).database.work, end_at_once)
    assert found == Rating("account:a", "Greta", 26.0, 3.0, 2, 1.0)
