"""Free-form options: on the command line, in records, rejected with a reason."""

from __future__ import annotations

import pytest

import zunft
from tests.games.guildhall.positions import GAME
from zunft.terminal.arguments import option_value

SIX = "dancer,farmer,historian,trader,weaver,assassin"


def test_free_options_from_the_command_line() -> None:
    assert option_value(GAME, "turn_limit", "50") == 50
    assert option_value(GAME, "professions", SIX) == SIX.split(",")
    assert option_value(GAME, "same_profession_after_completion", "TRUE") is True


def test_a_record_carries_them() -> None:
    state = GAME.new(3, mode="six_chosen", professions=SIX, turn_limit=50)
    record = zunft.Record.from_json(zunft.Record.of(state).to_json())
    assert record.options == {"mode": "six_chosen", "professions": sorted(SIX.split(",")), "turn_limit": 50}
    assert record.new().view(None)["turn_limit"] == 50


@pytest.mark.parametrize("wrong", [0, 401, "50", True, None])
def test_a_limit_out_of_range_is_refused(wrong: object) -> None:
    with pytest.raises(zunft.BadOption, match="must be an integer from 1 to 400"):
        GAME.new(2, turn_limit=wrong)
