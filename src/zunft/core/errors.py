"""What can go wrong at the edges. Every message is one line that says what to do about it."""

from __future__ import annotations


class ZunftError(Exception):
    """Bad input of any kind; nothing was changed."""


class UnknownGame(ZunftError):
    """No game of this name is installed."""


class BadOption(ZunftError):
    """An option, or a number of players, that the game does not have."""


class BadComponents(ZunftError):
    """A component file that does not fit the game; the message names table and key."""


class BadRecord(ZunftError):
    """A record that cannot be read or replayed; the message names the action's number if one is to blame."""


class IllegalAction(ZunftError):
    """An action that is not among the legal ones now."""
