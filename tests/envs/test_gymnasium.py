"""One learner against bots: Gymnasium's own checker, and vectorised games."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import zunft
from tests.envs.games import FEW, TABLES
from zunft.envs.gymnasium import ZunftEnv, ZunftVectorEnv, sample_legal
from zunft.envs.registration import env_id
from zunft.envs.workers import WorkerLost, Workers

BOT = """
class First:
    def __init__(self, seed): pass
    def choose(self, seat): return seat.legal_actions()[0]

class Cheat:
    def __init__(self, seed): pass
    def choose(self, seat): return -1

class Broken:
    def __init__(self, seed): pass
    def choose(self, seat): raise ZeroDivisionError("oh")
"""


def play(env: ZunftEnv, seed: int) -> list[tuple[bytes, float]]:
    """Random play to the end of the current game."""
    rng = random.Random(seed)
    story = []
    over = False
    while not over:
        action = rng.choice(np.flatnonzero(env.action_masks()))
        row, reward, over, _, _ = env.step(action)
        story.append((row.tobytes(), float(reward)))
    return story


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_gymnasiums_checker(name: str, players: int) -> None:
    """It tries any action, legal or not; an illegal one ends the game. Warnings are errors here."""
    check_env(gymnasium.make(env_id(name), players=players, render_mode="ansi").unwrapped)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whole_games_from_every_seat(name: str, players: int) -> None:
    for seat in range(players):
        env = ZunftEnv(name, players, seat=seat)
        _, info = env.reset(seed=seat)
        assert info["player"] == seat
        story = play(env, seat)
        assert all(reward == 0 for _, reward in story[:-1])
        assert env.games is not None
        table = env.games.batch.tables[0]
        assert table.is_over() and story[-1][1] == pytest.approx(zunft.core.reward.rewards(table, "ranking")[seat])


def test_a_seat_can_be_drawn_for_every_game() -> None:
    env = ZunftEnv(*FEW[0])
    assert {env.reset(seed=seed)[1]["player"] for seed in range(20)} == set(range(FEW[0][1]))


@pytest.mark.parametrize(("name", "players"), FEW)
def test_copies_and_pickles_continue_identically(name: str, players: int) -> None:
    env = ZunftEnv(name, players)
    env.reset(seed=3)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env]
    stories = [play(twin, 5) for twin in twins]
    assert stories[0] == stories[1] == stories[2]


def test_own_bots_can_be_opponents(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(BOT, encoding="utf-8")
    env = ZunftEnv(*FEW[0], opponents=f"{file}:First", seat=0)
    stories = []
    for _ in range(2):
        env.reset(seed=1)
        stories.append(play(env, 1))
    assert stories[0] == stories[1]
    with pytest.raises(zunft.IllegalAction, match="Cheat chose -1"):
        play_reset(ZunftEnv(*FEW[0], opponents=f"{file}:Cheat", seat=0))


def play_reset(env: ZunftEnv) -> None:
    env.reset(seed=1)
    play(env, 1)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = ZunftEnv(*FEW[0], render_mode="ansi")
    env.reset(seed=1)
    assert "player_0" in str(env.render())
    env = ZunftEnv(*FEW[0], render_mode="human")
    env.reset(seed=1)
    assert "player_0" in capsys.readouterr().out


def test_wrong_use() -> None:
    name, players = FEW[0]
    env = ZunftEnv(name, players, illegal_reward=None)
    for call in (env.action_masks, lambda: env.step(0)):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
            call()
    env.reset(seed=1)
    with pytest.raises(zunft.IllegalAction, match=r"is not legal now.*; see action_masks"):
        env.step(int(np.flatnonzero(~env.action_masks())[0]))
    play(env, 1)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        env.step(0)
    for wrong, message in [
        ({"seat": 9}, "no seat 9"),
        ({"opponents": "nobody"}, "no bot 'nobody'"),
        ({"opponents": "self"}, "several learners"),
        ({"render_mode": "hologram"}, "render_mode must be one of human, ansi"),
        ({"reward": "money"}, "reward must be"),
        ({"shaping": 1.5}, "learner's discount"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"players": "2"}, "players must be an integer, not '2'"),
        ({"players": 2.0}, "players must be an integer, not 2.0"),
        ({"seat": "0"}, "seat must be an integer"),
        ({"opponents": []}, "opponents must be a bot's name or a list"),
        ({"opponents": None}, "opponents must be a bot's name or a list"),
        ({"opponents": ["self", "random"]}, "'self' is for all seats"),
        ({"shaping": "much"}, "shaping must be a number"),
        ({"illegal_reward": "-1"}, "illegal_reward must be a number"),
        ({"game": 3}, "game must be a name or a game, not 3"),
    ]:
        with pytest.raises(zunft.ZunftError, match=message):
            ZunftEnv(**({"game": name, "players": players} | wrong)).reset()  # type: ignore[operator]


def test_numbers_of_numpy_are_numbers() -> None:
    name, players = FEW[0]
    env = ZunftEnv(name, np.int64(players), seat=np.int8(0), shaping=np.float32(0.5))  # type: ignore[arg-type]
    env.reset(seed=1)
    assert env.plan.players == players and env.plan.terms.shaping == 0.5


def test_only_whole_numbers_are_actions() -> None:
    env = ZunftEnv(*FEW[0])
    env.reset(seed=1)
    legal = int(np.flatnonzero(env.action_masks())[0])
    for wrong in (0.5, None, "pass", np.array([0.0]), np.array([0, 1])):
        with pytest.raises(zunft.IllegalAction, match="an action must be an integer"):
            env.step(wrong)  # type: ignore[arg-type]
    assert not env.step(np.array([legal]))[2], "as some agents return it"  # type: ignore[arg-type]
    with pytest.raises(zunft.IllegalAction, match="there is no action -1; actions go from 0 to"):
        env.text(-1)


# Vectorised games


def steps(envs: ZunftVectorEnv, number: int, seed: int = 1) -> list[bytes]:
    rng = np.random.default_rng(seed)
    rows, infos = envs.reset(seed=seed)
    story = [rows.tobytes()]
    for _ in range(number):
        rows, rewards, over, cut, infos = envs.step(sample_legal(infos["action_mask"], rng))
        story.append(rows.tobytes() + rewards.tobytes() + over.tobytes())
        assert not cut.any()
    return story


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_many_games_at_once(name: str, players: int) -> None:
    envs = ZunftVectorEnv(name, 3, players, autoreset_mode="same_step")
    rng = np.random.default_rng(1)
    rows, infos = envs.reset(seed=1)
    ended = 0
    while ended < 4:
        assert envs.observation_space.contains(rows)
        rows, rewards, over, _, infos = envs.step(sample_legal(infos["action_mask"], rng))
        assert np.array_equal(rewards != 0, over & (rewards != 0))
        assert infos["action_mask"].any(axis=1).all()
        if over.any():
            ended += int(over.sum())
            assert [final is not None for final in infos["final_obs"]] == over.tolist()
            assert all(infos["final_obs"][at].shape == rows[at].shape for at in np.flatnonzero(over))


@pytest.mark.parametrize(("name", "players"), FEW)
def test_a_vector_of_one_is_the_single_environment(name: str, players: int) -> None:
    envs, env = ZunftVectorEnv(name, 1, players, seat=0), ZunftEnv(name, players, seat=0)
    rng = random.Random(1)
    rows, _ = envs.reset(seed=[8])
    row, _ = env.reset(seed=8)
    over = False
    while not over:
        assert np.array_equal(rows[0], row) and np.array_equal(envs.action_masks()[0], env.action_masks())
        action = rng.choice(np.flatnonzero(env.action_masks()))
        rows, rewards, ends, _, _ = envs.step([action])
        row, reward, over, _, _ = env.step(action)
        assert rewards[0] == np.float32(reward) and ends[0] == over


def test_workers_play_the_same_games() -> None:
    name, players = FEW[0]
    alone = steps(ZunftVectorEnv(name, 5, players), 60)
    envs = ZunftVectorEnv(name, 5, players, workers=2, illegal_reward=None)
    try:
        assert steps(envs, 60) == alone
        with pytest.raises(zunft.IllegalAction, match="not legal now"):
            envs.step(np.full(5, -1))
        assert steps(envs, 10) == alone[:11], "workers are out of step after an error"
        assert isinstance(envs.games, Workers) and all(spent > 0 for spent in envs.games.seconds())
    finally:
        envs.close()


def test_errors_in_a_worker_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BOT, encoding="utf-8")
    envs = ZunftVectorEnv(FEW[0][0], 2, FEW[0][1], workers=1, opponents=f"{file}:Broken")
    try:
        with pytest.raises(RuntimeError, match="in a worker: ZeroDivisionError: oh"):
            steps(envs, 200)
    finally:
        envs.close()


def test_a_lost_worker_is_reported() -> None:
    envs = ZunftVectorEnv(FEW[0][0], 2, FEW[0][1], workers=2)
    try:
        envs.reset(seed=1)
        assert isinstance(envs.games, Workers)
        envs.games.processes[1].terminate()
        for call in (lambda: steps(envs, 1), lambda: envs.reset(seed=1)):
            with pytest.raises(WorkerLost, match="worker 1 of 2 has ended with exit code -15"):
                call()
    finally:
        envs.close()


def test_self_play_rewards_all_players() -> None:
    name, players = FEW[0]
    envs = ZunftVectorEnv(name, 4, players, opponents="self")
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    seen = set()
    while True:
        seen |= set(infos["player"].tolist())
        actors = infos["player"]
        _, rewards, over, _, infos = envs.step(sample_legal(infos["action_mask"], rng))
        assert rewards.shape == (4,) and infos["rewards"].shape == (4, players)
        assert np.array_equal(rewards, infos["rewards"][np.arange(4), actors]), "the reward is the acting player's"
        if over.any():
            break
    assert seen == set(range(players))
    assert infos["rewards"][over].sum(axis=1) == pytest.approx(0) and (infos["rewards"][over] != 0).any()


@pytest.mark.parametrize("workers", [0, 2])
def test_arrays_can_be_returned_without_copying(workers: int) -> None:
    name, players = FEW[0]
    kept, lent = (ZunftVectorEnv(name, 4, players, workers=workers, copy=copy) for copy in (True, False))
    (first, infos), (view, _) = kept.reset(seed=5), lent.reset(seed=5)
    before = first.copy()
    rng = np.random.default_rng(2)
    for _ in range(20):
        actions = sample_legal(infos["action_mask"], rng)
        row, *_, infos = kept.step(actions)
        same, *_, their_infos = lent.step(actions)
        assert np.array_equal(row, same) and np.array_equal(infos["action_mask"], their_infos["action_mask"])
        assert same is view or np.shares_memory(same, view)
    assert np.array_equal(first, before), "returned arrays stay unchanged"
    assert not np.array_equal(view, before)
    kept.close()
    lent.close()


def test_wrong_use_of_many_games() -> None:
    name, players = FEW[0]
    with pytest.raises(zunft.BadOption, match="cannot be played by 3 workers"):
        ZunftVectorEnv(name, 2, players, workers=3)
    envs = ZunftVectorEnv(name, 2, players, illegal_reward=None)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step([0, 0])
    with pytest.raises(zunft.BadOption, match="2 seeds"):
        envs.reset(seed=[1])
    before, infos = envs.reset(seed=1)
    for wrong in ([0], [[0], [0]]):
        with pytest.raises(zunft.IllegalAction, match=r"actions must have the shape \(2,\)"):
            envs.step(wrong)
    with pytest.raises(zunft.IllegalAction, match="integers, not float64"):
        envs.step(np.array([0.0, 0.5]))
    right = sample_legal(infos["action_mask"], np.random.default_rng(1))
    with pytest.raises(zunft.IllegalAction, match="game 1: action -1 is not legal now"):
        envs.step([right[0], -1])
    assert np.array_equal(envs.games.observations, before), "an illegal action in one game moved another"
    envs.close()
    for call in (envs.reset, lambda: envs.step(right)):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match=r"after close\(\)"):
            call()
    for wrong_number, message in [("4", "num_envs must be an integer"), (0, "num_envs must be at least 1")]:
        with pytest.raises(zunft.BadOption, match=message):
            ZunftVectorEnv(name, wrong_number)  # type: ignore[arg-type]
