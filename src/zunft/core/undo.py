"""Undo: what may be undone without consent; the same rule in the terminal and on the server."""

from __future__ import annotations

from typing import Final

# Why not, as text keys
NOTHING: Final = "nothing"
OTHERS: Final = "others"
DRAWN: Final = "chance"
REVEALED: Final = "revealed"
OVER: Final = "over"


def bar_to_undo(is_own: bool, is_drawn: bool, is_revealing: bool) -> str | None:
    """Undo is free for the player's own decision if no chance draw followed and nothing hidden was revealed."""
    if not is_own:
        return OTHERS
    if is_drawn:
        return DRAWN
    return REVEALED if is_revealing else None
