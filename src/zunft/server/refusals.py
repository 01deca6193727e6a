"""Refusals: a code with arguments. web/errors.py turns them into text, for pages and programs alike."""

from __future__ import annotations

from typing import Any

from zunft.core.errors import ZunftError
from zunft.core.reason import Reason
from zunft.core.text import Texts


class Refused(ZunftError):
    """The request cannot be fulfilled now; nothing has changed. `code` is a key of the texts, below `refusal`."""

    def __init__(self, code: str, /, **arguments: Any) -> None:
        super().__init__(f"{code} {arguments}" if arguments else code)
        self.code = code
        self.arguments = arguments


class Stale(Refused):
    """The question has changed since the client saw it."""


class Forbidden(Refused):
    """Only others may do this."""


class NotFound(Refused):
    """The requested thing does not exist."""


class Invalid(Refused):
    """The request is never valid."""


class Unplayable(Invalid):
    """The rules refuse an action; the reason is a text of the game, in every language."""

    def __init__(self, why: Reason, texts: dict[str, Texts], names: tuple[str, ...]) -> None:
        super().__init__("illegal_action")
        self.why = why
        self.texts = texts
        self.names = names

    def reason(self, language: str) -> str:
        return self.why.say(self.texts[language].with_names(self.names))


class WrongTry(Refused):
    """Legal, but not what the tutorial asks for now; the tutorial gives the reason, in each language."""

    def __init__(self, reasons: dict[str, str]) -> None:
        super().__init__("wrong_try")
        self.reasons = reasons


class TooMany(Refused):
    """The visitor exceeds a fair share."""
