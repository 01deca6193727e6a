"""Writes docs/research/observations.md: what every number of every game's observation means."""

from __future__ import annotations

import sys
from pathlib import Path

import zunft
from zunft.core.game import Game
from zunft.core.observation import Group

PAGE = Path(__file__).parent / "research/observations.md"
HEAD = """# Observations, number by number

This page is written by `make docs` from the games' own layouts (`games/<game>/observation.py`).

An observation is a row of int8 numbers, 0 to 127, of the same length for every number of players. It is an encoding of
`state.view(player)`: it shows what the view shows and nothing else. Larger amounts are shown as 127. Seats are
relative: *player 0* is the observing player, then the others in seating order. Seats and houses out of play are zeros.
A *count* is an amount, a *flag* is 0 or 1, a *category* is the number of a thing, counted from 1, with 0 for none.

For the deciding player, equal rows and equal masks mean equal views, except for what each game lists as left out.
The conformance suite (`check_rows_are_complete`) compares positions that differ in one choice or one draw.

```python
>>> import random, zunft
>>> from zunft.envs.observation import observe
>>> game = zunft.load("norenberc")
>>> state = game.new(players=2)
>>> zunft.deal(state, random.Random(1))
>>> row = observe(state, player=0)
>>> len(row) == game.layout.length
True
>>> game.layout.named(row)["player 0 talers"]
[25]

```

`zunft.envs.observation.Expander` turns such rows into float32 inputs for neural networks: amounts scaled, categories
one-hot. An action mask is a row of `game.num_player_actions` int8 numbers, 1 for what is legal.
"""


def page() -> str:
    parts = [HEAD]
    for name in zunft.game_names():
        game = zunft.load(name)
        if game.layout is not None and game.package.startswith("zunft."):
            parts.append(section(game))
    return "\n".join(parts)


def section(game: Game) -> str:
    assert game.layout is not None
    seen: dict[str, list[int]] = {}
    groups: dict[str, Group] = {}
    at = 0
    for group in game.layout.groups:
        name = group.name.rstrip(" 0123456789")
        seen.setdefault(name, []).append(at)
        groups.setdefault(name, group)
        at += group.size
    lines = [f"## {game.title}", "", f"{game.layout.length} numbers, {game.num_player_actions} actions of players."]
    for name, group in groups.items():
        lines += ["", *table(name, group, seen[name])]
    if game.layout.left_out:
        lines += ["", "Left out of the row, because it never matters for a decision:", ""]
        lines += [f"- `{path}`: {reason}" for path, reason in game.layout.left_out.items()]
    return "\n".join([*lines, ""])


def table(name: str, group: Group, offsets: list[int]) -> list[str]:
    """The fields of a group; where it is repeated, the offset is within one repetition."""
    if len(offsets) == 1:
        lines = [f"**{name}**", ""]
        first = offsets[0]
    else:
        begins = ", ".join(str(offset) for offset in offsets)
        lines = [f"**{name} 0 to {len(offsets) - 1}**, beginning at {begins}", ""]
        first = 0
    lines += ["| at | numbers | field | kind | up to | meaning |", "|---:|---:|---|---|---:|---|"]
    for field in group.fields:
        cells = (first, field.size, f"`{field.name}`", field.kind, field.high, field.help)
        lines.append(f"| {' | '.join(map(str, cells))} |")
        first += field.size
    return lines


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.exit(0)
