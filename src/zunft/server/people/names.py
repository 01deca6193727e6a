"""Names of people and bots at a table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from zunft.server.refusals import Invalid

LONGEST_NAME: Final = 24
BOT_NAMES: Final = ("Konrad", "Agnes", "Matthias", "Ursula", "Veit", "Kunigunde", "Lorenz")


def checked_name(name: str) -> str:
    found = " ".join(name.split())
    if not found:
        raise Invalid("name_empty")
    if len(found) > LONGEST_NAME:
        raise Invalid("name_too_long", most=LONGEST_NAME)
    if not found.isprintable():
        raise Invalid("name_not_printable")
    return found


def free_bot_name(taken: Collection[str]) -> str:
    return next(name for name in BOT_NAMES if name not in taken)
