"""TextArena's game loop, with and without the package."""

from __future__ import annotations

import random

import pytest

import zunft
from zunft.envs import textarena
from zunft.envs.textarena import TextArenaEnv


def legal_in(observation: str) -> list[str]:
    choices = observation.rsplit("\n# YOUR DECISION\n", 1)[1].split("\n\n")[0].split("\n")[1:]
    return [line.split(" | ")[0] for line in choices]


@pytest.mark.parametrize("name", zunft.game_names())
def test_a_whole_game_in_the_loop_of_textarena(name: str) -> None:
    env = TextArenaEnv(name)
    players = zunft.load(name).players[0]
    env.reset(num_players=players, seed=1)
    rng, done, turns = random.Random(1), False, 0
    while not done:
        player, observation = env.get_observation()
        assert f"You are P{player + 1} " in observation
        done, _ = env.step(f"[{rng.choice(legal_in(observation))}]")
        turns += 1
    rewards, info = env.close()
    assert rewards is not None and sum(rewards.values()) == pytest.approx(0)
    assert sum(one["turn_count"] for one in info.values()) == turns
    assert not any(one["invalid_move"] for one in info.values())


def test_a_few_wrong_answers_are_tolerated() -> None:
    env = TextArenaEnv("norenberc", error_allowance=2)
    env.reset(num_players=2, seed=1)
    player, _ = env.get_observation()
    for _ in range(2):
        done, info = env.step("dance")
        assert not done and "legal are" in info["invalid_move"]
        assert env.get_observation()[0] == player and "'dance' is not an action" in env.get_observation()[1]
    assert env.step("pass") == (False, {})
    loser, _ = env.get_observation()
    assert [env.step("dance")[0] for _ in range(3)] == [False, False, True]
    rewards, after = env.close()
    assert rewards == {loser: -1.0, 1 - loser: 0.0} and after[loser]["invalid_move"]
    assert env.step("pass") == (True, {})


def test_calls_before_and_during_a_game() -> None:
    env = TextArenaEnv("norenberc")
    with pytest.raises(zunft.IllegalAction, match="reset"):
        env.get_observation()
    env.reset(num_players=2, seed=1)
    assert env.close()[0] is None


def test_games_are_known_to_textarena() -> None:
    package = pytest.importorskip("textarena", reason="make test-peers runs it")
    for env_id in textarena.register():
        env = package.make(env_id)
        env.reset(num_players=3, seed=2)
        clipped = package.wrappers.ClipCharactersActionWrapper(env, max_num_characters=1000)
        player, observation = clipped.get_observation()
        assert clipped.step(action=legal_in(observation)[0])[0] is False
        assert clipped.env.info[player]["turn_count"] == 1
