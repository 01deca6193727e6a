"""Provenance of a data set: the bots in its seats, with their versions."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from zunft.bots import register
from zunft.bots.levels import levels
from zunft.core.game import Game

DIGITS: Final = 16  # of a file's hash


def seated(game: Game, names: Sequence[str]) -> list[dict[str, str]]:
    """For each seat the bot's name, the bot behind it if it is a level, and its package or file with the version."""
    return [{"name": name, "plays": plays(game, name), **version_of(name)} for name in names]


def plays(game: Game, name: str) -> str:
    """The bot behind a level in this game, so that a data set stays meaningful when levels change."""
    return levels(game).get(name, name)


def version_of(name: str) -> dict[str, str]:
    plain = register.plain_name(name)
    path, colon, _ = plain.rpartition(":")
    if colon and path.endswith(".py"):
        return {"package": Path(path).name, "version": f"sha256:{digest(Path(path))}"}
    point = register.installed().get(plain)
    if point is None or point.dist is None:
        return {"package": "", "version": ""}
    return {"package": point.dist.name, "version": point.dist.version}


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:DIGITS] if path.is_file() else ""
