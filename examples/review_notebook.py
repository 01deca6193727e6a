"""A review in Python, cell by cell: who was lucky, who gave something away, and where the game turned.

Cells begin with `# %%`, so that Jupyter, VS Code and Spyder run them one by one; as a script it writes a page with
plots.

python examples/review_notebook.py game.json --out review.html
python examples/review_notebook.py --out review.html            (a game of two bots)
"""

# %% A finished game: a record from the site, from `zunft play`, or one that bots play now

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from html import escape
from pathlib import Path

import zunft
from zunft.bots import load
from zunft.bots.playing import moves
from zunft.review import Evaluator, Review, review, verdict

COLOURS = ("#b3261e", "#1f5fbf", "#2e7d32", "#8a5a00", "#6a3fb0")
WIDTH, HEIGHT = 640, 240


def bots_play(game: str, seed: int = 1) -> zunft.Record:
    record = zunft.Record(zunft.load(game), 2)
    record.names = ["Anna", "Bruno"]
    for _ in moves(record, [load("greedy@40")(seed), load("greedy@40%30")(seed)], random.Random(seed)):
        pass
    return record


# %% The chances of winning over the game


def chances(found: Review) -> str:
    last = max(1, found.positions[-1].number)
    curves = [
        " ".join(
            f"{each.number / last * WIDTH:.1f},{(1 - each.chances[player]) * HEIGHT:.1f}" for each in found.positions
        )
        for player in range(found.record.players)
    ]
    lines = [f'<polyline points="{points}" stroke="{COLOURS[player]}"/>' for player, points in enumerate(curves)]
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" fill="none" stroke-width="2">{"".join(lines)}</svg>'


# %% Luck and losses of each player, in hundredths of the chance of winning


def bars(names: Sequence[str], values: Sequence[float]) -> str:
    largest = max(1.0, *map(abs, values))
    rows = []
    for place, (name, value) in enumerate(zip(names, values, strict=True)):
        length, middle, y = abs(value) / largest * 200, WIDTH / 2, 30 * place
        x = middle if value >= 0 else middle - length
        colour = COLOURS[place // 2 % len(COLOURS)]
        rows.append(f'<text x="0" y="{y + 17}">{escape(name)}: {value:+.1f}</text>')
        rows.append(f'<rect x="{x:.1f}" y="{y}" width="{length:.1f}" height="22" fill="{colour}"/>')
    return f'<svg viewBox="0 0 {WIDTH} {30 * len(values)}">{"".join(rows)}</svg>'


def luck_and_losses(found: Review) -> str:
    names, values = [], []
    for account in found.accounts():
        who = found.record.names[account.player] or f"Player {account.player + 1}"
        names += [f"{who}, luck", f"{who}, losses"]
        values += [100 * account.luck, -100 * account.losses]
    return bars(names, values)


# %% How decisions were judged


def verdicts(found: Review) -> dict[str, int]:
    counted: dict[str, int] = {}
    for part in found.decisions():
        counted[verdict(part)] = counted.get(verdict(part), 0) + 1
    return counted


# %% Everything on one page


def page(found: Review) -> str:
    counts = "".join(f"<li>{escape(name)}: {number}</li>" for name, number in sorted(verdicts(found).items()))
    return (
        f"<!doctype html><meta charset=utf-8><title>Review</title><h1>{escape(found.record.game.title)}</h1>"
        f"<h2>Chances of winning</h2>{chances(found)}<h2>Luck and losses</h2>{luck_and_losses(found)}"
        f"<h2>Decisions</h2><ul>{counts}</ul>"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", nargs="?", type=Path)
    parser.add_argument("--game", default="norenberc")
    parser.add_argument("--nodes", type=int, default=60)
    parser.add_argument("--out", type=Path, default=Path("review.html"))
    asked = parser.parse_args(arguments)
    text = asked.record.read_text(encoding="utf-8") if asked.record else ""
    record = zunft.Record.from_json(text) if text else bots_play(asked.game)
    found = review(record, Evaluator(asked.nodes))
    asked.out.write_text(page(found), encoding="utf-8")
    print(f"{asked.out}: {len(found.decisions())} decisions, {verdicts(found)}")


if __name__ == "__main__":
    main()
