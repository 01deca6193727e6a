"""TorchRL's own environment check, for single and vectorised games."""

from __future__ import annotations

import pytest

pytest.importorskip("torchrl", reason="TorchRL is installed by make test-peers")
import torch
from torchrl.envs import ActionMask, GymEnv, GymWrapper, PettingZooWrapper, TransformedEnv
from torchrl.envs.utils import check_env_specs

from tests.envs.games import FEW, NAMES
from zunft.envs.gymnasium import SELF_PLAY, ZunftEnv, ZunftVectorEnv
from zunft.envs.pettingzoo import env, parallel_env
from zunft.envs.registration import env_id

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("name", NAMES)
def test_one_game(name: str) -> None:
    torch.manual_seed(1)
    wrapped = GymWrapper(ZunftEnv(name))
    check_env_specs(wrapped)
    assert wrapped.rollout(10)["observation"].shape[-1] == wrapped.observation_spec["observation"].shape[-1]


@pytest.mark.parametrize("opponents", ["random", SELF_PLAY])
@pytest.mark.parametrize("mode", ["same_step", "disabled"])
@pytest.mark.parametrize("name", NAMES)
def test_many_games(name: str, mode: str, opponents: str) -> None:
    """TorchRL supports these two of the three autoreset modes."""
    torch.manual_seed(1)
    wrapped = GymWrapper(ZunftVectorEnv(name, 3, opponents=opponents, autoreset_mode=mode))
    check_env_specs(wrapped)
    assert wrapped.rollout(10, break_when_any_done=False).batch_size == (3, 10)


@pytest.mark.parametrize("name", NAMES)
def test_by_its_id(name: str) -> None:
    """`GymEnv` tries a keyword of its own first."""
    torch.manual_seed(1)
    check_env_specs(GymEnv(env_id(name)))


@pytest.mark.parametrize("mode", ["same_step", "disabled"])
@pytest.mark.parametrize("name", NAMES)
def test_masked_random_play(name: str, mode: str) -> None:
    """With the mask no action is illegal, so no game ends early. TorchRL reads infos unasked only for "same_step"."""
    torch.manual_seed(1)
    wrapped = GymWrapper(ZunftVectorEnv(name, 3, autoreset_mode=mode))
    masked = TransformedEnv(wrapped if mode == "same_step" else wrapped.auto_register_info_dict(), ActionMask())
    steps = masked.rollout(12, break_when_any_done=False)
    assert steps["action_mask"].gather(-1, chosen(steps["action"])).all()
    assert not steps["next", "done"].any()


def chosen(actions: torch.Tensor) -> torch.Tensor:
    """The index of each one-hot action."""
    return actions.long().argmax(-1, keepdim=True)


@pytest.mark.parametrize(("name", "players"), FEW)
def test_pettingzoo_in_turns(name: str, players: int) -> None:
    torch.manual_seed(1)
    check_env_specs(PettingZooWrapper(env(name, players), use_mask=True))


@pytest.mark.parametrize(("name", "players"), FEW)
def test_pettingzoo_at_once(name: str, players: int) -> None:
    torch.manual_seed(1)
    check_env_specs(PettingZooWrapper(parallel_env(name, players, illegal_reward=-1), use_mask=True))
