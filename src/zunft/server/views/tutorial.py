"""A guided table as its learner sees it: the stop's text, and the places and choices it highlights."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import unescape
from typing import Final

from zunft.core.tutorial import in_language, matches
from zunft.server.tables import guidance
from zunft.server.tables.hints import are_allowed
from zunft.server.tables.table import Table
from zunft.server.texts import site_texts
from zunft.server.views.boards import Choice
from zunft.server.views.rendering import rendered
from zunft.server.views.site import environment

LIT: Final = ' data-lit aria-describedby="tutorial-lit"'
TAG: Final = re.compile(r"<[a-z][^>]*>")
NAMED: Final = re.compile(r' (value|data-action|data-place)="([^"]*)"')


def text_region(table: Table, viewer: int | None, language: str) -> str:
    """The current text; after the last stop a final one, until the learner closes it or the game is over."""
    tutorial, found = guidance.tutorial_of(table), guidance.present_stop(table)
    if tutorial is None or viewer != tutorial.learner or (found is None and guidance.is_closed(table)):
        return '<section id="tutorial" hidden></section>'
    text = in_language(tutorial.ending if found is None else found[1].texts, language)
    values = {
        "table": table.setup.id,
        "game": table.game.name,
        "text": text,
        "place": None if found is None else found[0] + 1,
        "count": len(tutorial.stops),
        "hints": are_allowed(table),
        "stop": "" if found is None else found[1].name,
        "ui": site_texts()[language].say,
    }
    return rendered(environment(), "live/tutorial.html", values)


def next_region(table: Table, viewer: int | None, language: str) -> str:
    """Replaces the choices while there is only a text to read."""
    values = {
        "table": table.setup.id,
        "mine": guidance.is_learner(table, viewer),
        "ui": site_texts()[language].say,
    }
    return rendered(environment(), "live/reading.html", values)


def lit(html: str, table: Table, viewer: int | None, choices: Collection[Choice]) -> str:
    """Marks the stop's places and the accepted choices in the HTML for the style sheet."""
    found, beat = guidance.present_stop(table), guidance.present_beat(table)
    if found is None or beat is None or not guidance.is_learner(table, viewer):
        return html
    places = set(found[1].light)
    texts = set() if beat.player != viewer else {choice.text for choice in choices}
    asked = {text for text in texts if matches(text, beat.proposed())}

    def mark(tag: re.Match[str]) -> str:
        named = {name: unescape(value) for name, value in NAMED.findall(tag[0])}
        choice = named.get("value") or named.get("data-action")
        # A place is not highlighted if pressing it is a wrong try
        is_lit = choice in asked or (named.get("data-place") in places and (not asked or choice not in texts))
        return tag[0][:-1] + LIT + ">" if is_lit else tag[0]

    return TAG.sub(mark, html)
