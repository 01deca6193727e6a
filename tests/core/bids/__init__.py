"""Bids: a tiny correct game with all features the conformance suite checks: chance, secrets, a sealed choice, points.

Each player gets a secret card from 1 to 4. Twice all players bid simultaneously, and the bids are revealed; at the
end the cards are revealed too. Its faulty variants in test_conformance_catches.py each break one rule of the suite.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final, Self

from zunft.core.actions import Codes, Kind
from zunft.core.errors import UnknownStep
from zunft.core.game import Game
from zunft.core.sheet import Sheet
from zunft.core.state import CHANCE, NOBODY, Setting, State, Task

DEAL: Final = 0
BID: Final = 1
SHOW: Final = 2

CARDS: Final = 4
COPIES: Final = 2
FIRST_CARD: Final = 0
FIRST_BID: Final = 4
NONE: Final = -1
ROUNDS: Final = 2

CODES = Codes(
    Kind("deal", FIRST_CARD, card=("1", "2", "3", "4")),
    Kind("bid", FIRST_BID, number=("0", "1", "2")),
    chance=("deal",),
)


class Bids(State):
    """Cards and bids of all players; hidden from others until revealed."""

    bag: list[int]
    cards: list[int]
    bids: list[int]
    paid: list[int]  # bids already revealed, public
    rounds: int  # bidding rounds left
    shown: bool

    def choices(self, task: Task) -> list[int]:
        if task.step == DEAL:
            return [FIRST_CARD + card for card in range(CARDS) if self.bag[card]]
        if task.step == BID:
            return [FIRST_BID, FIRST_BID + 1, FIRST_BID + 2]
        raise UnknownStep(task)

    def weights(self, task: Task) -> list[int]:
        if task.step != DEAL:
            raise UnknownStep(task)
        return [copies for copies in self.bag if copies]

    def decide(self, task: Task, action: int) -> None:
        if task.step == DEAL:
            self.bag[action - FIRST_CARD] -= 1
            self.cards[task.place] = action - FIRST_CARD
            self.reveals += 1
        elif task.step == BID:
            self.bids[task.player] = action - FIRST_BID
        else:
            raise UnknownStep(task)

    def settle(self, task: Task) -> None:
        if task.step != SHOW:
            raise UnknownStep(task)
        self.reveals += 1
        for player, bid in enumerate(self.bids):
            self.paid[player] += bid
            self.bids[player] = NONE
            self.log("shown", player=player, bid=bid)
        self.rounds -= 1
        if self.rounds:
            self.ask_for_bids()
        else:
            self.shown = True

    def ask_for_bids(self) -> None:
        self.agenda.append(Task(SHOW, NOBODY))
        self.agenda += [Task(BID, player, sealed=True) for player in reversed(range(len(self.bids)))]

    def clone(self) -> Self:
        other = type(self)()
        self.copy_to(other)
        other.bag = self.bag[:]
        other.cards = self.cards[:]
        other.bids = self.bids[:]
        other.paid = self.paid[:]
        other.rounds = self.rounds
        other.shown = self.shown
        return other

    def points(self) -> list[dict[str, int]]:
        players = range(len(self.cards))
        return [{"card": self.cards[player] + 1, "bid": self.paid[player]} for player in players]

    def own_view(self, player: int | None) -> dict[str, Any]:
        return {"players": [self.player_view(other, other == player) for other in range(len(self.cards))]}

    def player_view(self, player: int, own: bool) -> dict[str, Any]:
        card = self.cards[player] if own or self.shown else None
        return {"card": card, "bid": self.bids[player] if own else None, "paid": self.paid[player]}

    def guess(self, player: int, rng: random.Random) -> None:
        if not self.shown:
            self.redeal_others(player, rng)
            self.reopen_bids(player)

    def redeal_others(self, player: int, rng: random.Random) -> None:
        hidden = [other for other in range(len(self.cards)) if other != player and self.cards[other] != NONE]
        for other in hidden:
            self.bag[self.cards[other]] += 1
        for other in hidden:
            self.cards[other] = rng.choices(range(CARDS), self.bag)[0]
            self.bag[self.cards[other]] -= 1

    def reopen_bids(self, player: int) -> None:
        """Who has already bid is hidden from the others."""
        if self.current_player() == CHANCE:
            return
        owes = player in self.deciders()
        while self.agenda[-1].step == BID:
            self.agenda.pop()
        for other in reversed(range(len(self.cards))):
            if other != player:
                self.bids[other] = NONE
            if other != player or owes:
                self.agenda.append(Task(BID, other, sealed=True))


def sheets(view: Mapping[str, Any], say: object) -> list[Sheet]:
    return [Sheet("", ["card", "bid", "paid"], [list(player.values()) for player in view["players"]])]


def make(kind: type[Bids]) -> Game:
    """A separate game for each variant, so that pickled tables find theirs again."""

    def start(setting: Setting) -> State:
        table = kind()
        table.open(setting)
        table.bag = [COPIES] * CARDS
        table.cards = [NONE] * setting.players
        table.bids = [NONE] * setting.players
        table.paid = [0] * setting.players
        table.rounds = ROUNDS
        table.shown = False
        table.ask_for_bids()
        table.agenda += [Task(DEAL, CHANCE, player) for player in range(setting.players)]
        return table

    return Game(
        name=kind.__name__.lower(),
        title=kind.__name__,
        rules=1,
        players=range(2, 4),
        codes=CODES,
        decisions={BID: "bid"},
        bound=20,
        package=__name__,
        start=start,
        sheets=sheets,
    )
