"""Data sets: recorded games as Parquet files, one row per decision, and their loader::

    with Writer("games.parquet", game, players=2) as writer:
        writer.add(record, "game 1")
    decisions = read("games.parquet")

A row contains what the player saw and chose, and how the game ended.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from zunft.core.errors import BadOption, BadRecord
from zunft.core.game import Game
from zunft.core.record import Record
from zunft.core.reward import RANKING, rewards
from zunft.core.state import State
from zunft.envs.observation import Array, layout_of, mask, observe
from zunft.envs.provenance import seated
from zunft.version import __version__

ROWS_AT_ONCE = 8192
ABOUT = b"zunft"
DATA = "data"  # the folder of the parts in a set of several files
HIGHEST_SEED = 2**63 - 1
PLAYER = 3  # its index in a row


def schema(game: Game, about: Mapping[str, Any]) -> pa.Schema:
    layout = layout_of(game)
    columns = [
        ("record", pa.string()),  # the game's id
        ("seed", pa.int64()),  # of the whole set; null if unknown
        ("ply", pa.int32()),  # index of the action in its record, chance draws included
        ("player", pa.int8()),  # who decided
        ("bot", pa.string()),  # who had this seat, from the record
        ("observation", pa.list_(pa.int8(), layout.length)),  # what that player saw
        ("mask", pa.list_(pa.int8(), game.num_player_actions)),  # 1 for what was legal
        ("action", pa.int32()),  # the chosen action: an index into the mask
        ("terminal", pa.bool_()),  # the player's last decision in this game
        ("score", pa.int32()),  # the player's final points
        ("reward", pa.float32()),  # by final ranking: 1 for the first to -1 for the last
        ("won", pa.bool_()),  # alone or with others
    ]
    return pa.schema(columns, {ABOUT: json.dumps(about)})


def about(
    game: Game, players: int, options: Mapping[str, Any], seed: int | None = None, bots: Sequence[str] = ()
) -> dict[str, Any]:
    """Metadata stored in the file."""
    if seed is not None and seed > HIGHEST_SEED:
        raise BadOption(f"the seed of a data set is at most {HIGHEST_SEED}")
    return {
        "zunft": __version__,
        "game": game.name,
        "rules": game.rules,
        "players": players,
        "options": {name: value for name, value in options.items() if value is not None},
        "seed": seed,
        "bots": seated(game, bots),
        "fields": [[field.name, field.size, field.kind, field.high] for field in layout_of(game).fields],
    }


class Writer:
    """Writes finished games of one setting, several thousand decisions at a time."""

    def __init__(
        self,
        path: str | Path,
        game: Game,
        players: int,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        bots: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.seed = seed
        self.about = about(game, players, options or {}, seed, bots)
        self.games = self.decisions = 0
        self.schema = schema(game, self.about)
        self.file = pq.ParquetWriter(path, self.schema, compression="zstd")
        self.rows: list[tuple[Any, ...]] = []

    def add(self, record: Record, name: str) -> None:
        """Write all decisions of a finished game."""
        if record.scores is None:
            raise BadRecord("only finished games have a result to write")
        rows: list[list[Any]] = []
        last: dict[int, int] = {}  # by player: the row of their latest decision
        state = record.new()
        for ply, player, state in record.decisions():
            last[player] = len(rows)
            rows.append([name, self.seed, ply, player, *self.decided(record, state, player, ply)])
        scores, earned, winners = state.scores(), rewards(state, RANKING), state.winners()
        for at, row in enumerate(rows):
            player = row[PLAYER]
            self.rows.append((*row, at == last[player], scores[player], earned[player], player in winners))
        self.games += 1
        self.decisions += len(rows)
        if len(self.rows) >= ROWS_AT_ONCE:
            self.flush()

    def decided(self, record: Record, state: State, player: int, ply: int) -> list[Any]:
        """The bot, what the player saw, what was legal and what was chosen."""
        bot = record.seats[player] if record.seats else ""
        legal = mask(self.game, state.legal_actions(player))
        return [bot, observe(state, player), legal, self.game.codes.numbers[record.actions[ply]]]

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
    """A data set in memory, one numpy array per column."""

    about: dict[str, Any]
    record: Array
    seed: Array
    ply: Array
    player: Array
    bot: Array
    observation: Array  # decisions × length of the layout
    mask: Array  # decisions × number of actions
    action: Array
    terminal: Array
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
    """Read a data set, a file or a folder of parts; `columns` selects some of its columns."""
    folder = Path(path) / DATA
    table = pq.read_table(folder if folder.is_dir() else path, columns=columns)
    content = (table.schema.metadata or {}).get(ABOUT)
    if content is None:
        raise BadRecord(f"{path} is not a Zunft data set")
    return Decisions(table, json.loads(content))
