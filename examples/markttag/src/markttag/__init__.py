"""Markttag, a game of sealed bids: the example of a game that another package brings.

Everybody holds five coin cards. On each of four market days chance offers a good, all secretly choose one card at
the same time, and the highest takes the good. The cards bid are out of the game. The most valuable goods win.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from zunft.core.actions import Codes, Kind
from zunft.core.game import Game
from zunft.core.sheet import Sheet
from zunft.core.state import CHANCE, EVERYBODY, Event, Setting, State, Task
from zunft.core.text import Texts

GOODS = ("salt", "honey", "cloth", "wine", "glass", "amber")  # worth 1 to 6
COINS = range(1, 26)  # each card once
HAND: Final = 5
DAYS: Final = 4
NO_GOOD: Final = -1
NO_BID: Final = 0

# Action codes: first code of the kind + argument
OFFER: Final = 0  # chance: + good
DEAL: Final = 5  # chance: + coin
BID: Final = 30  # + coin
CODES = Codes(
    Kind("offer", OFFER, good=GOODS),
    Kind("deal", DEAL + 1, coin=tuple(map(str, COINS))),
    Kind("bid", BID + 1, coin=tuple(map(str, COINS))),
)

# What can stand on the agenda
DEAL_COIN: Final = 0  # chance; place: player
OFFER_GOOD: Final = 1  # chance
CHOOSE_BID: Final = 2
AWARD: Final = 3


class Markttag(State):
    hands: list[tuple[int, ...]]  # known to their owners only
    bids: list[int]  # the coin chosen, still in hand; secret until the award
    spent: tuple[int, ...]  # coins bid on earlier days, open
    good: int  # on offer
    won: list[tuple[int, ...]]

    def choices(self, task: Task) -> list[int]:
        if task.step == DEAL_COIN:
            return [DEAL + coin for coin in COINS if not any(coin in hand for hand in self.hands)]
        if task.step == OFFER_GOOD:
            return [OFFER + good for good in range(len(GOODS)) if not any(good in goods for goods in self.won)]
        return [BID + coin for coin in self.hands[task.player]]

    def weights(self, task: Task) -> list[int]:
        return [1] * len(self.choices(task))

    def decide(self, task: Task, action: int) -> None:
        if task.step == DEAL_COIN:
            self.deal(task.place, action - DEAL)
        elif task.step == OFFER_GOOD:
            self.offer(action - OFFER)
        else:
            self.bids[task.player] = action - BID

    def settle(self, task: Task) -> None:
        """The only task that settles itself is the award, below the bids it waits for."""
        winner = self.bids.index(max(self.bids))
        self.tell("wins", player=winner, good=GOODS[self.good], bids=self.bids[:])
        self.won[winner] += (self.good,)
        self.good = NO_GOOD
        self.reveals += 1
        for player, coin in enumerate(self.bids):
            self.hands[player] = tuple(held for held in self.hands[player] if held != coin)
        self.spent = tuple(sorted([*self.spent, *self.bids]))
        self.bids = [NO_BID] * len(self.bids)

    def deal(self, player: int, coin: int) -> None:
        self.hands[player] = tuple(sorted([*self.hands[player], coin]))
        self.reveals += 1
        self.tell("dealt", only=player, coin=coin)

    def offer(self, good: int) -> None:
        self.good = good
        self.reveals += 1
        self.tell("offered", good=GOODS[good], value=good + 1)

    def tell(self, key: str, only: int = EVERYBODY, **args: Any) -> None:
        if self.journal is not None:
            self.note(Event(key, args, only))

    def clone(self) -> Markttag:
        other = Markttag()
        self.copy_to(other)
        other.hands = self.hands[:]
        other.bids = self.bids[:]
        other.spent = self.spent
        other.good = self.good
        other.won = self.won[:]
        return other

    def points(self) -> list[dict[str, int]]:
        return [{"goods": sum(good + 1 for good in goods)} for goods in self.won]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [player for player, score in enumerate(scores) if score == max(scores)] if self.is_over() else []

    def view(self, player: int | None = None) -> dict[str, Any]:
        sealed = bool(self.agenda) and self.agenda[-1].sealed
        return {
            "game": "markttag",
            "players": [self.player_view(seat, seat == player) for seat in range(self.setting.players)],
            "good": None if self.good == NO_GOOD else GOODS[self.good],
            "spent": list(self.spent),
            "viewer": player,
            "decision": "bid" if player in self.deciders() else None,
            "acting": [] if sealed else list(self.deciders()),  # who has bid already is secret too
            "over": self.is_over(),
            "points": self.points() if self.is_over() else None,
            "winners": self.winners(),
        }

    def player_view(self, player: int, own: bool) -> dict[str, Any]:
        return {
            "coins": len(self.hands[player]),
            "hand": list(self.hands[player]) if own else None,
            "bid": self.bids[player] or None if own else None,
            "goods": [GOODS[good] for good in self.won[player]],
        }

    def resample(self, player: int, rng: random.Random) -> Markttag:
        """Others may hold any coin that the player has not seen."""
        other = self.clone()
        unseen = [coin for coin in COINS if coin not in self.spent and coin not in self.hands[player]]
        rng.shuffle(unseen)
        for rival, hand in enumerate(self.hands):
            if rival != player:
                other.hands[rival] = tuple(sorted(unseen[: len(hand)]))
                del unseen[: len(hand)]
        if self.agenda and self.agenda[-1].sealed:
            other.reopen_bids(player)
        other.forget_events_hidden_from(player)
        return other

    def reopen_bids(self, viewer: int) -> None:
        """For all the viewer knows, the others have still to choose."""
        owes = viewer in self.deciders()
        while self.agenda[-1].sealed:
            self.agenda.pop()
        for player in reversed(range(len(self.bids))):
            if player != viewer:
                self.bids[player] = NO_BID
            if player != viewer or owes:
                self.agenda.append(Task(CHOOSE_BID, player, sealed=True))


def start(setting: Setting) -> Markttag:
    """The whole course of the game lies on the agenda from the beginning, the next task last."""
    table = Markttag()
    table.open(setting)
    players = range(setting.players)
    table.hands = [() for _ in players]
    table.bids = [NO_BID for _ in players]
    table.won = [() for _ in players]
    table.spent = ()
    table.good = NO_GOOD
    deal = [Task(DEAL_COIN, CHANCE, player) for player in players for _ in range(HAND)]
    bids = [Task(CHOOSE_BID, player, sealed=True) for player in players]
    table.agenda = [*deal, *[Task(OFFER_GOOD, CHANCE), *bids, Task(AWARD)] * DAYS][::-1]
    return table


def sheets(view: Mapping[str, Any], say: Texts) -> list[Sheet]:
    """The position in words, from the view alone."""
    market = say.say(f"goods.{view['good']}") if view["good"] else say.say("sheet.closed")
    rows = [
        [say.name(seat), me["coins"], say.join([say.say(f"goods.{good}") for good in me["goods"]])]
        for seat, me in enumerate(view["players"])
    ]
    hands = [" ".join(map(str, me["hand"])) for me in view["players"] if me["hand"] is not None]
    head = [say.say(f"sheet.{column}") for column in ("player", "coins", "goods")]
    return [
        Sheet(say.say("sheet.market"), [], [[market]]),
        Sheet(say.say("sheet.players"), head, rows),
        *[Sheet(say.say("sheet.hand"), [], [[hand]]) for hand in hands],
    ]


game = Game(
    name="markttag",
    title="Markttag",
    rules=1,
    players=range(2, 6),
    codes=CODES,
    bound=5 * HAND + (5 + 1) * DAYS,
    package=__name__,
    start=start,
    sheets=sheets,
)
