"""Gymnasium: one learner against bots, alone or in many games at once.

env = ZunftEnv("norenberc", opponents="random")
envs = ZunftVectorEnv("norenberc", num_envs=1024, workers=2)
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from zunft.core.batch import ANY_SEAT, EVERYBODY_LEARNS
from zunft.core.errors import BadOption, IllegalAction
from zunft.core.game import Game, load
from zunft.core.play import described
from zunft.envs.observation import Array
from zunft.envs.spaces import action_space, row_space
from zunft.envs.text import position
from zunft.envs.workers import Games, Plan, Workers

RENDER_MODES = ("human", "ansi")
SELF_PLAY = "self"


def planned(
    game: str | Game,
    players: int | None,
    opponents: str | Sequence[str],
    seat: int | None,
    reward: str,
    options: dict[str, Any],
) -> Plan:
    """What all games of an environment have in common, checked; who plays against whom."""
    found = load(game) if isinstance(game, str) else game
    setting = found.agree(found.players[0] if players is None else players, options)
    names = [opponents] if isinstance(opponents, str) else list(opponents)
    if seat is not None and not 0 <= seat < setting.players:
        raise BadOption(f"there is no seat {seat}; seats go from 0 to {setting.players - 1}")
    place = EVERYBODY_LEARNS if names == [SELF_PLAY] else ANY_SEAT if seat is None else seat
    return Plan(found, setting.players, options, names, place, reward)


class ZunftEnv(gymnasium.Env[Array, int]):
    """One player learns, bots play the other seats.

    `seat`: where the learner sits; None draws a seat for every game. `opponents`: a bot's name, or several that take
    the seats in turn. An illegal action raises IllegalAction, or ends the game with `illegal_reward` if one is given.
    """

    def __init__(
        self,
        game: str | Game = "norenberc",
        players: int | None = None,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "ranking",
        render_mode: str | None = None,
        illegal_reward: float | None = None,
        **options: Any,
    ) -> None:
        self.plan = planned(game, players, opponents, seat, reward, options)
        if self.plan.seat == EVERYBODY_LEARNS:
            raise BadOption("self-play has several learners: use ZunftVectorEnv or PettingZoo")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"the render mode can be {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        self.observation_space = row_space(self.plan.game)
        self.action_space = action_space(self.plan.game)
        self.games: Games | None = None
        self.over = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        if self.games is None:
            self.games = Games(self.plan, [secrets.randbits(64) if seed is None else seed])
        self.games.reset(0, seed)
        self.over = False
        return self.answer(self.games)

    def answer(self, games: Games) -> tuple[Array, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        return games.observations[0].copy(), {"action_mask": games.masks[0].copy(), "player": int(games.players[0])}

    def step(self, action: int) -> tuple[Array, SupportsFloat, bool, bool, dict[str, Any]]:
        games = self.begun("step")
        if self.over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() before the next step()")
        if action not in games.batch.legal[0]:
            return self.refuse(games, action)
        games.step([int(action)], again=False)
        self.over = bool(games.over[0])
        earned = float(games.rewards[0]) if self.over else 0.0
        row, info = self.answer(games)
        return (games.finals[0].copy() if self.over else row), earned, self.over, False, info

    def refuse(self, games: Games, action: object) -> tuple[Array, SupportsFloat, bool, bool, dict[str, Any]]:
        if self.illegal_reward is None:
            number = action.item() if isinstance(action, np.generic) else action
            raise IllegalAction(f"{described(games.batch.tables[0], number)} is not legal now; see action_masks()")
        self.over = True
        row, info = self.answer(games)
        return row, self.illegal_reward, True, False, info

    def begun(self, what: str) -> Games:
        if self.games is None:
            raise gymnasium.error.ResetNeeded(f"call reset() before {what}()")
        return self.games

    def action_masks(self) -> Array:
        """For MaskablePPO of sb3-contrib."""
        return np.asarray(self.begun("action_masks").masks[0], bool)

    def render(self) -> str | None:
        """The table as the learner sees it: a text, or printed."""
        if self.render_mode is None:
            raise BadOption(f"ask for a render mode at the beginning: {', '.join(RENDER_MODES)}")
        batch = self.begun("render").batch
        names = [f"player_{seat}" for seat in range(batch.players)]
        text = position(batch.tables[0], batch.seats[0], self.plan.game.texts["en"].with_names(names))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


class ZunftVectorEnv(VectorEnv[Array, Array, Array]):
    """Many games in one call, here or in worker processes; a game that ends is followed by a new one in the same step.

    `opponents="self"`: every seat is played from outside; `infos["player"]` says who decides in each game, and rewards
    have a column for every player. Infos hold `action_mask`, and `final_obs` where games ended.
    The same seed gives the same games for any number of workers.

    `copy=False`: observations, masks and rewards are the environment's own arrays, which the next step overwrites.
    """

    def __init__(
        self,
        game: str | Game = "norenberc",
        num_envs: int = 1,
        players: int | None = None,
        *,
        workers: int = 0,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "ranking",
        copy: bool = True,
        **options: Any,
    ) -> None:
        if num_envs < 1 or not 0 <= workers <= num_envs:
            raise BadOption(f"{num_envs} games cannot be played by {workers} workers")
        self.plan = planned(game, players, opponents, seat, reward, options)
        self.num_envs = num_envs
        self.copy = copy
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = row_space(self.plan.game)
        self.single_action_space = action_space(self.plan.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        seeds = [f"{secrets.randbits(64)}/{number}" for number in range(num_envs)]
        self.games = Workers(self.plan, seeds, workers) if workers else Games(self.plan, seeds)
        self.is_begun = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        self.games.reset_all(self.seeds(seed))
        self.is_begun = True
        return self.given(self.games.observations), self.infos()

    def given(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def seeds(self, seed: int | list[int | None] | None) -> Sequence[int | str | None]:
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise BadOption(f"{self.num_envs} games need {self.num_envs} seeds, not {len(seed)}")
            return seed
        return [None if seed is None else f"{seed}/{number}" for number in range(self.num_envs)]

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        self.send(actions)
        return self.receive()

    def send(self, actions: Any) -> None:
        """The first half of a step: the workers begin while the caller does something else."""
        if not self.is_begun:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            raise IllegalAction(f"{self.num_envs} games need {self.num_envs} actions, not {chosen.size}")
        if chosen.dtype.kind not in "iu":
            raise IllegalAction(f"actions are whole numbers, not {chosen.dtype}")
        self.games.send(chosen)

    def receive(self) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """The second half of a step."""
        self.games.receive()
        over = self.games.over.astype(bool)
        earned = self.given(self.games.rewards)
        return self.given(self.games.observations), earned, over, np.zeros_like(over), self.infos(over)

    def infos(self, over: Array | None = None) -> dict[str, Any]:
        found: dict[str, Any] = {
            "action_mask": self.given(self.games.masks),
            "player": self.given(self.games.players),
        }
        if over is not None and over.any():
            finals = np.full(self.num_envs, None, object)
            for number in np.flatnonzero(over):
                finals[number] = self.games.finals[number].copy()
            found |= {"final_obs": finals, "_final_obs": over}
        return found

    def action_masks(self) -> Array:
        return self.games.masks.astype(bool)

    def close_extras(self, **_: Any) -> None:
        self.games.close()


def sample_legal(masks: Array, rng: np.random.Generator) -> Array:
    """A random legal action in every game, quickly."""
    games, actions = masks.shape
    allowed = np.flatnonzero(masks.view(np.bool_) if masks.dtype == np.int8 else masks)
    bounds = np.searchsorted(allowed, np.arange(games + 1) * actions)
    first, counts = bounds[:-1], np.diff(bounds)
    picked = allowed[first + (rng.random(games) * counts).astype(np.int64)]
    return np.asarray(picked % actions)
