"""Accounts with a name and a password, nothing else, and the sessions of signed-in visitors."""

from __future__ import annotations

from typing import Final

import msgspec

from zunft.server.people.names import checked_name
from zunft.server.people.passwords import hash_of, is_right
from zunft.server.people.secrets import hashed, new_id, new_secret
from zunft.server.refusals import Forbidden, Invalid
from zunft.server.store import channels, tokens
from zunft.server.store.database import Database, KeyTaken, Session
from zunft.server.store.queries import insert
from zunft.server.tables import clocks

SHORTEST: Final = 8
LONGEST: Final = 200
DAY: Final = 24 * 3600 * 1000
UNUSED: Final = 90 * DAY  # sessions unused for this long expire


class Account(msgspec.Struct):
    id: str
    name: str
    used: int = 0  # when use of the session was last recorded


async def register(database: Database, name: str, password: str) -> str:
    """Create an account; return the token of its first session."""
    name = checked_name(name)
    check_password(password)
    kept = await hash_of(password)
    account = new_id()
    values = {"id": account, "name": name, "folded": name.casefold(), "password": kept, "created": clocks.now()}
    try:
        await database.work(lambda session: insert(session, "accounts", **values))
    except KeyTaken:
        raise Invalid("name_taken", name=name) from None
    return await begin_session(database, account)


async def sign_in(database: Database, name: str, password: str) -> str:
    """The token of a new session; the refusal is the same for a wrong name and a wrong password."""
    folded = checked_name(name).casefold()
    sql = "select id, password from accounts where folded = :folded"
    found = await database.read(lambda session: session.one(sql, folded=folded))
    if not await is_right(found[1] if found else None, password[:LONGEST]) or found is None:
        raise Forbidden("wrong_password")
    return await begin_session(database, found[0])


async def change_password(database: Database, token: str, password: str, new: str) -> str:
    """Ends all sessions and revokes reset links; returns the token of a new session."""
    check_password(new)
    account = await database.read(lambda session: signed_in(session, token))
    sql, id = "select password from accounts where id = :id", account.id if account else ""
    found = await database.read(lambda session: session.one(sql, id=id))
    if not await is_right(found[0] if found else None, password[:LONGEST]):
        raise Forbidden("wrong_password")
    kept = await hash_of(new)
    await database.work(lambda session: replace_password(session, id, kept))
    return await begin_session(database, id)


def replace_password(session: Session, account: str, kept: str) -> None:
    session.run("delete from sessions where account = :id", id=account)
    session.run("update accounts set password = :kept where id = :id", kept=kept, id=account)
    tokens.revoke(session, tokens.RESET, account)


async def reset_password(database: Database, token: str, new: str) -> str:
    """With the token from a reset link; ends all sessions and returns the token of a new one."""
    check_password(new)
    kept = await hash_of(new)

    def work(session: Session) -> str:
        account = tokens.use_token(session, tokens.RESET, token, clocks.now())
        if account is None:
            raise Forbidden("link_expired")
        replace_password(session, account, kept)
        return account

    return await begin_session(database, await database.work(work))


def reset_by_mail(session: Session, folded: str, household: str, now: int) -> tuple[str, str, str] | None:
    """Address, language and token for an account of this name with a confirmed address."""
    found = session.one("select id from accounts where folded = :folded", folded=folded)
    mail = channels.confirmed_mail(session, found[0]) if found else None
    if found is None or mail is None:
        return None
    return mail.address, mail.language, tokens.new_token(session, tokens.RESET, found[0], household, now)


def check_password(password: str) -> None:
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid("password_length", least=SHORTEST, most=LONGEST)


async def begin_session(database: Database, account: str) -> str:
    token = new_secret()
    values = {"token": hashed(token), "account": account, "created": clocks.now(), "used": clocks.now()}
    await database.work(lambda session: insert(session, "sessions", **values))
    return token


def signed_in(session: Session, token: str) -> Account | None:
    """The account of this session token, unless the session has expired."""
    found = session.one(
        "select a.id, a.name, s.used from sessions s join accounts a on a.id = s.account"
        " where s.token = :token and (s.used > :since or s.created > :since)",
        token=hashed(token),
        since=clocks.now() - UNUSED,
    )
    return None if found is None else Account(*found)


def note_use(session: Session, token: str) -> None:
    session.run("update sessions set used = :now where token = :token", token=hashed(token), now=clocks.now())


def end_session(session: Session, token: str) -> None:
    session.run("delete from sessions where token = :token", token=hashed(token))


def end_all_sessions(session: Session, token: str) -> None:
    """All sessions of the account signed in with this token."""
    session.run(
        "delete from sessions where account in (select account from sessions where token = :token)", token=hashed(token)
    )
