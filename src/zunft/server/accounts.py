"""Accounts: a name and a password; nothing else is asked."""

from __future__ import annotations

import asyncio
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from zunft.core.errors import BadOption
from zunft.server import store
from zunft.server.database import Taken
from zunft.server.hall import Forbidden, Hall, checked_name

SHORTEST = 8
LONGEST = 200


@cache
def hasher() -> PasswordHasher:
    return PasswordHasher()


async def register(hall: Hall, name: str, password: str) -> str:
    """A new account, and the token of its first session."""
    name = checked_name(name)
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadOption(f"a password has {SHORTEST} to {LONGEST} letters")
    kept = await asyncio.to_thread(hasher().hash, password)
    account = store.new_id()
    try:
        await hall.database.work(lambda session: store.add_account(session, account, name, kept, store.now()))
    except Taken:
        raise BadOption(f"somebody is called {name} already") from None
    return await begin(hall, account)


async def sign_in(hall: Hall, name: str, password: str) -> str:
    """The token of a new session; the same words whether the name or the password is wrong."""
    found = await hall.database.work(lambda session: store.account_named(session, " ".join(name.split())))
    kept = found[2] if found else await asyncio.to_thread(hasher().hash, "nobody's password")
    try:
        await asyncio.to_thread(hasher().verify, kept, password[:LONGEST])
    except Argon2Error:
        found = None
    if found is None:
        raise Forbidden("name or password is wrong")
    return await begin(hall, found[0])


async def begin(hall: Hall, account: str) -> str:
    token = store.new_secret()
    await hall.database.work(lambda session: store.add_session(session, token, account, store.now()))
    return token
