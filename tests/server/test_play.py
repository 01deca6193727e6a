"""Playing through the JSON interface: the same on SQLite, on PostgreSQL, and with two server processes."""

from __future__ import annotations

import contextlib
import json
import queue
import random
import socket
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import zunft
from tests.server.logs import GAMES
from tests.server.servers import Server, ask_postgres, wait_for
from zunft.core.record import Record
from zunft.server.client import Client, Position, Refusal, Seat, server_sent


class Listener:
    """Reads a stream in its own thread."""

    def __init__(self, seat: Seat, since: int = 0) -> None:
        self.heard: list[Position] = []
        self.failure: BaseException | None = None
        self.stream = seat.client.open(seat.client.request(seat.path(f"/events?since={since}"), seat.secret))
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self) -> None:
        try:
            for number, data in server_sent(self.stream):
                position = json.loads(data)
                assert position["number"] == number
                self.heard.append(position)
        except (OSError, ValueError, AttributeError):
            pass  # closed

    @property
    def number(self) -> int:
        return int(self.heard[-1]["number"]) if self.heard else 0

    def hears(self, number: int) -> None:
        wait_for(lambda: self.number >= number, f"position {number}, heard {self.number}")

    def close(self) -> None:
        raw: Any = self.stream.fp
        if raw is not None:
            raw.raw._sock.shutdown(socket.SHUT_RDWR)
        self.thread.join(10)
        self.stream.close()


@pytest.fixture
def listen() -> Any:
    opened: list[Listener] = []

    def begin(seat: Seat, since: int = 0) -> Listener:
        opened.append(Listener(seat, since))
        return opened[-1]

    yield begin
    for listener in opened:
        listener.close()


def at(server: Server, seat: Seat) -> Seat:
    """The same seat, through another server process."""
    return Seat(server.client, seat.table, seat.seat, seat.secret, seat.invitations)


def friends(server: Server, game: str = "norenberc", players: int = 2, **options: Any) -> list[Seat]:
    """A table of people only, all seated."""
    host = server.client.create(game, players, ["human", *["open"] * (players - 1)], "Anna", options)
    names = ("Bruno", "Cleo", "Dora", "Emil")
    return [
        host,
        *(
            server.client.sit(host.table, names[seat - 1], seat, invitation)
            for seat, invitation in sorted(host.invitations.items())
        ),
    ]


def random_choice(seed: int) -> Callable[[Position], str]:
    rng = random.Random(seed)

    def choose(position: Position) -> str:
        found: str = rng.choice(position["actions"])["text"]
        return found

    return choose


@pytest.mark.parametrize(
    ("servers", "game"),
    [*(("sqlite", game) for game in GAMES), ("postgres", "norenberc"), ("two processes", "strasbourg")],
    indirect=["servers"],
)
def test_a_whole_game_against_bots(servers: list[Server], game: str) -> None:
    """The person plays through the last process, bots think in any; the record has the same end."""
    players = zunft.load(game).players[0]
    made = servers[0].client.create(game, players, ["human", *["random"] * (players - 1)])
    seat = at(servers[-1], made)
    end = seat.play(random_choice(1))
    assert end["status"] == "over" and any(player["won"] for player in end["players"])
    record = Record.from_json(json.dumps(seat.record()))
    assert record.replay().scores() == [player["points"] for player in end["players"]]
    assert made.position()["number"] == end["number"]


def test_all_processes_stream_every_event(servers: list[Server], listen: Any) -> None:
    """Several listeners on each seat and spectators, at each process; each receives all its numbers, in order."""
    seats = friends(servers[0])
    watcher = servers[0].client.watch(seats[0].table)
    listeners = {
        seat.seat: [listen(at(server, seat)) for server in servers for _ in range(3)] for seat in [*seats, watcher]
    }
    rng = random.Random(2)
    for turn in range(20):
        position = {seat.seat: at(servers[turn % len(servers)], seat).position() for seat in seats}
        for seat in seats:
            if position[seat.seat]["actions"]:
                action = rng.choice(position[seat.seat]["actions"])["text"]
                at(rng.choice(servers), seat).act(action, position[seat.seat]["number"])
                break
    for seat in [*seats, watcher]:
        number = seat.position()["number"]
        for listener in listeners[seat.seat]:
            listener.hears(number)
            numbers = [each["number"] for each in listener.heard]
            assert numbers == sorted(set(numbers))
            assert listener.heard[-1]["view"] == seat.position()["view"]


def test_a_stream_resumes_where_it_stopped(servers: list[Server], listen: Any) -> None:
    seat, other = friends(servers[0])
    listener = listen(at(servers[-1], seat))
    number = seat.chat("one")
    listener.hears(number)
    listener.close()
    seat.chat("two")
    number = other.chat("three")
    again = listen(at(servers[-1], seat), listener.number)
    again.hears(number)
    said = [line["text"] for each in again.heard for line in each["log"] if line["kind"] == "chat"]
    assert said == ["two", "three"]


def test_a_sealed_choice_is_streamed_to_nobody_else(servers: list[Server], listen: Any) -> None:
    anna, bruno = friends(servers[0], "norenberc")
    watcher = servers[-1].client.watch(anna.table)
    listeners = [listen(at(servers[-1], bruno)), listen(watcher)]
    before = [bruno.position(), watcher.position()]
    start = anna.position()
    assert start["actions"] and before[0]["actions"]
    anna.act(start["actions"][0]["text"], start["number"])
    assert anna.position()["number"] == start["number"] + 1
    for seat, earlier in zip((bruno, watcher), before, strict=True):
        now = seat.position()
        assert {**now, "now": 0} == {**earlier, "now": 0}
    anna.undo()
    number = anna.chat("and now?")
    assert number == start["number"] + 3
    for listener, earlier in zip(listeners, before, strict=True):
        listener.hears(earlier["number"] + 1)
        assert [each["number"] for each in listener.heard] == [earlier["number"], earlier["number"] + 1]


def test_undo_is_visible_to_all(servers: list[Server], listen: Any) -> None:
    seats = friends(servers[0], "guildhall")
    table = {seat.seat: seat for seat in seats}
    for _ in range(60):
        acting = next(seat for seat in seats if seat.position()["actions"])
        position = acting.position()
        number = acting.act(position["actions"][0]["text"], position["number"])
        if acting.position()["undo"]:
            break
    other = table[1 - (acting.seat or 0)]
    listener = listen(at(servers[-1], other))
    number = acting.undo()
    assert acting.position()["actions"] == position["actions"]
    listener.hears(number)
    while acting.position()["undo"]:
        acting.undo()
    with pytest.raises(Refusal, match=r"to undo|agree") as refusal:
        acting.undo()
    assert refusal.value.status == 409


def test_wrong_answers_are_refused_with_a_reason(servers: list[Server]) -> None:
    anna, bruno = friends(servers[0], "guildhall")
    acting, waiting = (anna, bruno) if anna.position()["actions"] else (bruno, anna)
    position = acting.position()
    action = position["actions"][0]["text"]
    for seat, text, number, status, reason in (
        (acting, "fly away", position["number"], 400, "fly"),
        (acting, action, position["number"] + 5, 409, "position"),
        (waiting, action, waiting.position()["number"], 409, "nothing to decide"),
        (Seat(acting.client, acting.table, 0, "wrong secret"), action, position["number"], 403, "seat"),
        (Seat(acting.client, "no-such-table", 0, acting.secret), action, position["number"], 404, "no-such-table"),
    ):
        with pytest.raises(Refusal, match=reason) as refusal:
            at(servers[-1], seat).act(text, number)
        assert refusal.value.status == status
    assert acting.position() | {"now": 0} == position | {"now": 0}
    for path in ("record",):
        with pytest.raises(Refusal, match="over") as refusal:
            acting.get(f"/{path}")
        assert refusal.value.status == 403


def test_a_private_table_needs_an_invitation(servers: list[Server]) -> None:
    host = servers[0].client.create("norenberc", 2, ["human", "open"], "Anna")
    client = servers[-1].client
    assert host.table not in [table["table"] for table in client.tables()]
    for invitation in ("", "guess", host.secret):
        with pytest.raises(Refusal, match="private") as refusal:
            client.sit(host.table, "Eve", 1, invitation)
        assert refusal.value.status == 403
    bruno = client.sit(host.table, "Bruno", 1, host.invitations[1])
    assert bruno.position()["status"] == "playing"
    with pytest.raises(Refusal, match="taken"):
        client.sit(host.table, "Eve", 1, host.invitations[1])
    listed = servers[0].client.create("norenberc", 2, ["human", "open"], "Anna", listed=True)
    assert listed.table in [table["table"] for table in client.tables()]
    with pytest.raises(Refusal, match="called Anna already"):
        client.sit(listed.table, "Anna")
    client.sit(listed.table, "Eve")
    assert listed.table not in [table["table"] for table in client.tables()]


# Races


def at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    """All called at the same moment; what each returned or raised."""
    barrier = threading.Barrier(len(calls))
    answers: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()

    def call(place: int) -> None:
        barrier.wait()
        try:
            answers.put((place, calls[place]()))
        except Refusal as refusal:
            answers.put((place, refusal))

    threads = [threading.Thread(target=call, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return [answer for _, answer in sorted((answers.get() for _ in calls), key=lambda each: each[0])]


def test_of_several_answers_to_one_question_exactly_one_is_accepted(servers: list[Server]) -> None:
    """Guildhall asks one player at a time: the same seat answers from several clients, some of them alike."""
    rng = random.Random(3)
    raced = confirmed = 0
    seats = friends(servers[0], "guildhall")
    while raced < 15:
        acting = next(seat for seat in seats if seat.position()["actions"])
        position = acting.position()
        texts = [action["text"] for action in position["actions"]]
        if len(texts) == 1:
            acting.act(texts[0], position["number"])
            continue
        raced += 1
        wanted = [*rng.sample(texts, min(3, len(texts))), rng.choice(texts)]
        wanted.append(wanted[0])
        places = [at(servers[number % len(servers)], acting) for number in range(len(wanted))]
        number = position["number"]
        answers = at_once([partial(seat.act, text, number) for seat, text in zip(places, wanted, strict=True)])
        accepted = {text for text, answer in zip(wanted, answers, strict=True) if isinstance(answer, int)}
        assert len(accepted) == 1, (wanted, answers)
        confirmed += sum(isinstance(answer, int) for answer in answers) - 1
        assert all(answer.status == 409 for answer in answers if isinstance(answer, Refusal)), answers
        (chosen,) = accepted
        for seat in places:  # repeated at every process, and still counted once
            assert seat.act(chosen, position["number"]) == position["number"] + 1
        assert acting.position()["number"] == position["number"] + 1
    assert confirmed, "nobody ever gave the same answer twice"


def test_simultaneous_choices_do_not_conflict(servers: list[Server]) -> None:
    """Strasbourg with five: all players who are asked answer at the same moment; none is refused."""
    seats = friends(servers[0], "strasbourg", 5)
    rng = random.Random(4)
    together = 0
    for _ in range(25):
        positions = [(seat, seat.position()) for seat in seats]
        asked = [(seat, position) for seat, position in positions if position["actions"]]
        if not asked:
            break
        answers = at_once(
            [
                partial(at(rng.choice(servers), seat).act, rng.choice(position["actions"])["text"], position["number"])
                for seat, position in asked
            ]
        )
        assert all(isinstance(answer, int) for answer in answers), answers
        together += len(asked) > 1
    assert together >= 5


def test_a_seat_is_taken_only_once(servers: list[Server]) -> None:
    for _ in range(3):
        host = servers[0].client.create("norenberc", 2, ["human", "open"], "Anna", listed=True)
        answers = at_once(
            [partial(servers[number % len(servers)].client.sit, host.table, f"Guest {number}") for number in range(5)]
        )
        assert sum(isinstance(answer, Seat) for answer in answers) == 1, answers
        seat = next(answer for answer in answers if isinstance(answer, Seat))
        assert at(servers[-1], seat).position()["seat"] == 1
        assert host.position()["status"] == "playing"


@pytest.mark.parametrize("servers", ["postgres", "two processes"], indirect=True)
def test_a_killed_listener_connection_recovers(servers: list[Server], listen: Any) -> None:
    anna, bruno = friends(servers[0])
    listener = listen(at(servers[-1], bruno))
    listener.hears(anna.chat("before"))
    url = servers[0].config.database
    killed = ask_postgres(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where datname = current_database() and query ilike 'listen%'",
        url,
    )
    assert len(killed) == len(servers) and all(done for (done,) in killed)
    listener.hears(anna.chat("while nobody listens"))
    for text in ("after", "and after"):
        listener.hears(anna.chat(text))
    ask_postgres(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where datname = current_database() and pid <> pg_backend_pid()",
        url,
    )
    listener.hears(anna.chat("after all connections were killed"))


def test_the_client_reconnects(servers: list[Server]) -> None:
    """Through a proxy that drops the connection: the iterator continues and misses nothing."""
    anna, bruno = friends(servers[0])
    door = Door(servers[-1].port)
    events = Seat(Client(door.url), bruno.table, bruno.seat, bruno.secret).events()
    assert next(events)["number"] == bruno.position()["number"]
    anna.chat("one")
    assert next(events)["log"][-1]["text"] == "one"
    door.slam()
    anna.chat("two")
    anna.chat("three")
    texts: list[str] = []
    while "three" not in texts:
        texts += [line["text"] for line in next(events)["log"]]
    assert texts == ["two", "three"]
    door.close()


class Door:
    """A proxy that forwards connections to a port until it is closed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.open: list[Any] = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                inner, _ = self.listening.accept()
            except OSError:
                return
            outer = socket.create_connection(("127.0.0.1", self.port))
            self.open += [inner, outer]
            for source, target in ((inner, outer), (outer, inner)):
                threading.Thread(target=self.copy, args=(source, target), daemon=True).start()

    def copy(self, source: Any, target: Any) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                target.sendall(data)

    def slam(self) -> None:
        for each in self.open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self.open.clear()

    def close(self) -> None:
        self.slam()
        self.listening.close()
