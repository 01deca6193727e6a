"""Identifying the client: a seat by its secret, an account by its session, or a guest."""

from __future__ import annotations

from typing import Final

from zunft.server.bounds import household
from zunft.server.people.accounts import DAY, UNUSED, Account, note_use, signed_in
from zunft.server.people.secrets import hashed, opened_by
from zunft.server.refusals import Forbidden
from zunft.server.store import queries
from zunft.server.store.database import Database
from zunft.server.tables.clocks import now
from zunft.server.tables.service import TableService
from zunft.server.web.preferences import SESSION_COOKIE, Connection

SEAT_COOKIE: Final = "seat-"
INVITATION_COOKIE: Final = "invitation-"
MOST_SECRETS: Final = 200  # looked up per browser
HOUSEHOLD_LENGTH: Final = 16


def secrets_of(connection: Connection, table: str) -> list[str]:
    """The seat's secrets sent by a program or browser."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    shown = [bearer.strip()] if scheme.lower() == "bearer" and bearer else []
    cookie = connection.cookies.get(SEAT_COOKIE + table)
    return shown + ([cookie] if cookie else [])


def held_secrets(connection: Connection) -> list[str]:
    return [value for name, value in connection.cookies.items() if name.startswith(SEAT_COOKIE)][:MOST_SECRETS]


async def account_of(connection: Connection, database: Database) -> Account | None:
    token = connection.cookies.get(SESSION_COOKIE)
    if not token:
        return None
    found = await database.read(lambda session: signed_in(session, token))
    if found is not None and found.used < now() - DAY:
        await database.work(lambda session: note_use(session, token))
    return found


def household_of(connection: Connection) -> str:
    """The visitor's household, hashed: enough for limits."""
    return hashed(household(connection.client.host))[:HOUSEHOLD_LENGTH] if connection.client else ""


async def seat_of(connection: Connection, tables: TableService, name: str) -> int | None:
    """The seat the visitor may play; None: a spectator."""
    seat = await tables.seat_by_secret(name, secrets_of(connection, name))
    token = connection.cookies.get(SESSION_COOKIE)
    if seat is None and token:
        seat = await tables.database.read(lambda session: queries.seat_of_session(session, name, token, now() - UNUSED))
    return seat


async def away_seat(connection: Connection, tables: TableService, name: str) -> int | None:
    """The visitor's seat that a bot plays meanwhile, and that the visitor may take back."""
    kept = await tables.cache.get_fresh(name)
    found = opened_by(secrets_of(connection, name), kept.hashes)
    account = await account_of(connection, tables.database)
    if account is not None:
        accounts = await tables.database.read(lambda session: queries.seat_accounts(session, name))
        found += [seat for seat, each in enumerate(accounts) if each == account.id]
    return next((seat for seat in found if kept.table.seats[seat].away), None)


async def own_seat(connection: Connection, tables: TableService, name: str) -> int:
    seat = await seat_of(connection, tables, name)
    if seat is None:
        raise Forbidden("needs_seat")
    return seat
