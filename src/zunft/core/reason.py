"""Reasons why an action is refused: a text key with arguments, so that it can be translated."""

from __future__ import annotations

from functools import cache
from typing import Any

from zunft.core.text import Texts, load


class Reason:
    """A key below `why` with arguments: in the game's own texts or in those shared by all games."""

    key: str
    args: dict[str, Any]
    general: bool  # in the shared texts, not specific to the game

    def __init__(self, key: str, args: dict[str, Any], general: bool = False) -> None:
        self.key = key
        self.args = args
        self.general = general

    def say(self, say: Texts) -> str:
        """Render in the language and with the player names of a game's texts."""
        if not self.general:
            return say.say(f"why.{self.key}", **self.args)
        shared = shared_texts()[say.language].with_names(say.names)
        return shared.say(f"why.{self.key}", **self.in_words(say))

    def in_words(self, say: Texts) -> dict[str, Any]:
        """The arguments, with the open decision's name from the game's texts."""
        if "decision" not in self.args:
            return self.args
        return {**self.args, "prompt": say.say(f"prompt.{self.args['decision']}")}

    def __reduce__(self) -> tuple[Any, ...]:
        return Reason, (self.key, self.args, self.general)

    def __repr__(self) -> str:
        return f"Reason({self.key!r}, {self.args!r}{', general' if self.general else ''})"


def because(key: str, /, **args: Any) -> Reason:
    """A reason of a game: `because("too_many_cards", agents=2)` says `why.too_many_cards`."""
    return Reason(key, args)


@cache
def shared_texts() -> dict[str, Texts]:
    """The texts shared by all games."""
    return load("zunft")
