"""The agenda: every step has its own name, and records of other rules versions are rejected."""

from __future__ import annotations

import pytest

import zunft
from tests.games.calimala.positions import GAME, fresh
from zunft.core.errors import UnknownStep
from zunft.core.state import Task

UNKNOWN = Task(999)


def test_an_unknown_step_is_an_error() -> None:
    table = fresh()
    with pytest.raises(UnknownStep):
        table.choices(UNKNOWN)
    with pytest.raises(UnknownStep):
        table.decide(UNKNOWN, 0)
    with pytest.raises(UnknownStep):
        table.settle(UNKNOWN)


def test_a_record_of_rules_version_1_is_refused_in_one_line() -> None:
    """C28, C33, C36, C40: such a game would play out differently now."""
    record = zunft.Record.of(GAME.new(3))
    old = record.to_json().replace(f'"rules": {GAME.rules}', '"rules": 1')
    with pytest.raises(zunft.BadRecord) as refused:
        zunft.Record.from_json(old)
    assert "played by rules version 1 of Calimala; this Zunft plays rules version 2" in str(refused.value)
