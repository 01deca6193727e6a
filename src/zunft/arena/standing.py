"""What the games so far say about each bot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from zunft.arena.match import Match, Result
from zunft.arena.ratings import ratings
from zunft.core.intervals import wilson


def standing(match: Match, results: Iterable[Result]) -> list[dict[str, Any]]:
    """One row for each bot. A bot in several seats of a game has played several games there; a shared win is split.
    Games count in the order of their numbers, whenever they were finished."""
    ordered = sorted(results, key=lambda result: result.number)
    rated = ratings(match.names(), ordered)
    return [row(name, ordered, rated[name]) for name in match.names()]


def row(name: str, results: Sequence[Result], rating: tuple[float, float]) -> dict[str, Any]:
    seats = [(result, seat) for result in results for seat, other in enumerate(result.seats) if other == name]
    games = len(seats)
    wins = sum(share(result, seat) for result, seat in seats)
    low, high = wilson(wins / games if games else 0.0, games)
    decisions = sum(result.decisions[seat] for result, seat in seats)
    return {
        "bot": name,
        "games": games,
        "wins": round(wins, 4),
        "win_rate": round(wins / games, 4) if games else 0.0,
        "ci_low": round(low, 4),
        "ci_high": round(high, 4),
        "mean_score": round(sum(result.scores[seat] for result, seat in seats) / games, 3) if games else 0.0,
        "rating": round(rating[0], 3),
        "rating_sigma": round(rating[1], 3),
        "seconds_per_decision": round(sum(result.seconds[seat] for result, seat in seats) / max(1, decisions), 6),
        "faults": sum(fault["bot"] == name for result in results for fault in result.faults),
    }


def share(result: Result, seat: int) -> float:
    return 1 / len(result.winners) if seat in result.winners else 0.0


def wins_by_seat(name: str, results: Sequence[Result], players: int) -> list[tuple[float, int]]:
    """For each seat the share of wins, and of how many games."""
    found = []
    for seat in range(players):
        here = [result for result in results if result.seats[seat] == name]
        wins = sum(share(result, seat) for result in here)
        found.append((wins / len(here) if here else 0.0, len(here)))
    return found
