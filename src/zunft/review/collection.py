"""The bundled puzzles: one per line, a record up to a position with its solution."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

import zunft.core.game
from zunft.core.record import Record
from zunft.review.parts import MOST_REASONS as REASONS
from zunft.review.parts import BadReview, decimal, listed, read_reason, text, whole
from zunft.review.reasons import Reason

FOLDER: Final = "positions"
FORMAT: Final = 1


@dataclass
class StoredPuzzle:
    """A position, whose turn it is, and the one choice that is clearly the best."""

    id: str
    record: Record
    player: int
    solution: int
    chance: float
    margin: float  # ahead of the second best choice, in chance of winning
    margin_error: float
    reasons: list[Reason]


def puzzle_from(line: str) -> StoredPuzzle:
    """Parse one line; refused if it does not match its own record."""
    record = Record.from_json(line)
    content: Any = json.loads(line).get("puzzle")
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadReview("this is not a puzzle")
    player, solution = whole(content, "player"), record.game.parse(text(content, "solution"))
    state = record.replay()
    if player not in state.deciders() or solution not in state.legal_actions(player):
        raise BadReview("the solution is not possible in the position")
    return StoredPuzzle(
        text(content, "id"),
        record,
        player,
        solution,
        decimal(content, "chance"),
        decimal(content, "margin"),
        decimal(content, "margin_error"),
        [read_reason(each) for each in listed(content, "reasons", REASONS)],
    )


@cache
def lines(game: str) -> list[str]:
    """The stored puzzles of a game; none if they were made for another rules version."""
    file = resources.files("zunft.review") / FOLDER / f"{game}.jsonl"
    if not file.is_file():
        return []
    rules = zunft.core.game.load(game).rules
    found = file.read_text(encoding="utf-8").splitlines()
    return [line for line in found if json.loads(line).get("rules") == rules]


@cache
def collection(game: str) -> list[StoredPuzzle]:
    return [puzzle_from(line) for line in lines(game)]
