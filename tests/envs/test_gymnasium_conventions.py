"""Conventions of Gymnasium besides the interface itself: ids, autoreset modes, wrappers, infos, rewards."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as vector_wrappers

import zunft
from tests.envs.games import FEW, NAMES
from zunft.core.reward import rewards
from zunft.envs.gymnasium import SELF_PLAY, ZunftEnv, ZunftVectorEnv, sample_legal
from zunft.envs.registration import env_id, register

NAME, PLAYERS = FEW[0]
SHORT = ("guildhall", 2)  # random games short enough for many to end


def play(env: Any, seed: int) -> tuple[float, dict[str, Any]]:
    """Random play to the end of a new game: all rewards, and the last info."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        total += float(reward)
    return total, info


# Ids


def test_every_game_has_an_id() -> None:
    assert register() == tuple(env_id(name) for name in NAMES)
    env = gymnasium.make(env_id(NAME), players=PLAYERS, seat=0)
    assert isinstance(env.unwrapped, ZunftEnv) and env.spec is not None and env.spec.id == env_id(NAME)


def test_ids_are_known_after_importing_the_package() -> None:
    code = "import gymnasium, zunft.envs; print(gymnasium.make('zunft/Norenberc-v0').unwrapped.plan.game.name)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "norenberc\n"


def test_unknown_keywords_raise_what_wrappers_expect() -> None:
    """TorchRL's GymEnv looks for this text, Stable-Baselines3's make_vec_env for this type."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'") as raised:
        gymnasium.make(env_id(NAME), frameskip=1)
    assert isinstance(raised.value, zunft.BadOption)
    with pytest.raises(TypeError, match="render_mode must be one of human, ansi"), pytest.warns(match="rgb_array"):
        gymnasium.make(env_id(NAME), render_mode="rgb_array")


def test_many_games_by_id() -> None:
    envs = gymnasium.make_vec(env_id(NAME), num_envs=3, opponents="self")
    assert isinstance(envs.unwrapped, ZunftVectorEnv)
    rows, _ = envs.reset(seed=1)
    assert rows.shape[0] == 3


def test_gymnasiums_own_vectors_of_single_environments() -> None:
    envs = gymnasium.make_vec(env_id(NAME), num_envs=2, vectorization_mode="sync")
    _, infos = envs.reset(seed=1)
    _, _, over, _, infos = envs.step(sample_legal(infos["action_mask"], np.random.default_rng(1)))
    assert not over.any() and infos["action_mask"].shape[0] == 2
    envs.close()


# Illegal actions, reset options


def test_an_illegal_action_ends_the_game() -> None:
    env = ZunftEnv(NAME, PLAYERS, illegal_reward=-3.0)
    _, info = env.reset(seed=1)
    _, reward, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, over, cut) == (-3.0, True, False) and info["illegal_action"]


def test_an_illegal_action_ends_one_game_of_many() -> None:
    envs = ZunftVectorEnv(NAME, 3, PLAYERS, opponents=SELF_PLAY)
    _, infos = envs.reset(seed=1)
    actions = sample_legal(infos["action_mask"], np.random.default_rng(1))
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    _, earned, over, _, infos = envs.step(actions)
    assert over.tolist() == [False, True, False] and earned.tolist() == [0, -1, 0]
    assert infos["illegal_action"][1] and infos["action_mask"].any(axis=1).all()


def test_unknown_reset_options_raise() -> None:
    for env in (ZunftEnv(NAME, PLAYERS), ZunftVectorEnv(NAME, 2, PLAYERS)):
        env.reset(options={})
        with pytest.raises(zunft.BadOption, match="no option 'colour'"):
            env.reset(options={"colour": "red"})


# The end of a game


@pytest.mark.parametrize(("name", "players"), FEW)
def test_the_last_info_says_how_the_game_ended(name: str, players: int) -> None:
    env = ZunftEnv(name, players, seat=0)
    _, info = play(env, 2)
    assert env.games is not None
    table = env.games.batch.tables[0]
    assert info["scores"].tolist() == table.scores()
    assert np.flatnonzero(info["winners"]).tolist() == table.winners()
    assert (info["ranks"] == 1).tolist() == info["winners"].tolist() and not info["illegal_action"]


@pytest.mark.parametrize("kind", ["ranking", "share", "win", "margin"])
def test_rewards_are_what_the_game_was_worth(kind: str) -> None:
    env = ZunftEnv(*SHORT, seat=1, reward=kind)
    total, _ = play(env, 3)
    assert env.games is not None
    assert total == pytest.approx(rewards(env.games.batch.tables[0], kind)[1], rel=1e-5)


def test_shaping_adds_nothing_over_a_whole_game() -> None:
    """With a discount of 1 the potentials cancel out, except that of the first position."""
    plain, _ = play(ZunftEnv(*SHORT, seat=0), 4)
    shaped = ZunftEnv(*SHORT, seat=0, shaping=1.0)
    shaped.reset(seed=4)
    assert shaped.games is not None
    first = shaped.games.batch.hopes[0][0]
    assert 0 < first < 1
    total, _ = play(shaped, 4)
    assert total == pytest.approx(plain - first, abs=1e-4)


def test_shaping_rewards_all_players_in_self_play() -> None:
    envs = ZunftVectorEnv(*SHORT[:1], 2, SHORT[1], opponents=SELF_PLAY, shaping=1.0)
    _, infos = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    gained = np.zeros((2, SHORT[1]))
    for _ in range(12):
        _, _, over, _, infos = envs.step(sample_legal(infos["action_mask"], rng))
        gained += infos["rewards"]
        assert not over.any()
    assert (gained != 0).any() and gained.sum(axis=1) == pytest.approx(0, abs=1e-4), "chances are shares of 1"


def test_forced_decisions_can_be_skipped() -> None:
    def decisions(skip: bool) -> list[int]:
        env = ZunftEnv("guildhall", seat=0, skip_forced=skip)
        _, info = env.reset(seed=5)
        rng, found, over = np.random.default_rng(5), list[int](), False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            found.append(len(legal))
            _, _, over, _, info = env.step(rng.choice(legal))
        return found

    assert 1 in decisions(False)
    assert 1 not in decisions(True)


# Autoreset


def until_the_end(envs: ZunftVectorEnv, rng: np.random.Generator) -> tuple[Any, ...]:
    _, infos = envs.reset(seed=1)
    while True:
        found = envs.step(sample_legal(infos["action_mask"], rng))
        infos = found[-1]
        if found[2].any():
            return found


@pytest.mark.parametrize("workers", [0, 1])
@pytest.mark.parametrize("mode", ["NextStep", AutoresetMode.NEXT_STEP, "next_step"])
def test_a_new_game_in_the_next_step(mode: Any, workers: int) -> None:
    if workers and mode != "next_step":
        pytest.skip("once is enough")
    envs = ZunftVectorEnv(SHORT[0], 3, SHORT[1], autoreset_mode=mode, workers=workers)
    assert envs.autoreset_mode == envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    rng = np.random.default_rng(1)
    rows, _, over, _, infos = until_the_end(envs, rng)
    ended = int(np.flatnonzero(over)[0])
    layout = envs.plan.game.layout
    assert layout is not None and layout.named(rows[ended])["table over"] == [1], "the last observation comes first"
    assert infos["_scores"].tolist() == over.tolist() and infos["winners"][ended].any()
    rows, earned, over, _, infos = envs.step(sample_legal(infos["action_mask"], rng))
    assert not over[ended] and earned[ended] == 0
    assert layout.named(rows[ended])["table over"] == [0]
    envs.close()


@pytest.mark.parametrize("workers", [0, 2])
def test_no_new_game_before_it_is_reset(workers: int) -> None:
    envs = ZunftVectorEnv(SHORT[0], 3, SHORT[1], autoreset_mode="disabled", workers=workers)
    rng = np.random.default_rng(1)
    before, _, over, _, infos = until_the_end(envs, rng)
    with pytest.raises(zunft.IllegalAction, match="is over: reset it"):
        envs.step(np.zeros(3, int))
    rows, infos = envs.reset(options={"reset_mask": over})
    assert np.array_equal(rows[~over], before[~over]) and not np.array_equal(rows[over], before[over])
    assert infos["action_mask"].any(axis=1).all()
    envs.step(sample_legal(infos["action_mask"], rng))
    envs.close()


def test_the_same_step_has_the_old_and_the_new_game() -> None:
    envs = ZunftVectorEnv(SHORT[0], 3, SHORT[1], autoreset_mode="same_step")
    assert envs.autoreset_mode == AutoresetMode.SAME_STEP
    rows, _, over, _, infos = until_the_end(envs, np.random.default_rng(1))
    ended = int(np.flatnonzero(over)[0])
    layout = envs.plan.game.layout
    assert layout is not None
    assert layout.named(rows[ended])["table over"] == [0]
    assert layout.named(infos["final_obs"][ended])["table over"] == [1]
    assert infos["final_info"]["winners"][ended].any() and infos["_final_info"].tolist() == over.tolist()


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(("name", "players"), FEW)
def test_many_games_equal_gymnasiums_own_vector_environment(name: str, players: int, mode: AutoresetMode) -> None:
    """Observations, rewards, ends and results are the same in every mode, even after an illegal action."""
    single = partial(ZunftEnv, name, players)
    theirs = SyncVectorEnv([single, single, single], autoreset_mode=mode)
    ours = ZunftVectorEnv(name, 3, players, autoreset_mode=mode)
    rows, infos = ours.reset(seed=[5, 6, 7])
    assert np.array_equal(rows, theirs.reset(seed=5)[0])
    rng, ends = np.random.default_rng(1), 0
    while ends < 4:
        actions = sample_legal(infos["action_mask"], rng)
        if not ends:
            actions[2] = np.flatnonzero(infos["action_mask"][2] == 0)[0]
        found, wanted = ours.step(actions), theirs.step(actions)
        for mine, other in zip(found[:4], wanted[:4], strict=True):
            assert np.array_equal(mine, other)
        over, infos = found[2], found[4]
        results, expected = infos.get("final_info", infos), wanted[4].get("final_info", wanted[4])
        for at in np.flatnonzero(over):
            assert np.array_equal(results["ranks"][at], expected["ranks"][at])
            assert results["illegal_action"][at] == expected["illegal_action"][at]
        if over.any() and mode == AutoresetMode.DISABLED:
            rows, infos = ours.reset(options={"reset_mask": over})
            assert np.array_equal(rows, theirs.reset(options={"reset_mask": over})[0])
        ends += int(over.sum())


def test_wrong_modes_and_masks() -> None:
    with pytest.raises(zunft.BadOption, match="next_step, same_step, disabled, not 'never'"):
        ZunftVectorEnv(NAME, 2, PLAYERS, autoreset_mode="never")
    envs = ZunftVectorEnv(NAME, 2, PLAYERS)
    with pytest.raises(gymnasium.error.ResetNeeded, match="all games before some"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(seed=1)
    for wrong in ([True, False], np.array([True]), np.array([1, 0])):
        with pytest.raises(zunft.BadOption, match="numpy array of 2 booleans"):
            envs.reset(options={"reset_mask": wrong})
    with pytest.raises(zunft.BadOption, match="at least one game"):
        envs.reset(options={"reset_mask": np.array([False, False])})


# Wrappers


@pytest.mark.parametrize("opponents", ["random", SELF_PLAY])
def test_wrappers_for_many_games(opponents: str) -> None:
    counted = vector_wrappers.RecordEpisodeStatistics(ZunftVectorEnv(SHORT[0], 3, SHORT[1], opponents=opponents))
    envs = vector_wrappers.DtypeObservation(vector_wrappers.FlattenObservation(counted), np.float32)
    rng = np.random.default_rng(1)
    rows, infos = envs.reset(seed=1)
    assert rows.dtype == np.float32 and envs.observation_space.contains(rows)
    while counted.episode_count < 3:
        rows, _, over, _, infos = envs.step(sample_legal(infos["action_mask"], rng))
        assert envs.observation_space.contains(rows)
    assert over.any() and infos["episode"]["l"][over].all()


@pytest.mark.parametrize("opponents", ["random", SELF_PLAY])
def test_statistics_in_the_same_step(opponents: str) -> None:
    """Gymnasium's observation wrappers refuse this mode; its episode wrapper accepts it."""
    plain = ZunftVectorEnv(SHORT[0], 3, SHORT[1], opponents=opponents, autoreset_mode="same_step")
    envs = vector_wrappers.RecordEpisodeStatistics(plain)
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    while envs.episode_count < 3:
        _, _, over, _, infos = envs.step(sample_legal(infos["action_mask"], rng))
    assert infos["episode"]["l"][over].all()


def test_wrappers_for_one_game() -> None:
    env: Any = gymnasium.make(env_id(NAME), players=PLAYERS)
    env = gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.wrappers.FlattenObservation(env))
    env = gymnasium.wrappers.DtypeObservation(env, np.float32)
    total, info = play(env, 1)
    assert info["episode"]["r"] == pytest.approx(total)


def test_infos_as_a_list() -> None:
    envs = vector_wrappers.DictInfoToList(ZunftVectorEnv(NAME, 2, PLAYERS))
    _, infos = envs.reset(seed=1)
    assert [sorted(info) for info in infos] == [["action_mask", "player"]] * 2
