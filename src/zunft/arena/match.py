"""One game of a match, from its number alone: who sits where, what chance deals, what the bots do."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

import zunft
from zunft import bots
from zunft.arena.schedule import cycle
from zunft.bots import Bot, Seat, program
from zunft.bots.program import BotFailed, ProgramBot
from zunft.core.errors import BadOption
from zunft.core.play import draw
from zunft.core.record import Record
from zunft.core.state import CHANCE, State

SEED_BITS: Final = 32


@dataclass(frozen=True)
class Match:
    """All that decides what is played. The same match gives the same games on every machine (for node budgets)."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    nodes: int | None = None
    seconds: float | None = None
    patience: float = program.PATIENCE  # seconds for a decision of a bot in a process of its own
    records: bool = False

    @staticmethod
    def agree(game: str, players: int, bots: Sequence[str], games: int, seed: int, **more: Any) -> Match:
        """Checked, and with the games rounded up to whole deals, so that nobody sits better than others."""
        if players not in zunft.load(game).players:
            zunft.load(game).check_players(players)
        if more.get("nodes") is not None and more.get("seconds") is not None:
            raise BadOption("give a budget of nodes or of seconds, not both")
        zunft.load(game).agree(players, more.get("options") or {})
        for name in dict.fromkeys(bots):
            program.check(name)
        deal = len(cycle(bots, players))
        return Match(game, players, tuple(bots), -(-games // deal) * deal, seed, **more)

    def names(self) -> list[str]:
        """The different bots."""
        return list(dict.fromkeys(self.bots))

    def head(self) -> dict[str, Any]:
        return {**asdict(self), "bots": list(self.bots), "rules": zunft.load(self.game).rules}


@dataclass
class Result:
    """What came of a game."""

    number: int
    deal: int
    seats: list[str]
    scores: list[int]
    winners: list[int]
    decisions: list[int]
    seconds: list[float]
    actions: int
    faults: list[dict[str, Any]]  # seat, bot, what went wrong, after how many actions
    record: str | None = None


def play(match: Match, number: int) -> Result:
    return Table(match, number).play()


class Table:
    """One game in progress."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        seatings = cycle(match.bots, match.players)
        self.deal = number // len(seatings)
        self.seats = [match.bots[at] for at in seatings[number % len(seatings)]]
        self.state: State = zunft.load(match.game).new(match.players, **match.options)
        self.record = Record.of(self.state, [f"{name} {seat}" for seat, name in enumerate(self.seats, 1)], self.seats)
        self.draws = 0
        self.result = Result(
            number, self.deal, self.seats, [], [], [0] * match.players, [0.0] * match.players, 0, faults=[]
        )
        self.bots: list[Bot | ProgramBot | None] = [None] * match.players  # None: has lost its right to decide
        self.strays = [random.Random(self.seed_of(player, "stray")) for player in range(match.players)]

    def seed_of(self, player: int, what: str = "bot") -> int:
        """Of the deal, the seat and the bot: whoever else plays does not matter."""
        text = f"{self.match.seed}/{self.deal}/{player}/{self.seats[player]}/{what}"
        return random.Random(text).getrandbits(SEED_BITS)

    def play(self) -> Result:
        try:
            for player in range(self.match.players):
                self.invite(player)
            while not self.state.is_over():
                self.step()
        finally:
            self.send_home()
        self.result.scores = self.state.scores()
        self.result.winners = self.state.winners()
        self.result.actions = len(self.record.actions)
        self.result.record = self.record.to_json() if self.match.records else None
        return self.result

    def invite(self, player: int) -> None:
        name, seed = self.seats[player], self.seed_of(player)
        try:
            if program.is_program(name):
                bot = program.start(name, seed, self.match.patience)
                self.bots[player] = bot
                bot.begin(self.state, player)
            else:
                self.bots[player] = bots.load(name)(seed)
        except Exception as error:
            self.dismiss(player, error)

    def step(self) -> None:
        player = self.state.current_player()
        if player == CHANCE:
            self.record.add(self.state, self.drawn())
            return
        begun = time.perf_counter()
        action = self.chosen(player)
        self.result.seconds[player] += time.perf_counter() - begun
        self.result.decisions[player] += 1
        self.record.add(self.state, action)

    def drawn(self) -> int:
        """The k-th draw of a deal has randomness of its own: equal histories are dealt equally."""
        self.draws += 1
        return draw(self.state, random.Random(f"{self.match.seed}/{self.deal}/{self.draws}"))

    def chosen(self, player: int) -> int:
        bot = self.bots[player]
        if bot is not None:
            try:
                return self.asked(bot, player)
            except Exception as error:
                self.dismiss(player, error)
        return self.strays[player].choice(self.state.legal_actions(player))

    def asked(self, bot: Bot | ProgramBot, player: int) -> int:
        if isinstance(bot, ProgramBot):
            return bot.choose_at(self.state, player, self.match.nodes, self.match.seconds)
        action = bot.choose(Seat(self.state, player, self.match.nodes, self.match.seconds))
        if action not in self.state.legal_actions(player):
            raise BotFailed(f"chose {action!r}, which is not legal now")
        return action

    def dismiss(self, player: int, error: Exception) -> None:
        """Loses its right to decide for the rest of the game."""
        bot, self.bots[player] = self.bots[player], None
        if isinstance(bot, ProgramBot):
            bot.end()
        reason = str(error) if isinstance(error, BotFailed) else f"{type(error).__name__}: {error}"
        fault = {"seat": player + 1, "bot": self.seats[player], "reason": reason, "action": len(self.record.actions)}
        self.result.faults.append(fault)

    def send_home(self) -> None:
        for bot in self.bots:
            if isinstance(bot, ProgramBot):
                bot.end(self.state)
