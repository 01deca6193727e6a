"""zunft prune: delete expired data, by policies that a host can change. A server does so once a day."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser, Namespace
from dataclasses import asdict, dataclass
from functools import partial
from typing import Final

from zunft.core.errors import BadOption
from zunft.core.text import Texts
from zunft.server.config import add_database
from zunft.server.store.database import Database, Session
from zunft.server.store.opening import opened_existing

LARGEST: Final = 100_000  # days
DAY: Final = 24 * 3600 * 1000
AT_ONCE: Final = 200  # tables per transaction, so that games in progress are not blocked

WORDS: Final = {
    "open": "tables waiting for players",
    "stalled": "stalled games",
    "over": "finished games",
    "sessions": "sessions",
    "tokens": "links sent by email",
}
NO_ACCOUNT: Final = "not exists (select 1 from seats s where s.table_id = t.id and s.account <> '')"
LEFT_TUTORIAL: Final = f"(t.status = 'playing' and t.origin = 'tutorial' and {NO_ACCOUNT})"


@dataclass
class Policy:
    """Days after which something is deleted; 0: never."""

    open: float = 14.0  # tables still waiting for players, and guided games abandoned by guests
    stalled: float = 365.0  # guests' games without activity
    over: float = 90.0  # guests' finished games
    sessions: float = 90.0  # accounts' sessions, since their last use


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    add_database(parser, say)
    for name, days in asdict(Policy()).items():
        parser.add_argument(
            f"--{name}", type=float, default=days, metavar="DAYS", help=say.say(f"argument.prune_{name}")
        )


def run(parsed: Namespace, say: Texts) -> int:
    policy = Policy(**{name: getattr(parsed, name) for name in asdict(Policy())})
    if not all(0 <= days <= LARGEST for days in asdict(policy).values()):
        raise BadOption(f"days are numbers from 0 to {LARGEST}; 0: never")
    with opened_existing(parsed.database) as database:
        counts = asyncio.run(prune_all(database, policy, int(time.time() * 1000)))
    print(f"deleted: {', '.join(f'{WORDS[name]} {count}' for name, count in counts.items())}")
    return 0


async def prune_all(database: Database, policy: Policy, now: int, pause: float = 0.0) -> dict[str, int]:
    """Number of deleted rows per kind; `pause`: seconds between batches."""
    counts: dict[str, int] = {}
    while True:
        found = await database.work(partial(prune, now=now, policy=policy))
        counts = {name: counts.get(name, 0) + count for name, count in found.items()}
        if not any(found.values()):
            return counts
        await asyncio.sleep(pause)


def prune(session: Session, now: int, policy: Policy) -> dict[str, int]:
    """Deletes one batch; repeat until nothing is found."""
    from zunft.server.store import tokens  # needs the extra `web`, which `zunft play` and `zunft sim` work without

    return {
        "open": delete_tables(session, now, policy.open, f"(t.status = 'open' or {LEFT_TUTORIAL})"),
        "stalled": delete_tables(session, now, policy.stalled, f"t.status = 'playing' and {NO_ACCOUNT}"),
        "over": delete_tables(session, now, policy.over, f"t.status = 'over' and {NO_ACCOUNT}"),
        "sessions": delete_sessions(session, now, policy.sessions),
        "tokens": tokens.delete_old(session, now),
    }


def delete_tables(session: Session, now: int, days: float, clause: str) -> int:
    if not days:
        return 0
    before = int(now - days * DAY)
    found = session.all(
        f"select t.id from tables t where t.changed < :before and {clause} limit {AT_ONCE}", before=before
    )
    for (table,) in found:
        for name, key in (("log", "table_id"), ("seats", "table_id"), ("tables", "id")):
            session.run(f"delete from {name} where {key} = :id", id=table)
    return len(found)


def delete_sessions(session: Session, now: int, days: float) -> int:
    if not days:
        return 0
    before = int(now - days * DAY)
    return session.run("delete from sessions where created < :before and used < :before", before=before)
