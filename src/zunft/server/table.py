"""A table is its log: this folds the log's rows into the position, and says what each viewer may know of it.

Rows are never changed or removed. What a viewer has seen is counted by the rows the viewer may know of: a choice made
in secret counts for nobody else, so neither numbers nor messages tell who has chosen already.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import msgspec

from zunft.core.errors import ZunftError
from zunft.core.game import Game, load
from zunft.core.play import draw, play
from zunft.core.record import HUMAN, Record
from zunft.core.state import CHANCE, Event, State
from zunft.server.clock import Clocks, Pace

T = TypeVar("T")

OPEN: Final = "open"  # nobody sits there yet
BOT: Final = "bot"

# Kinds of rows
SIT: Final = "sit"
BEGIN: Final = "begin"
ACT: Final = "act"
UNDO: Final = "undo"
CHAT: Final = "chat"
ASK: Final = "ask"
ANSWER: Final = "answer"
REPLACE: Final = "replace"  # a bot takes a seat over
END: Final = "end"  # before the game's own end
REMATCH: Final = "rematch"

# Why a bot takes a seat over or a game ends
RESIGN: Final = "resign"
FILL: Final = "fill"
LEAVE: Final = "leave"
CLOCK: Final = "clock"
CONSENT: Final = "consent"

# Bars to undo, in the texts
NOTHING: Final = "nothing"
OTHERS: Final = "others"
DRAWN: Final = "chance"
REVEALED: Final = "revealed"
OVER: Final = "over"


class Refused(ZunftError):
    """What was asked for cannot be done now; nothing has changed."""


class Stale(Refused):
    """The question has changed since it was seen."""


class Row(msgspec.Struct):
    number: int
    at: int  # milliseconds since 1970
    kind: str
    player: int  # -1: nobody at the table
    data: dict[str, Any]


class Chair(msgspec.Struct, frozen=True):
    """Who sits at a seat."""

    kind: str  # HUMAN, OPEN or BOT
    name: str = ""
    bot: str = ""
    resigned: bool = False
    substitute: bool = False  # a bot that took over from somebody when the game was on


class Setup(msgspec.Struct):
    """What was agreed when the table was made."""

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    pace: Pace
    listed: bool
    created: int
    origin: str = ""  # the table this one branched off


class Step(msgspec.Struct):
    """An action that still stands: a row's decision, and what chance drew after it."""

    row: int
    player: int
    actions: list[int]
    reveals: bool  # whether somebody learned something
    secret: bool  # whether nobody else knows of it yet
    events: list[Event]
    said: dict[str, Any] = msgspec.field(default_factory=dict)  # the events in words, by language


class Question(msgspec.Struct):
    """Something that all people at the table have to agree to."""

    row: int
    asker: int
    what: str  # UNDO or REPLACE
    since: int = -1  # the first row to be taken back
    seat: int = -1
    agreed: list[int] = []


def names_of(chairs: Sequence[Chair]) -> tuple[str, ...]:
    return tuple([chair.name for chair in chairs])


class Table:
    """One table as its log tells it so far."""

    def __init__(self, setup: Setup, chairs: Sequence[Chair]) -> None:
        self.setup = setup
        self.game: Game = load(setup.game)
        self.chairs = list(chairs)
        self.names = names_of(self.chairs)
        self.rows: list[Row] = []
        self.steps: list[Step] = []
        self.opening: list[int] = []
        self.opening_events: list[Event] = []
        self.opening_said: dict[str, Any] = {}
        self.undone: dict[int, list[Step]] = {}  # for each player what was just taken back, next to come again last
        self.state: State = self.game.new(setup.players, **setup.options)
        self.begun = False
        self.is_over = False
        self.is_playing = False  # begun and not over
        self.deciding: tuple[int, ...] = ()
        self.following = ""  # the rematch
        self.ended = ""  # why it ended before its time
        self.beyond = False  # something known was taken back
        self.question: Question | None = None
        self.seen: list[list[int]] = [
            [] for _ in range(setup.players + 1)
        ]  # rows each viewer knows of; last: spectators
        self.asked = [0] * setup.players  # what the player had seen when the present question came up
        self.clocks = Clocks(setup.pace, setup.players)
        self.public_clocks = self.clocks  # as they stood when everybody last knew of something
        self.thought: dict[int, tuple[int, int]] = {}  # for each row that acts: the clock before, the time spent on it
        self.remembered: dict[Any, Any] = {}  # what was made of this position, for whoever asks again

    # Viewers

    def number(self, viewer: int | None) -> int:
        """How much has happened that this viewer knows of."""
        return len(self.seen[self.at(viewer)])

    def at(self, viewer: int | None) -> int:
        return self.setup.players if viewer is None else viewer

    def deciders(self) -> tuple[int, ...]:
        return self.deciding

    def winners(self) -> list[int]:
        if self.ended:
            return [seat for seat, chair in enumerate(self.chairs) if not chair.resigned]
        return self.state.winners() if self.is_over else []

    # Folding

    def after(self, *rows: Row) -> Table:
        """The table as it is when these have happened too; this one stays as it is."""
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.chairs = self.chairs[:]
        other.rows = self.rows[:]
        other.steps = self.steps[:]
        other.state = self.state.clone()
        other.seen = [seen[:] for seen in self.seen]
        other.asked = self.asked[:]
        other.undone = {player: steps[:] for player, steps in self.undone.items()}
        other.clocks = self.clocks.copy()
        other.thought = dict(self.thought)
        if self.question is not None:
            other.question = msgspec.structs.replace(self.question, agreed=self.question.agreed[:])
        other.remembered = {}
        for row in rows:
            other.fold(row)
        return other

    def fold(self, row: Row) -> None:
        """What the row says has happened."""
        self.rows.append(row)
        knowing = self.happen(row)
        self.is_over = bool(self.ended) or (self.begun and self.state.is_over())
        self.is_playing = self.begun and not self.is_over
        self.deciding = tuple(self.state.deciders()) if self.is_playing else ()
        for viewer in knowing:
            self.seen[self.at(viewer)].append(row.number)
        if row.kind in (BEGIN, ACT, UNDO, END, REPLACE):
            self.run_clocks(row, knowing)
        if row.kind in (BEGIN, ACT, UNDO, END):
            self.ask(knowing)

    def happen(self, row: Row) -> Sequence[int | None]:
        """Carries the row out; answers who may know of it."""
        match row.kind:
            case "begin":
                self.begun = True
                self.opening = row.data["actions"]
                self.rebuild([])
            case "act":
                return self.act(row)
            case "undo":
                return self.undo(row)
            case "sit":
                self.seat(row.player, Chair(HUMAN, row.data["name"]))
            case "replace":
                resigned = row.data["why"] == RESIGN
                self.seat(row.player, Chair(BOT, row.data["name"], row.data["bot"], resigned, self.begun))
                self.question = None
            case "end":
                self.ended = row.data["why"]
                resigned = self.ended == RESIGN
                self.chairs[row.player] = msgspec.structs.replace(self.chairs[row.player], resigned=resigned)
                self.question = None
            case "ask":
                self.question = Question(row.number, row.player, **row.data)
            case "answer":
                self.answer(row)
            case "rematch":
                self.following = row.data["table"]
        return self.everybody()

    def seat(self, player: int, chair: Chair) -> None:
        self.chairs[player] = chair
        self.names = names_of(self.chairs)

    def everybody(self) -> list[int | None]:
        return [*range(self.setup.players), None]

    def act(self, row: Row) -> Sequence[int | None]:
        if self.setup.pace.is_timed:
            self.thought[row.number] = self.clocks.left[row.player], self.clocks.spent(row.player, row.at)
        step = self.step(row.number, row.player, row.data["actions"])
        undone = self.undone.get(row.player, [])
        again = bool(undone) and undone[-1].actions == step.actions
        self.steps.append(step)
        if step.secret:
            self.undone[row.player] = undone[:-1] if again else []
            return [row.player]
        self.undone = {row.player: undone[:-1]} if again else {}
        self.question = None
        return self.everybody()

    def step(self, number: int, player: int, actions: list[int]) -> Step:
        """Carry out a decision and what chance drew."""
        state = self.state
        sealed = state.agenda[state.task_of(player)].sealed
        others = [viewer for viewer in self.everybody() if viewer != player] if sealed else []
        before = [state.view(viewer) for viewer in others]
        reveals = state.reveals
        state.journal = []
        state.apply(actions[0], player)
        for action in actions[1:]:
            state.apply(action)
        events, state.journal = state.journal, []
        # A sealed choice is secret until it ends: then the others see something change, and not before.
        secret = sealed and not any(
            any(event.is_visible_to(viewer) for event in events) or state.view(viewer) != view
            for viewer, view in zip(others, before, strict=True)
        )
        return Step(number, player, actions, state.reveals != reveals, secret, events)

    def rebuild(self, steps: Sequence[Step]) -> None:
        """The position after these steps, from the start."""
        self.state = self.game.new(self.setup.players, **self.setup.options)
        self.state.journal = []
        for action in self.opening:
            self.state.apply(action)
        self.opening_events, self.state.journal = self.state.journal, []
        self.opening_said = {}
        self.steps = []
        for step in steps:
            if step.actions[0] not in self.state.legal_actions(step.player):
                raise Refused(f"undo.{OTHERS}")
            self.steps.append(self.step(step.row, step.player, step.actions))

    def undo(self, row: Row) -> Sequence[int | None]:
        gone = set(row.data["rows"])
        taken = [step for step in self.steps if step.row in gone]
        secret = not row.data.get("beyond") and all(step.secret for step in taken)
        again = [*self.undone.get(row.player, []), *reversed(taken)]
        self.rebuild([step for step in self.steps if step.row not in gone])
        if self.setup.pace.is_timed and not row.data.get("beyond"):
            self.turn_back_clock(row, taken)
        if secret:
            self.undone[row.player] = again
            return [row.player]
        self.beyond = self.beyond or row.data.get("beyond", False)
        self.undone = {} if row.data.get("beyond") else {row.player: again}
        self.question = None
        return self.everybody()

    def turn_back_clock(self, row: Row, taken: Sequence[Step]) -> None:
        """Time spent on what was taken back is spent: nobody gains any by choosing and taking back again and again."""
        spent = self.clocks.spent(row.player, row.at) + sum(self.thought[step.row][1] for step in taken)
        self.clocks.ask_again(row.player, self.thought[taken[0].row][0], spent, row.at)

    def answer(self, row: Row) -> None:
        if self.question is not None and row.data["yes"]:
            self.question.agreed.append(row.player)
        else:
            self.question = None

    def run_clocks(self, row: Row, knowing: Sequence[int | None]) -> None:
        goes_on = row.kind == UNDO and not row.data.get("beyond")  # with the same question as before
        self.clocks.ask(self.deciders(), row.at, None if goes_on else row.player)
        if None in knowing:
            self.public_clocks = self.clocks.copy()  # shared by later tables, never changed

    def ask(self, knowing: Sequence[int | None]) -> None:
        """Whose question is new."""
        for viewer in knowing:
            if viewer is not None:
                self.asked[viewer] = self.number(viewer)

    # What may be done

    def chance(self, player: int, action: int, rng: random.Random) -> list[int]:
        """The action if it is legal, with what chance draws after it; the table stays as it is."""
        state = self.state.clone()
        play(state, action, player)
        return [action, *drawn(state, rng)]

    def check_player(self, player: int) -> None:
        if not self.begun:
            raise Refused("the table is not complete yet")
        if self.is_over:
            raise Refused("the game is over")
        if player not in self.deciders():
            raise Refused(f"{self.chairs[player].name} has nothing to decide now")

    def given(self, player: int, number: int) -> Row | None:
        """What this player answered when `number` was what they had seen."""
        for row in reversed(self.rows):
            if row.number < number:
                return None  # nobody answers what is yet to come
            if row.kind == ACT and row.player == player and row.data.get("number") == number:
                return row
        return None

    def check_number(self, player: int, number: int) -> None:
        if not self.asked[player] <= number <= self.number(player):
            raise Stale(f"this answers position {number}, but the question is of position {self.asked[player]}")

    def free_to_undo(self, player: int) -> tuple[list[int], str]:
        """The rows of own actions that may be taken back without asking, the last one first; and what bars the next."""
        rows: list[int] = []
        if self.is_over:
            return rows, OVER
        secret = True  # as long as all that came later was chosen in secret
        # What lies before a sealed choice is barred as soon as it begins: later would tell that somebody has chosen.
        choosing = bool(self.state.agenda) and self.state.agenda[-1].sealed
        for step in reversed(self.steps):
            secret = secret and step.secret
            if step.player != player:
                if not secret:
                    return rows, OTHERS
                continue
            if not secret and choosing:
                return rows, OTHERS
            if len(step.actions) > 1:
                return rows, DRAWN
            if step.reveals:
                return rows, REVEALED
            rows.append(step.row)
        return rows, NOTHING

    def to_redo(self, player: int) -> Step | None:
        """What this player took back last and may do again."""
        undone = self.undone.get(player)
        return undone[-1] if undone and player in self.deciders() else None

    def people(self) -> list[int]:
        """Seats where a person still plays."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == HUMAN and not chair.resigned]

    def bots_to_move(self) -> list[int]:
        return [player for player in self.deciders() if self.chairs[player].kind == BOT]

    def due(self) -> int | None:
        """When somebody's time is up, if nobody does anything."""
        times = [self.clocks.up_at(player) for player in self.deciders() if self.chairs[player].kind == HUMAN]
        return min((time for time in times if time is not None), default=None)

    def is_new_to(self, seat: int, row: Row) -> bool:
        """Whether this row, not made by the seat itself, brought the seat something to do or the end."""
        concerned = self.is_over or seat in self.deciders()
        return concerned and row.player != seat and self.seen[seat][-1:] == [row.number]

    def remember(self, key: Any, make: Callable[[], T]) -> T:
        """What is made of this position, made once for all who ask; not where clocks run, or they would stand still."""
        if self.is_playing and self.setup.pace.is_timed:
            return make()
        found: T | None = self.remembered.get(key)
        if found is None:
            found = self.remembered[key] = make()
        return found

    # Looking back

    def record(self) -> Record:
        """The game as a file; the caller sees to it that nobody gets it who may not know all."""
        seats = [HUMAN if chair.kind == HUMAN else chair.bot for chair in self.chairs]
        record = Record(self.game, self.setup.players, self.setup.options, self.names, seats)
        state = record.new()
        for action in self.opening:
            record.add(state, action)
        for step in self.steps:
            record.add(state, step.actions[0], step.player)
            for action in step.actions[1:]:
                record.add(state, action)
        return record

    def as_of(self, rows: int) -> Table:
        """The table as it was after so many rows."""
        past = Table(self.setup, [Chair(chair.kind, chair.name, chair.bot) for chair in self.chairs])
        for row in self.rows[:rows]:
            past.fold(row)
        return past


def opened(game: Game, setup: Setup, rng: random.Random) -> list[int]:
    """What chance draws before anybody decides."""
    return drawn(game.new(setup.players, **setup.options), rng)


def drawn(state: State, rng: random.Random) -> list[int]:
    """Let chance draw until somebody has to decide."""
    actions = []
    while state.current_player() == CHANCE:
        actions.append(draw(state, rng))
        state.apply(actions[-1])
    return actions
