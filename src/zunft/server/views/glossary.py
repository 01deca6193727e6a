"""Glossary terms in texts: each is explained at its first occurrence, on hover, focus and tap."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from markupsafe import Markup, escape

from zunft.core.game import Game

KEPT: Final = 1024  # texts of all games and languages


@cache
def terms(game: Game, language: str) -> dict[str, tuple[str, str]]:
    """Term and explanation by each written form."""
    found = game.texts[language].find("glossary") or {}
    return {form.casefold(): (term, entry["is"]) for term, entry in found.items() for form in entry["forms"].split("|")}


@cache
def pattern(game: Game, language: str) -> re.Pattern[str]:
    """Longer forms first: "guest stack" before "guest"."""
    forms = sorted(terms(game, language), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, forms))})(?!\w)", re.IGNORECASE)


@lru_cache(KEPT)
def with_terms(text: str, game: Game, language: str) -> Markup:
    """The escaped text with its terms marked up."""
    known = terms(game, language)
    if not known:
        return escape(text)
    done: set[str] = set()
    found, after = Markup(), 0
    for match in pattern(game, language).finditer(text):
        term, explanation = known[match.group().casefold()]
        if term in done:
            continue
        done.add(term)
        found += escape(text[after : match.start()])
        found += Markup('<dfn tabindex="0" data-tip="{}">{}</dfn>').format(explanation, match.group())
        after = match.end()
    return found + escape(text[after:])
