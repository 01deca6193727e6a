"""Markttag, a game of sealed bids: an example of a game in a separate package.

Each player holds five coin cards. On each of four market days chance offers a good, all secretly choose one card at
the same time, and the highest takes the good. The cards bid are out of the game. The most valuable goods win.
Options make it smaller, down to a game that can be solved exactly.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from zunft.core.actions import Codes, Kind
from zunft.core.errors import UnknownStep
from zunft.core.game import Game, Number, Option
from zunft.core.observation import Group, Layout, Row, category, count, flag
from zunft.core.sheet import Sheet
from zunft.core.state import CHANCE, Setting, State, Task
from zunft.core.text import Texts

GOODS = ("salt", "honey", "cloth", "wine", "glass", "amber")  # worth 1 to 6
COINS = range(1, 26)  # each card once
MOST_PLAYERS: Final = 5
MOST_COINS: Final = 5  # in a hand; one is spent each day, so no game is longer
DEALT: Final = "dealt"
EQUAL: Final = "equal"  # each player holds the coins from 1 up
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
    chance=("offer", "deal"),
)

# Steps on the agenda
DEAL_COIN: Final = 0  # chance; place: player
OFFER_GOOD: Final = 1  # chance
CHOOSE_BID: Final = 2
AWARD: Final = 3
DECISIONS = {CHOOSE_BID: "bid"}

OPTIONS: dict[str, Option] = {
    "hands": Option(DEALT, (DEALT, EQUAL)),
    "hand": Number(5, 1, MOST_COINS, examples=(2,)),
    "deck": Number(25, 1, 25),
    "goods": Number(6, 1, 6),
    "days": Number(4, 1, MOST_COINS, examples=(2,)),
}


class Markttag(State):
    hands: list[tuple[int, ...]]  # known to their owners only
    bids: list[int]  # the coin chosen, still in hand; secret until the award
    spent: list[tuple[int, ...]]  # coins bid on earlier days, open
    good: int  # on offer
    won: list[tuple[int, ...]]
    gone: tuple[int, ...]  # goods that no player got, because the highest bids were equal
    deck: range  # coins that can be dealt

    def choices(self, task: Task) -> list[int]:
        if task.step == DEAL_COIN:
            return [DEAL + coin for coin in self.deck if not any(coin in hand for hand in self.hands)]
        if task.step == OFFER_GOOD:
            offered = [good for goods in (*self.won, self.gone) for good in goods]
            return [OFFER + good for good in range(goods_in(self.setting)) if good not in offered]
        if task.step == CHOOSE_BID:
            return [BID + coin for coin in self.hands[task.player]]
        raise UnknownStep(task)

    def weights(self, task: Task) -> list[int]:
        return [1] * len(self.choices(task))  # uniform

    def decide(self, task: Task, action: int) -> None:
        if task.step == DEAL_COIN:
            self.deal(task.place, action - DEAL)
        elif task.step == OFFER_GOOD:
            self.offer(action - OFFER)
        elif task.step == CHOOSE_BID:
            self.bids[task.player] = action - BID
        else:
            raise UnknownStep(task)

    def settle(self, task: Task) -> None:
        """The only automatic task is the award, below the bids it waits for."""
        if task.step == AWARD:
            self.award()
        else:
            raise UnknownStep(task)

    def award(self) -> None:
        """The highest bid takes the good; if several are equal, which happens with equal hands, no player does."""
        winner = self.bids.index(max(self.bids))
        if self.bids.count(max(self.bids)) > 1:
            self.log("tie", good=GOODS[self.good], bids=self.bids[:])
            self.gone += (self.good,)
        else:
            self.log("wins", player=winner, good=GOODS[self.good], bids=self.bids[:])
            self.won[winner] += (self.good,)
        self.good = NO_GOOD
        self.reveals += 1
        for player, coin in enumerate(self.bids):
            self.hands[player] = tuple(held for held in self.hands[player] if held != coin)
            self.spent[player] = tuple(sorted([*self.spent[player], coin]))
        self.bids = [NO_BID] * len(self.bids)

    def deal(self, player: int, coin: int) -> None:
        self.hands[player] = tuple(sorted([*self.hands[player], coin]))
        self.reveals += 1
        self.log("dealt", only=player, coin=coin)

    def offer(self, good: int) -> None:
        self.good = good
        self.reveals += 1
        self.log("offered", good=GOODS[good], value=good + 1)

    def clone(self) -> Markttag:
        other = Markttag()
        self.copy_to(other)
        other.hands = self.hands[:]
        other.bids = self.bids[:]
        other.spent = self.spent[:]
        other.good = self.good
        other.won = self.won[:]
        other.gone = self.gone
        other.deck = self.deck
        return other

    def points(self) -> list[dict[str, int]]:
        return [{"goods": sum(good + 1 for good in goods)} for goods in self.won]

    def own_view(self, player: int | None) -> dict[str, Any]:
        return {
            "players": [self.player_view(seat, seat == player) for seat in range(self.setting.players)],
            "good": None if self.good == NO_GOOD else GOODS[self.good],
            "gone": [GOODS[good] for good in self.gone],
        }

    def player_view(self, player: int, own: bool) -> dict[str, Any]:
        return {
            "coins": len(self.hands[player]),
            "hand": list(self.hands[player]) if own else None,
            "bid": self.bids[player] or None if own else None,
            "goods": [GOODS[good] for good in self.won[player]],
            "spent": list(self.spent[player]),
        }

    def guess(self, player: int, rng: random.Random) -> None:
        """Others may hold any coin that the player has not seen; equal hands are no secret."""
        if self.setting.options["hands"] == DEALT:
            self.guess_hands(player, rng)
        if self.agenda and self.agenda[-1].sealed:
            self.reopen_bids(player)

    def guess_hands(self, player: int, rng: random.Random) -> None:
        seen = {*self.hands[player], *[coin for spent in self.spent for coin in spent]}
        unseen = [coin for coin in self.deck if coin not in seen]
        rng.shuffle(unseen)
        for rival, hand in enumerate(self.hands):
            if rival != player:
                self.hands[rival] = tuple(sorted(unseen[: len(hand)]))
                del unseen[: len(hand)]

    def reopen_bids(self, viewer: int) -> None:
        """In the guess the others have not chosen yet, since the viewer cannot know otherwise."""
        owes = viewer in self.deciders()
        while self.agenda[-1].sealed:
            self.agenda.pop()
        for player in reversed(range(len(self.bids))):
            if player != viewer:
                self.bids[player] = NO_BID
            if player != viewer or owes:
                self.agenda.append(Task(CHOOSE_BID, player, sealed=True))


def start(setting: Setting) -> Markttag:
    """The agenda contains the whole course of the game from the beginning, the next task last."""
    table = Markttag()
    table.open(setting)
    players, hand = range(setting.players), setting.options["hand"]
    is_dealt = setting.options["hands"] == DEALT
    table.hands = [() if is_dealt else tuple(COINS[:hand]) for _ in players]
    table.bids = [NO_BID for _ in players]
    table.won = [() for _ in players]
    table.spent = [() for _ in players]
    table.gone = ()
    table.good = NO_GOOD
    table.deck = COINS[: max(setting.options["deck"], len(players) * hand)]
    deal = [Task(DEAL_COIN, CHANCE, player) for player in players for _ in range(hand) if is_dealt]
    bids = [Task(CHOOSE_BID, player, sealed=True) for player in players]
    table.agenda = [*deal, *[Task(OFFER_GOOD, CHANCE), *bids, Task(AWARD)] * days_in(setting)][::-1]
    return table


def days_in(setting: Setting) -> int:
    """A day needs a coin."""
    return min(int(setting.options["days"]), int(setting.options["hand"]))


def goods_in(setting: Setting) -> int:
    """A day needs a good."""
    return max(int(setting.options["goods"]), days_in(setting))


# The numeric observation

TABLE = Group(
    "table",
    flag("decision", "the viewer has to bid"),
    flag("over", "the game is over"),
    count("players", "how many play", MOST_PLAYERS),
    category("good", f"the good on offer: {', '.join(GOODS)}", len(GOODS)),
    category("gone", "goods that nobody got, in order", len(GOODS), MOST_COINS),
)
SEAT = Group(
    "player",
    flag("plays", "this seat is taken; player 0 is the viewer"),
    count("coins", "coins in hand", MOST_COINS),
    category("bid", "the coin chosen; only one's own", len(COINS)),
    flag("hand", "coins in hand; only one's own", len(COINS)),
    flag("spent", "coins spent", len(COINS)),
    category("goods", "goods taken, in order", len(GOODS), MOST_COINS),
)
LAYOUT = Layout(TABLE, *[SEAT.numbered(seat) for seat in range(MOST_PLAYERS)])


def observe(table: Markttag, viewer: int) -> bytes:
    row = Row()
    row.add(1 if table.task_of(viewer) >= 0 else 0)
    row.add(1 if table.is_over() else 0)
    row.add(len(table.hands))
    row.add(table.good + 1)
    add_goods(table.gone, row)
    for seat in range(len(table.hands)):
        player = (viewer + seat) % len(table.hands)
        own = player == viewer
        row.add(1)
        row.add(len(table.hands[player]))
        row.add(table.bids[player] if own else NO_BID)
        row.add_flags(coin_bits(table.hands[player]) if own else 0, len(COINS))
        row.add_flags(coin_bits(table.spent[player]), len(COINS))
        add_goods(table.won[player], row)
    return row.bytes()


def coin_bits(coins: tuple[int, ...]) -> int:
    return sum(1 << coin - 1 for coin in coins)


def add_goods(goods: tuple[int, ...], row: Row) -> None:
    for good in goods:
        row.add(good + 1)
    row.skip(MOST_COINS - len(goods))


def sheets(view: Mapping[str, Any], say: Texts) -> list[Sheet]:
    """The position as text, built from the view alone."""
    market = say.say(f"goods.{view['good']}") if view["good"] else say.say("sheet.closed")
    rows = [
        [
            say.name(seat),
            me["coins"],
            listed(me["goods"], say),
            " ".join(map(str, me["spent"])) or say.say("sheet.none"),
        ]
        for seat, me in enumerate(view["players"])
    ]
    hands = [" ".join(map(str, me["hand"])) for me in view["players"] if me["hand"] is not None]
    head = [say.say(f"sheet.{column}") for column in ("player", "coins", "goods", "spent")]
    gone = [Sheet(say.say("sheet.gone"), [], [[listed(view["gone"], say)]])] if view["gone"] else []
    return [
        Sheet(say.say("sheet.market"), [], [[market]]),
        *gone,
        Sheet(say.say("sheet.players"), head, rows),
        *[Sheet(say.say("sheet.hand"), [], [[hand]]) for hand in hands],
    ]


def listed(goods: list[str], say: Texts) -> str:
    return say.join([say.say(f"goods.{good}") for good in goods])


game = Game(
    name="markttag",
    title="Markttag",
    rules=1,
    players=range(2, MOST_PLAYERS + 1),
    codes=CODES,
    decisions=DECISIONS,
    options=OPTIONS,
    bound=MOST_PLAYERS * MOST_COINS + (MOST_PLAYERS + 1) * MOST_COINS,
    package=__name__,
    start=start,
    sheets=sheets,
    layout=LAYOUT,
    observe=observe,
)
