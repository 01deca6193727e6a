"""The report of a review: one self-contained HTML page with a chart of the chances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from zunft.arena.plots import AXIS, COLOURS, HEIGHT, RIGHT, TOP, WIDTH, Scale, legend, svg, x_axis, y_axis
from zunft.terminal.review_report import Report

LEFT: Final = 50
MARK: Final = 5.0  # radius of a mark in the chart
STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } .wide { overflow-x: auto; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid #8884; vertical-align: top; }
th:first-child, td:first-child, .words { text-align: left; }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: currentColor; }
svg .grid { stroke: #8884; } svg .steps { fill: none; stroke-width: 2; }
svg .mark { stroke: Canvas; stroke-width: 1.5; }
.legend span { margin-right: 1rem; white-space: nowrap; } svg.key { width: .8em; height: .8em; }
"""
WORDS: Final = (2, 4, 7)  # text columns in the table of decisions


def page(report: Report) -> str:
    say = report.say
    head = escape(report.head())
    parts = [
        f"<h1>{head}</h1>",
        f"<p>{escape(report.budget())}</p>",
        table(report.headings(), map(report.row, report.review.accounts())),
        f"<p>{escape(say.say('report.account'))}</p>",
        *[f"<p>{escape(report.summary(account))}</p>" for account in report.review.accounts()],
        f"<h2>{escape(say.say('report.chart'))}</h2>",
        chart(report),
        f"<p>{escape(say.say('report.marks'))}</p>",
        section(report, "mistakes", "no_mistakes", [report.mistake(part) for part in report.mistakes()]),
        section(report, "luckiest", "no_draws", [report.draw(part, player) for part, player in report.luckiest()]),
        f"<h2>{escape(say.say('report.decisions'))}</h2>",
        table(report.decision_headings(), map(report.decision_row, report.decisions()), WORDS),
    ]
    return (
        f'<!doctype html>\n<html lang="{escape(say.language, quote=True)}"><head><meta charset="utf-8">'
        f'<title>{head}</title><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head>\n<body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = ()) -> str:
    classes = [' class="words"' if place in words else "" for place in range(len(headings))]
    heads = [f'<th scope="col"{each}>{escape(heading)}</th>' for each, heading in zip(classes, headings, strict=True)]
    lines = [
        "<tr>" + "".join(f"<td{each}>{escape(cell)}</td>" for each, cell in zip(classes, row, strict=True)) + "</tr>"
        for row in rows
    ]
    body = f"<thead><tr>{''.join(heads)}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'<div class="wide"><table>{body}</table></div>'


def section(report: Report, heading: str, nothing: str, lines: Sequence[str]) -> str:
    say = report.say
    shown = "".join(f"<li>{escape(line)}</li>" for line in lines)
    listed = f"<ol>{shown}</ol>" if lines else f"<p>{escape(say.say(f'report.{nothing}'))}</p>"
    return f"<h2>{escape(say.say(f'report.{heading}'))}</h2>{listed}"


# The chart


def chart(report: Report) -> str:
    """A line for each player over the actions; circles mark mistakes, diamonds lucky draws."""
    review = report.review
    across = Scale(0, len(review.parts), LEFT, WIDTH - RIGHT)
    up = Scale(0.0, 1.0, HEIGHT, TOP)
    drawn = y_axis(up, LEFT, "%") + x_axis(across, HEIGHT, HEIGHT, "")
    for player in range(review.record.players):
        corners = [f"{across(each.number)},{up(each.chances[player])}" for each in review.positions]
        drawn.append(f'<polyline class="steps" points="{" ".join(corners)}" style="stroke:{COLOURS[player]}"/>')
    for part in report.mistakes():
        x, y = across(part.number), up(review.before(part).chances[part.player])
        drawn.append(circle(x, y, COLOURS[part.player], report.mistake(part)))
    for part, player in report.luckiest():
        after = review.after(part)
        drawn.append(
            diamond(across(after.number), up(after.chances[player]), COLOURS[player], report.draw(part, player))
        )
    names = [report.say.name(player) for player in range(review.record.players)]
    return svg(HEIGHT + AXIS, report.say.say("report.chart"), drawn) + legend(names)


def circle(x: float, y: float, colour: str, title: str) -> str:
    shape = f'<circle class="mark" cx="{x:g}" cy="{y:g}" r="{MARK:g}" fill="{colour}">'
    return f"{shape}<title>{escape(title)}</title></circle>"


def diamond(x: float, y: float, colour: str, title: str) -> str:
    corners = f"M{x:g} {y - MARK:g}l{MARK:g} {MARK:g}-{MARK:g} {MARK:g}-{MARK:g}-{MARK:g}z"
    return f'<path class="mark" d="{corners}" fill="{colour}"><title>{escape(title)}</title></path>'
