"""Profiles: an account's games and results. Games at private tables are visible only to the account itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from zunft.server.people.ratings import Rating, ratings_of
from zunft.server.store.database import Session
from zunft.server.store.lists import Listed, finished_tables

SHOWN: Final = 30  # games in the history
COUNTED: Final = 500  # games included in the statistics


class Statistics(msgspec.Struct):
    """An account's finished games of one game."""

    game: str
    games: int
    wins: int
    best: int | None  # points
    mean: float | None
    duration: int  # milliseconds, on average


class Profile(msgspec.Struct):
    name: str
    since: int
    is_own: bool
    history: list[Listed]
    statistics: list[Statistics]
    ratings: list[tuple[str, int, Rating]]  # game and number of players


def profile(session: Session, folded: str, reader: str) -> Profile | None:
    """`reader`: the viewer's account, or empty."""
    found = session.one("select id, name, created from accounts where folded = :folded", folded=folded)
    if found is None:
        return None
    account, name, since = found
    games = finished_tables(session, account, account != reader, COUNTED)
    names = dict.fromkeys(each.game for each in games)
    by_game = [statistics(game, [each for each in games if each.game == game]) for game in names]
    ratings = [each for each in ratings_of(session, account) if each[1] > 0]  # puzzles have their own pages
    return Profile(name, since, account == reader, games[:SHOWN], by_game, ratings)


def statistics(game: str, tables: Sequence[Listed]) -> Statistics:
    """Leaves out the points of games that ended early, and games without a stored result."""
    known = [(each.result, each.seat) for each in tables if each.result is not None and each.seat is not None]
    points = [result.points[seat] for result, seat in known if result.points]
    times = [each.duration for each in tables if each.result is not None]
    wins = sum(each.is_won for each in tables)
    mean = sum(points) / len(points) if points else None
    return Statistics(game, len(tables), wins, max(points, default=None), mean, sum(times) // max(1, len(times)))
