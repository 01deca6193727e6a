"""Guided first games: a learner's progress in the game's tutorial, and the next step of the script.

The only state is the table's log: its moves, and entries for each text the learner has read. A table that no longer
matches the script (the learner left, or the file has changed) continues as a normal game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import structlog

from zunft.core.errors import BadTutorial
from zunft.core.game import Game
from zunft.core.play import draw
from zunft.core.record import HUMAN
from zunft.core.state import CHANCE, State
from zunft.core.tutorial import ANYTHING, Beat, Stop, Tutorial
from zunft.server.refusals import Refused, WrongTry
from zunft.server.tables.log import GUIDE

if TYPE_CHECKING:
    from zunft.server.tables.table import Table

ORIGIN: Final = "tutorial"

# Learner actions besides decisions
NEXT: Final = "next"
BACK: Final = "back"
SKIP: Final = "skip"
CLOSE: Final = "close"  # the last text, once the guided part is over

log = structlog.get_logger("zunft.tutorials")


def tutorial_of_game(game: Game) -> Tutorial | None:
    """A tutorial that cannot be played is reported and left out."""
    try:
        return game.tutorial()
    except BadTutorial as error:
        log.error("tutorial left out", game=game.name, reason=str(error))
        return None


def tutorial_of(table: Table) -> Tutorial | None:
    """The tutorial script of this table; None once the learner has lost the seat."""
    if table.setup.origin != ORIGIN:
        return None
    found = tutorial_of_game(table.game)
    return found if found is not None and table.seats[found.learner].kind == HUMAN else None


def beats_done(table: Table, tutorial: Tutorial) -> int:
    """How many beats of the script have been played; all of them once the learner plays on alone."""
    entries = [entry.data["what"] for entry in table.log if entry.kind == GUIDE]
    if SKIP in entries:
        return len(tutorial.beats)
    read = entries.count(NEXT) - entries.count(BACK)
    moves = iter(table.moves)
    for number, beat in enumerate(tutorial.beats):
        if beat.is_reading():
            if not read:
                return number
            read -= 1
        else:
            move = next(moves, None)
            if move is None:
                return number
            if move.player != beat.player or not beat.accepts(table.game.text(move.actions[0])):
                return len(tutorial.beats)
    return len(tutorial.beats)


def present_beat(table: Table) -> Beat | None:
    """The next beat of the script; None where nothing is scripted."""
    tutorial = tutorial_of(table)
    if tutorial is None or not table.is_playing:
        return None
    done = beats_done(table, tutorial)
    if done == len(tutorial.beats):
        return None
    beat = tutorial.beats[done]
    scripted = beat.is_reading() or beat.player == tutorial.learner
    # Two alternatives combined may make the script's own move illegal: then it ends.
    return beat if scripted or beat.action in table.state.legal_actions(beat.player) else None


def present_stop(table: Table) -> tuple[int, Stop] | None:
    tutorial, beat = tutorial_of(table), present_beat(table)
    return None if tutorial is None or beat is None else (beat.stop, tutorial.stops[beat.stop])


def guided_actions(table: Table) -> set[int]:
    """The numbers, in the game's record, of the actions that the script asked for; free choices are not among them."""
    tutorial = tutorial_of(table)
    if tutorial is None:
        return set()
    found: set[int] = set()
    number = len(table.opening)
    for beat, move in zip([beat for beat in tutorial.beats if not beat.is_reading()], table.moves, strict=False):
        if move.player != beat.player or not beat.accepts(table.game.text(move.actions[0])):
            break
        if ANYTHING not in beat.accepted:
            found.add(number)
        number += len(move.actions)
    return found


def is_closed(table: Table) -> bool:
    """Whether the last text is no longer wanted."""
    return not table.is_playing or any(entry.kind == GUIDE and entry.data["what"] == CLOSE for entry in table.log)


def is_reading(table: Table) -> bool:
    beat = present_beat(table)
    return beat is not None and beat.is_reading()


def is_learner(table: Table, viewer: int | None) -> bool:
    tutorial = tutorial_of(table)
    return tutorial is not None and viewer == tutorial.learner


def may_move(table: Table, bots: list[int]) -> list[int]:
    """Of the bots to move, those whose turn it is in the script; all of them where nothing is scripted."""
    beat = present_beat(table) if bots else None
    return bots if beat is None else [bot for bot in bots if bot == beat.player]


def scripted_action(table: Table, player: int) -> int | None:
    beat = present_beat(table)
    return beat.action if beat is not None and beat.player == player else None


def check_try(table: Table, player: int, action: str) -> None:
    """Refuses a choice that the stop does not ask for, with the tutorial's reason."""
    tutorial, beat = tutorial_of(table), present_beat(table)
    if tutorial is None or beat is None or player != tutorial.learner:
        return
    if beat.is_reading():
        raise Refused("read_first")
    if not beat.accepts(action):
        stop = tutorial.stops[beat.stop]
        raise WrongTry({language: tutorial.answer(stop, action, language) for language in stop.texts})


def drawn(table: Table, state: State, rng: random.Random) -> Iterator[int]:
    """Chance outcomes until a player has to decide: as scripted, else random; the caller applies each."""
    beat = present_beat(table)
    scripted: Sequence[int] = [] if beat is None else beat.draws
    for place in range(table.game.bound):
        if state.current_player() != CHANCE:
            return
        wanted = scripted[place] if place < len(scripted) else -1
        yield wanted if wanted in state.legal_actions() else draw(state, rng)
