"""Channels by which people receive notices, for one seat or for all tables of an account."""

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


def add(session: Session, channel: Channel) -> Channel:
    """Replaces a channel with the same address. Returns the channel as stored."""
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
    notify_tables(session, owner)
    return channel


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


def remove(session: Session, owner: Owner, channel: str) -> None:
    session.run(f"delete from channels where {owner.clause} and id = :id", id=channel, **owner.values)
    notify_tables(session, owner)


def confirm(session: Session, channel: str) -> Owner | None:
    """The owner, if the channel still exists."""
    found = session.one("select account, table_id, seat from channels where id = :id", id=channel)
    if found is None:
        return None
    session.run("update channels set confirmed = 1 where id = :id", id=channel)
    owner = Owner(*found)
    notify_tables(session, owner)
    return owner


def confirmed_mail(session: Session, account: str) -> Channel | None:
    """The confirmed mail address of an account."""
    channels = of_owner(session, Owner(account))
    return next((each for each in channels if each.kind == MAIL and each.confirmed), None)


def note_delivered(session: Session, channel: str, at: int) -> None:
    session.run("update channels set delivered = :at, error = '' where id = :id", id=channel, at=at)


def note_failed(session: Session, channel: str, error: str) -> None:
    session.run("update channels set error = :error where id = :id", id=channel, error=error)


def renew(session: Session, old: str, address: str, keys: str) -> list[Owner]:
    """A browser has replaced its push subscription: knowing the old, secret address is its proof."""
    owners = [
        Owner(*row)
        for row in session.all(
            "select account, table_id, seat from channels where kind = 'push' and address = :old", old=old
        )
    ]
    session.run(
        "update channels set address = :new, keys = :keys, error = '' where kind = 'push' and address = :old",
        old=old,
        new=address,
        keys=keys,
    )
    for owner in owners:
        notify_tables(session, owner)
    return owners


def forget_address(session: Session, kind: str, address: str) -> None:
    """The address no longer exists."""
    session.run("delete from channels where kind = :kind and address = :address", kind=kind, address=address)


def running_tables(session: Session, owner: Owner) -> list[str]:
    """Running tables whose notices use this owner's channels."""
    if owner.account is None:
        return [str(owner.table)]
    sql = (
        "select distinct s.table_id from seats s join tables t on t.id = s.table_id"
        " where s.account = :account and t.status <> 'over'"
    )
    return [row[0] for row in session.all(sql, account=owner.account)]


def notify_tables(session: Session, owner: Owner) -> None:
    """Other processes cache a table's channels."""
    for table in running_tables(session, owner):
        session.notify(table)


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
