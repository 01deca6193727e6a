"""Stable-Baselines3: many games as one of its vector environments, with masks for sb3-contrib's MaskablePPO.

Needs the extra `zunft[train]`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from zunft.core.errors import BadOption
from zunft.envs.gymnasium import SELF_PLAY, ZunftVectorEnv
from zunft.envs.observation import Array

MASKS = "action_masks"


class ZunftVecEnv(VecEnv):
    """Arguments are those of ZunftVectorEnv. One learner per game; episodes are in the infos, as by Monitor."""

    def __init__(self, game: str, num_envs: int, seed: int | None = None, **options: Any) -> None:
        if options.get("opponents") == SELF_PLAY:
            raise BadOption("Stable-Baselines3 supports one learner per game")
        self.envs = ZunftVectorEnv(game, num_envs, autoreset_mode="same_step", **options)
        self.render_mode = None
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)
        self.next_seed = seed
        self.lengths = np.zeros(num_envs, np.int64)

    def reset(self) -> Array:
        self.lengths[:] = 0
        rows, _ = self.envs.reset(seed=self.next_seed)
        self.next_seed = None
        return rows

    def step_async(self, actions: Array) -> None:
        self.envs.send(actions)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        rows, earned, over, _, infos = self.envs.receive()
        self.lengths += 1
        per_game: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(over):
            per_game[number] = {
                "terminal_observation": infos["final_obs"][number],
                "episode": {"r": float(earned[number]), "l": int(self.lengths[number]), "t": 0.0},
            }
        self.lengths[over] = 0
        return rows, earned, over, per_game

    def close(self) -> None:
        self.envs.close()

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == MASKS

    def env_method(self, method_name: str, *_: Any, indices: Any = None, **__: Any) -> list[Any]:
        """What MaskablePPO calls; the games have no other methods."""
        if method_name != MASKS:
            raise AttributeError(f"the games have no method {method_name!r}")
        return list(self.envs.action_masks()[list(self.places(indices))])

    def places(self, indices: Any) -> Iterable[int]:
        return range(self.num_envs) if indices is None else [indices] if isinstance(indices, int) else indices

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name != "render_mode":
            raise AttributeError(f"the games have no attribute {attr_name!r}")
        return [None for _ in self.places(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError("the games' attributes cannot be changed")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self.places(indices)]
