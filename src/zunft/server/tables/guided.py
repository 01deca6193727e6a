"""Guided tables: creating one, and a learner's actions besides decisions."""

from __future__ import annotations

from typing import Final

from zunft.core.record import HUMAN
from zunft.core.state import CHANCE
from zunft.core.text import ENGLISH
from zunft.core.tutorial import Tutorial
from zunft.core.undo import NOTHING
from zunft.server.refusals import Invalid, Refused
from zunft.server.tables import guidance, log
from zunft.server.tables.commands import Moment, plus, taken_back
from zunft.server.tables.creation import Wanted
from zunft.server.tables.guidance import BACK, CLOSE, NEXT, ORIGIN, SKIP
from zunft.server.tables.table import Table

TEACHER: Final = "apprentice"  # plays on after the script has ended


def guided_table(tutorial: Tutorial, who: str, language: str) -> Wanted:
    """With the script's deal: the learner on one seat, bots with the script's names on the others."""
    names = list(tutorial.names.get(language, tutorial.names[ENGLISH]))
    names.insert(tutorial.learner, who)
    seats = [HUMAN if seat == tutorial.learner else TEACHER for seat in range(tutorial.players)]
    opening = [(CHANCE, list(tutorial.deal))]
    return Wanted(tutorial.game.name, tutorial.players, seats, names, listed=False, origin=ORIGIN, opening=opening)


def guide(table: Table, moment: Moment, player: int, what: str) -> Table:
    """Read on, go back, play on alone, or close the last text."""
    if what not in (NEXT, BACK, SKIP, CLOSE):
        raise Invalid("not_guided")
    is_over = guidance.present_beat(table) is None
    if not guidance.is_learner(table, player) or is_over != (what == CLOSE) or (is_over and guidance.is_closed(table)):
        raise Refused("not_guided")
    if what == BACK:
        return back(table, moment, player)
    if what == NEXT and not guidance.is_reading(table):
        raise Refused("nothing_to_read")
    return plus(table, moment, log.GUIDE, player, {"what": what})


def back(table: Table, moment: Moment, player: int) -> Table:
    """Back to the last text or decision of the learner; undoes the moves of others since."""
    tutorial = guidance.tutorial_of(table)
    done = [] if tutorial is None else tutorial.beats[: guidance.beats_done(table, tutorial)]
    while done and not (done[-1].is_reading() or done[-1].player == player):
        done.pop()
    if not done:
        raise Refused("cannot_undo", reason=NOTHING)
    last = done.pop()
    changed = plus(table, moment, log.GUIDE, player, {"what": BACK}) if last.is_reading() else table
    kept = sum(not beat.is_reading() for beat in done)
    taken = [move.entry for move in table.moves][kept:]
    return taken_back(changed, moment, player, taken, True) if taken else changed
