"""A tiny game for tests: a sealed bid, then everybody takes stones, rolls, shows or stops.

It has what the real games have: a simultaneous choice, chance, private events, things revealed, several actions a turn.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from zunft.core.actions import Codes, Kind
from zunft.core.game import Game, Option
from zunft.core.sheet import Cell, Sheet
from zunft.core.state import CHANCE, NOBODY, Event, Setting, State, Task
from zunft.core.text import Texts

BID, TAKE, ROLL, SHOW, STOP, FACE = 0, 3, 5, 6, 7, 8
DO_BID, DO_ACT, DO_ROLL, REVEAL = range(4)
STEPS = {DO_BID: "bid", DO_ACT: "act"}

CODES = Codes(
    Kind("bid", BID, count=("1", "2", "3")),
    Kind("take", TAKE, count=("1", "2")),
    Kind("roll", ROLL),
    Kind("show", SHOW),
    Kind("stop", STOP),
    Kind("face", FACE, number=("1", "2")),
)


class Toy(State):
    bids: list[int]  # 0 before the bid; hidden from the others until all have bid
    stones: list[int]
    left: list[int]  # actions left in the turn
    open_bids: bool

    def choices(self, task: Task) -> list[int]:
        if task.step == DO_BID:
            return [BID, BID + 1, BID + 2]
        return [TAKE, TAKE + 1, ROLL, SHOW, STOP] if task.step == DO_ACT else [FACE, FACE + 1]

    def weights(self, task: Task) -> list[int]:
        return [1, 2]

    def decide(self, task: Task, action: int) -> None:
        player = task.player
        if task.step == DO_BID:
            self.bids[player] = action - BID + 1
            self.note(Event("own_bid", {"count": action - BID + 1}, only=player))
        elif task.step == DO_ROLL:
            self.stones[task.place] += action - FACE + 1
            self.note(Event("rolls", {"player": task.place, "count": action - FACE + 1}))
        else:
            self.act(player, action)

    def act(self, player: int, action: int) -> None:
        self.left[player] -= 1
        if action != STOP and self.left[player]:
            self.agenda.append(Task(DO_ACT, player))
        if action == STOP:
            self.note(Event("stops", {"player": player}))
        elif action == ROLL:
            self.agenda.append(Task(DO_ROLL, CHANCE, player))
        elif action == SHOW:
            self.reveals += 1
            self.note(Event("shows", {"player": player}))
        else:
            self.stones[player] += action - TAKE + 1
            self.note(Event("takes", {"player": player, "count": action - TAKE + 1}))

    def settle(self, task: Task) -> None:
        self.open_bids = True
        self.reveals += 1
        for player, bid in enumerate(self.bids):
            self.note(Event("bids", {"player": player, "count": bid}))

    def clone(self) -> Toy:
        other = Toy()
        self.copy_to(other)
        other.bids, other.stones, other.left = self.bids[:], self.stones[:], self.left[:]
        other.open_bids = self.open_bids
        return other

    def points(self) -> list[dict[str, int]]:
        return [{"bid": -bid, "stones": stones} for bid, stones in zip(self.bids, self.stones, strict=True)]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [player for player, score in enumerate(scores) if score == max(scores)] if self.is_over() else []

    def view(self, player: int | None = None) -> dict[str, Any]:
        sealed = not self.open_bids
        decides = player is not None and player in self.deciders()
        return {
            "game": "toy",
            "players": [
                {"bid": None if sealed and at != player else bid, "stones": stones}
                for at, (bid, stones) in enumerate(zip(self.bids, self.stones, strict=True))
            ],
            "viewer": player,
            "decision": STEPS[self.agenda[self.task_of(player)].step] if decides else None,
            "acting": [] if sealed else list(self.deciders()),
            "over": self.is_over(),
            "points": self.points() if self.is_over() else None,
            "winners": self.winners(),
        }

    def resample(self, player: int, rng: random.Random) -> Toy:
        other = self.clone()
        if not other.open_bids:
            owes = player in other.deciders()
            other.agenda = [task for task in other.agenda if not task.sealed]
            for at in reversed(range(len(other.bids))):
                other.bids[at] = other.bids[at] if at == player else 0
                if at != player or owes:
                    other.agenda.append(Task(DO_BID, at, sealed=True))
        other.forget_events_hidden_from(player)
        return other


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
    bound=40,
    package=__name__,
    start=start,
    sheets=sheets,
    options={"actions": Option(3, (3, 2))},
)
