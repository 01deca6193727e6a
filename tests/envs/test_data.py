"""Data sets: rows round-trip, and match the game."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import zunft
from tests.envs.games import FEW, TABLES
from zunft.cli import main
from zunft.core.play import choose
from zunft.core.state import CHANCE
from zunft.envs import data
from zunft.envs.observation import observe


def recorded(name: str, players: int, seed: int) -> zunft.Record:
    state = zunft.load(name).new(players)
    record = zunft.Record.of(state)
    rng = random.Random(seed)
    while not state.is_over():
        deciders = state.deciders()
        if len(deciders) > 1:  # in any order, as with people
            player = rng.choice(deciders)
            record.add(state, rng.choice(state.legal_actions(player)), player)
        else:
            record.add(state, choose(state, rng))
    return record


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_data_set_contains_the_games(name: str, players: int, tmp_path: Path) -> None:
    game = zunft.load(name)
    records = [recorded(name, players, seed) for seed in range(2)]
    with data.Writer(tmp_path / "x.parquet", game, players) as writer:
        for number, record in enumerate(records):
            writer.add(record, f"game {number}")
    found = data.read(tmp_path / "x.parquet")
    assert found.about["game"] == name and found.about["players"] == players
    assert (found.mask[np.arange(len(found)), found.action] == 1).all()
    row = 0
    for number, record in enumerate(records):
        scores = record.scores or []
        for ply, state in enumerate(record.states()):
            if ply == len(record.actions):
                break
            decider = record.deciders[ply]
            player = state.current_player() if decider is None else decider
            if player == CHANCE:
                continue
            assert (found.record[row], found.ply[row], found.player[row]) == (f"game {number}", ply, player)
            assert game.codes.player_codes[found.action[row]] == record.actions[ply]
            assert found.score[row] == scores[player]
            assert np.array_equal(found.observation[row], observe(state, player))
            row += 1
    assert row == len(found)


def test_columns_can_be_selected(tmp_path: Path) -> None:
    file = tmp_path / "x.parquet"
    assert main(["sim", FEW[0][0], "--games", "3", "--seed", "1", "--parquet", str(file)]) == 0
    found = data.read(file, ["action", "won"])
    assert len(found) > 50 and found.won.dtype == bool and not hasattr(found, "mask")


def test_sim_writes_rows_and_records_of_the_same_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, folder = tmp_path / "x.parquet", tmp_path / "records"
    command = ["sim", FEW[0][0], "--games", "2", "--seed", "5", "--parquet", str(file), "--save", str(folder)]
    assert main(command) == 0
    found = data.read(file)
    assert {f"{name}.json" for name in found.record} == {path.name for path in folder.iterdir()}
    for path in folder.iterdir():
        record = zunft.Record.from_json(path.read_text(encoding="utf-8"))
        rows = found.record == path.stem
        assert found.action[rows].tolist() == [record.actions[ply] for ply in found.ply[rows]]
    capsys.readouterr()


def test_unwritable_and_unreadable_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = zunft.load(FEW[0][0])
    with (
        data.Writer(tmp_path / "x.parquet", game, 2) as writer,
        pytest.raises(zunft.BadRecord, match="only finished games"),
    ):
        writer.add(zunft.Record(game, 2), "nothing")
    pq.write_table(pa.table({"x": [1]}), tmp_path / "y.parquet")
    with pytest.raises(zunft.BadRecord, match="not a Zunft data set"):
        data.read(tmp_path / "y.parquet")
    assert main(["sim", game.name, "--games", "1", "--parquet", str(tmp_path / "no" / "z.parquet")]) == 2
    assert "No such file" in capsys.readouterr().err
