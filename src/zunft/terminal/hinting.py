"""Hints in the terminal: the best choices with their numbers, the chance of winning and the reasons."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from zunft.bots import Seat
from zunft.core.text import Texts
from zunft.review import hints, why
from zunft.terminal.choices import Choices
from zunft.terminal.screen import GAP, Screen


def show(screen: Screen, seat: Seat, choices: Choices, say: Texts) -> None:
    """From what this seat knows; a single choice needs no hint."""
    if len(choices.actions) == 1:
        screen.say(say.say("hint.only_one"))
        return
    table = Table.grid(padding=(0, GAP))
    for hint in hints(seat):
        place = choices.actions.index(hint.choice.action)
        table.add_row(
            Text(str(place + 1), style="bold"),
            choices.labels[place],
            say.say("hint.chance", chance=f"{hint.choice.chance:.0%}"),
            why(hint.reasons, choices.game, say.language),
        )
    screen.say(say.say("hint.title"))
    screen.show(table)
