"""Heartbeat of the servers: while no server is alive, or when the system clock jumps, player clocks stop."""

from __future__ import annotations

from typing import Final

from zunft.server.store.database import Session
from zunft.server.tables.log import PAUSE

LATE: Final = 15_000  # milliseconds between two beats beyond which player clocks are stopped


def beat(session: Session, now: int) -> list[str]:
    """Record that a server is alive. Returns the tables whose clocks were stopped for the time in which none was."""
    found = session.one("select max(at) from pulse")
    before = None if found is None else found[0]
    if before is None:
        session.run("insert into pulse (at) values (:now)", now=now)
        return []
    if before == now or not session.run("update pulse set at = :now where at = :before", now=now, before=before):
        return []  # another process was faster
    gap = now - before
    return stop_clocks(session, now, gap) if abs(gap) > LATE else []


def stop_clocks(session: Session, now: int, gap: int) -> list[str]:
    """Adds one entry to each log without notifying viewers: only the remaining time changes."""
    running = session.all(
        "select t.id, max(l.number) from tables t join log l on l.table_id = t.id"
        " where t.status = 'playing' and t.due is not null group by t.id"
    )
    for table, last in running:
        session.run(
            "insert into log (table_id, number, at, kind, player, data) values (:id, :number, :now, :kind, -1, :data)",
            id=table,
            number=last + 1,
            now=now,
            kind=PAUSE,
            data=f'{{"milliseconds":{gap}}}',
        )
        session.run("update tables set due = due + :gap where id = :id", id=table, gap=gap)
        session.notify(table)
    return [table for table, _ in running]
