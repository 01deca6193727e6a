"""One-time tokens sent by mail or handed out by the host: to confirm an address or set a new password."""

from __future__ import annotations

from typing import Final

from zunft.server.people.secrets import hashed, new_secret
from zunft.server.refusals import TooMany
from zunft.server.store.database import Session
from zunft.server.store.queries import insert

CONFIRM: Final = "confirm"
RESET: Final = "reset"
HOUR: Final = 3600 * 1000
VALID: Final = 24 * HOUR
MOST_OF_HOUSEHOLD: Final = 10  # per hour: each sends mail to an address the visitor chose
MOST_OF_SUBJECT: Final = 3  # per hour


def new_token(session: Session, purpose: str, subject: str, household: str, now: int) -> str:
    """`household`: of the visitor who asks; empty: the server's host, who has no limit."""
    if household:
        check_rate(session, "household", household, MOST_OF_HOUSEHOLD, now)
        check_rate(session, "subject", subject, MOST_OF_SUBJECT, now)
    token = new_secret()
    insert(session, "tokens", token=hashed(token), purpose=purpose, subject=subject, household=household, created=now)
    return token


def check_rate(session: Session, column: str, value: str, most: int, now: int) -> None:
    sql = f"select count(*) from tokens where {column} = :value and created > :since"
    found = session.one(sql, value=value, since=now - HOUR)
    if found is not None and found[0] >= most:
        raise TooMany("too_many_mails")


def subject_of(session: Session, purpose: str, token: str, now: int) -> str | None:
    found = session.one(
        "select subject from tokens where token = :token and purpose = :purpose and created > :since",
        token=hashed(token),
        purpose=purpose,
        since=now - VALID,
    )
    return None if found is None else str(found[0])


def use_token(session: Session, purpose: str, token: str, now: int) -> str | None:
    """The token's subject; a token works once."""
    subject = subject_of(session, purpose, token, now)
    if subject is not None:
        revoke(session, purpose, subject)
    return subject


def revoke(session: Session, purpose: str, subject: str) -> None:
    session.run("delete from tokens where purpose = :purpose and subject = :subject", purpose=purpose, subject=subject)


def delete_old(session: Session, now: int) -> int:
    return session.run("delete from tokens where created < :before", before=now - VALID)
