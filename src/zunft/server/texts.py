"""The site's own texts, in every language."""

from __future__ import annotations

from functools import cache
from typing import Any

from zunft.core.text import Texts, load


@cache
def site_texts() -> dict[str, Texts]:
    return load("zunft.server")


def refusal_text(language: str, code: str, **arguments: Any) -> str:
    """A refusal in words: the only place where codes become text."""
    return site_texts()[language].say(f"refusal.{code}", **arguments)
