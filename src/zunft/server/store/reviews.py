"""Stored reviews: one row per review, and one per computed part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from zunft.server.store.database import Session
from zunft.server.store.queries import decode, encode

# Status of a review
WAITING: Final = "waiting"
DONE: Final = "done"
FAILED: Final = "failed"


class StoredReview(msgspec.Struct):
    head: dict[str, Any]
    actions: int
    status: str
    parts: int  # computed so far


def find(session: Session, table: str) -> StoredReview | None:
    found = session.one(
        "select head, actions, status, (select count(*) from review_parts p where p.table_id = r.table_id)"
        " from reviews r where r.table_id = :id",
        id=table,
    )
    return None if found is None else StoredReview(decode(found[0]), *found[1:])


def add(session: Session, table: str, head: dict[str, Any], actions: int, household: str, now: int) -> None:
    """Unless it exists already."""
    session.run(
        "insert into reviews (table_id, head, actions, status, household, asked, held)"
        " values (:id, :head, :actions, :status, :household, :now, 0) on conflict (table_id) do nothing",
        id=table,
        head=encode(head),
        actions=actions,
        status=WAITING,
        household=household,
        now=now,
    )


def waiting_of(session: Session, household: str) -> tuple[int, int]:
    """How many reviews are waiting for this household, and in total."""
    sql = "select count(*), count(case when household = :household then 1 end) from reviews where status = :status"
    found = session.one(sql, household=household, status=WAITING)
    return (int(found[1]), int(found[0])) if found else (0, 0)


def take(session: Session, now: int, until: int) -> str | None:
    """Claim the longest-waiting review that no other process has claimed."""
    found = session.one(
        "select table_id from reviews where status = :status and held < :now order by asked, table_id limit 1",
        status=WAITING,
        now=now,
    )
    if found is None or not hold(session, found[0], now, until):
        return None
    return str(found[0])


def hold(session: Session, table: str, now: int, until: int) -> bool:
    sql = "update reviews set held = :until where table_id = :id and held < :now and status = :status"
    return bool(session.run(sql, id=table, now=now, until=until, status=WAITING))


def release_all(session: Session) -> None:
    """When the only server starts, earlier claims are void."""
    session.run("update reviews set held = 0 where held > 0")


def numbers(session: Session, table: str) -> list[int]:
    return [row[0] for row in session.all("select number from review_parts where table_id = :id", id=table)]


def parts(session: Session, table: str) -> list[Any]:
    found = session.all("select data from review_parts where table_id = :id order by number", id=table)
    return [decode(row[0]) for row in found]


def save_parts(session: Session, table: str, found: Sequence[dict[str, Any]], until: int) -> None:
    """Parts that another process has computed too are identical."""
    for part in found:
        session.run(
            "insert into review_parts (table_id, number, data) values (:id, :number, :data)"
            " on conflict (table_id, number) do nothing",
            id=table,
            number=part["number"],
            data=encode(part),
        )
    session.run("update reviews set held = :until where table_id = :id", id=table, until=until)


def set_status(session: Session, table: str, status: str) -> None:
    session.run("update reviews set status = :status where table_id = :id", id=table, status=status)


def begin_again(session: Session, table: str, head: dict[str, Any]) -> None:
    """Discard parts computed by another method."""
    session.run("delete from review_parts where table_id = :id", id=table)
    session.run("update reviews set head = :head where table_id = :id", id=table, head=encode(head))
