"""A data set in parts, as a folder: a card, and files of several hundred games each.

A part is written to a draft and renamed when it is complete, so a set that was interrupted, or whose process was
killed, resumes after its last complete part.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self

import pyarrow.parquet as pq

from zunft.core.errors import BadRecord
from zunft.core.game import Game
from zunft.core.record import Record
from zunft.envs.card import card
from zunft.envs.data import ABOUT, DATA, Writer, about

GAMES_IN_PART: Final = 250
NAME: Final = re.compile(r"games-(\d+)-(\d+)\.parquet")
SUMS: Final = b"zunft_sums"
DRAFT: Final = "draft.parquet.part"
CARD: Final = "README.md"


class Parts:
    """Continues an existing folder, or creates a new one."""

    def __init__(
        self,
        folder: str | Path,
        game: Game,
        players: int,
        options: Mapping[str, Any],
        seed: int,
        bots: Sequence[str],
        games_in_part: int = GAMES_IN_PART,
    ) -> None:
        self.folder = Path(folder)
        self.data = self.folder / DATA
        self.setting: tuple[Any, ...] = (game, players, options, seed, bots)
        self.about: dict[str, Any] = json.loads(json.dumps(about(*self.setting)))
        self.games_in_part = games_in_part
        self.data.mkdir(parents=True, exist_ok=True)
        self.files = finished(self.data)
        self.done = 0 if not self.files else last_game(self.files[-1])
        self.sums: dict[str, Any] = {}  # the caller's totals after the last part
        self.decisions = 0
        self.writer: Writer | None = None
        if self.files:
            self.resume()

    def resume(self) -> None:
        """The parts must belong to the same set."""
        metadata = pq.read_metadata(self.files[-1]).metadata or {}
        there = json.loads(metadata.get(ABOUT, b"{}"))
        for key, wanted in self.about.items():
            if there.get(key) != wanted:
                found = "another layout" if key == "fields" else f"{there.get(key)!r} there, {wanted!r} here"
                raise BadRecord(f"{self.folder} holds a different data set: {key} is {found}")
        self.sums = json.loads(metadata.get(SUMS, b"{}"))
        self.decisions = sum(pq.read_metadata(file).num_rows for file in self.files)

    def add(self, record: Record, name: str, sums: Mapping[str, Any]) -> None:
        """Add the next game, with the totals including it."""
        if self.writer is None:
            self.writer = Writer(self.data / DRAFT, *self.setting)
        self.writer.add(record, name)
        self.sums = dict(sums)
        if self.writer.games == self.games_in_part:
            self.finish()

    def finish(self) -> None:
        """Write the games since the last part as a new part."""
        if self.writer is None:
            return
        writer, self.writer = self.writer, None
        writer.file.add_key_value_metadata({SUMS: json.dumps(self.sums)})
        writer.close()
        first, self.done = self.done + 1, self.done + writer.games
        self.decisions += writer.decisions
        (self.data / DRAFT).replace(self.data / f"games-{first:07}-{self.done:07}.parquet")
        text = card(self.about, f"{DATA}/*.parquet", self.done, self.decisions)
        (self.folder / CARD).write_text(text, encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Keep finished games even when interrupted."""
        self.finish()


def finished(folder: Path) -> list[Path]:
    """Complete parts in order, up to the first gap."""
    found: list[Path] = []
    for file in sorted(file for file in folder.iterdir() if NAME.fullmatch(file.name)):
        if first_game(file) == (last_game(found[-1]) if found else 0) + 1:
            found.append(file)
    return found


def first_game(file: Path) -> int:
    return numbers(file)[0]


def last_game(file: Path) -> int:
    return numbers(file)[1]


def numbers(file: Path) -> tuple[int, int]:
    match = NAME.fullmatch(file.name)
    assert match is not None
    return int(match[1]), int(match[2])


def seed_of(folder: str | Path) -> int | None:
    """The seed of an existing set."""
    data = Path(folder) / DATA
    files = finished(data) if data.is_dir() else []
    if not files:
        return None
    metadata = pq.read_metadata(files[0]).metadata or {}
    seed = json.loads(metadata.get(ABOUT, b"{}")).get("seed")
    return seed if isinstance(seed, int) else None
