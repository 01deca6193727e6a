"""A tiny game for tests: a sealed bid, then the players take stones, roll, show or stop.

It has the features of the real games: a simultaneous choice, chance, private events, reveals, several actions a turn.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from zunft.core.actions import Codes, Kind
from zunft.core.errors import UnknownStep
from zunft.core.game import Game, Option
from zunft.core.sheet import Cell, Sheet
from zunft.core.state import CHANCE, NOBODY, Setting, State, Task
from zunft.core.text import Texts

BID, TAKE, ROLL, SHOW, STOP, FACE = 0, 3, 5, 6, 7, 8
DO_BID, DO_ACT, DO_ROLL, REVEAL = range(4)
DECISIONS = {DO_BID: "bid", DO_ACT: "act"}

CODES = Codes(
    Kind("bid", BID, count=("1", "2", "3")),
    Kind("take", TAKE, count=("1", "2")),
    Kind("roll", ROLL),
    Kind("show", SHOW),
    Kind("stop", STOP),
    Kind("face", FACE, number=("1", "2")),
    chance=("face",),
)


class Toy(State):
    bids: list[int]  # 0 before the bid; hidden from the others until all have bid
    stones: list[int]
    left: list[int]  # actions left in the turn
    open_bids: bool

    def choices(self, task: Task) -> list[int]:
        if task.step == DO_BID:
            return [BID, BID + 1, BID + 2]
        if task.step == DO_ACT:
            return [TAKE, TAKE + 1, ROLL, SHOW, STOP]
        if task.step == DO_ROLL:
            return [FACE, FACE + 1]
        raise UnknownStep(task)

    def weights(self, task: Task) -> list[int]:
        if task.step == DO_ROLL:
            return [1, 2]
        raise UnknownStep(task)

    def decide(self, task: Task, action: int) -> None:
        player = task.player
        if task.step == DO_BID:
            self.bids[player] = action - BID + 1
            self.log("own_bid", only=player, count=action - BID + 1)
        elif task.step == DO_ROLL:
            self.stones[task.place] += action - FACE + 1
            self.log("rolls", player=task.place, count=action - FACE + 1)
        elif task.step == DO_ACT:
            self.act(player, action)
        else:
            raise UnknownStep(task)

    def act(self, player: int, action: int) -> None:
        self.left[player] -= 1
        if action != STOP and self.left[player]:
            self.agenda.append(Task(DO_ACT, player))
        if action == STOP:
            self.log("stops", player=player)
        elif action == ROLL:
            self.agenda.append(Task(DO_ROLL, CHANCE, player))
        elif action == SHOW:
            self.reveals += 1
            self.log("shows", player=player)
        else:
            self.stones[player] += action - TAKE + 1
            self.log("takes", player=player, count=action - TAKE + 1)

    def settle(self, task: Task) -> None:
        if task.step != REVEAL:
            raise UnknownStep(task)
        self.open_bids = True
        self.reveals += 1
        for player, bid in enumerate(self.bids):
            self.log("bids", player=player, count=bid)

    def points(self) -> list[dict[str, int]]:
        return [{"bid": -bid, "stones": stones} for bid, stones in zip(self.bids, self.stones, strict=True)]

    def own_view(self, player: int | None) -> dict[str, Any]:
        sealed = not self.open_bids
        return {
            "players": [
                {"bid": None if sealed and at != player else bid, "stones": stones}
                for at, (bid, stones) in enumerate(zip(self.bids, self.stones, strict=True))
            ],
        }

    def guess(self, player: int, rng: random.Random) -> None:
        """Who has bid, and what, is hidden."""
        if self.open_bids:
            return
        owes = player in self.deciders()
        self.agenda = [task for task in self.agenda if not task.sealed]
        for at in reversed(range(len(self.bids))):
            self.bids[at] = self.bids[at] if at == player else 0
            if at != player or owes:
                self.agenda.append(Task(DO_BID, at, sealed=True))


def start(setting: Setting) -> Toy:
    table = Toy()
    table.open(setting)
    players = range(setting.players)
    table.bids, table.stones = [0] * setting.players, [0] * setting.players
    table.left = [setting.options["actions"]] * setting.players
    table.open_bids = False
    table.agenda = [Task(DO_ACT, player) for player in reversed(players)]
    table.agenda.append(Task(REVEAL, NOBODY))
    table.agenda += [Task(DO_BID, player, sealed=True) for player in reversed(players)]
    return table


def sheets(view: Mapping[str, Any], say: Texts) -> list[Sheet]:
    rows = [
        [Cell(say.name(at), f"player{at}"), "?" if me["bid"] is None else me["bid"], me["stones"]]
        for at, me in enumerate(view["players"])
    ]
    return [
        Sheet(say.say("sheet.table"), [say.say("sheet.player"), say.say("sheet.bid"), say.say("sheet.stones")], rows)
    ]


game = Game(
    name="toy",
    title="Toy",
    rules=1,
    players=range(2, 4),
    codes=CODES,
    decisions=DECISIONS,
    bound=40,
    package=__name__,
    start=start,
    sheets=sheets,
    options={"actions": Option(3, (3, 2))},
)
