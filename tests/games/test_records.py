"""Golden records: whole games that must replay to the same end. Changing one requires a new rules version."""

from __future__ import annotations

from pathlib import Path

import pytest

import zunft
from tests.games import OUR_GAMES

RECORDS = sorted(Path(__file__).parent.glob("*/records/*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=[f"{path.parts[-3]}-{path.stem}" for path in RECORDS])
def test_a_golden_record_replays(path: Path) -> None:
    record = zunft.Record.from_json(path.read_text(encoding="utf-8"))
    state = record.replay()
    assert state.is_over()
    assert state.scores() == record.scores


@pytest.mark.parametrize("name", OUR_GAMES)
def test_there_is_a_golden_record_for_every_number_of_players(name: str) -> None:
    records = [zunft.Record.from_json(path.read_text(encoding="utf-8")) for path in RECORDS if path.parts[-3] == name]
    assert {record.players for record in records} == set(zunft.load(name).players)
