"""Saved games: their default paths, and writing them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from zunft.core.errors import BadRecord


def folder() -> Path:
    """Zunft's folder in the user's state directory."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "zunft"


def new_path(game: str) -> Path:
    """Named after the time at which the game begins."""
    first = folder() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}.json"
    path, number = first, 1
    while path.exists():
        number += 1
        path = first.with_stem(f"{first.stem}-{number}")
    return path


def latest() -> Path:
    found = sorted(folder().glob("*.json"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise BadRecord(f"there is no saved game in {folder()}; say which file to resume")
    return found[-1]


def write_atomically(path: Path, text: str) -> None:
    """A full disk or an interruption must not damage an older file."""
    draft = path.with_name(path.name + ".part")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
