"""What is kept: tables, seats, logs, accounts, ratings. Every function is one transaction's work."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from zunft.server.clock import Pace
from zunft.server.database import Session
from zunft.server.table import Chair, Row, Setup, Table

TABLE_ID_BYTES: Final = 8
SECRET_BYTES: Final = 24
STATUS_OPEN: Final = "open"
STATUS_PLAYING: Final = "playing"
STATUS_OVER: Final = "over"


def now() -> int:
    return int(time.time() * 1000)


def new_id() -> str:
    return secrets.token_urlsafe(TABLE_ID_BYTES)


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> str:
    """Secrets are long and random, so one round of a plain hash is enough; passwords get argon2."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


class Listed(msgspec.Struct):
    """A table as lists show it."""

    id: str
    game: str
    players: int
    status: str
    changed: int
    seats: list[Chair]
    acting: list[int]  # whose turn it is, as everybody may know
    pace: Pace
    deciders: list[int] = []
    seat: int | None = None  # the reader's own

    @property
    def is_my_turn(self) -> bool:
        return self.seat is not None and self.seat in self.deciders


# Tables


def add_table(
    session: Session, setup: Setup, chairs: Sequence[Chair], hashes: Sequence[str], rows: Iterable[Row]
) -> None:
    session.run(
        "insert into tables (id, game, rules, players, options, pace, listed, origin, status, created, changed, due,"
        " thinking, deciders, next) values (:id, :game, :rules, :players, :options, :pace, :listed, :origin, :status,"
        " :created, :created, null, 0, '[[],[]]', '')",
        id=setup.id,
        game=setup.game,
        rules=setup.rules,
        players=setup.players,
        options=encode(setup.options),
        pace=encode(setup.pace),
        listed=int(setup.listed),
        origin=setup.origin,
        status=STATUS_OPEN,
        created=setup.created,
    )
    for seat, (chair, secret) in enumerate(zip(chairs, hashes, strict=True)):
        session.run(
            "insert into seats (table_id, seat, kind, name, bot, secret, account, webhook)"
            " values (:id, :seat, :kind, :name, :bot, :secret, '', '')",
            id=setup.id,
            seat=seat,
            kind=chair.kind,
            name=chair.name,
            bot=chair.bot,
            secret=secret,
        )
    for row in rows:
        add_row(session, setup.id, row)


def add_row(session: Session, table: str, row: Row) -> None:
    """The key (table, number) decides races: whoever comes second gets `Taken`."""
    session.run(
        "insert into log (table_id, number, at, kind, player, data) values (:id, :number, :at, :kind, :player, :data)",
        id=table,
        number=row.number,
        at=row.at,
        kind=row.kind,
        player=row.player,
        data=encode(row.data),
    )


def tell_state(session: Session, table: Table, at: int) -> None:
    """What lists and clocks need to know of the table without reading its log."""
    status = STATUS_OVER if table.is_over else STATUS_PLAYING if table.begun else STATUS_OPEN
    known = not table.rows or table.seen[-1][-1:] == [table.rows[-1].number]
    session.run(
        "update tables set status = :status, changed = case when :known = 1 then :at else changed end, due = :due,"
        " thinking = :thinking, deciders = :deciders where id = :id",
        id=table.setup.id,
        status=status,
        known=int(known),  # lists say when something happened: not when somebody chose in secret
        at=at,
        due=table.due(),
        thinking=int(bool(table.bots_to_move())),
        deciders=encode([table.deciders(), public_deciders(table)]),
    )


def public_deciders(table: Table) -> list[int]:
    """Within a sealed choice nobody's: who has chosen already is nobody's business."""
    return table.state.acting() if table.is_playing else []


def load_setup(session: Session, table: str) -> tuple[Setup, list[Chair], list[str]] | None:
    found = session.one(
        "select game, rules, players, options, pace, listed, created, origin from tables where id = :id", id=table
    )
    if found is None:
        return None
    setup = Setup(
        table,
        found[0],
        found[1],
        found[2],
        decode(found[3]),
        msgspec.json.decode(found[4], type=Pace),
        bool(found[5]),
        found[6],
        found[7],
    )
    seats = session.all("select kind, name, bot, secret from seats where table_id = :id order by seat", id=table)
    return setup, [Chair(kind, name, bot) for kind, name, bot, _ in seats], [seat[3] for seat in seats]


def load_rows(session: Session, table: str, after: int = -1) -> list[Row]:
    found = session.all(
        "select number, at, kind, player, data from log where table_id = :id and number > :after order by number",
        id=table,
        after=after,
    )
    return [Row(number, at, kind, player, decode(data)) for number, at, kind, player, data in found]


def change_seat(session: Session, table: str, seat: int, chair: Chair, secret: str | None, account: str = "") -> None:
    session.run(
        "update seats set kind = :kind, name = :name, bot = :bot, secret = coalesce(:secret, secret),"
        " account = :account where table_id = :id and seat = :seat",
        id=table,
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        bot=chair.bot,
        secret=secret,
        account=account,
    )


def free_seat(session: Session, table: str, seat: int, chair: Chair) -> None:
    """A bot has taken the seat: its secret opens nothing any more. The account stays for those who resigned."""
    session.run(
        "update seats set kind = :kind, name = :name, bot = :bot, secret = '', webhook = '',"
        " account = case when :resigned = 1 then account else '' end where table_id = :id and seat = :seat",
        id=table,
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        bot=chair.bot,
        resigned=int(chair.resigned),
    )


def set_webhook(session: Session, table: str, seat: int, url: str) -> None:
    session.run("update seats set webhook = :url where table_id = :id and seat = :seat", id=table, seat=seat, url=url)


def webhooks(session: Session, table: str) -> list[str]:
    return [row[0] for row in session.all("select webhook from seats where table_id = :id order by seat", id=table)]


def set_next(session: Session, table: str, following: str) -> int:
    """The rematch of a table, unless somebody has made one already."""
    return session.run("update tables set next = :next where id = :id and next = ''", id=table, next=following)


def next_of(session: Session, table: str) -> str:
    found = session.one("select next from tables where id = :id", id=table)
    return str(found[0]) if found else ""


# Lists


def open_tables(session: Session, limit: int = 50) -> list[Listed]:
    return listed(
        session,
        "t.listed = 1 and t.status = 'open' and exists"
        " (select 1 from seats s where s.table_id = t.id and s.kind = 'open')",
        limit,
    )


def running_tables(session: Session, limit: int = 20) -> list[Listed]:
    return listed(session, "t.listed = 1 and t.status = 'playing'", limit)


def own_tables(session: Session, account: str, hashes: Sequence[str], limit: int = 100) -> list[Listed]:
    """Tables where this account sits, or a guest who holds a seat's secret."""
    keys = {f"h{place}": value for place, value in enumerate(hashes)}
    held = ", ".join(f":{key}" for key in keys) or "''"
    clause = (
        f"exists (select 1 from seats s where s.table_id = t.id and s.kind = 'human' and (s.secret in ({held})"
        " or (s.account = :account and :account <> '')))"
    )
    tables = listed(session, clause, limit, account=account, **keys)
    for table in tables:
        own = session.one(
            f"select seat from seats where table_id = :id and (secret in ({held})"
            " or (account = :account and :account <> '')) order by seat",
            id=table.id,
            account=account,
            **keys,
        )
        table.seat = own[0] if own else None
    return tables


def listed(session: Session, clause: str, limit: int, **values: Any) -> list[Listed]:
    found = session.all(
        f"select t.id, t.game, t.players, t.status, t.changed, t.deciders, t.pace from tables t where {clause}"
        " order by t.changed desc limit :limit",
        limit=limit,
        **values,
    )
    return [
        Listed(
            row[0],
            row[1],
            row[2],
            row[3],
            row[4],
            [
                Chair(kind, name, bot)
                for kind, name, bot in session.all(
                    "select kind, name, bot from seats where table_id = :id order by seat", id=row[0]
                )
            ],
            decode(row[5])[1],
            msgspec.json.decode(row[6], type=Pace),
            decode(row[5])[0],
        )
        for row in found
    ]


def tables_due(session: Session, at: int) -> list[str]:
    return [row[0] for row in session.all("select id from tables where due <= :at and status = 'playing'", at=at)]


def tables_thinking(session: Session, before: int) -> list[str]:
    """Where a bot should have moved by now."""
    return [
        row[0]
        for row in session.all(
            "select id from tables where thinking = 1 and status = 'playing' and changed <= :before limit 200",
            before=before,
        )
    ]


def seat_of_account(session: Session, table: str, account: str) -> int | None:
    found = session.one(
        "select seat from seats where table_id = :id and account = :account and kind = 'human'",
        id=table,
        account=account,
    )
    return None if found is None else int(found[0])


def accounts_at(session: Session, table: str) -> list[str]:
    return [row[0] for row in session.all("select account from seats where table_id = :id order by seat", id=table)]


# Accounts


def add_account(session: Session, account: str, name: str, password: str, at: int) -> None:
    session.run(
        "insert into accounts (id, name, folded, password, created) values (:id, :name, :folded, :password, :at)",
        id=account,
        name=name,
        folded=name.casefold(),
        password=password,
        at=at,
    )


def account_named(session: Session, name: str) -> tuple[str, str, str] | None:
    """Id, name, password hash."""
    found = session.one("select id, name, password from accounts where folded = :folded", folded=name.casefold())
    return None if found is None else (found[0], found[1], found[2])


def add_session(session: Session, token: str, account: str, at: int) -> None:
    session.run(
        "insert into sessions (token, account, created) values (:token, :account, :at)",
        token=hashed(token),
        account=account,
        at=at,
    )


def account_of(session: Session, token: str) -> tuple[str, str] | None:
    """Id and name of whoever is signed in with this token."""
    found = session.one(
        "select a.id, a.name from sessions s join accounts a on a.id = s.account where s.token = :token",
        token=hashed(token),
    )
    return None if found is None else (found[0], found[1])


def end_session(session: Session, token: str) -> None:
    session.run("delete from sessions where token = :token", token=hashed(token))


def end_all_sessions(session: Session, account: str) -> None:
    session.run("delete from sessions where account = :account", account=account)


# Encoding


def encode(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def decode(text: str) -> Any:
    return msgspec.json.decode(text)
