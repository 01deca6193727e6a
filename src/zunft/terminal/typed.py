"""Lines that people type, or that are piped in their place."""

from __future__ import annotations

import sys
from types import ModuleType


def line(prompt: str) -> str:
    """Piped lines are shown as if they had been typed; EOFError when there are no more."""
    if sys.stdin.isatty():
        editing()
        return input(prompt)
    text = input(prompt)
    print(text)
    return text


def forget() -> None:
    """The next player must not find the last one's choices with the arrow key."""
    module = editing() if sys.stdin.isatty() else None
    if module is not None:
        module.clear_history()


def editing() -> ModuleType | None:
    """Arrow keys and history, where the system has them; importing it is enough."""
    try:
        import readline
    except ImportError:
        return None
    return readline
