"""The end of a game as a table: every player's points by source, and who won."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from zunft.core.state import State
from zunft.core.text import Texts
from zunft.terminal.screen import Screen
from zunft.terminal.words import spoken


def show(screen: Screen, state: State, game_say: Texts, say: Texts) -> None:
    screen.show(table(screen, state, game_say, say))
    winners = say.with_names(screen.names)
    key = "scoring.winner" if len(state.winners()) == 1 else "scoring.winners"
    screen.show(screen.marked(winners.say(key, players=state.winners()), "bold"))


def table(screen: Screen, state: State, game_say: Texts, say: Texts) -> Table:
    """Sources down, players across, sums at the bottom."""
    points = state.points()
    drawn = Table(title=say.say("scoring.title"), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    drawn.add_column("")
    for player in range(len(points)):
        drawn.add_column(screen.player(player), justify="right")
    for source in sources(points):
        drawn.add_row(spoken(game_say, f"source.{source}", source), *(str(mine.get(source, 0)) for mine in points))
    drawn.add_section()
    drawn.add_row(Text(say.say("scoring.sum"), style="bold"), *(Text(str(s), style="bold") for s in state.scores()))
    return drawn


def sources(points: list[dict[str, int]]) -> list[str]:
    """All that anybody has points from, in the game's own order."""
    return list(dict.fromkeys(source for mine in points for source in mine))
