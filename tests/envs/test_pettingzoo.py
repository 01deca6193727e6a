"""PettingZoo's own tests, and its conventions for wrong use."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_check

import zunft
from tests.envs.games import FEW, NAMES, TABLES
from zunft.envs.pettingzoo import ZunftAEC, env

# Its test has a list of environments that may have observations with a mask; a finished game has an empty mask.
EXPECTED = [
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
]
pytestmark = [pytest.mark.filterwarnings(f"ignore:{message}") for message in EXPECTED]


def play(table: ZunftAEC, seed: int, steps: int = 10**6) -> Iterator[tuple[str, Any, float, bool]]:
    """Random play, as every user of PettingZoo writes it."""
    rng = random.Random(seed)
    for agent in table.agent_iter(steps):
        seen, reward, over, _, info = table.last()
        yield agent, seen, reward, over
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        table.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"])))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_api(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(name, players), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_seeds(name: str, players: int) -> None:
    seed_test(partial(env, name, players), num_cycles=30)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rendering(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, name, players), {"ansi": lambda text: "player_0" in text})
    assert "player_0" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), FEW)
def test_saving_observations_is_not_supported(
    name: str, players: int, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is for images; PettingZoo's test reports that for a game without any, and continues."""
    monkeypatch.chdir(tmp_path)
    save_obs_check(env(name, players))
    assert "Observations must be Box to save observations as image" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize(("reward", "total"), [("ranking", 0), ("share", 1), ("win", 1)])
def test_whole_games_are_rewarded_at_the_end(name: str, players: int, reward: str, total: float) -> None:
    table = env(name, players, reward=reward)
    table.reset(seed=players)
    earned = dict.fromkeys(table.possible_agents, 0.0)
    for agent, _, gained, _ in play(table, 1):
        earned[agent] += gained
    assert table.agents == []
    assert sum(earned.values()) == pytest.approx(total)
    assert table.table is not None
    best = max(earned, key=lambda agent: earned[agent])
    assert table.seat[best] in table.table.winners()


@pytest.mark.parametrize(("name", "players"), FEW)
def test_copies_and_pickles_of_a_running_game_continue_identically(name: str, players: int) -> None:
    table = env(name, players)
    table.reset(seed=4)
    for _ in play(table, 1, steps=9):
        pass
    twins = [table, copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    stories = [
        [(agent, seen["observation"].tobytes(), gained) for agent, seen, gained, _ in play(twin, 2)] for twin in twins
    ]
    assert len(stories[0]) > 5
    assert all(story == stories[0] for story in stories)


@pytest.mark.parametrize(("name", "players"), FEW)
def test_only_the_agent_whose_turn_it_is_may_act(name: str, players: int) -> None:
    table = env(name, players)
    table.reset(seed=1)
    for agent in table.possible_agents:
        assert table.observe(agent)["action_mask"].any() == (agent == table.agent_selection)


@pytest.mark.parametrize(("name", "players"), FEW)
def test_an_illegal_action_raises_and_changes_nothing(name: str, players: int) -> None:
    table = env(name, players)
    table.reset(seed=1)
    before = table.observe(table.agent_selection)["observation"]
    illegal = int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"] == 0)[0])
    for action in (illegal, np.int64(illegal), -1, table.game.num_actions, None):
        with pytest.raises(zunft.IllegalAction, match=r"player_\d: .* is not legal now; see the action mask"):
            table.step(action)
    assert np.array_equal(table.observe(table.agent_selection)["observation"], before)


def test_an_illegal_action_can_end_the_game_instead() -> None:
    table = env(*FEW[0], illegal_reward=-1)
    table.reset(seed=1)
    loser = table.agent_selection
    table.step(-1)
    assert table.rewards == {agent: -1 if agent == loser else 0 for agent in table.possible_agents}
    assert all(table.terminations.values())
    for _ in play(table, 1):
        pass
    assert table.agents == []


def test_wrong_order_of_calls() -> None:
    table = env(*FEW[0], render_mode="ansi")
    for call in (partial(table.step, 0), partial(table.observe, "player_0"), table.render):
        with pytest.raises(AssertionError, match="reset"):
            call()


def test_stepping_after_the_end(caplog: pytest.LogCaptureFixture) -> None:
    """A terminated agent may only pass None; when all are gone, PettingZoo warns."""
    table = env(*FEW[0])
    table.reset(seed=1)
    for _, _, _, over in play(table, 1):
        if over:
            with pytest.raises(ValueError, match="the only valid action is None"):
                table.step(0)
    table.step(None)
    assert "Should reset() first" in caplog.text


def test_unknown_agents_options_and_modes() -> None:
    name, players = FEW[0]
    table = env(name, players)
    table.reset(seed=1)
    for ask in (table.observe, table.observation_space, table.action_space):
        with pytest.raises(KeyError, match="no agent 'player_9'; agents: player_0, player_1"):
            ask("player_9")
    with pytest.raises(zunft.BadOption, match="no option 'colour'"):
        env(name, players, colour="red")
    with pytest.raises(zunft.BadOption, match="players, not 17"):
        env(name, 17)
    with pytest.raises(zunft.BadOption, match="reward must be"):
        env(name, players, reward="money")
    with pytest.raises(zunft.BadOption, match="render_mode must be"):
        env(name, players, render_mode="hologram")
    with pytest.raises(zunft.BadOption, match="no render_mode was chosen"):
        table.render()
    with pytest.raises(zunft.UnknownGame, match="no game 'ludo'"):
        env("ludo")


def test_all_games_are_tested() -> None:
    assert NAMES
