"""SuperSuit's wrappers on rows with the mask in the infos, and PettingZoo's own test through them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

supersuit = pytest.importorskip("supersuit", reason="SuperSuit is installed by make test-peers")

from tests.envs.games import FEW  # noqa: E402
from zunft.envs.pettingzoo import env, parallel_env  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")


def wrapped(table: Any) -> Any:
    table = supersuit.dtype_v0(table, np.float32)
    table = supersuit.normalize_obs_v0(table)
    table = supersuit.flatten_v0(table)
    return supersuit.frame_stack_v2(table, 3)


@pytest.mark.parametrize(("name", "players"), FEW)
def test_wrappers_in_turns(name: str, players: int) -> None:
    plain = env(name, players, mask_in="info")
    length = len(plain.observation_space("player_0").sample())
    table = wrapped(plain)
    table.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in table.agent_iter():
        row, _, over, _, info = table.last()
        assert row.dtype == np.float32 and row.min() >= 0 and row.max() <= 1
        assert row.shape == (3 * length,)
        table.step(None if over else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    assert table.agents == []


@pytest.mark.parametrize(("name", "players"), FEW)
def test_wrappers_at_once(name: str, players: int) -> None:
    table = wrapped(parallel_env(name, players, mask_in="info"))
    rows, infos = table.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(30):
        if not table.agents:
            break
        masks = {agent: np.flatnonzero(infos[agent]["action_mask"]) for agent in table.agents}
        rows, _, _, _, infos = table.step({agent: int(rng.choice(legal)) for agent, legal in masks.items()})
        assert all(row.dtype == np.float32 for row in rows.values())


@pytest.mark.parametrize(("name", "players"), FEW)
def test_many_parallel_games_for_gymnasium(name: str, players: int) -> None:
    """The usual way to train Stable-Baselines3 on a PettingZoo game."""
    table = parallel_env(name, players, mask_in="info", illegal_reward=-1)
    envs = supersuit.concat_vec_envs_v1(supersuit.pettingzoo_env_to_vec_env_v1(table), 2, base_class="gymnasium")
    rows, _ = envs.reset(seed=1)
    assert rows.shape[0] == 2 * players
    rows, earned, over, _, _ = envs.step(np.zeros(2 * players, np.int64))
    assert len(rows) == len(earned) == len(over) == 2 * players
    envs.close()
