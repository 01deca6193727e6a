"""The site's own texts, in every language."""

from __future__ import annotations

from functools import cache

from zunft.core.text import Texts, load


@cache
def site_texts() -> dict[str, Texts]:
    return load("zunft.server")
