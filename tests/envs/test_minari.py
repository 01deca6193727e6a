"""Minari data sets, read back by Minari."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import zunft
from tests.envs.games import FEW
from tests.envs.test_data import recorded
from zunft.cli import main
from zunft.envs.observation import observe
from zunft.envs.spaces import action_space, row_space

minari = pytest.importorskip("minari")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))


@pytest.mark.parametrize(("name", "players"), FEW)
def test_episodes_are_what_players_saw_and_chose(name: str, players: int) -> None:
    from zunft.envs.minari import MinariWriter

    game = zunft.load(name)
    records = [recorded(name, players, seed) for seed in range(2)]
    with MinariWriter(f"zunft/{name}-test-v0", game, players, {}, 4, ["random"] * players) as writer:
        for record in records:
            writer.add(record, seed=4)
    found = minari.load_dataset(f"zunft/{name}-test-v0")
    assert found.observation_space == row_space(game) and found.action_space == action_space(game)
    episodes = list(found.iterate_episodes())
    assert len(episodes) == 2 * players
    for number, record in enumerate(records):
        end = record.replay()
        rewards = [sum(one.rewards) for one in episodes[number * players : (number + 1) * players]]
        assert sum(rewards) == pytest.approx(0)
        for player in range(players):
            episode = episodes[number * players + player]
            steps = len(episode.actions)
            masks = episode.infos["action_mask"]
            assert len(episode.observations) == steps + 1
            assert (masks[np.arange(steps), episode.actions] == 1).all() and not masks[steps].any()
            assert np.array_equal(episode.observations[-1], observe(end, player))
            assert episode.terminations.tolist() == [False] * (steps - 1) + [True] and not episode.truncations.any()


def test_sim_creates_a_data_set_once(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["sim", "norenberc", "--players", "2", "--games", "2", "--seed", "1", "--minari", "zunft/some-v0"]
    assert main(given) == 0
    found = minari.load_dataset("zunft/some-v0")
    assert found.total_episodes == 4 and "rules version 1" in found.storage.metadata["description"]
    capsys.readouterr()
    assert main(given) == 2
    assert "already" in capsys.readouterr().err
