"""Kills a server again and again while people and bots play, and looks whether anything that it promised is gone."""

from __future__ import annotations

import json
import random
import threading
import time
from pathlib import Path

import sqlalchemy

import zunft
from tests.server.servers import Server, is_alive, wait_for
from zunft.server.client import LOST, Refusal, Seat
from zunft.server.migrations import sqlalchemy_url

SETTINGS = (
    ("norenberc", ("human", "open")),
    ("guildhall", ("human", "random")),
    ("strasbourg", ("human", "open", "random")),
    ("calimala", ("human", "random", "open")),
)
Answer = tuple[str, int, int, str]  # table, seat, number, action


class Player(threading.Thread):
    """Sits on all seats of one table at a time and plays at random; remembers every answer that was acknowledged."""

    def __init__(self, server: Server, number: int) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.rng = random.Random(number)
        self.setting = SETTINGS[number % len(SETTINGS)]
        self.acknowledged: list[Answer] = []
        self.unanswered: Answer | None = None  # sent, but the server died over it
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

    def new_table(self) -> list[Seat]:
        game, kinds = self.setting
        host = self.server.client.create(game, len(kinds), kinds, "Anna")
        seats = [host]
        for seat, invitation in host.invitations.items():
            try:
                seats.append(self.server.client.sit(host.table, f"Guest {seat}", seat, invitation))
            except Refusal:  # seated, but the server died before it could say so: that table stays empty
                return []
        self.tables.append(seats)
        return seats

    def step(self) -> None:
        if self.unanswered is not None:
            self.answer(self.unanswered)
            return
        for seat in self.rng.sample(self.seats, len(self.seats)):
            position = seat.position()
            if position["status"] == "over":
                self.seats = []
                return
            if position["actions"]:
                action = self.rng.choice(position["actions"])["text"]
                self.answer((seat.table, seat.seat or 0, position["number"], action))
                return

    def answer(self, answer: Answer) -> None:
        """Asked again after a crash, it is accepted or confirmed, never refused."""
        _, seat, number, action = self.unanswered = answer
        chair = next(each for each in self.seats if each.seat == seat)
        chair.post("/actions", action=action, number=number)
        self.acknowledged.append(answer)
        self.unanswered = None


def written(server: Server) -> set[Answer]:
    """All answers in the store."""
    engine = sqlalchemy.create_engine(sqlalchemy_url(server.config.database))
    query = (
        "select l.table_id, l.player, l.data, t.game from log l join tables t on t.id = l.table_id where kind = 'act'"
    )
    with engine.connect() as connection:
        found = connection.execute(sqlalchemy.text(query)).all()
    engine.dispose()
    answers = set()
    for table, player, data, game in found:
        content = json.loads(data)
        if "number" in content:
            answers.add((table, player, content["number"], zunft.load(game).text(content["actions"][0])))
    return answers


class Report:
    """What came out of it."""

    def __init__(self) -> None:
        self.kills = 0
        self.acknowledged = 0
        self.lost = 0
        self.tables = 0

    def __str__(self) -> str:
        return f"{self.kills} kills, {self.tables} tables, {self.acknowledged} acknowledged answers, {self.lost} lost"


def kill_again_and_again(
    database: str, log: Path, kills: int, seconds: float, players: int = 4, seed: int = 0
) -> Report:
    """So many kills at random moments, or as many as the time allows; raises where a table cannot go on."""
    server = Server(database, log).start()
    crowd = [Player(server, number) for number in range(players)]
    rng = random.Random(seed)
    report = Report()
    until = time.monotonic() + seconds
    children: list[int] = []
    try:
        for player in crowd:
            player.start()
        while report.kills < kills and time.monotonic() < until:
            time.sleep(rng.uniform(0.0, 0.8))
            promised = [answer for player in crowd for answer in list(player.acknowledged)]
            children += server.children()
            server.kill()
            report.kills += 1
            report.lost += len(set(promised) - written(server))
            report.acknowledged = len(promised)
            check(crowd)
            server.start()
            if report.kills % 10 == 0:
                print(report, flush=True)
        before = [len(player.acknowledged) for player in crowd]
        for player, number in zip(crowd, before, strict=True):
            wait_for(
                lambda player=player, number=number: check([player]) and len(player.acknowledged) > number + 3,
                "the load to go on",
            )
        for player in crowd:
            player.stopping = True
        for player in crowd:
            player.join(60)
        promised = [answer for player in crowd for answer in player.acknowledged]
        report.acknowledged = len(promised)
        report.lost += len(set(promised) - written(server))
        for player in crowd:
            for seats in player.tables:
                report.tables += 1
                go_on(seats)
        wait_for(lambda: not any(map(is_alive, children)), "the bots of killed servers to die with them")
    finally:
        server.stop()
    return report


def check(crowd: list[Player]) -> bool:
    for player in crowd:
        if player.failure is not None:
            raise player.failure
    return True


def go_on(seats: list[Seat]) -> None:
    """Somebody is asked, sooner or later, and the answer counts; or the game is over."""

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

    wait_for(is_moving, f"table {seats[0].table} to go on")
