"""Score parts: the breakdown of the points from one source, for the page after the game."""

from __future__ import annotations

from typing import Any


class ScorePart:
    """Points that one player earned from one thing; the game's text `part.<key>` describes it."""

    source: str  # a key of the game's points
    player: int
    points: int
    key: str
    args: dict[str, Any]  # for the text, besides player and points

    def __init__(self, source: str, player: int, points: int, key: str, **args: Any) -> None:
        self.source = source
        self.player = player
        self.points = points
        self.key = key
        self.args = args
