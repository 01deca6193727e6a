"""The smallest Markttag has no decisions: environments that skip forced actions report that."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
import zunft
from zunft.envs.gymnasium import ZunftEnv
from zunft.envs.pettingzoo import env


def test_a_game_of_forced_actions_only() -> None:
    for make in (env, ZunftEnv):
        table = make("markttag", 2, hand=1, skip_forced=True)
        with pytest.raises(zunft.BadOption, match="nothing to decide"):
            table.reset(seed=1)
        make("markttag", 2, hand=1).reset(seed=1)
