"""The card of a data set, in Hugging Face's format: a README.md with front matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from zunft.core.game import load

SIZES: Final = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
)
LARGEST: Final = "100M<n<1B"

COLUMNS: Final = (
    ("record", "string", "the game's id: game, players, seed and number"),
    ("seed", "int64", "the seed of the set; with the number in the id it repeats the game"),
    ("ply", "int32", "index of the action in its record, chance draws included"),
    ("player", "int8", "who decided"),
    ("bot", "string", "the bot on that seat"),
    ("observation", "int8 list", "what that player saw"),
    ("mask", "int8 list", "1 for every legal action"),
    ("action", "int32", "the chosen action: an index into the mask"),
    ("terminal", "bool", "whether this was the player's last decision in the game"),
    ("score", "int32", "the player's final points"),
    ("reward", "float32", "by final ranking, 1 for the first to -1 for the last"),
    ("won", "bool", "whether the player won, alone or with others"),
)


def card(about: Mapping[str, Any], files: str, games: int, decisions: int) -> str:
    """`about`: the metadata in every file of the set; `files`: their path relative to the card."""
    title = f"{load(about['game']).title}, {about['players']} players: {games:,} games of bots"
    return "\n".join([head(title, files, decisions), body(about, title, games, decisions)])


def head(title: str, files: str, decisions: int) -> str:
    size = next((name for limit, name in SIZES if decisions < limit), LARGEST)
    return f"""---
pretty_name: "{title}"
license: unknown
task_categories:
- reinforcement-learning
tags:
- board-games
- imperfect-information
- offline-rl
- zunft
size_categories:
- {size}
configs:
- config_name: default
  data_files:
  - split: train
    path: "{files}"
---
"""


def body(about: Mapping[str, Any], title: str, games: int, decisions: int) -> str:
    options = ", ".join(f"{name}={value}" for name, value in about["options"].items()) or "none"
    return f"""# {title}

{decisions:,} decisions, one per row, made with Zunft {about["zunft"]}.

| | |
|---|---|
| game | {about["game"]}, rules version {about["rules"]} |
| players | {about["players"]} |
| options | {options} |
| seed | {about["seed"] if about["seed"] is not None else "unknown"} |
| games | {games:,} |

## Who played

| seat | bot | plays | version |
|---|---|---|---|
{bots(about)}

## Columns

| column | type | meaning |
|---|---|---|
{columns()}

The metadata of each file (key `zunft`) has the same facts as JSON and the fields of the observation.

## Use

- **Hidden information**: a row shows only what the deciding player saw.
- **Repeatable**: the same bots, seed and version of Zunft give the same games.
- **Personal data**: none; no person's games are in it.
- **Not for** judging the game's balance where the bots play badly; `random` plays any legal action.
- **Licence**: the data are yours, choose one; the game's title belongs to its owner.
"""


def bots(about: Mapping[str, Any]) -> str:
    lines = [
        f"| {seat} | {bot['name']} | {bot['plays']} | {bot['package']} {bot['version']} |"
        for seat, bot in enumerate(about["bots"], 1)
    ]
    return "\n".join(lines) or "| | unknown | | |"


def columns() -> str:
    return "\n".join(f"| `{name}` | {kind} | {meaning} |" for name, kind, meaning in COLUMNS)
