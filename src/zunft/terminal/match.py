"""A game in progress: the table, its record, the seats, and undo."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zunft import bots
from zunft.bots import Bot, Seat
from zunft.core.errors import BadRecord, IllegalAction, ZunftError
from zunft.core.game import Game
from zunft.core.play import draw
from zunft.core.record import HUMAN, Record
from zunft.core.state import CHANCE, Event, State
from zunft.core.undo import NOTHING, bar_to_undo
from zunft.terminal.saves import write_atomically

MOST_BYTES = 4 * 2**20  # of a record's file


class Match:
    """Every action goes through `add`, so that record and table agree."""

    record: Record
    state: State
    actors: list[int]  # who took each action, CHANCE included
    reveals: list[int]  # state.reveals before each action
    bots: dict[int, Bot]

    def __init__(self, record: Record, rng: random.Random) -> None:
        """Continue where the record ends."""
        self.record = record
        self.rng = rng
        self.bots = {}
        self.catch_up()
        for player, name in enumerate(record.seats):
            if name != HUMAN:
                self.bots[player] = bots.load(name)(rng.getrandbits(32))

    def catch_up(self) -> None:
        self.actors, self.reveals = [], []
        upcoming = [*self.record.deciders, None]
        for state, decider in zip(self.record.states(journal=True), upcoming, strict=True):
            self.state = state
            self.actors.append(state.current_player() if decider is None else decider)
            self.reveals.append(state.reveals)
        self.actors.pop()
        self.reveals.pop()

    @staticmethod
    def new(
        game: Game,
        players: int,
        options: dict[str, Any],
        names: Sequence[str],
        seats: Sequence[str],
        rng: random.Random,
    ) -> Match:
        return Match(Record.of(game.new(players, **options), names, seats), rng)

    @property
    def game(self) -> Game:
        return self.record.game

    @property
    def names(self) -> list[str]:
        return self.record.names

    def humans(self) -> list[int]:
        return [player for player in range(self.record.players) if player not in self.bots]

    def is_begun(self) -> bool:
        """Whether a human has made a decision that would be lost."""
        return any(actor >= 0 and actor not in self.bots for actor in self.actors)

    # Playing

    def add(self, action: int, player: int) -> None:
        reveals = self.state.reveals
        self.record.add(self.state, action, player)
        self.actors.append(player)
        self.reveals.append(reveals)

    def advance(self) -> int | None:
        """Play chance and bots until a human has to decide; returns that player, or None at the end."""
        while not self.state.is_over():
            player = self.state.current_player()
            if player == CHANCE:
                self.add(draw(self.state, self.rng), CHANCE)
            elif player in self.bots:
                self.add(self.ask(player), player)
            else:
                return player
        return None

    def ask(self, player: int) -> int:
        return ask(self.bots[player], self.record.seats[player], self.state, player)

    def events(self, player: int | None, since: int = 0) -> list[Event]:
        return [event for event in (self.state.journal or [])[since:] if event.is_visible_to(player)]

    # Undo

    def bar_to_undo(self, player: int) -> str | None:
        """Undo is free if the last decision is the player's own and nothing was drawn or revealed after it."""
        if player not in self.actors:
            return NOTHING
        decider = next(actor for actor in reversed(self.actors) if actor != CHANCE)
        return bar_to_undo(decider == player, self.actors[-1] == CHANCE, self.state.reveals != self.reveals[-1])

    def undo(self) -> None:
        self.record.actions.pop()
        self.record.deciders.pop()
        self.record.scores = None
        self.catch_up()

    # Files

    def save(self, path: Path) -> None:
        write_atomically(path, self.record.to_json())


def ask(bot: Bot, name: str, state: State, player: int) -> int:
    """A bot's choice; errors inside a bot are reported in one line with the bot's name."""
    try:
        action = bot.choose(Seat(state, player))
    except Exception as error:
        raise ZunftError(f"bot {name} failed: {type(error).__name__}: {error}{where(error)}") from error
    if action not in state.legal_actions(player):
        raise IllegalAction(f"bot {name} chose {action!r}, which is not legal now")
    return action


def where(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})" if trace else ""


def read_record(path: Path, most: int = MOST_BYTES) -> Record:
    """From an untrusted file; a larger one is not read to its end."""
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise BadRecord(f"{path}: larger than {most // 2**20} MB, so not a record of a game")
    try:
        return Record.from_json(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: not a record: not a text file") from None
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None
