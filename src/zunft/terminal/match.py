"""A game in progress: the table, its record, who sits where, and what may still be taken back."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from zunft import bots
from zunft.bots import Bot, Seat
from zunft.core.errors import BadRecord, IllegalAction, ZunftError
from zunft.core.game import Game
from zunft.core.play import draw
from zunft.core.record import HUMAN, Record
from zunft.core.state import CHANCE, Event, State

# Bars to undo, in the program's texts
NOTHING: Final = "nothing"
OTHERS: Final = "others"
DRAWN: Final = "chance"
REVEALED: Final = "revealed"


class Match:
    """Follows the table; every action goes through `add`, so record and table agree."""

    record: Record
    state: State
    actors: list[int]  # who took each action, CHANCE included
    reveals: list[int]  # what state.reveals was before each action
    bots: dict[int, Bot]

    def __init__(self, record: Record, rng: random.Random) -> None:
        """Goes on where the record ends."""
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
        """Whether a human has decided anything that would be lost."""
        return any(actor >= 0 and actor not in self.bots for actor in self.actors)

    # Going on

    def add(self, action: int, player: int) -> None:
        reveals = self.state.reveals
        self.record.add(self.state, action, player)
        self.actors.append(player)
        self.reveals.append(reveals)

    def go_on(self) -> int | None:
        """Chance and bots act until a human has to decide: that player, or None at the end."""
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

    # Taking back

    def bar_to_undo(self, player: int) -> str | None:
        """Free as long as it is your own action, nobody else acted, nothing was drawn and nothing was revealed."""
        if player not in self.actors:
            return NOTHING
        if self.actors[-1] != player:
            return DRAWN if self.actors[-1] == CHANCE else OTHERS
        return REVEALED if self.state.reveals != self.reveals[-1] else None

    def undo(self) -> None:
        self.record.actions.pop()
        self.record.deciders.pop()
        self.record.scores = None
        self.catch_up()

    # Files

    def save(self, path: Path) -> None:
        """Complete or not at all: a full disk must not spoil an older save."""
        draft = path.with_name(path.name + ".part")
        draft.write_text(self.record.to_json(), encoding="utf-8")
        draft.replace(path)


def ask(bot: Bot, name: str, state: State, player: int) -> int:
    """A bot's choice; what goes wrong inside a bot is reported in one line with the bot's name."""
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


def read_record(path: Path) -> Record:
    try:
        return Record.from_json(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: not a record: not a text file") from None
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None
