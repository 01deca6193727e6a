"""Who sits where in which game: every bot meets every other in every pair of seats equally often, on the same deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from math import gcd

from zunft.core.errors import BadOption

FOUR = 4  # the only number of players that is not prime: uses the field of four elements
TIMES_IN_FIELD_OF_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def line_ups(bots: int, players: int) -> list[tuple[int, ...]]:
    """Bots by number, one for each player: all of them if that fits, repeated in turn if they are too few, else
    every selection."""
    if bots < 1:
        raise BadOption("the arena needs at least one bot")
    if bots <= players:
        return [tuple(player % bots for player in range(players))]
    return list(combinations(range(bots), players))


def seatings(players: int) -> list[tuple[int, ...]]:
    """Seatings in which every two of the players take every two seats exactly once."""
    numbers = range(players)
    if players == FOUR:
        times = TIMES_IN_FIELD_OF_FOUR
        return [tuple(times[a][seat] ^ b for seat in numbers) for b in numbers for a in numbers if a]
    if any(players % divisor == 0 for divisor in range(2, players)):
        return [tuple((seat + b) % players for seat in numbers) for b in numbers]
    return [tuple((a * seat + b) % players for seat in numbers) for b in numbers for a in numbers if a]


def cycle(bots: Sequence[str], players: int) -> list[tuple[int, ...]]:
    """The games of one deal: for each, the bot's number by seat. Bots of the same name are the same bot."""
    found: list[tuple[int, ...]] = []
    for line_up in line_ups(len(bots), players):
        first = [bots.index(bots[number]) for number in line_up]
        found += without_repetition([tuple(first[place] for place in seating) for seating in seatings(players)])
    return found


def without_repetition(games: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Drop common repetitions: divide all counts by their greatest common divisor."""
    counts = Counter(games)
    common = reduce(gcd, counts.values())
    return [game for game in dict.fromkeys(games) for _ in range(counts[game] // common)]
