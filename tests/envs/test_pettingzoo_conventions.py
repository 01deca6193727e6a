"""Conventions of PettingZoo besides the interface itself: rows alone, the global state, the parallel form."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test
from pettingzoo.test.state_test import test_state as state_check

import zunft
from tests.envs.games import FEW, TABLES
from zunft.core.reward import rewards
from zunft.envs.pettingzoo import ZunftParallel, env, parallel_env

SEALED = [("norenberc", 3), ("strasbourg", 3)]  # games with simultaneous choices
EXPECTED = ["Observation is not a NumPy array", "Observation space for each agent probably should be", "Action mask"]
pytestmark = [pytest.mark.filterwarnings(f"ignore:{message}") for message in EXPECTED]


def play(table: ZunftParallel, seed: int) -> tuple[dict[str, float], dict[str, Any], int]:
    """A complete random game: every player's return, the last infos, and how often several decided at once."""
    rng = random.Random(seed)
    _, infos = table.reset(seed=seed)
    earned, together = dict.fromkeys(table.possible_agents, 0.0), 0
    while table.agents:
        legal = {agent: np.flatnonzero(infos[agent]["action_mask"]) for agent in table.agents}
        together += sum(table.text(each[0]) != "wait" for each in legal.values()) > 1
        actions = {agent: rng.choice(each) for agent, each in legal.items()}
        _, gained, _, _, infos = table.step(actions)
        earned = {agent: total + gained[agent] for agent, total in earned.items()}
    return earned, infos, together


@pytest.mark.parametrize(("name", "players"), FEW)
def test_rows_alone_with_the_mask_in_the_infos(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    table = env(name, players, mask_in="info")
    assert isinstance(table.observation_space("player_0"), spaces.Box)
    api_test(table, num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out
    table.reset(seed=1)
    row, _, _, _, info = table.last()
    assert table.observation_space("player_0").contains(row) and info["action_mask"].any()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_state_is_all_players_observations(name: str, players: int) -> None:
    table = env(name, players)
    table.reset(seed=1)
    state = table.state()
    assert table.state_space.contains(state)
    rows = [table.observe(agent)["observation"] for agent in table.possible_agents]
    assert np.array_equal(state, np.concatenate(rows))
    state_check(env(name, players, illegal_reward=-1), 20)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_parallel_api(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parallel_env(name, players), num_cycles=60)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), FEW)
def test_parallel_seeds(name: str, players: int) -> None:
    parallel_seed_test(partial(parallel_env, name, players, illegal_reward=-1), num_cycles=20)


@pytest.mark.parametrize(("name", "players"), FEW)
def test_parallel_games_end_like_sequential_ones(name: str, players: int) -> None:
    table = parallel_env(name, players)
    earned, infos, together = play(table, 1)
    assert table.table is not None and table.table.is_over()
    assert list(earned.values()) == rewards(table.table, "ranking")
    assert infos["player_0"]["scores"] == table.table.scores()
    assert [seat for seat, won in enumerate(infos["player_0"]["winners"]) if won] == table.table.winners()
    assert (together > 0) == (name != "guildhall"), "nothing is sealed in Guildhall"


@pytest.mark.parametrize(("name", "players"), SEALED)
def test_players_of_a_sealed_choice_are_asked_together(name: str, players: int) -> None:
    _, _, together = play(parallel_env(name, players), 2)
    assert together >= 3


def test_wrong_actions_in_the_parallel_form() -> None:
    table = parallel_env("norenberc", 2)
    _, infos = table.reset(seed=1)
    assert all(info["action_mask"][:-1].any() and not info["action_mask"][-1] for info in infos.values())
    right = {agent: int(np.flatnonzero(info["action_mask"])[0]) for agent, info in infos.items()}
    before = table.state()
    for wrong in (-1, None, 10**6, int(np.flatnonzero(infos["player_1"]["action_mask"] == 0)[0])):
        with pytest.raises(zunft.IllegalAction, match=r"player_1: .* is not legal now"):
            table.step({**right, "player_1": wrong})
    assert np.array_equal(table.state(), before)
    losing = parallel_env("norenberc", 2, illegal_reward=-1)
    losing.reset(seed=1)
    _, earned, over, _, _ = losing.step({**right, "player_1": -1})
    assert earned == {"player_0": 0.0, "player_1": -1} and all(over.values()) and losing.agents == []


@pytest.mark.parametrize("make", [env, parallel_env])
def test_forced_actions_can_be_skipped(make: Any) -> None:
    name, players = "guildhall", 2
    counts = []
    for skip in (False, True):
        table = make(name, players, skip_forced=skip)
        table.reset(seed=5)
        rng, found = random.Random(5), []
        while table.agents:
            legal = [np.flatnonzero(info["action_mask"][: len(table.codes)]) for info in table.infos.values()]
            asked = [actions for actions in legal if len(actions)]
            found += [len(actions) for actions in asked]
            choice = rng.choice(asked[0]) if asked else None
            table.step(choice if make is env else dict.fromkeys(table.agents, choice))
        counts.append(found)
    assert 1 in counts[0] and 1 not in counts[1]


def test_shaping_adds_nothing_over_a_whole_game() -> None:
    """With a discount of 1 the potentials cancel out, except that of the first position."""
    plain, _, _ = play(parallel_env("guildhall", 2), 3)
    table = parallel_env("guildhall", 2, shaping=1.0)
    table.reset(seed=3)
    first = dict(zip(table.possible_agents, table.hopes, strict=True))
    shaped, _, _ = play(table, 3)
    assert shaped == pytest.approx({agent: plain[agent] - first[agent] for agent in plain})


def test_the_last_infos_say_how_the_game_ended() -> None:
    table = env(*FEW[0])
    table.reset(seed=1)
    rng = random.Random(1)
    while not any(table.terminations.values()):
        table.step(rng.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"])))
    assert table.table is not None
    assert all(info["scores"] == table.table.scores() for info in table.infos.values())


def test_wrong_keywords() -> None:
    with pytest.raises(zunft.BadOption, match="mask_in must be one of observation, info, not 'pocket'"):
        env(*FEW[0], mask_in="pocket")
    with pytest.raises(zunft.BadOption, match="players must be an integer, not '3'"):
        env(FEW[0][0], "3")  # type: ignore[arg-type]
    with pytest.raises(zunft.BadOption, match="shaping must be a number"):
        env(*FEW[0], shaping="much")
    with pytest.raises(zunft.IllegalAction, match="there is no action -1"):
        env(*FEW[0]).text(-1)
