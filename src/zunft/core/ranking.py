"""Ranking: who is ahead. Players are compared by marks: points, then tie-breakers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def leaders(marks: Sequence[Any]) -> list[int]:
    """The players with the highest mark: one winner, or several who share the victory."""
    best = max(marks)
    return [player for player in range(len(marks)) if marks[player] == best]


def places(marks: Sequence[Any]) -> list[int]:
    """Each player's place, from 1; equal marks share the better place, and the following places are skipped."""
    return [1 + len([other for other in marks if other > mark]) for mark in marks]
