"""The end of a game, explained: who won, by how much and why, points by source with their parts, and a chart."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Final

import msgspec

from zunft.bots.levels import LEVELS
from zunft.core.game import Game
from zunft.core.record import HUMAN
from zunft.core.state import Event
from zunft.core.text import Texts
from zunft.server.tables.fold import opening_position
from zunft.server.tables.log import BOT
from zunft.server.tables.table import Table
from zunft.server.texts import site_texts
from zunft.server.views.boards import FOLDER
from zunft.server.views.memo import memoised

POINTS: Final = "points.toml"
NEXT_LEVEL: Final = dict(pairwise(LEVELS))
WIDTH, HEIGHT, EDGE = 300.0, 90.0, 6.0  # of the chart
MOST_STEPS: Final = 400  # points of a curve at most


class Source(msgspec.Struct):
    """A row of the table of points."""

    name: str
    points: list[int]
    parts: list[str]  # their breakdown, in words


class Chart(msgspec.Struct):
    curves: list[str]  # for each player, SVG points
    zero: float  # y of the zero line
    least: int
    most: int


class Ending(msgspec.Struct):
    headline: str
    decided: str  # what decided a tie; empty without one
    sources: list[Source]
    empty: list[str]  # sources without points for any player
    chart: Chart | None
    next_level: str  # bots' next level, for a player who has beaten one level


def ending(table: Table, viewer: int | None, language: str) -> Ending:
    site = site_texts()[language].with_names(table.names)
    if table.ended:
        return Ending(early_end(table, viewer, site), "", [], [], None, "")
    sources = memoised(table, ("sources", language), lambda: sources_of(table, language))
    return Ending(
        headline(table, viewer, site),
        decided(table, site, table.game.texts[language]),
        [source for source in sources if any(source.points)],
        [source.name for source in sources if not any(source.points)],
        memoised(table, ("points over the game",), lambda: chart_of(table)),
        next_level(table, viewer),
    )


# Who won


def early_end(table: Table, viewer: int | None, site: Texts) -> str:
    winners = table.winners()
    key = "end.you_won" if winners == [viewer] else "end.won"
    return site.say(key, players=winners)


def headline(table: Table, viewer: int | None, site: Texts) -> str:
    winners, scores = table.winners(), table.state.scores()
    if len(winners) > 1:
        others = [player for player in winners if player != viewer]
        return site.say("end.you_share" if viewer in winners else "end.share", players=winners, others=others)
    winner = winners[0]
    if viewer is not None and viewer != winner:
        behind = scores[winner] - scores[viewer]
        place = 1 + sum(mark > table.state.standing()[viewer] for mark in table.state.standing())
        return site.say("end.you_lost" if behind else "end.you_lost_tie", player=winner, margin=behind, place=place)
    margin = scores[winner] - max(score for player, score in enumerate(scores) if player != winner)
    key = "end.you_won_by" if viewer == winner else "end.won_by"
    return site.say(key if margin > 0 else f"{key}_tie", player=winner, margin=margin)


def decided(table: Table, site: Texts, say: Texts) -> str:
    """The tie-breaker that separates a sole winner from the runner-up."""
    winners, standing = table.winners(), table.state.standing()
    if len(winners) != 1:
        return ""
    best = standing[winners[0]]
    second = max([mark for player, mark in enumerate(standing) if player != winners[0]], default=best)
    step = next((place for place, (one, other) in enumerate(zip(best, second, strict=True)) if one != other), 0)
    key = f"standing.step_{step}"
    if not step or not say.has(key):
        return ""
    return site.say("end.decided", points=best[0], step=say.say(key))


def next_level(table: Table, viewer: int | None) -> str:
    """If the only person at the table has beaten bots that all have the same level."""
    people = [seat for seat, each in enumerate(table.seats) if each.kind == HUMAN]
    levels = {each.bot for each in table.seats if each.kind == BOT and not each.substitute}
    if people != [viewer] or len(levels) != 1 or viewer not in table.winners():
        return ""
    return NEXT_LEVEL.get(levels.pop(), "")


# Points by source


def sources_of(table: Table, language: str) -> list[Source]:
    """In the game's order."""
    points = table.state.points()
    say = table.game.texts[language].with_names(table.names)
    parts = parts_of(table, say)
    return [
        Source(
            say.say(f"source.{source}") if say.has(f"source.{source}") else source,
            [each.get(source, 0) for each in points],
            parts.get(source, []),
        )
        for source in dict.fromkeys(source for each in points for source in each)
    ]


def parts_of(table: Table, say: Texts) -> dict[str, list[str]]:
    """Breakdown from the rules, and related lines of the log."""
    found: dict[str, list[str]] = {}
    for part in table.game.score_parts(table.state):
        words = say.say(f"part.{part.key}", player=part.player, points=part.points, **part.args)
        found.setdefault(part.source, []).append(words)
    for source, event in events_by_source(table):
        found.setdefault(source, []).append(say.say(f"log.{event.key}", **event.args))
    return found


def events_by_source(table: Table) -> Iterator[tuple[str, Event]]:
    """Events by source, as configured in the game's web/points.toml: some open a source, others follow."""
    known = lines_of_sources(table.game)
    opened = ""
    for move in table.moves:
        for event in move.events:
            if not event.is_visible_to(None):
                continue
            opens = known.opens.get(event.key)
            opened = opens or opened
            if opens or (opened and event.key in known.follow[opened]):
                yield opened, event


class SourceLines(msgspec.Struct):
    opens: dict[str, str]  # source by event
    follow: dict[str, list[str]]  # events by source


@cache
def lines_of_sources(game: Game) -> SourceLines:
    file = resources.files(game.package) / FOLDER / POINTS
    tables = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    opens = {event: source for source, lines in tables.items() for event in lines["opens"]}
    return SourceLines(opens, {source: lines.get("lines", []) for source, lines in tables.items()})


# Points over the game


def chart_of(table: Table) -> Chart | None:
    steps = scores_over(table)
    if len(steps) < 2:
        return None
    most = max(max(scores) for scores in steps)
    least = min(0, *(min(scores) for scores in steps))
    span = max(1, most - least)

    def height(score: int) -> float:
        return round(HEIGHT - EDGE - (score - least) / span * (HEIGHT - 2 * EDGE), 1)

    wide = (WIDTH - 2 * EDGE) / (len(steps) - 1)
    curves = [
        " ".join(f"{EDGE + place * wide:.1f},{height(scores[player])}" for place, scores in enumerate(steps))
        for player in range(table.setup.players)
    ]
    return Chart(curves, height(0), least, most)


def scores_over(table: Table) -> list[list[int]]:
    """Every player's score after each move; sampled if there are many."""
    state = opening_position(table)
    state.journal = None
    found = [state.scores()]
    every = 1 + len(table.moves) // MOST_STEPS
    for number, move in enumerate(table.moves, 1):
        state.apply(move.actions[0], move.player)
        for action in move.actions[1:]:
            state.apply(action)
        if number % every == 0 or number == len(table.moves):
            found.append(state.scores())
    return found
