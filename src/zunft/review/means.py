"""Means of samples, and their standard errors."""

from __future__ import annotations

from math import sqrt


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def means(rows: list[list[float]]) -> list[float]:
    return [mean([row[place] for row in rows]) for place in range(len(rows[0]))]


def standard_error(numbers: list[float]) -> float:
    """Of the mean; 0 for a single number, whose error is unknown."""
    count = len(numbers)
    if count < 2:
        return 0.0
    middle = mean(numbers)
    squares = sum([(number - middle) * (number - middle) for number in numbers])
    return sqrt(squares / (count - 1) / count)
