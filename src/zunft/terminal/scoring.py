"""The end of a game as a table: every player's points by source, and who won."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from zunft.core.standings import Standing, standings
from zunft.core.state import State
from zunft.core.text import Texts
from zunft.terminal.screen import Screen
from zunft.terminal.words import text_or


def show(screen: Screen, state: State, game_say: Texts, say: Texts) -> None:
    screen.show(table(screen, state, game_say, say))
    winners = say.with_names(screen.names)
    key = "scoring.winner" if len(state.winners()) == 1 else "scoring.winners"
    screen.show(screen.marked(winners.say(key, players=state.winners()), "bold"))


def table(screen: Screen, state: State, game_say: Texts, say: Texts) -> Table:
    """A row for each source, a column for each player, totals at the bottom."""
    points = state.points()
    drawn = Table(title=say.say("scoring.title"), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    drawn.add_column("")
    for player in range(len(points)):
        drawn.add_column(screen.player(player), justify="right")
    for source in sources(points):
        drawn.add_row(text_or(game_say, f"source.{source}", source), *(str(mine.get(source, 0)) for mine in points))
    drawn.add_section()
    drawn.add_row(Text(say.say("scoring.sum"), style="bold"), *(Text(str(s), style="bold") for s in state.scores()))
    return drawn


def sources(points: list[dict[str, int]]) -> list[str]:
    """Every source that any player has points from, in the game's order."""
    return list(dict.fromkeys(source for mine in points for source in mine))


# Before the end


def show_standings(screen: Screen, state: State, viewer: int | None, game_say: Texts, say: Texts) -> None:
    """What the viewer knows about all players' points, and the viewer's own goals."""
    rows = standings(state.setting.game, state.view(viewer), state.setting)
    if not rows:
        screen.say(say.say("standings.none"))
        return
    screen.show(standings_table(screen, rows, game_say, say))
    for goal in [] if viewer is None else rows[viewer].goals:
        screen.say(f"{goal.say(game_say)}: {goal.done}/{goal.wanted}")
    if any(row.projected for row in rows):
        screen.say(say.say("standings.projected"), "dim")
    if any(row.hidden for row in rows):
        screen.say(say.say("standings.hidden"), "dim")


def standings_table(screen: Screen, rows: list[Standing], game_say: Texts, say: Texts) -> Table:
    drawn = Table(title=say.say("standings.title"), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    drawn.add_column("")
    for row in rows:
        drawn.add_column(screen.player(row.player), justify="right")
    for at, part in enumerate(rows[0].parts):
        name = text_or(game_say, f"source.{part.source}", part.source) + (" *" if part.projected else "")
        drawn.add_row(name, *(known(row.parts[at].points, row.parts[at].hidden) for row in rows))
    drawn.add_section()
    drawn.add_row(
        Text(say.say("scoring.sum"), style="bold"), *(Text(known(row.total, row.hidden), style="bold") for row in rows)
    )
    return drawn


def known(points: int, hidden: bool) -> str:
    return f"{points}+?" if hidden else str(points)
