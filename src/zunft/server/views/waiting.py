"""The waiting room: the agreed settings, for players who arrive before the game begins."""

from __future__ import annotations

from zunft.core.game import COMPONENTS
from zunft.server.tables.clocks import PACES
from zunft.server.tables.table import Table
from zunft.server.texts import site_texts


def agreed(table: Table, language: str) -> tuple[tuple[str, str], ...]:
    """The clock, and name and value of every option that differs from its default."""
    site, game = site_texts()[language], table.game
    pace = next((name for name, value in PACES.items() if value == table.setup.pace), "")
    found = [(site.say("new.pace"), site.say(f"pace.{pace}"))] if pace else []
    say = game.texts[language]
    for name, value in table.setup.options.items():
        values = value if isinstance(value, list | tuple) else [value]
        text = "" if name == COMPONENTS else ", ".join(game.value_text(name, each, say) for each in values)
        found.append((game.option_text(name, "name", say), text or site.say("waiting.own")))
    return tuple(found)
