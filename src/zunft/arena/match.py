"""One game of a match, determined by its number: seating, deal, and the bots' decisions."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

import zunft
from zunft import bots
from zunft.arena import model
from zunft.arena.model import ModelBot
from zunft.arena.schedule import cycle
from zunft.bots import Bot, Seat, program
from zunft.bots.program import BotFailed, ProgramBot
from zunft.core.errors import BadOption
from zunft.core.play import draw
from zunft.core.record import Record
from zunft.core.state import CHANCE, State

SEED_BITS: Final = 32
LONGEST_NAME: Final = 90  # characters of a bot's name in a record


@dataclass(frozen=True)
class Match:
    """The configuration of a match. With node budgets the same match gives the same games on every machine."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    nodes: int | None = None
    seconds: float | None = None
    patience: float = program.PATIENCE  # timeout in seconds for a decision of a bot in a separate process
    records: bool = False

    @staticmethod
    def agree(game: str, players: int, bots: Sequence[str], games: int, seed: int, **more: Any) -> Match:
        """A validated match, with the games rounded up to whole deals, so that no bot gets better seats."""
        if players not in zunft.load(game).players:
            zunft.load(game).check_players(players)
        if more.get("nodes") is not None and more.get("seconds") is not None:
            raise BadOption("give a budget of nodes or of seconds, not both")
        zunft.load(game).agree(players, more.get("options") or {})
        for name in dict.fromkeys(bots):
            check(name)
        deal = len(cycle(bots, players))
        return Match(game, players, tuple(bots), -(-games // deal) * deal, seed, **more)

    def names(self) -> list[str]:
        """The distinct bots."""
        return list(dict.fromkeys(self.bots))

    def head(self) -> dict[str, Any]:
        return {**asdict(self), "bots": list(self.bots), "rules": zunft.load(self.game).rules}


def check(name: str) -> None:
    """Fail before the first game if a bot does not exist."""
    if model.is_model(name):
        model.command_of(name)
    else:
        program.check(name)


@dataclass
class Result:
    """The result of a game."""

    number: int
    deal: int
    seats: list[str]
    scores: list[int]
    winners: list[int]
    decisions: list[int]
    seconds: list[float]  # by seat, of CPU time; of a bot in a separate process, as it took to answer
    actions: int
    faults: list[dict[str, Any]]  # seat, bot, error, and the number of actions before it
    record: str | None = None
    answers: list[int] = field(default_factory=list)  # by seat: number of language models' answers,
    illegal: list[int] = field(default_factory=list)  # and how many of them were not legal actions


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
        written = [name[-LONGEST_NAME:] for name in self.seats]  # commands can be long; names in a record are bounded
        self.record = Record.of(self.state, [f"{name} {seat}" for seat, name in enumerate(written, 1)], written)
        if any(model.is_model(name) or program.is_program(name) for name in self.seats):
            self.state.journal = []  # they receive the events
        self.models: dict[int, ModelBot] = {}  # by seat, including dismissed ones
        self.draws = 0
        self.result = Result(
            number, self.deal, self.seats, [], [], [0] * match.players, [0.0] * match.players, 0, faults=[]
        )
        self.bots: list[Bot | ProgramBot | ModelBot | None] = [None] * match.players  # None: dismissed
        self.fallbacks = [random.Random(self.seed_of(player, "stray")) for player in range(match.players)]

    def seed_of(self, player: int, what: str = "bot") -> int:
        """Depends on the deal, the seat and the bot, not on the opponents."""
        text = f"{self.match.seed}/{self.deal}/{player}/{self.seats[player]}/{what}"
        return random.Random(text).getrandbits(SEED_BITS)

    def play(self) -> Result:
        try:
            for player in range(self.match.players):
                self.start_bot(player)
            while not self.state.is_over():
                self.step()
        finally:
            self.end_bots()
        self.result.scores = self.state.scores()
        self.result.winners = self.state.winners()
        self.result.actions = len(self.record.actions)
        self.count_answers()
        self.result.record = self.record.to_json() if self.match.records else None
        return self.result

    def count_answers(self) -> None:
        asked = [self.models.get(player) for player in range(self.match.players)]
        self.result.answers = [0 if bot is None else bot.answers for bot in asked]
        self.result.illegal = [0 if bot is None else bot.illegal for bot in asked]

    def start_bot(self, player: int) -> None:
        name, seed = self.seats[player], self.seed_of(player)
        try:
            if model.is_model(name):
                self.models[player] = ModelBot(name, self.match.patience, self.fallbacks[player])
                self.bots[player] = self.models[player]
            elif program.is_program(name):
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
        is_elsewhere = isinstance(self.bots[player], ModelBot | ProgramBot)
        clock = time.perf_counter if is_elsewhere else time.thread_time
        begun = clock()
        action = self.chosen(player)
        self.result.seconds[player] += clock() - begun
        self.result.decisions[player] += 1
        self.record.add(self.state, action)

    def drawn(self) -> int:
        """Each draw of a deal has its own seed, so that equal histories get equal draws."""
        self.draws += 1
        return draw(self.state, random.Random(f"{self.match.seed}/{self.deal}/{self.draws}"))

    def chosen(self, player: int) -> int:
        bot = self.bots[player]
        if bot is not None:
            try:
                return self.asked(bot, player)
            except Exception as error:
                self.dismiss(player, error)
        return self.fallbacks[player].choice(self.state.legal_actions(player))

    def asked(self, bot: Bot | ProgramBot | ModelBot, player: int) -> int:
        if isinstance(bot, ModelBot):
            return bot.choose_at(self.state, player)
        if isinstance(bot, ProgramBot):
            return bot.choose_at(self.state, player, self.match.nodes, self.match.seconds)
        action = bot.choose(Seat(self.state, player, self.match.nodes, self.match.seconds))
        if action not in self.state.legal_actions(player):
            raise BotFailed(f"chose {action!r}, which is not legal now")
        return action

    def dismiss(self, player: int, error: Exception) -> None:
        """The bot makes no more decisions in this game."""
        bot, self.bots[player] = self.bots[player], None
        stderr = ""
        if isinstance(bot, ProgramBot):
            stderr = bot.stderr()
            bot.end()
        reason = str(error) if isinstance(error, BotFailed) else f"{type(error).__name__}: {error}"
        at = {"seat": player + 1, "bot": self.seats[player], "action": len(self.record.actions)}
        self.result.faults.append({**at, "reason": reason, "stderr": stderr})

    def end_bots(self) -> None:
        for bot in self.bots:
            if isinstance(bot, ProgramBot):
                bot.end(self.state)
