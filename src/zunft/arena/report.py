"""The report of a match: one HTML page with the table and the plots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from zunft.arena import plots
from zunft.arena.match import Match, Result
from zunft.arena.model import is_model
from zunft.arena.standing import wins_by_seat
from zunft.bots.levels import levels
from zunft.bots.program import EXEC
from zunft.bots.register import plain_name
from zunft.core.game import Game, load
from zunft.core.intervals import CONFIDENCE, wilson
from zunft.core.text import Texts

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } .wide { overflow-x: auto; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: currentColor; }
svg .grid { stroke: #8884; } svg .even { stroke: currentColor; stroke-dasharray: 4 4; }
svg .bar { stroke-width: 3; } svg .steps { fill: none; stroke-width: 2; }
.legend span { margin-right: 1rem; white-space: nowrap; } svg.key { width: .8em; height: .8em; }
"""

OWN_NODES = re.compile(r"@\d+(%\d+)?$")
COLUMNS = (
    "bot",
    "games",
    "wins",
    "win_rate",
    "interval",
    "mean_score",
    "rating",
    "seconds_per_decision",
    "faults",
    "illegal",
)


def page(match: Match, title: str, rows: Sequence[dict[str, Any]], results: Sequence[Result], say: Texts) -> str:
    ordered = sorted(results, key=lambda result: result.number)
    head = say.say("arena.head", title=title, games=len(ordered), players=match.players, seed=match.seed)
    parts = [
        f"<h1>{escape(head)}</h1>",
        f"<p>{escape(budget(match, say))}</p>",
        table(rows, say),
        section(say, "ratings", rating_plot(rows, say)),
        section(say, "win_rates", plots.intervals(say.say("arena.win_rates"), rates(rows), "%", 1 / match.players)),
        section(say, "by_seat", by_seat(match, ordered, say)),
        section(say, "scores", plots.distributions(say.say("arena.scores"), scores(match, ordered))),
        section(say, "lengths", plots.distributions(say.say("arena.lengths"), [("", lengths(ordered))])),
        faults(ordered, say),
    ]
    language = escape(say.language, quote=True)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{escape(head)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head>\n<body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def budget(match: Match, say: Texts) -> str:
    """The budget of each decision, and which bots use their own instead."""
    if match.nodes is not None:
        limit = say.say("arena.nodes", nodes=match.nodes)
    elif match.seconds is not None:
        limit = say.say("arena.seconds", seconds=match.seconds)
    else:
        return say.say("arena.own_budget")
    own = [name for name in match.names() if has_own_budget(name, load(match.game))]
    return f"{limit}. {say.say('arena.own_budgets', bots=', '.join(own))}" if own else limit


def has_own_budget(name: str, game: Game) -> bool:
    """Levels, bots named with a number of nodes, and language models; programs are sent the budget of the match."""
    if name.startswith(EXEC):
        return False
    return is_model(name) or plain_name(name) in levels(game) or bool(OWN_NODES.search(name))


def section(say: Texts, key: str, plot: str) -> str:
    return f"<h2>{escape(say.say(f'arena.{key}'))}</h2>\n{plot}"


def table(rows: Sequence[dict[str, Any]], say: Texts) -> str:
    shown = columns(rows)
    heads = "".join(f'<th scope="col">{escape(say.say(f"arena.column.{column}"))}</th>' for column in shown)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells(row, shown))}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>'


def cells(row: dict[str, Any], columns: Sequence[str]) -> list[str]:
    """A bot's row, as the terminal shows it too."""
    whole = dict(zip(COLUMNS, all_cells(row), strict=True))
    return [whole[column] for column in columns]


def all_cells(row: dict[str, Any]) -> list[str]:
    return [
        row["bot"],
        str(row["games"]),
        f"{row['wins']:g}",
        f"{row['win_rate']:.1%}",
        f"{row['ci_low']:.1%} – {row['ci_high']:.1%}",
        f"{row['mean_score']:.1f}",
        f"{row['rating']:.1f} ± {row['rating_sigma']:.1f}",
        f"{row['seconds_per_decision']:.4f}",
        str(row["faults"]),
        f"{row['illegal_answers']} / {row['answers']}" if row["answers"] else "–",
    ]


def columns(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The column of illegal answers is shown only if language models play."""
    return [column for column in COLUMNS if column != "illegal" or any(row["answers"] for row in rows)]


def rating_plot(rows: Sequence[dict[str, Any]], say: Texts) -> str:
    spread = [(row["rating"], CONFIDENCE * row["rating_sigma"]) for row in rows]
    marks = [
        (row["bot"], middle, middle - wide, middle + wide) for row, (middle, wide) in zip(rows, spread, strict=True)
    ]
    return plots.intervals(say.say("arena.ratings"), marks)


def rates(rows: Sequence[dict[str, Any]]) -> list[tuple[str, float, float, float]]:
    return [(row["bot"], row["win_rate"], row["ci_low"], row["ci_high"]) for row in rows]


def by_seat(match: Match, results: Sequence[Result], say: Texts) -> str:
    seats = [say.say("arena.seat", seat=seat + 1) for seat in range(match.players)]
    rows = []
    for name in match.names():
        shares = [(rate, *wilson(rate, games)) for rate, games in wins_by_seat(name, results, match.players)]
        rows.append((name, shares))
    return plots.grouped(say.say("arena.by_seat"), seats, rows)


def scores(match: Match, results: Sequence[Result]) -> list[tuple[str, list[float]]]:
    return [
        (
            name,
            [float(result.scores[seat]) for result in results for seat, bot in enumerate(result.seats) if bot == name],
        )
        for name in match.names()
    ]


def lengths(results: Sequence[Result]) -> list[float]:
    return [float(sum(result.decisions)) for result in results]


def faults(results: Sequence[Result], say: Texts) -> str:
    found = [(result.number, fault) for result in results for fault in result.faults]
    if not found:
        return ""
    lines = [
        f"<li>{escape(say.say('arena.fault', game=number + 1, **fault))}{printed(fault.get('stderr', ''))}</li>"
        for number, fault in found
    ]
    return f"<h2>{escape(say.say('arena.faults'))}</h2><ul>{''.join(lines)}</ul>"


def printed(stderr: str) -> str:
    return f"<pre>{escape(stderr)}</pre>" if stderr else ""
