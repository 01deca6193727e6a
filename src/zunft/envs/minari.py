"""Minari data sets: recorded games as episodes, one for each player of each game::

    with MinariWriter("zunft/norenberc-2p-random-v0", game, players=2) as writer:
        writer.add(record, seed=1)
    dataset = minari.load_dataset("zunft/norenberc-2p-random-v0")

An episode is what one player saw and chose, from the first decision to the end of the game; the reward, by final
ranking, comes with the last decision. Masks of legal actions are in the infos, as in our Gymnasium environment.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

import minari
import numpy as np
from minari import MinariDataset
from minari.data_collector import EpisodeBuffer

from zunft.core.errors import BadOption, BadRecord
from zunft.core.game import Game
from zunft.core.record import Record
from zunft.core.reward import RANKING, rewards
from zunft.envs import data
from zunft.envs.observation import mask, observe
from zunft.envs.spaces import action_space, row_space
from zunft.version import __version__

GAMES_AT_ONCE: Final = 200
FORMAT: Final = "arrow"


class MinariWriter:
    """Creates a local data set; it is complete when the writer is closed."""

    def __init__(
        self,
        dataset_id: str,
        game: Game,
        players: int,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        bots: Sequence[str] = (),
    ) -> None:
        self.dataset_id, self.game = dataset_id, game
        self.about = data.about(game, players, options or {}, seed, bots)
        self.dataset: MinariDataset | None = None
        self.buffers: list[EpisodeBuffer] = []
        if dataset_id in minari.list_local_datasets():
            raise BadOption(f"the Minari data set {dataset_id} already exists")

    def add(self, record: Record, seed: int | None = None) -> None:
        """Add a finished game: an episode for every player."""
        if record.scores is None:
            raise BadRecord("only finished games have a result to write")
        self.buffers += episodes(record, seed)
        if len(self.buffers) >= GAMES_AT_ONCE * record.players:
            self.flush()

    def flush(self) -> None:
        if self.dataset is not None and self.buffers:
            self.dataset.update_dataset_from_buffer(self.buffers)
        elif self.buffers:
            self.dataset = self.created()
        self.buffers = []

    def created(self) -> MinariDataset:
        names = [bot["name"] for bot in self.about["bots"]]
        with warnings.catch_warnings():  # Minari recommends an author and a link, which only the user knows
            warnings.simplefilter("ignore", UserWarning)
            return minari.create_dataset_from_buffers(
                self.dataset_id,
                self.buffers,
                algorithm_name=", ".join(names) or None,
                action_space=action_space(self.game),
                observation_space=row_space(self.game),
                description=described(self.about),
                data_format=FORMAT,
                requirements=[f"zunft[rl]=={__version__}"],
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()


def episodes(record: Record, seed: int | None) -> list[EpisodeBuffer]:
    """What each player saw and chose, and the final position."""
    game = record.game
    rows: list[list[Any]] = [[] for _ in range(record.players)]
    masks: list[list[Any]] = [[] for _ in range(record.players)]
    actions: list[list[int]] = [[] for _ in range(record.players)]
    state = record.new()
    for ply, player, state in record.decisions():
        rows[player].append(observe(state, player))
        masks[player].append(mask(game, state.legal_actions(player)))
        actions[player].append(game.codes.numbers[record.actions[ply]])
    earned = rewards(state, RANKING)
    for player in range(record.players):
        rows[player].append(observe(state, player))
        masks[player].append(mask(game, []))
    return [
        episode(rows[player], masks[player], actions[player], earned[player], player, seed)
        for player in range(record.players)
        if actions[player]
    ]


def episode(
    rows: list[Any], masks: list[Any], actions: list[int], earned: float, player: int, seed: int | None
) -> EpisodeBuffer:
    steps = len(actions)
    seat = np.full((steps + 1, 1), player, np.int8)  # a column: Minari's Arrow storage cannot read plain numbers back
    return EpisodeBuffer(
        seed=seed,
        observations=np.stack(rows),
        actions=np.array(actions, np.int64),
        rewards=[0.0] * (steps - 1) + [earned],
        terminations=[False] * (steps - 1) + [True],
        truncations=[False] * steps,
        infos={"action_mask": np.stack(masks), "player": seat},
    )


def described(about: Mapping[str, Any]) -> str:
    """The content of a Parquet set's card, in a few sentences."""
    bots = ", ".join(f"{bot['name']} ({bot['plays']}, {bot['package']} {bot['version']})" for bot in about["bots"])
    return (
        f"{about['game']}, rules version {about['rules']}, {about['players']} players, options {about['options']}, "
        f"seed {about['seed']}, made with Zunft {about['zunft']}. Seats: {bots or 'unknown'}. One episode for each "
        "player of each game; observations show only what that player saw; infos hold masks of legal actions."
    )
