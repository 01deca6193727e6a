"""Data sets: recorded games as Parquet files, one row a decision, and their loader.

with Writer("games.parquet", game, players=2) as writer:
    writer.add(record, "game 1")
decisions = read("games.parquet")
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from zunft.core.errors import BadRecord
from zunft.core.game import Game
from zunft.core.record import Record
from zunft.core.reward import RANKING, rewards
from zunft.core.state import CHANCE
from zunft.envs.observation import Array, layout_of, mask, observe
from zunft.version import __version__

ROWS_AT_ONCE = 8192
ABOUT = b"zunft"


def schema(game: Game, about: Mapping[str, Any]) -> pa.Schema:
    layout = layout_of(game)
    columns = [
        ("record", pa.string()),  # the game's id
        ("ply", pa.int32()),  # number of the action in its record, chance included, from 0
        ("player", pa.int8()),  # who decided
        ("observation", pa.list_(pa.int8(), layout.length)),  # what that player saw
        ("mask", pa.list_(pa.int8(), game.num_actions)),  # 1 for what was legal
        ("action", pa.int32()),  # what was chosen
        ("score", pa.int32()),  # the player's points in the end
        ("reward", pa.float32()),  # by final ranking: 1 for the first to -1 for the last
        ("won", pa.bool_()),  # alone or with others
    ]
    return pa.schema(columns, {ABOUT: json.dumps(about)})


def about(game: Game, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """What a reader needs to know, kept inside the file."""
    return {
        "zunft": __version__,
        "game": game.name,
        "rules": game.rules,
        "players": players,
        "options": {name: value for name, value in options.items() if value is not None},
        "fields": [[field.name, field.size, field.kind, field.high] for field in layout_of(game).fields],
    }


class Writer:
    """Writes finished games of one setting, some thousand decisions at a time."""

    def __init__(self, path: str | Path, game: Game, players: int, options: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.schema = schema(game, about(game, players, options or {}))
        self.file = pq.ParquetWriter(path, self.schema, compression="zstd")
        self.rows: list[tuple[Any, ...]] = []

    def add(self, record: Record, name: str) -> None:
        """All decisions of a finished game."""
        if record.scores is None:
            raise BadRecord("only finished games have a result to write")
        rows: list[tuple[Any, ...]] = []
        state = record.new()
        for ply, state in enumerate(record.states()):
            if ply == len(record.actions):
                break
            decider = record.deciders[ply]
            player = state.current_player() if decider is None else decider
            if player != CHANCE:
                legal = mask(self.game, state.legal_actions(player))
                rows.append((name, ply, player, observe(state, player), legal, record.actions[ply]))
        scores, earned, winners = state.scores(), rewards(state, RANKING), state.winners()
        self.rows += [(*row, scores[row[2]], earned[row[2]], row[2] in winners) for row in rows]
        if len(self.rows) >= ROWS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        columns = list(zip(*self.rows, strict=True))
        if columns:
            self.file.write_table(pa.Table.from_arrays(list(map(column, columns, self.schema)), schema=self.schema))
        self.rows = []

    def close(self) -> None:
        self.flush()
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def column(values: tuple[Any, ...], field: pa.Field) -> pa.Array:
    if pa.types.is_fixed_size_list(field.type):
        return pa.FixedSizeListArray.from_arrays(pa.array(np.concatenate(values)), type=field.type)
    return pa.array(values, field.type)


class Decisions:
    """A data set in memory, a numpy array for each column."""

    about: dict[str, Any]
    record: Array
    ply: Array
    player: Array
    observation: Array  # decisions × length of the layout
    mask: Array  # decisions × number of actions
    action: Array
    score: Array
    reward: Array
    won: Array

    def __init__(self, table: pa.Table, about: dict[str, Any]) -> None:
        self.about = about
        for name in table.column_names:
            values = table.column(name).combine_chunks()
            if pa.types.is_fixed_size_list(values.type):
                found = values.flatten().to_numpy(zero_copy_only=False).reshape(-1, values.type.list_size)
            else:
                found = values.to_numpy(zero_copy_only=False)
            setattr(self, name, found)

    def __len__(self) -> int:
        return len(self.action)


def read(path: str | Path, columns: list[str] | None = None) -> Decisions:
    """A data set, or only some of its columns."""
    table = pq.read_table(path, columns=columns)
    content = (table.schema.metadata or {}).get(ABOUT)
    if content is None:
        raise BadRecord(f"{path} is not a data set of Zunft")
    return Decisions(table, json.loads(content))
