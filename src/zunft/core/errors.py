"""Errors caused by input. Every message is one line that says what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from zunft.core.reason import Reason

MOST_SHOWN: Final = 60  # characters of a wrong value in a message


class ZunftError(Exception):
    """Bad input of any kind; nothing was changed."""


class UnknownGame(ZunftError):
    """No game of this name is installed."""


class BrokenGame(UnknownGame):
    """A game that is installed but cannot be played; the message says why."""


class BadOption(ZunftError):
    """An option, or a number of players, that the game does not have."""


class BadComponents(ZunftError):
    """A component file that does not fit the game; the message names table and key."""


class BadRecord(ZunftError):
    """A record that cannot be read or replayed; the message has the number of the offending action, if any."""


class BadTutorial(ZunftError):
    """A tutorial.toml that cannot be read or replayed; the message names the stop."""


class IllegalAction(ZunftError):
    """An action that is not legal now; `why`, where it is known, gives the reason in any language."""

    def __init__(self, message: str = "", why: Reason | None = None) -> None:
        super().__init__(message)
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        """Compiled classes have no `__dict__` that would be pickled."""
        return type(self), (str(self), self.why)


class UnknownStep(Exception):
    """A task on the agenda with a step that the game does not have: a bug in the game, never bad input."""


def shown(value: object) -> str:
    """A wrong value for a message, truncated."""
    if isinstance(value, int) and value.bit_length() > MOST_SHOWN:
        return "a number that large"
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"
