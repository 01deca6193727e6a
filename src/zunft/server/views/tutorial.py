"""A guided table as its learner sees it: the stop's text, and the places and choices it highlights."""

from __future__ import annotations

import re
from collections.abc import Collection

from markupsafe import escape

from zunft.core.tutorial import in_language
from zunft.server.tables import guidance
from zunft.server.tables.table import Table
from zunft.server.texts import site_texts
from zunft.server.views.boards import Choice
from zunft.server.views.rendering import rendered
from zunft.server.views.site import environment

LIT = ' data-lit aria-describedby="tutorial-lit"'


def text_region(table: Table, viewer: int | None, language: str) -> str:
    """The current text; after the last stop a final one, with a link to the rules summary."""
    tutorial = guidance.tutorial_of(table)
    if tutorial is None or viewer != tutorial.learner:
        return '<section id="tutorial" hidden></section>'
    found = guidance.present_stop(table)
    text = in_language(tutorial.ending if found is None else found[1].texts, language)
    values = {
        "table": table.setup.id,
        "game": table.game.name,
        "text": text,
        "place": None if found is None else found[0] + 1,
        "count": len(tutorial.stops),
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
    marks = [f'data-place="{escape(place)}"' for place in found[1].light]
    if beat.player == viewer and "*" not in beat.accepted:
        marks += [f'value="{escape(choice.text)}"' for choice in choices if beat.accepts(choice.text)]
    if not marks:
        return html
    return re.sub("|".join(map(re.escape, marks)), lambda mark: mark[0] + LIT, html)
