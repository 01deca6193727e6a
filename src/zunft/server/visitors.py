"""Who is asking: a seat by its secret, an account by its session, or anybody; and in which language."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from zunft.core.text import LANGUAGES
from zunft.server import store
from zunft.server.hall import Hall

SEAT_COOKIE: Final = "seat-"
SESSION_COOKIE: Final = "session"
LANGUAGE_COOKIE: Final = "language"
NAME_COOKIE: Final = "name"
YEAR: Final = 365 * 24 * 3600
ACCEPTED = re.compile(r"([a-zA-Z]{2,3})(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+))?")

Connection = ASGIConnection[Any, Any, Any, Any]


class Account(msgspec.Struct):
    id: str
    name: str


def language_of(connection: Connection) -> str:
    """As asked for in the address, chosen before, or as the browser says."""
    for wanted in (connection.query_params.get("language"), connection.cookies.get(LANGUAGE_COOKIE)):
        if wanted in LANGUAGES:
            return str(wanted)
    accepted = ACCEPTED.findall(connection.headers.get("accept-language", ""))
    for tag, _ in sorted(accepted, key=lambda found: -float(found[1] or 1)):
        if tag.lower() in LANGUAGES:
            return str(tag.lower())
    return "en"


def secrets_of(connection: Connection, table: str) -> list[str]:
    """The seat's secret as a program or a browser shows it."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    shown = [bearer.strip()] if scheme.lower() == "bearer" and bearer else []
    cookie = connection.cookies.get(SEAT_COOKIE + table)
    return shown + ([cookie] if cookie else [])


def held_secrets(connection: Connection) -> list[str]:
    return [value for name, value in connection.cookies.items() if name.startswith(SEAT_COOKIE)]


async def account_of(connection: Connection, hall: Hall) -> Account | None:
    token = connection.cookies.get(SESSION_COOKIE)
    if not token:
        return None
    found = await hall.database.work(lambda session: store.account_of(session, token))
    return None if found is None else Account(*found)


async def seat_of(connection: Connection, hall: Hall, name: str) -> int | None:
    """The seat that whoever asks may play; None: a spectator."""
    table = await hall.table(name)
    shown = secrets_of(connection, name)
    seat = hall.seat_by_secret(table, shown)
    if shown and seat is None:  # perhaps taken a moment ago, in another process
        table = await hall.fresh_table(name)
        seat = hall.seat_by_secret(table, shown)
    if seat is not None:
        return seat
    account = await account_of(connection, hall)
    if account is not None:
        own = await hall.database.work(lambda session: store.seat_of_account(session, name, account.id))
        if own is not None and table.chairs[own].kind == "human":
            return own
    return None


def cookie(request: Request, name: str, value: str, age: int = YEAR) -> Cookie:  # type: ignore[type-arg]
    secure = request.url.scheme == "https"
    return Cookie(key=name, value=value, max_age=age, httponly=True, samesite="lax", secure=secure, path="/")
