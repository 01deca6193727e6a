"""Actions split into factors for factored policies."""

from __future__ import annotations

import numpy as np
import pytest

import zunft
from tests.envs.games import NAMES
from zunft.envs.factors import Factors


@pytest.mark.parametrize("name", NAMES)
def test_factors_lead_back_to_the_action(name: str) -> None:
    game = zunft.load(name)
    factors = Factors(name)
    assert factors.table.shape == (game.num_player_actions, len(factors.columns))
    assert len(np.unique(factors.table, axis=0)) == game.num_player_actions, "two actions have the same factors"
    for number, code in enumerate(game.codes.player_codes):
        row = zip(factors.columns, factors.table[number], strict=True)
        words = [factors.values[column][at - 1] for column, at in row if at]
        assert " ".join(words) == game.text(code)


def test_masks_of_factors_narrow_as_they_are_chosen() -> None:
    game = zunft.load("norenberc")
    factors = Factors(game)
    legal = np.zeros(game.num_player_actions, np.int8)
    for text in ("buy 1 beer", "buy 2 beer", "enough"):
        legal[game.codes.numbers[game.parse(text)]] = 1
    buy = factors.values["kind"].index("buy") + 1
    assert factors.mask(legal, {})["kind"].sum() == 2
    masks = factors.mask(legal, {"kind": buy})
    assert masks["count"].sum() == 2 and masks["good"].sum() == 1 and masks["kind"].sum() == 1
