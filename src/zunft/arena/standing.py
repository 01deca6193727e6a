"""Standings: each bot's results in the games so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from zunft.arena.match import Match, Result
from zunft.arena.ratings import ratings
from zunft.core.intervals import wilson


def standing(match: Match, results: Iterable[Result]) -> list[dict[str, Any]]:
    """One row for each bot. A bot with several seats in a game counts once for each; a shared win is split.
    Games count in the order of their numbers, not of their completion."""
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
        "answers": sum(result.answers[seat] for result, seat in seats if result.answers),
        "illegal_answers": sum(result.illegal[seat] for result, seat in seats if result.illegal),
        "faults": sum(fault["bot"] == name for result in results for fault in result.faults),
    }


def share(result: Result, seat: int) -> float:
    return 1 / len(result.winners) if seat in result.winners else 0.0


def wins_by_seat(name: str, results: Sequence[Result], players: int) -> list[tuple[float, int]]:
    """For each seat the share of wins, and the number of games."""
    found = []
    for seat in range(players):
        here = [result for result in results if result.seats[seat] == name]
        wins = sum(share(result, seat) for result in here)
        found.append((wins / len(here) if here else 0.0, len(here)))
    return found
