"""Channels by which people receive notices, for one seat or for all tables of an account.

Every process caches the channels of tables: what changes one returns the tables concerned.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from zunft.server.refusals import TooMany
from zunft.server.store.database import Session
from zunft.server.store.queries import insert

PUSH: Final = "push"
MAIL: Final = "mail"
WEBHOOK: Final = "webhook"
MOST: Final = 10  # channels of one account or one seat

FIELDS: Final = (
    "id, account, table_id, seat, kind, format, address, keys, language, origin, confirmed, created, delivered, error"
)
QUALIFIED: Final = ", ".join(f"c.{field}" for field in FIELDS.split(", "))


class Owner(NamedTuple):
    """Either an account or a seat."""

    account: str | None = None
    table: str | None = None
    seat: int | None = None

    @property
    def clause(self) -> str:
        return "account = :account" if self.account is not None else "table_id = :table and seat = :seat"

    @property
    def values(self) -> dict[str, Any]:
        if self.account is not None:
            return {"account": self.account}
        return {"table": self.table, "seat": self.seat}


class Channel(msgspec.Struct):
    id: str
    account: str | None
    table_id: str | None
    seat: int | None
    kind: str
    format: str  # of a webhook
    address: str
    keys: str  # of a push subscription, as JSON
    language: str
    origin: str  # the site's address when it was set up
    confirmed: int  # 0: a mail address not confirmed yet
    created: int
    delivered: int = 0
    error: str = ""  # a code, for some with a number


def add(session: Session, channel: Channel) -> list[str]:
    """Replaces a channel with the same address."""
    owner = Owner(channel.account, channel.table_id, channel.seat)
    session.run(
        f"delete from channels where {owner.clause} and kind = :kind and address = :address",
        kind=channel.kind,
        address=channel.address,
        **owner.values,
    )
    if len(of_owner(session, owner)) >= MOST:
        raise TooMany("too_many_channels", most=MOST)
    insert(session, "channels", **msgspec.structs.asdict(channel))
    return concerned(session, owner)


def of_owner(session: Session, owner: Owner) -> list[Channel]:
    sql = f"select {FIELDS} from channels where {owner.clause} order by created, id"
    return [Channel(*row) for row in session.all(sql, **owner.values)]


def of_table(session: Session, table: str) -> list[tuple[int, Channel]]:
    """All confirmed channels of the people at a table, by seat; those for this table come first."""
    rows = session.all(
        f"select 0 as rank, c.seat as place, {QUALIFIED} from channels c where c.table_id = :id and c.confirmed = 1"
        f" union all select 1 as rank, s.seat as place, {QUALIFIED} from seats s join channels c"
        " on c.account = s.account where s.table_id = :id and s.account <> '' and c.confirmed = 1"
        " order by 2, 1, 3",
        id=table,
    )
    return [(seat, Channel(*row)) for _, seat, *row in rows]


def remove(session: Session, owner: Owner, channel: str) -> list[str]:
    session.run(f"delete from channels where {owner.clause} and id = :id", id=channel, **owner.values)
    return concerned(session, owner)


def confirm(session: Session, channel: str) -> list[str] | None:
    """None if the channel no longer exists."""
    found = session.one("select account, table_id, seat from channels where id = :id", id=channel)
    if found is None:
        return None
    session.run("update channels set confirmed = 1 where id = :id", id=channel)
    return concerned(session, Owner(*found))


def confirmed_mail(session: Session, account: str) -> Channel | None:
    """The confirmed mail address of an account."""
    channels = of_owner(session, Owner(account))
    return next((each for each in channels if each.kind == MAIL and each.confirmed), None)


def note_delivered(session: Session, channel: str, at: int) -> None:
    session.run("update channels set delivered = :at, error = '' where id = :id", id=channel, at=at)


def note_failed(session: Session, channel: str, error: str) -> None:
    session.run("update channels set error = :error where id = :id", id=channel, error=error)


def renew(session: Session, old: str, address: str, keys: str) -> list[str] | None:
    """A browser has replaced its push subscription: knowing the old, secret address is its proof. None if nobody had
    the old one."""
    sql = "select account, table_id, seat from channels where kind = 'push' and address = :old"
    owners = [Owner(*row) for row in session.all(sql, old=old)]
    session.run(
        "update channels set address = :new, keys = :keys, error = '' where kind = 'push' and address = :old",
        old=old,
        new=address,
        keys=keys,
    )
    return [table for owner in owners for table in concerned(session, owner)] if owners else None


def forget_address(session: Session, kind: str, address: str) -> None:
    """The address no longer exists."""
    session.run("delete from channels where kind = :kind and address = :address", kind=kind, address=address)


def concerned(session: Session, owner: Owner) -> list[str]:
    """Running tables whose notices use this owner's channels; other processes are notified of them."""
    sql = (
        "select distinct s.table_id from seats s join tables t on t.id = s.table_id"
        " where s.account = :account and t.status <> 'over'"
    )
    tables = [row[0] for row in session.all(sql, account=owner.account)] if owner.account else [str(owner.table)]
    for table in tables:
        session.notify(table)
    return tables


def claim_turn(session: Session, table: str, seat: int, turn: int) -> bool:
    """Whether this turn and later ones are unclaimed; the first process to claim it sends the notice."""
    return bool(
        session.run(
            "update seats set notified = :turn where table_id = :id and seat = :seat and notified < :turn",
            id=table,
            seat=seat,
            turn=turn,
        )
    )


def setting(session: Session, name: str) -> str | None:
    found = session.one("select value from settings where name = :name", name=name)
    return None if found is None else str(found[0])


def set_once(session: Session, name: str, value: str) -> str:
    """The stored value, or this one if there is none: several processes may start at once."""
    session.run(
        "insert into settings (name, value) values (:name, :value) on conflict (name) do nothing",
        name=name,
        value=value,
    )
    return setting(session, name) or value
