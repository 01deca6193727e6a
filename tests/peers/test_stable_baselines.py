"""Stable-Baselines3: its own checker, and MaskablePPO for a few steps."""

from __future__ import annotations

import pytest

pytest.importorskip("sb3_contrib", reason="sb3-contrib is installed by make test-peers")
import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

from tests.envs.games import NAMES
from zunft.envs.registration import env_id

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("name", NAMES)
def test_checker(name: str) -> None:
    check_env(gymnasium.make(env_id(name)).unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_one_environment_by_its_id(name: str) -> None:
    env = gymnasium.make(env_id(name), illegal_reward=None)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=16, n_epochs=1, seed=1)
    model.learn(64)
    row, info = env.reset(seed=1)
    action, _ = model.predict(row, action_masks=info["action_mask"].astype(bool), deterministic=True)
    assert info["action_mask"][int(action)]


@pytest.mark.parametrize("name", NAMES)
def test_its_own_vector_of_ids(name: str) -> None:
    """`make_vec_env` asks for a render mode that we do not have, and does without."""
    envs = make_vec_env(env_id(name), n_envs=2, seed=1)
    MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=16, n_epochs=1, seed=1).learn(32)


def test_many_environments() -> None:
    from zunft.envs.sb3 import ZunftVecEnv

    envs = ZunftVecEnv("norenberc", 4, seed=1)
    model = MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=16, n_epochs=1, seed=1)
    model.learn(128)
    assert np.isfinite(model.policy.predict_values(model.policy.obs_to_tensor(envs.reset())[0]).detach().numpy()).all()
