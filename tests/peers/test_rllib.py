"""RLlib trains for one iteration with action masks: one learner against bots, and self-play through PettingZoo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("tree", reason="RLlib is installed by make test-peers")
pytest.importorskip("torch", reason="RLlib is installed by make test-peers")
import ray
from gymnasium import spaces
from ray import tune
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from zunft.envs.gymnasium import ZunftEnv
from zunft.envs.pettingzoo import ZunftAEC

pytestmark = pytest.mark.filterwarnings("ignore")


def floats(row: Any, mask: Any) -> dict[str, Any]:
    return {"observations": row.astype(np.float32), "action_mask": mask.astype(np.float32)}


def float_space(length: int, actions: int) -> spaces.Dict:
    rows = spaces.Box(0, 127, (length,), np.float32)
    return spaces.Dict({"observations": rows, "action_mask": spaces.Box(0, 1, (actions,), np.float32)})


class Masked(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Row and mask in the format of RLlib's module for masked actions."""

    def __init__(self, env: ZunftEnv) -> None:
        super().__init__(env)
        self.table = env
        assert env.plan.game.layout is not None
        self.observation_space = float_space(env.plan.game.layout.length, env.plan.game.num_player_actions)

    def observation(self, row: Any) -> dict[str, Any]:
        return floats(row, self.table.action_masks())


class MaskedTurns(ZunftAEC):
    """The same for all players."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        assert self.game.layout is not None
        space = float_space(self.game.layout.length, self.game.num_player_actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)

    def observe(self, agent: str) -> Any:
        seen = super().observe(agent)
        return floats(seen["observation"], seen["action_mask"])


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def small(config: PPOConfig) -> PPOConfig:
    training = config.training(train_batch_size_per_learner=64, minibatch_size=32, num_epochs=1)
    return training.env_runners(num_env_runners=0, rollout_fragment_length=64)


@pytest.mark.parametrize("name", ["norenberc", "guildhall"])
def test_one_learner(name: str) -> None:
    tune.register_env("masked", lambda _: Masked(ZunftEnv(name, illegal_reward=None)))
    spec = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [16]})
    algorithm = small(PPOConfig().environment("masked")).rl_module(rl_module_spec=spec).build_algo()
    found = algorithm.train()
    algorithm.stop()
    assert found["env_runners"]["num_env_steps_sampled_lifetime"] >= 64
    assert np.isfinite(found["learners"]["default_policy"]["total_loss"])


def test_self_play() -> None:
    """RLlib's environment check tries any action, so illegal ones have to end the game."""
    tune.register_env("turns", lambda _: PettingZooEnv(MaskedTurns("norenberc", 2, illegal_reward=-1)))
    spec = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [16]})
    config = small(PPOConfig().environment("turns")).multi_agent(
        policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared"
    )
    algorithm = config.rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": spec})).build_algo()
    found = algorithm.train()
    algorithm.stop()
    assert np.isfinite(found["learners"]["shared"]["total_loss"])
