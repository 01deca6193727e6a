"""Identifying the client: a seat by its secret, an account by its session, or a guest."""

from __future__ import annotations

import secrets
from typing import Final, NamedTuple
from urllib.parse import unquote

from litestar.di import NamedDependency

from zunft.server.bounds import household
from zunft.server.people.accounts import DAY, UNUSED, Account, note_use, signed_in
from zunft.server.people.secrets import hashed, opened_by
from zunft.server.refusals import Forbidden
from zunft.server.store import queries
from zunft.server.store.database import Database
from zunft.server.tables.clocks import now
from zunft.server.tables.service import TableService
from zunft.server.texts import site_texts
from zunft.server.web.preferences import NAME_COOKIE, SESSION_COOKIE, AnyRequest, language_of

SEAT_COOKIE: Final = "seat-"
INVITATION_COOKIE: Final = "invitation-"
MOST_SECRETS: Final = 200  # looked up per browser
HOUSEHOLD_LENGTH: Final = 16


class Visitor(NamedTuple):
    """The sender of a request, apart from a seat: an account or a guest."""

    account: Account | None
    name: str  # guests without one get one, so that nobody has to type
    household: str

    @property
    def id(self) -> str:
        """Of the account; empty for a guest."""
        return self.account.id if self.account else ""


async def visitor_of(request: AnyRequest, database: NamedDependency[Database]) -> Visitor:
    account = await account_of(request, database)
    return Visitor(account, account.name if account else guest_name(request), household_of(request))


def guest_name(request: AnyRequest) -> str:
    known = unquote(request.cookies.get(NAME_COOKIE, ""))
    return known or site_texts()[language_of(request)].say("name.guest", number=100 + secrets.randbelow(900))


def secrets_of(request: AnyRequest, table: str) -> list[str]:
    """The seat's secrets sent by a program or browser."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    shown = [bearer.strip()] if scheme.lower() == "bearer" and bearer else []
    cookie = request.cookies.get(SEAT_COOKIE + table)
    return shown + ([cookie] if cookie else [])


def held_secrets(request: AnyRequest) -> list[str]:
    return [value for name, value in request.cookies.items() if name.startswith(SEAT_COOKIE)][:MOST_SECRETS]


async def account_of(request: AnyRequest, database: Database) -> Account | None:
    token = request.cookies.get(SESSION_COOKIE)
    if not token:
        return None
    found = await database.read(lambda session: signed_in(session, token))
    if found is not None and found.used < now() - DAY:
        await database.work(lambda session: note_use(session, token))
    return found


def household_of(request: AnyRequest) -> str:
    """The visitor's household, hashed: enough for limits."""
    return hashed(household(request.client.host))[:HOUSEHOLD_LENGTH] if request.client else ""


async def seat_of(request: AnyRequest, tables: TableService, name: str) -> int | None:
    """The seat the visitor may play; None: a spectator."""
    seat = await tables.seat_by_secret(name, secrets_of(request, name))
    token = request.cookies.get(SESSION_COOKIE)
    if seat is None and token:
        seat = await tables.database.read(lambda session: queries.seat_of_session(session, name, token, now() - UNUSED))
    return seat


async def away_seat(request: AnyRequest, tables: TableService, name: str, account: Account | None) -> int | None:
    """The visitor's seat that a bot plays meanwhile, and that the visitor may take back."""
    kept = await tables.cache.get_fresh(name)
    found = opened_by(secrets_of(request, name), kept.hashes)
    if account is not None:
        accounts = await tables.database.read(lambda session: queries.seat_accounts(session, name))
        found += [seat for seat, each in enumerate(accounts) if each == account.id]
    return next((seat for seat in found if kept.table.seats[seat].away), None)


async def own_seat(request: AnyRequest, tables: TableService, name: str) -> int:
    seat = await seat_of(request, tables, name)
    if seat is None:
        raise Forbidden("needs_seat")
    return seat
