"""Past positions, games as files, and tables that continue from either."""

from __future__ import annotations

from typing import Final

from zunft.bots import bot_names
from zunft.core.record import HUMAN, Record
from zunft.core.state import CHANCE
from zunft.server.people.names import checked_name
from zunft.server.refusals import Forbidden, Invalid, Refused
from zunft.server.tables.commands import SUBSTITUTE, Moment, check_bot
from zunft.server.tables.creation import Wanted
from zunft.server.tables.fold import drawn, folded
from zunft.server.tables.log import Seat
from zunft.server.tables.table import Table

SAME: Final = "same"  # keep the original bots


def as_of(table: Table, entries: int) -> Table:
    """The table after its first `entries` entries."""
    seats = [Seat(seat.kind, seat.name, seat.bot) for seat in table.seats]
    return folded(table.setup, seats, table.log[:entries])


def as_seen(table: Table, viewer: int | None, number: int) -> Table:
    """The table at this number of the viewer."""
    seen = table.seen_by(viewer)
    if not 0 < number <= len(seen):
        raise Refused("no_such_position", number=number, last=len(seen))
    return as_of(table, seen[number - 1] + 1)


def record_of(table: Table) -> Record:
    """The complete game as a file, hidden information included."""
    if not table.is_over:
        raise Forbidden("record_not_yet")
    return record_so_far(table)


def record_so_far(table: Table) -> Record:
    seats = [HUMAN if seat.kind == HUMAN else seat.bot for seat in table.seats]
    record = Record(table.game, table.setup.players, table.setup.options, table.names, seats)
    state = record.new()
    for action in table.opening:
        record.add(state, action)
    for move in table.moves:
        record.add(state, move.actions[0], move.player)
        for action in move.actions[1:]:
            record.add(state, action)
    return record


def branch(table: Table, number: int, viewer: int | None, who: str, seat: int | None = None, bot: str = SAME) -> Wanted:
    """A new table that continues from a position of a finished game.

    `seat`: the seat to play, one's own by default; `bot`: plays the others, the original bots by default.
    """
    if not table.is_over:
        raise Forbidden("branch_not_yet")
    past = as_seen(table, viewer, number)
    if not past.is_playing:
        raise Refused("nothing_left_to_decide")
    if bot != SAME:
        check_bot(bot)  # a seat that is open would hold up the game
    own = default_seat(table, viewer) if seat is None else seat
    if own >= table.setup.players:
        raise Invalid("not_an_integer", field="seat", most=table.setup.players - 1)
    return played_on(record_so_far(past), own, who, table.setup.id, bot)


def default_seat(table: Table, viewer: int | None) -> int:
    """The seat to continue with by default: one's own, else that of the first person."""
    people = [seat for seat, each in enumerate(table.seats) if each.kind == HUMAN]
    return viewer if viewer is not None else people[0] if people else 0


def played_on(record: Record, own: int, who: str, origin: str, bot: str = SAME) -> Wanted:
    """A private table that continues where the record ends: against the original bots, as far as they are known, or
    against one kind of bot."""
    known = bot_names()
    others = [each if each in known else SUBSTITUTE for each in record.seats or [""] * record.players]
    seats = [HUMAN if seat == own else each if bot == SAME else bot for seat, each in enumerate(others)]
    names = [who if kind == HUMAN else "" for kind in seats]
    game, opening = record.game.name, decisions(record)
    return Wanted(game, record.players, seats, names, record.options, listed=False, origin=origin, opening=opening)


def tried_again(record: Record, number: int, who: str, origin: str) -> Wanted:
    """A new table that continues before an action of a record, on the seat that decided there."""
    if not 0 <= number < len(record.actions):
        raise Refused("no_such_position", number=number, last=len(record.actions) - 1)
    before = record.before(number)
    before.seats = record.seats
    state = before.replay()
    player = state.current_player() if record.deciders[number] is None else record.deciders[number]
    if player not in state.deciders():
        raise Refused("nothing_left_to_decide")
    return played_on(before, player, who, origin)


def import_record(text: str, who: str, moment: Moment) -> Wanted:
    """A table from a record: finished, for viewing; or to continue, with the importer on the first person's seat."""
    record = Record.from_json(text)
    state = record.replay()
    wanted = played_on(record, record.seats.index(HUMAN) if HUMAN in record.seats else 0, who, "record")
    for outcome in drawn(state, moment.rng):  # a record may end before a chance outcome
        state.apply(outcome)
        wanted.opening[-1][1].append(outcome)
    if len(set(record.names)) == record.players:
        wanted.names = list(map(checked_name, record.names))
    return wanted


def decisions(record: Record) -> list[tuple[int, list[int]]]:
    """A record's actions grouped as in log entries: each decision with the chance outcomes after it."""
    found: list[tuple[int, list[int]]] = [(CHANCE, [])]
    state = record.new()
    for action, decider in zip(record.actions, record.deciders, strict=True):
        player = state.current_player() if decider is None else decider
        if player == CHANCE:
            found[-1][1].append(action)
        else:
            found.append((player, [action]))
        state.apply(action, decider)
    return found
