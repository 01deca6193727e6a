"""Kills a server repeatedly while people and bots play, and checks that nothing acknowledged is lost."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import sqlalchemy

import zunft
from tests.server.servers import Nursery, Server, is_alive, wait_for
from zunft.server.client import LOST, Client, Refusal, Seat
from zunft.server.store.copies import back_up, restore
from zunft.server.store.migrations import sqlalchemy_url

SETTINGS = (
    ("norenberc", ("human", "open")),
    ("guildhall", ("human", "random")),
    ("strasbourg", ("human", "open", "random")),
    ("calimala", ("human", "random", "open")),
)
COUNTED = 50  # kills between two counts of the store: what is lost stays lost
LONGEST_PLAY = 0.4  # seconds from the first answer after a start to the next kill, at most
UNPLAYED = 0.2  # share of kills that do not wait for an answer: they meet servers that are just resuming
BETWEEN_BACKUPS = 3.0  # seconds: more often, they would leave no time for the kills
Answer = tuple[str, int, int, str]  # table, seat, number, action


class Player(threading.Thread):
    """Sits on all seats of one table at a time and plays at random; remembers every acknowledged answer."""

    def __init__(self, servers: Sequence[Server], number: int) -> None:
        super().__init__(daemon=True)
        self.servers = servers
        self.rng = random.Random(number)
        self.setting = SETTINGS[number % len(SETTINGS)]
        self.acknowledged: list[Answer] = []
        self.unanswered: Answer | None = None  # sent, but the server was killed before the response
        self.seats: list[Seat] = []
        self.tables: list[list[Seat]] = []
        self.stopping = False
        self.failure: BaseException | None = None

    def run(self) -> None:
        while not self.stopping:
            try:
                if not self.seats:
                    self.seats = self.new_table()
                self.step()
            except LOST:
                time.sleep(0.02)
            except BaseException as error:
                self.failure = error
                return

    @property
    def client(self) -> Client:
        """Any of the servers: each request may reach another one."""
        return self.rng.choice(self.servers).client

    def new_table(self) -> list[Seat]:
        game, kinds = self.setting
        host = self.client.create(game, len(kinds), kinds, "Anna")
        seats = [host]
        for seat, invitation in host.invitations.items():
            try:
                seats.append(self.client.sit(host.table, f"Guest {seat}", seat, invitation))
            except Refusal:  # seated, but the server was killed before the response: that table stays empty
                return []
        self.tables.append(seats)
        return seats

    def step(self) -> None:
        if self.unanswered is not None:
            self.answer(self.unanswered)
            return
        for seat in self.rng.sample(self.seats, len(self.seats)):
            seat.client = self.client
            position = seat.position()
            if position["status"] == "over":
                self.seats = []
                return
            if position["actions"]:
                action = self.rng.choice(position["actions"])["text"]
                self.answer((seat.table, seat.seat or 0, position["number"], action))
                return

    def answer(self, answer: Answer) -> None:
        """A retry after a crash is accepted or confirmed, never refused."""
        _, seat, number, action = self.unanswered = answer
        seat_of_player = next(each for each in self.seats if each.seat == seat)
        seat_of_player.client = self.client
        seat_of_player.post("/actions", action=action, number=number)
        self.acknowledged.append(answer)
        self.unanswered = None


def written(database: str) -> Counter[Answer]:
    """All answers in the store; each should be there once."""
    engine = sqlalchemy.create_engine(sqlalchemy_url(database))
    query = (
        "select l.table_id, l.player, l.data, t.game from log l join tables t on t.id = l.table_id where kind = 'act'"
    )
    with engine.connect() as connection:
        found = connection.execute(sqlalchemy.text(query)).all()
    engine.dispose()
    answers: Counter[Answer] = Counter()
    for table, player, data, game in found:
        content = json.loads(data)
        if "number" in content:
            answers[table, player, content["number"], zunft.load(game).text(content["actions"][0])] += 1
    return answers


class Backups(threading.Thread):
    """Backs up the store repeatedly, and restores every backup."""

    def __init__(self, database: str, folder: Path) -> None:
        super().__init__(daemon=True)
        self.database = database
        self.folder = folder
        self.made = 0
        self.stopping = False
        self.failure: BaseException | None = None

    def run(self) -> None:
        while not self.stopping:
            file, restored = self.folder / "backup.sqlite", self.folder / "restored.sqlite"
            try:
                counts = back_up(self.database, file)
                assert restore(file, str(restored)) == counts
                self.made += 1
            except BaseException as error:
                self.failure = error
                return
            finally:
                for each in (file, restored):
                    each.unlink(missing_ok=True)
            time.sleep(BETWEEN_BACKUPS)


class Report:
    """Results of a run."""

    def __init__(self) -> None:
        self.kills = 0
        self.acknowledged = 0
        self.lost = 0
        self.doubled = 0
        self.tables = 0  # all of them: each is checked to continue or to be over
        self.backups = 0

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.acknowledged} acknowledged answers, {self.lost} lost, {self.doubled} doubled;"
            f" {self.tables} tables, none stuck; {self.backups} backups, all restored"
        )

    def progress(self) -> str:
        return f"{self.kills} kills, {self.acknowledged} acknowledged answers, {self.lost} lost, {self.doubled} doubled"

    def count(self, crowd: Sequence[Player], database: str) -> None:
        promised = [answer for player in crowd for answer in list(player.acknowledged)]
        found = written(database)
        self.acknowledged = len(promised)
        self.lost += len(set(promised) - set(found))
        self.doubled = sum(number - 1 for number in found.values())


def kill_again_and_again(
    database: str,
    log: Path,
    kills: int,
    seconds: float,
    players: int = 4,
    seed: int = 0,
    processes: int = 1,
    backups: bool = False,
    nursery: Nursery | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Report:
    """Kills at random moments: `kills` of them, or as many as the time allows; raises if a table cannot continue or a
    backup cannot be restored. `nursery`: starts the servers."""
    servers = [Server(database, log, nursery, daily_tables=0).start() for _ in range(processes)]
    crowd = [Player(servers, number) for number in range(players)]
    copies = Backups(database, log.parent)
    rng = random.Random(seed)
    report = Report()
    until = time.monotonic() + seconds
    children: list[int] = []
    try:
        for player in crowd:
            player.start()
        if backups:
            copies.start()
        while report.kills < kills and time.monotonic() < until:
            if rng.random() > UNPLAYED:
                answered(crowd, copies)
            time.sleep(rng.uniform(0.0, LONGEST_PLAY))
            server = rng.choice(servers)
            children += server.children()
            server.kill()
            report.kills += 1
            check([*crowd, copies])
            server.start()
            if report.kills % COUNTED == 0:
                report.count(crowd, database)
                say(report.progress())
        before = [len(player.acknowledged) for player in crowd]
        for player, number in zip(crowd, before, strict=True):
            wait_for(
                lambda player=player, number=number: check([player]) and len(player.acknowledged) > number + 3,
                "the players to continue",
            )
        for player in crowd:
            player.stopping = True
        copies.stopping = True
        for thread in (*crowd, *([copies] if backups else [])):
            thread.join(60)
        check([*crowd, copies])
        report.count(crowd, database)
        report.backups = copies.made
        for player in crowd:
            for seats in player.tables:
                report.tables += 1
                check_continues(seats)
        wait_for(lambda: not any(map(is_alive, children)), "the bots of killed servers to die with them")
    finally:
        for server in servers:
            server.stop()
    return report


def answered(crowd: Sequence[Player], copies: Backups) -> None:
    """Wait for another acknowledged answer, so that a slow machine does not kill servers before anybody plays."""
    before = sum(len(player.acknowledged) for player in crowd)
    wait_for(
        lambda: check([*crowd, copies]) and sum(len(player.acknowledged) for player in crowd) > before,
        "the players to continue",
    )


def check(crowd: Sequence[Player | Backups]) -> bool:
    for player in crowd:
        if player.failure is not None:
            raise player.failure
    return True


def check_continues(seats: list[Seat]) -> None:
    """Sooner or later a player is asked, and the answer counts; or the game is over."""

    def is_moving() -> bool:
        for seat in seats:
            position = seat.position()
            if position["status"] == "over":
                return True
            if position["actions"]:
                number = seat.act(position["actions"][0]["text"], position["number"])
                assert number > position["number"]
                return True
        return False

    wait_for(is_moving, f"table {seats[0].table} to continue")
