"""Tables, their seats and logs. Each function runs inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from zunft.server.people.secrets import hashed
from zunft.server.store.database import Session
from zunft.server.tables.clocks import Pace
from zunft.server.tables.log import ACT, END, Entry, Seat, Setup
from zunft.server.tables.table import Table

MOST_THINKING: Final = 5000  # tables looked at in one check for overdue bots


class Stored(NamedTuple):
    """A table without its log."""

    setup: Setup
    seats: list[Seat]
    hashes: list[str]  # of the seats' secrets


def insert(session: Session, into: str, **values: Any) -> None:
    """Insert a row; raises KeyTaken."""
    session.run(f"insert into {into} ({', '.join(values)}) values (:{', :'.join(values)})", **values)


def add_table(session: Session, table: Table, hashes: Sequence[str], accounts: Mapping[int, str]) -> None:
    """A new table with the moves already played."""
    setup = table.setup
    values = msgspec.structs.asdict(setup)
    values |= {"options": encode(setup.options), "pace": encode(setup.pace), "listed": int(setup.listed)}
    insert(session, "tables", **values, changed=setup.created, next="", **summary(table))
    for seat, (each, secret) in enumerate(zip(table.seats, hashes, strict=True)):
        occupant = {"kind": each.kind, "name": each.name, "bot": each.bot, "secret": secret}
        account = accounts.get(seat, "")
        insert(session, "seats", table_id=setup.id, seat=seat, **occupant, account=account)
    for entry in table.log:
        add_entry(session, setup.id, entry)


def add_entry(session: Session, table: str, entry: Entry) -> None:
    """The key (table, number) decides races: the second writer gets KeyTaken."""
    values = msgspec.structs.asdict(entry) | {"data": encode(entry.data)}
    insert(session, "log", table_id=table, **values)


def summary(table: Table) -> dict[str, Any]:
    """The columns that lists and clocks need, so that they do not read the log."""
    public = table.state.acting() if table.is_playing else []  # empty in a sealed choice: who has chosen is secret
    return {
        "status": table.status,
        "due": table.due(),
        "thinking": int(bool(table.bots_to_move())),
        "deciders": encode([table.deciders, public]),
        "result": encode(result_of(table)) if table.is_over else "",
    }


class Result(msgspec.Struct):
    """Final result of a game."""

    points: list[int]  # empty if the game ended early
    winners: list[int]
    at: int  # milliseconds since 1970


def result_of(table: Table) -> Result:
    at = next((entry.at for entry in reversed(table.log) if entry.kind in (ACT, END)), table.setup.created)
    return Result([] if table.ended else table.state.scores(), table.winners(), at)


def save_summary(session: Session, table: Table) -> None:
    """The time of the last change is public, so secret choices leave it as it is."""
    last = table.log[-1]
    session.run(
        "update tables set status = :status, changed = case when :known = 1 then :at else changed end, due = :due,"
        " thinking = :thinking, deciders = :deciders, result = :result where id = :id",
        id=table.setup.id,
        known=int(table.is_known(None, last)),
        at=last.at,
        **summary(table),
    )


def load_table(session: Session, table: str) -> Stored | None:
    rows = session.all(
        "select t.game, t.rules, t.players, t.options, t.pace, t.listed, t.created, t.origin, t.household,"
        " s.kind, s.name, s.bot, s.secret from tables t join seats s on s.table_id = t.id where t.id = :id"
        " order by s.seat",
        id=table,
    )
    if not rows:
        return None
    game, rules, players, options, pace, listed, created, origin, household = rows[0][:9]
    agreed = (decode(options), pace_of(pace), bool(listed))
    setup = Setup(table, game, rules, players, *agreed, created, origin, household)
    return Stored(setup, [Seat(*row[9:12]) for row in rows], [row[12] for row in rows])


def load_entries(session: Session, table: str, first: int = 0) -> list[Entry]:
    found = session.all(
        "select number, at, kind, player, data from log where table_id = :id and number >= :first order by number",
        id=table,
        first=first,
    )
    return [Entry(number, at, kind, player, decode(data)) for number, at, kind, player, data in found]


def of_seats(session: Session, table: str, column: str) -> list[str]:
    return [row[0] for row in session.all(f"select {column} from seats where table_id = :id order by seat", id=table)]


def seat_hashes(session: Session, table: str) -> list[str]:
    return of_seats(session, table, "secret")


def seat_accounts(session: Session, table: str) -> list[str]:
    return of_seats(session, table, "account")


def claim_seat(session: Session, table: str, number: int, seat: Seat, secret: str, account: str) -> None:
    """A player sits down."""
    session.run(
        "update seats set kind = :kind, name = :name, bot = '', secret = :secret, account = :account"
        " where table_id = :id and seat = :seat",
        id=table,
        seat=number,
        kind=seat.kind,
        name=seat.name,
        secret=secret,
        account=account,
    )


def free_seat(session: Session, table: str, number: int, seat: Seat) -> None:
    """A bot has taken the seat. The secret is revoked, unless the player is only away; the account stays if the game
    counts for it."""
    if not seat.away:
        session.run("delete from channels where table_id = :id and seat = :seat", id=table, seat=number)
    session.run(
        "update seats set kind = :kind, name = :name, bot = :bot,"
        " secret = case when :away = 1 then secret else '' end,"
        " account = case when :counts = 1 then account else '' end where table_id = :id and seat = :seat",
        id=table,
        seat=number,
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        away=int(seat.away),
        counts=int(seat.resigned or seat.away),
    )


def give_back_seat(session: Session, table: str, number: int, seat: Seat) -> None:
    """An absent player is back."""
    session.run(
        "update seats set kind = :kind, bot = '' where table_id = :id and seat = :seat",
        id=table,
        seat=number,
        kind=seat.kind,
    )


def note_seen(session: Session, table: str, seat: int, at: int) -> None:
    """Record that this seat's player is present."""
    session.run("update seats set seen = :at where table_id = :id and seat = :seat", id=table, seat=seat, at=at)


def last_seen(session: Session, table: str, seat: int) -> int:
    found = session.one("select seen from seats where table_id = :id and seat = :seat", id=table, seat=seat)
    return int(found[0]) if found else 0


def seen_since(session: Session, table: str, at: int) -> list[int]:
    """Seats whose players were recently present, in any process."""
    sql = "select seat from seats where table_id = :id and seen >= :at and kind = 'human' order by seat"
    return [row[0] for row in session.all(sql, id=table, at=at)]


def household_counts(session: Session, household: str) -> tuple[int, int]:
    """How many of a household's tables wait for players, and how many are played by bots alone."""
    waiting = "select count(*) from tables where household = :household and status = 'open'"
    bots = (
        "select count(*) from tables t where t.household = :household and t.status = 'playing'"
        " and not exists (select 1 from seats s where s.table_id = t.id and s.kind = 'human')"
    )
    found = [session.one(sql, household=household) for sql in (waiting, bots)]
    return found[0][0] if found[0] else 0, found[1][0] if found[1] else 0


def created_since(session: Session, household: str, at: int, most: int) -> int:
    """How many tables a household has created since, counted up to `most`."""
    tables = "select 1 from tables where household = :household and created > :at limit :most"
    found = session.one(f"select count(*) from ({tables}) as recent", household=household, at=at, most=most)
    return int(found[0]) if found else 0


def set_rematch(session: Session, table: str, rematch: str) -> int:
    """Unless there is one already."""
    return session.run("update tables set next = :next where id = :id and next = ''", id=table, next=rematch)


def rematch_of(session: Session, table: str) -> str:
    found = session.one("select next from tables where id = :id", id=table)
    return str(found[0]) if found else ""


def seat_of_session(session: Session, table: str, token: str, since: int) -> int | None:
    """The seat of the account with this session token, if the session was used since."""
    found = session.one(
        "select s.seat from sessions e join seats s on s.account = e.account"
        " where e.token = :token and s.table_id = :id and s.kind = 'human' and (e.used > :since or e.created > :since)",
        id=table,
        token=hashed(token),
        since=since,
    )
    return None if found is None else int(found[0])


def tables_due(session: Session, at: int) -> list[str]:
    return [row[0] for row in session.all("select id from tables where due <= :at and status = 'playing'", at=at)]


def tables_thinking(session: Session, before: int) -> list[str]:
    """Tables where a bot's move is overdue, the longest wait first."""
    sql = (
        "select id from tables where thinking = 1 and status = 'playing' and changed <= :before"
        " order by changed limit :most"
    )
    return [row[0] for row in session.all(sql, before=before, most=MOST_THINKING)]


def pace_of(text: str) -> Pace:
    return msgspec.json.decode(text, type=Pace)


def encode(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def decode(text: str) -> Any:
    return msgspec.json.decode(text)
