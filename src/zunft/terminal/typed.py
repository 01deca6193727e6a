"""Input lines, typed or piped."""

from __future__ import annotations

import sys
from types import ModuleType


def line(prompt: str) -> str:
    """Piped lines are echoed as if they had been typed; EOFError when there are no more."""
    if sys.stdin.isatty():
        editing()
        return input(prompt)
    text = input(prompt)
    print(text)
    return text


def clear_history() -> None:
    """Clear the input history, so that the next player cannot recall the last one's choices."""
    module = editing() if sys.stdin.isatty() else None
    if module is not None:
        module.clear_history()


def editing() -> ModuleType | None:
    """Importing readline enables arrow keys and history, where available."""
    try:
        import readline
    except ImportError:
        return None
    return readline
