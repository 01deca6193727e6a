"""Lists of tables: one indexed query each, including the seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from zunft.server.store.database import Session
from zunft.server.store.queries import Result, decode, pace_of
from zunft.server.tables.clocks import Pace
from zunft.server.tables.log import BOT, OPEN, OVER, PLAYING, Seat

FIELDS: Final = "t.id, t.game, t.players, t.status, t.changed, t.deciders, t.pace, t.created, t.result"
SHOWN: Final = 5  # open tables shown per household
LOOKED_AT: Final = 1000  # the newest open tables, from which these are taken


class Listed(msgspec.Struct):
    """A table as shown in lists."""

    id: str
    game: str
    players: int
    status: str
    changed: int
    seats: list[Seat]
    acting: list[int]  # whose turn it is, as far as public
    pace: Pace
    deciders: list[int]
    created: int
    result: Result | None  # once it is over; missing for games that ended before results were stored
    seat: int | None = None  # the reader's own seat

    @property
    def is_my_turn(self) -> bool:
        return self.seat is not None and self.seat in self.deciders and not self.is_away

    @property
    def is_away(self) -> bool:
        """A bot plays on for the reader."""
        return self.seat is not None and self.status == PLAYING and self.seats[self.seat].kind == BOT

    @property
    def duration(self) -> int:
        """Milliseconds from the table's creation to the end of the game."""
        return self.result.at - self.created if self.result else 0

    @property
    def winners(self) -> list[str]:
        return [self.seats[seat].name for seat in self.result.winners] if self.result else []

    @property
    def is_won(self) -> bool:
        return self.result is not None and self.seat in self.result.winners

    @property
    def free(self) -> list[int]:
        return [seat for seat, each in enumerate(self.seats) if each.kind == OPEN]


def open_tables(session: Session, limit: int = 50) -> list[Listed]:
    """Tables waiting for players; a few per household."""
    newest = (
        "(select *, row_number() over (partition by case when household = '' then id else household end"
        " order by changed desc) as place from (select * from tables where listed = 1 and status = 'open'"
        f" order by changed desc limit {LOOKED_AT}) waiting) t"
    )
    return listed(session, "-1", f"{newest} where t.place <= {SHOWN}", limit)


def running_tables(session: Session, limit: int = 20) -> list[Listed]:
    return listed(session, "-1", "tables t where t.listed = 1 and t.status = 'playing'", limit)


def own_tables(session: Session, account: str, hashes: Sequence[str], limit: int = 100) -> list[Listed]:
    """Tables of this account, or of a guest with a seat's secret; those where it is their turn first. A seat keeps its
    secret while its player is only away, so the table stays in the list."""
    keys = {f"h{number}": value for number, value in enumerate(hashes)}
    found = []
    if keys:
        found.append(f"select table_id, seat from seats where secret in (:{', :'.join(keys)})")
    if account:
        found.append("select table_id, seat from seats where account = :account and secret <> ''")
        keys["account"] = account
    if not found:
        return []
    own = f"select table_id, min(seat) as seat from ({' union all '.join(found)}) s group by table_id"
    tables = listed(session, "own.seat", f"({own}) own join tables t on t.id = own.table_id", limit, **keys)
    return sorted(tables, key=lambda table: (table.status == OVER, not table.is_my_turn, -table.changed))


def finished_tables(session: Session, account: str, only_listed: bool, limit: int) -> list[Listed]:
    """This account's games that are over, latest first."""
    own = "(select table_id, min(seat) as seat from seats where account = :account group by table_id) own"
    shown = " and t.listed = 1" if only_listed else ""
    source = f"{own} join tables t on t.id = own.table_id where t.status = 'over'{shown}"
    return listed(session, "own.seat", source, limit, account=account)


def listed(session: Session, own: str, source: str, limit: int, **values: Any) -> list[Listed]:
    """`own`: SQL for the reader's seat, or -1; `source`: SQL for the tables to list."""
    found = session.all(
        f"select {FIELDS}, t.own, s.kind, s.name, s.bot from (select {FIELDS}, {own} as own from {source}"
        " order by t.changed desc, t.id desc limit :limit) t"
        " join seats s on s.table_id = t.id order by t.changed desc, t.id desc, s.seat",
        limit=limit,
        **values,
    )
    return [listed_table(key, [Seat(*row[10:]) for row in rows]) for key, rows in groupby(found, lambda row: row[:10])]


def listed_table(found: Sequence[Any], seats: list[Seat]) -> Listed:
    name, game, players, status, changed, deciders, pace, created, result, own = found
    deciding, acting = decode(deciders)
    seat = own if own >= 0 else None
    ended = msgspec.json.decode(result, type=Result) if result else None
    state = (status, changed, seats, acting, pace_of(pace), deciding, created, ended)
    return Listed(name, game, players, *state, seat)
