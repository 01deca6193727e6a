"""Plots as SVG text, for self-contained pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

WIDTH: Final = 640
LEFT: Final = 190
RIGHT: Final = 30
ROW: Final = 30
TOP: Final = 8
AXIS: Final = 34
HEIGHT: Final = 220
COLOURS: Final = ("#4269d0", "#c05a1b", "#3b8a5f", "#b0413e", "#7a5195", "#6b6b6b", "#9c6b4e", "#2f7f8f")
STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
TICKS: Final = 6


class Scale:
    """Maps numbers to positions along an axis."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low = low
        self.high = high if high > low else low + 1.0
        self.start = start
        self.end = end

    def __call__(self, number: float) -> float:
        return round(self.start + (number - self.low) / (self.high - self.low) * (self.end - self.start), 1)

    def ticks(self) -> list[float]:
        """Round numbers within the scale."""
        rough = (self.high - self.low) / TICKS
        power = 10.0 ** (len(str(int(rough))) - 1 if rough >= 1 else -len(f"{1 / rough:.0f}"))
        step = next(power * step for step in (*STEPS, 20.0, 50.0, 100.0) if power * step >= rough)
        first = int(self.low // step)
        found = [step * number for number in range(first, first + 10 * TICKS)]
        return [tick for tick in found if self.low - 1e-9 <= tick <= self.high + 1e-9]


def svg(height: float, title: str, parts: Sequence[str]) -> str:
    label = escape(title, quote=True)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{label}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{label}</title>{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "grid", colour: str = "") -> str:
    stroke = f' style="stroke:{colour}"' if colour else ""
    return f'<line class="{kind}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"{stroke}/>'


def x_axis(scale: Scale, top: float, bottom: float, unit: str) -> list[str]:
    parts = []
    for tick in scale.ticks():
        parts.append(line(scale(tick), top, scale(tick), bottom))
        parts.append(text(scale(tick), bottom + 14, f"{tick:.0%}" if unit == "%" else f"{tick:g}", "middle"))
    return parts


def intervals(title: str, rows: Sequence[tuple[str, float, float, float]], unit: str = "", mark: float = -1.0) -> str:
    """For each name a dot with its interval; a dashed line marks an even share."""
    low, high = min(row[2] for row in rows), max(row[3] for row in rows)
    scale = Scale(0.0, 1.0, LEFT, WIDTH - RIGHT) if unit == "%" else Scale(low, high, LEFT, WIDTH - RIGHT)
    bottom = TOP + ROW * len(rows)
    parts = x_axis(scale, TOP, bottom, unit)
    if mark >= 0:
        parts.append(line(scale(mark), TOP, scale(mark), bottom, "even"))
    for place, (name, middle, least, most) in enumerate(rows):
        y, colour = TOP + ROW * (place + 0.5), COLOURS[place % len(COLOURS)]
        parts.append(text(LEFT - 12, y + 4, name[-28:], "end"))
        parts.append(line(scale(least), y, scale(most), y, "bar", colour))
        parts.append(f'<circle cx="{scale(middle):g}" cy="{y:g}" r="5" fill="{colour}"/>')
    return svg(bottom + AXIS, title, parts)


def grouped(title: str, groups: Sequence[str], rows: Sequence[tuple[str, Sequence[tuple[float, float, float]]]]) -> str:
    """Grouped bars: the shares of every name, with intervals; the legend is below."""
    scale = Scale(0.0, 1.0, HEIGHT, TOP)
    left = 50
    wide = (WIDTH - RIGHT - left) / len(groups)
    parts = y_axis(scale, left, "%")
    for number, group in enumerate(groups):
        parts.append(text(left + wide * (number + 0.5), HEIGHT + 16, group, "middle"))
        for place, (_, shares) in enumerate(rows):
            middle, least, most = shares[number]
            x = left + wide * (number + 0.15 + 0.7 * (place + 0.5) / len(rows))
            colour = COLOURS[place % len(COLOURS)]
            parts.append(line(x, scale(least), x, scale(most), "bar", colour))
            parts.append(f'<circle cx="{x:g}" cy="{scale(middle):g}" r="4" fill="{colour}"/>')
    return svg(HEIGHT + AXIS, title, parts) + legend([name for name, _ in rows])


def y_axis(scale: Scale, left: float, unit: str) -> list[str]:
    parts = []
    for tick in scale.ticks():
        parts.append(line(left, scale(tick), WIDTH - RIGHT, scale(tick)))
        parts.append(text(left - 6, scale(tick) + 4, f"{tick:.0%}" if unit == "%" else f"{tick:g}", "end"))
    return parts


def distributions(title: str, rows: Sequence[tuple[str, Sequence[float]]], bins: int = 24) -> str:
    """A histogram for each name, as a step line."""
    every = [number for _, numbers in rows for number in numbers]
    low, high = min(every), max(every)
    width = max(1.0, -(-(high - low + 1) // bins))
    count = int((high - low) // width) + 1
    left = 50
    across = Scale(low, low + width * count, left, WIDTH - RIGHT)
    heights = [[0] * count for _ in rows]
    for place, (_, numbers) in enumerate(rows):
        for number in numbers:
            heights[place][int((number - low) // width)] += 1
    shares = [[each / max(1, sum(row)) for each in row] for row in heights]
    up = Scale(0.0, max(max(row) for row in shares), HEIGHT, TOP)
    parts = y_axis(up, left, "%") + x_axis(across, HEIGHT, HEIGHT, "")
    for place, row in enumerate(shares):
        points = [f"{across(low)},{up(0.0)}"]
        for number, share in enumerate(row):
            points += [
                f"{across(low + width * number)},{up(share)}",
                f"{across(low + width * (number + 1))},{up(share)}",
            ]
        points.append(f"{across(low + width * count)},{up(0.0)}")
        colour = COLOURS[place % len(COLOURS)]
        parts.append(f'<polyline class="steps" points="{" ".join(points)}" style="stroke:{colour}"/>')
    return svg(HEIGHT + AXIS, title, parts) + (legend([name for name, _ in rows]) if len(rows) > 1 else "")


def legend(names: Sequence[str]) -> str:
    keys = [
        f'<span><svg class="key" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="5" '
        f'fill="{COLOURS[place % len(COLOURS)]}"/></svg> {escape(name)}</span>'
        for place, name in enumerate(names)
    ]
    return f'<p class="legend">{" ".join(keys)}</p>'
