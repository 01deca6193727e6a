"""A table at one moment: the state derived from its log. fold.py defines the effect of each entry.

A viewer's number counts the entries visible to that viewer: a secret choice counts for nobody else, so neither numbers
nor messages reveal who has chosen already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from zunft.core.errors import UnknownGame
from zunft.core.game import Game, load
from zunft.core.record import HUMAN
from zunft.core.state import Event, State
from zunft.core.undo import NOTHING, OTHERS, OVER, bar_to_undo
from zunft.server.refusals import NotFound
from zunft.server.tables import guidance, log
from zunft.server.tables.clocks import Clocks
from zunft.server.tables.log import BOT, OPEN, Entry, Log, Seat, Setup


class Move(msgspec.Struct, frozen=True):
    """A decision that has not been undone, and the chance outcomes after it."""

    entry: int  # number of its entry
    player: int
    actions: list[int]
    reveals: bool  # whether anyone learned something
    secret: bool  # whether nobody else knows of it yet
    events: list[Event]
    left: int = 0  # milliseconds on the player's clock when the question came up
    spent: int = 0  # milliseconds on this decision


class Vote(msgspec.Struct, frozen=True):
    """A request that all people at the table have to agree to."""

    entry: int
    asker: int
    what: str  # UNDO or REPLACE
    since: int = -1  # the first entry to undo
    seat: int = -1
    agreed: tuple[int, ...] = ()


class Played(NamedTuple):
    """A position with the moves that led to it."""

    state: State
    moves: Log[Move]


class Table:
    """Never changed once it is visible: `fold.after` makes the next one."""

    def __init__(self, setup: Setup, seats: Sequence[Seat]) -> None:
        self.setup = setup
        self.game: Game = game_named(setup.game)
        self.seats = list(seats)
        self.names = names_of(seats)
        self.log: Log[Entry] = Log()
        self.moves: Log[Move] = Log()
        self.recent: tuple[Played, ...] = ()  # positions before the latest moves
        self.opening: list[int] = []  # chance outcomes before the first decision
        self.opening_events: list[Event] = []
        self.undone: dict[int, tuple[Move, ...]] = {}  # by player: undone moves, the next to redo last
        self.state: State = self.game.new(setup.players, **setup.options)
        self.begun = False
        self.is_over = False
        self.deciders: tuple[int, ...] = ()
        self.rematch = ""  # the rematch's table
        self.ended = ""  # why it ended early
        self.undone_by_consent = False  # a revealed move was undone
        self.vote: Vote | None = None
        self.hints: bool | None = None  # whether allowed; None: default
        self.hinted: frozenset[int] = frozenset()  # seats that were given a hint
        self.seen: list[Log[int]] = [Log() for _ in range(setup.players + 1)]  # entries by viewer; last: spectators
        self.asked = [0] * setup.players  # the player's number when the current question came up
        self.clocks = Clocks(setup.pace, setup.players)
        self.public_clocks = self.clocks  # as of the last entry visible to all

    @property
    def is_playing(self) -> bool:
        return self.begun and not self.is_over

    @property
    def status(self) -> str:
        return log.OVER if self.is_over else log.PLAYING if self.begun else log.WAITING

    # Viewers

    def seen_by(self, viewer: int | None) -> Log[int]:
        """Numbers of the entries visible to this viewer."""
        return self.seen[-1 if viewer is None else viewer]

    def number(self, viewer: int | None) -> int:
        """The viewer's number: how many entries are visible to the viewer."""
        return len(self.seen_by(viewer))

    def is_known(self, viewer: int | None, entry: Entry) -> bool:
        """Whether this is the last entry visible to the viewer."""
        seen = self.seen_by(viewer)
        return bool(seen) and seen[-1] == entry.number

    def is_new_to(self, seat: int, entry: Entry) -> bool:
        """Whether this entry, by another seat, gave the seat something to decide or ended the game."""
        concerned = self.is_over or seat in self.deciders
        return concerned and entry.player != seat and self.is_known(seat, entry)

    # Seats

    def people(self) -> list[int]:
        """Seats still played by people."""
        return [seat for seat, each in enumerate(self.seats) if each.kind == HUMAN and not each.resigned]

    def hosts(self) -> list[int]:
        """The creator, if still there: all other people sat down later."""
        guests = {entry.player for entry in self.log if entry.kind == log.SIT}
        return [seat for seat in self.people() if seat not in guests]

    def open_seats(self) -> list[int]:
        return [seat for seat, each in enumerate(self.seats) if each.kind == OPEN]

    def bots_to_move(self) -> list[int]:
        return guidance.may_move(self, [player for player in self.deciders if self.seats[player].kind == BOT])

    def winners(self) -> list[int]:
        if self.ended:
            return [seat for seat, each in enumerate(self.seats) if not each.resigned]
        return self.state.winners() if self.is_over else []

    def due(self) -> int | None:
        """When the next clock runs out."""
        times = [self.clocks.up_at(player) for player in self.deciders if self.seats[player].kind == HUMAN]
        return min((time for time in times if time is not None), default=None)

    # Undo

    def free_to_undo(self, player: int) -> tuple[list[int], str]:
        """Entries of the player's own moves that need no consent to undo, latest first; and what prevents the next."""
        entries: list[int] = []
        if self.is_over:
            return entries, OVER
        secret = True  # while all later moves were secret choices
        # A sealed choice bars earlier moves from its start: barring them later would reveal that somebody has chosen.
        choosing = bool(self.state.agenda) and self.state.agenda[-1].sealed
        for move in reversed(self.moves):
            secret = secret and move.secret
            if move.player != player and secret:
                continue
            if not secret and choosing:
                return entries, OTHERS
            bar = bar_to_undo(move.player == player, len(move.actions) > 1, move.reveals)
            if bar is not None:
                return entries, bar
            entries.append(move.entry)
        return entries, NOTHING

    def to_redo(self, player: int) -> Move | None:
        """The move this player undid last and may redo."""
        undone = self.undone.get(player)
        return undone[-1] if undone and player in self.deciders else None


def game_named(name: str) -> Game:
    """A game that can be played here: a stored table may be of one that is no longer installed."""
    try:
        return load(name)
    except UnknownGame:
        raise NotFound("unknown_game", game=name) from None


def names_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    return tuple([seat.name for seat in seats])
