"""Creating tables: as requested, as a rematch, as a branch of a finished game, or from a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from zunft.core.record import HUMAN
from zunft.server.config import Config
from zunft.server.people.names import checked_name, free_bot_name
from zunft.server.people.secrets import new_id
from zunft.server.refusals import Invalid, NotFound, Refused, TooMany
from zunft.server.store import queries
from zunft.server.store.database import KeyTaken, Session
from zunft.server.store.prune import DAY
from zunft.server.tables.clocks import PACES
from zunft.server.tables.commands import Moment, check_bot, complete, plus
from zunft.server.tables.fold import fold
from zunft.server.tables.log import ACT, BEGIN, BOT, HINTS, OPEN, Entry, Seat, Setup
from zunft.server.tables.table import Table, game_named

Opening = Sequence[tuple[int, list[int]]]  # player, and the action with the chance outcomes after it


class Wanted(msgspec.Struct):
    """A request for a table. `seats`: "human", "open" or a bot's name for each."""

    game: str
    players: int
    seats: list[str]
    names: list[str] = []
    options: dict[str, Any] = {}
    pace: str = "none"
    listed: bool = True
    account: str = ""  # of the player on the first human seat
    origin: str = ""  # what it was branched off or imported from
    opening: Opening = ()  # moves already played
    previous: str = ""  # the table this is a rematch of
    household: str = ""  # of the visitor who creates it
    hints: bool | None = None  # whether they are allowed; None: if only one person plays


def new_table(wanted: Wanted, moment: Moment) -> Table:
    """Pure but for the new id."""
    try:
        game = game_named(wanted.game)
    except NotFound as error:  # the address exists; what was sent to it is wrong
        raise Invalid(error.code, **error.arguments) from None
    agreed = game.agree(wanted.players, dict(wanted.options))
    if len(wanted.seats) != wanted.players:
        raise Invalid("wrong_number_of_seats", players=wanted.players, seats=len(wanted.seats))
    if wanted.pace not in PACES:
        raise Invalid("unknown_pace", pace=wanted.pace, paces=", ".join(PACES))
    chosen = {name: value for name, value in agreed.options.items() if value != game.options[name].default}
    pace, at = PACES[wanted.pace], moment.now
    setup = Setup(new_id(), game.name, game.rules, wanted.players, chosen, pace, wanted.listed, at, wanted.origin)
    setup.household = wanted.household
    table = Table(setup, occupied(wanted.seats, wanted.names))
    for number, (player, actions) in enumerate(wanted.opening):
        fold(table, Entry(number, moment.now, ACT if number else BEGIN, player, {"actions": actions}))
    if wanted.hints is not None:
        table = plus(table, moment, HINTS, -1, {"allowed": wanted.hints})
    return complete(table, moment)


def occupied(kinds: Sequence[str], names: Sequence[str]) -> list[Seat]:
    """Occupants of the seats; bots without a name get one."""
    seats: list[Seat] = []
    for kind, name in zip(kinds, [*names, *[""] * len(kinds)], strict=False):
        if kind == HUMAN:
            seats.append(Seat(HUMAN, checked_name(name)))
        elif kind == OPEN:
            seats.append(Seat(OPEN))
        else:
            check_bot(kind)
            seats.append(Seat(BOT, name or free_bot_name([*names, *(seat.name for seat in seats)]), kind))
    taken = [seat.name for seat in seats if seat.name]
    if len(set(taken)) < len(taken):
        raise Invalid("same_names")
    return seats


def check_shares(session: Session, table: Table, limits: Config) -> None:
    """Limits per household: tables waiting for players, tables played by bots alone, which any table becomes once its
    people have left, and tables created in a day, because all of them are stored for weeks."""
    household = table.setup.household
    if not household:
        return
    waiting, bots = queries.household_counts(session, household)
    if table.open_seats() and waiting >= limits.open_tables:
        raise TooMany("too_many_open_tables", most=limits.open_tables)
    if bots >= limits.bot_tables:
        raise TooMany("too_many_bot_tables", most=limits.bot_tables)
    most, since = limits.daily_tables, table.setup.created - DAY
    if most and queries.created_since(session, household, since, most) >= most:
        raise TooMany("too_many_daily_tables", most=most)


def store_table(session: Session, wanted: Wanted, table: Table, hashes: Sequence[str], limits: Config) -> None:
    check_shares(session, table, limits)
    own = wanted.seats.index(HUMAN) if wanted.account and HUMAN in wanted.seats else -1
    queries.add_table(session, table, hashes, {own: wanted.account})
    if wanted.previous and not queries.set_rematch(session, wanted.previous, table.setup.id):
        raise KeyTaken("there is already a rematch")


def rematch_of(table: Table) -> Wanted:
    """The same setup, with all players one seat further."""
    if not table.is_over:
        raise Refused("game_not_over")
    seats = [OPEN if seat.kind == HUMAN else seat.bot for seat in table.seats]
    names = [seat.name if seat.kind == BOT else "" for seat in table.seats]
    setup = table.setup
    pace = next(key for key, value in PACES.items() if value == setup.pace)
    seats, names = [*seats[1:], seats[0]], [*names[1:], names[0]]
    wanted = Wanted(setup.game, setup.players, seats, names, setup.options, pace, setup.listed, previous=setup.id)
    wanted.hints = table.hints
    return wanted
