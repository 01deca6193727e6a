"""The only way to change a table: load, lock, run the command, append, announce."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

import structlog

from zunft.core.errors import ZunftError
from zunft.core.record import HUMAN
from zunft.server.config import Config
from zunft.server.notices.hub import Hub
from zunft.server.people.names import checked_name
from zunft.server.people.ratings import rate
from zunft.server.people.secrets import hashed, new_secret, opened_by, seat_secrets
from zunft.server.refusals import Forbidden, Stale
from zunft.server.store import queries
from zunft.server.store.database import Database, KeyTaken, Session
from zunft.server.tables import clocks, commands, creation
from zunft.server.tables.cache import TableCache
from zunft.server.tables.chance import Chance
from zunft.server.tables.commands import Command, Moment
from zunft.server.tables.creation import Wanted
from zunft.server.tables.log import ACT, END, REPLACE, RETURN, SIT, Entry
from zunft.server.tables.table import Table

SHORTEST_KEY: Final = 16  # characters; shorter keys could be guessed
AGAIN: Final = 600_000  # milliseconds in which sitting down may be retried
TRIES: Final = 8  # attempts to append an entry while other processes keep being faster

log = structlog.get_logger("zunft.tables")


class Claim(NamedTuple):
    """New secret and account of a seat: kept in the store, never in the log."""

    secret: str
    account: str


class TableService:
    def __init__(self, database: Database, hub: Hub, limits: Config | None = None) -> None:
        self.database = database
        self.limits = limits or Config()
        self.hub = hub
        self.cache = TableCache(database, self.is_needed)
        self.rng = Chance()
        self.busy: set[str] = set()  # tables where a bot is thinking
        self.accepted = 0
        self.on_change: list[Callable[[Table, Sequence[Entry]], None]] = []
        self.on_invalidate: list[Callable[[str | None], None]] = []

    def is_needed(self, name: str) -> bool:
        return name in self.hub.waiting or name in self.busy

    def moment(self) -> Moment:
        return Moment(clocks.now(), self.rng)

    # Reading

    async def table(self, name: str) -> Table:
        return (await self.cache.get(name)).table

    async def fresh_table(self, name: str) -> Table:
        return (await self.cache.get_fresh(name)).table

    async def seat_by_secret(self, name: str, shown: Sequence[str]) -> int | None:
        """The seat opened by one of these secrets; rereads the store, as another process may just have assigned it."""
        for get in (self.cache.get, self.cache.get_fresh):
            kept = await get(name)
            for seat in opened_by(shown, kept.hashes) if shown else ():
                if kept.table.seats[seat].kind == HUMAN:
                    return seat
            if not shown:
                break
        return None

    # Writing

    async def create(self, wanted: Wanted) -> tuple[Table, list[str]]:
        """Create a table; return it with the secrets of its seats."""
        table = creation.new_table(wanted, self.moment())
        secrets = seat_secrets(wanted.seats)
        hashes = [hashed(secret) for secret in secrets]
        work = partial(creation.store_table, wanted=wanted, table=table, hashes=hashes, limits=self.limits)
        try:
            await self.database.work(work)
        except KeyTaken:
            if wanted.previous:
                raise  # else it is our own: the connection was lost after the commit
        self.cache.put(table, hashes)
        log.info("table", table=table.setup.id, game=wanted.game, players=wanted.players)
        self.announce(table, [])
        return table, secrets

    async def execute(
        self, name: str, command: Command, claim: Claim | None = None, player: int | None = None
    ) -> Table:
        """Append the entries of a command; retry if another process was faster.

        `player`: the person who asks, and who may have lost the seat while the request waited. The new table is visible
        only after the commit.
        """
        kept = await self.cache.get(name)  # an unknown table gets no lock
        async with kept.lock:
            for attempt in range(TRIES):
                table = await self.table(name)
                try:
                    check_seat(table, player)
                    changed = command(table, self.moment())
                except ZunftError:
                    if attempt or not self.database.is_shared:
                        raise
                    await self.fresh_table(name)  # the command may be valid after recent changes by other processes
                    continue
                if changed is None:
                    return table
                entries = changed.log[len(table.log) :]
                try:
                    await self.database.work(partial(append, table=changed, entries=entries, claim=claim))
                except KeyTaken:
                    self.cache.invalidate(name)
                    continue
                self.cache.update(changed)
                self.announce(changed, entries)
                return changed
        raise Stale("too_busy")

    async def sit(
        self, name: str, seat: int | None, who: str, account: str = "", invitation: str | None = "", key: str = ""
    ) -> tuple[int, str]:
        """Take an open seat, at a private table with its invitation (None: not needed); the seat and its new secret.

        The same request with the same key gets the same seat again: the response may have been lost.
        """
        who, secret, key = checked_name(who), new_secret(), hashed(key) if len(key) >= SHORTEST_KEY else ""
        kept = await self.cache.get_fresh(name)
        again = taken_before(kept.table, key, seat, who, self.moment().now)
        if again is not None:
            seated = kept.table.seats[again]
            await self.database.work(
                lambda session: queries.claim_seat(session, name, again, seated, hashed(secret), account)
            )
            kept.hashes[again] = hashed(secret)
            return again, secret
        invited = None if invitation is None else opened_by([invitation], kept.hashes)
        command = partial(commands.sit, seat=seat, name=who, invited=invited, key=key)
        table = await self.execute(name, command, Claim(hashed(secret), account))
        taken = next(entry.player for entry in reversed(table.log) if entry.kind == SIT)
        (await self.cache.get(name)).hashes[taken] = hashed(secret)
        return taken, secret

    async def ask_replace(self, name: str, player: int, seat: int) -> Table:
        seen = await self.database.read(lambda session: queries.last_seen(session, name, seat))
        absence = int(self.limits.absence * 1000)
        command = partial(commands.ask_replace, player=player, seat=seat, seen=seen, absence=absence)
        return await self.execute(name, command, player=player)

    def announce(self, table: Table, entries: Sequence[Entry]) -> None:
        public = table.seen_by(None)[-len(entries) :] if entries else []
        self.accepted += sum(entry.number in public for entry in entries)  # secret choices must not be countable
        self.hub.wake(table.setup.id)
        for listener in self.on_change:
            listener(table, entries)

    def invalidate(self, name: str | None) -> None:
        """Another process has changed a table, or, with None, anything may have changed."""
        self.cache.invalidate(name)
        for forget in self.on_invalidate:
            forget(name)
        self.hub.wake(name)


def check_seat(table: Table, player: int | None) -> None:
    if player is not None and table.seats[player].kind != HUMAN:
        raise Forbidden("needs_seat")


def taken_before(table: Table, key: str, seat: int | None, who: str, now: int) -> int | None:
    """The seat recently taken by the same request with this key."""
    for entry in table.log:
        is_fresh = entry.kind == SIT and now - entry.at < AGAIN and table.seats[entry.player].kind == HUMAN
        if key and is_fresh and entry.data == {"name": who, "key": key} and seat in (None, entry.player):
            return entry.player
    return None


def append(session: Session, table: Table, entries: Sequence[Entry], claim: Claim | None) -> None:
    """The entries and the table's summary for lists and clocks, in one transaction."""
    name = table.setup.id
    for entry in entries:
        queries.add_entry(session, name, entry)
        if entry.kind == REPLACE:
            queries.free_seat(session, name, entry.player, table.seats[entry.player])
        elif entry.kind == RETURN:
            queries.give_back_seat(session, name, entry.player, table.seats[entry.player])
        elif entry.kind == SIT and claim is not None:
            queries.claim_seat(session, name, entry.player, table.seats[entry.player], claim.secret, claim.account)
    queries.save_summary(session, table)
    if table.is_over and entries[-1].kind in (ACT, END):
        rate(session, table)
    session.notify(name)
