"""Ratings for any number of players: Plackett and Luce's model, as openskill computes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zunft.arena.match import Result
from zunft.core.errors import ZunftError


def ratings(names: Sequence[str], results: Iterable[Result]) -> dict[str, tuple[float, float]]:
    """Mean and deviation of each bot after these games, in this order. A bot with several seats in a game moves by
    the mean of its seats' changes."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise ZunftError("zunft arena needs openskill: pip install 'zunft[arena]'") from None
    model = PlackettLuce()
    found = {name: (float(model.mu), float(model.sigma)) for name in names}
    for result in results:
        teams = [[model.rating(mu=found[name][0], sigma=found[name][1])] for name in result.seats]
        rated = model.rate(teams, ranks=[float(rank) for rank in ranks(result)])
        for name in set(result.seats):
            after = [rated[seat][0] for seat, other in enumerate(result.seats) if other == name]
            found[name] = (
                sum(rating.mu for rating in after) / len(after),
                sum(rating.sigma for rating in after) / len(after),
            )
    return found


def ranks(result: Result) -> list[int]:
    """The winners first, then by points."""
    marks = [(player in result.winners, score) for player, score in enumerate(result.scores)]
    shared = [(True, 0) if won else (False, score) for won, score in marks]
    return [sum(other > mark for other in shared) + 1 for mark in shared]
