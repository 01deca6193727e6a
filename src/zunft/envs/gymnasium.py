"""Gymnasium: one learner against bots, alone or in many games at once.

env = gymnasium.make("zunft/Norenberc-v0", opponents="random")
envs = ZunftVectorEnv("norenberc", num_envs=1024, workers=2)
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from zunft.core.batch import ANY_SEAT, DISABLED, EVERYBODY_LEARNS, NEXT_STEP, SAME_STEP, Terms
from zunft.core.errors import BadOption, IllegalAction, shown
from zunft.core.game import Game
from zunft.envs import arguments
from zunft.envs.observation import Array
from zunft.envs.spaces import action_space, row_space
from zunft.envs.text import position
from zunft.envs.workers import Games, Plan, Workers

RENDER_MODES = ("human", "ansi")
SELF_PLAY = "self"
RESET_MASK = "reset_mask"
FOLLOWS = {
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


def planned(
    game: str | Game,
    players: int | None,
    opponents: str | Sequence[str],
    seat: int | None,
    terms: Terms,
    follows: int,
    options: dict[str, Any],
) -> Plan:
    """Validate what all games of an environment have in common, including the opponents."""
    found = arguments.found(game)
    arguments.check_options(found, options)
    setting = found.agree(found.players[0] if players is None else arguments.whole("players", players), options)
    names = arguments.names("opponents", opponents)
    if SELF_PLAY in names and names != [SELF_PLAY]:
        raise BadOption(f"{SELF_PLAY!r} is for all seats, not for some of them")
    terms.seat = ANY_SEAT if seat is None else arguments.whole("seat", seat)
    if seat is not None and not 0 <= terms.seat < setting.players:
        raise BadOption(f"there is no seat {seat}; seats go from 0 to {setting.players - 1}")
    if names == [SELF_PLAY]:
        terms.seat = EVERYBODY_LEARNS
    return Plan(found, setting.players, options, names, terms, follows)


def agreed_terms(reward: str, shaping: float, skip_forced: bool, illegal_reward: float | None) -> Terms:
    illegal = None if illegal_reward is None else arguments.number("illegal_reward", illegal_reward)
    return Terms(0, None, reward, arguments.number("shaping", shaping), skip_forced, illegal)


def check_reset_options(options: dict[str, Any] | None, known: Iterable[str] = ()) -> None:
    unknown = [name for name in options or {} if name not in known]
    if unknown:
        raise BadOption(f"reset has no option {unknown[0]!r}; the game's options are set at construction")


class ZunftEnv(gymnasium.Env[Array, int]):
    """One player learns, bots play the other seats.

    `seat`: the learner's seat; None draws one for every game. `opponents`: a bot's name, or several that take the
    seats in turn. Actions are indices of player actions; `text(action)` describes one. An illegal action ends the game
    with `illegal_reward`; if that is None, it raises IllegalAction. `skip_forced`: decisions with a single legal action
    are played automatically. `shaping`: a discount enables potential-based shaping by the game's judgement.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - required by Gymnasium

    def __init__(
        self,
        game: str | Game = "norenberc",
        players: int | None = None,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "ranking",
        shaping: float = 0.0,
        skip_forced: bool = False,
        render_mode: str | None = None,
        illegal_reward: float | None = -1.0,
        **options: Any,
    ) -> None:
        terms = agreed_terms(reward, shaping, skip_forced, illegal_reward)
        self.plan = planned(game, players, opponents, seat, terms, DISABLED, options)
        if terms.seat == EVERYBODY_LEARNS:
            raise BadOption("self-play has several learners: use ZunftVectorEnv or PettingZoo")
        arguments.check_render_mode(render_mode, RENDER_MODES)
        self.render_mode = render_mode
        self.observation_space = row_space(self.plan.game)
        self.action_space = action_space(self.plan.game)
        self.games: Games | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        check_reset_options(options)
        if self.games is None:
            self.games = Games(self.plan, [secrets.randbits(64) if seed is None else seed])
        self.games.reset(0, seed)
        return self.answer(self.games)

    def answer(self, games: Games) -> tuple[Array, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        info = {"action_mask": games.masks[0].copy(), "player": int(games.players[0])}
        return games.observations[0].copy(), info | (
            {name: of[0] for name, of in results(games).items()} if games.over[0] else {}
        )

    def step(self, action: int) -> tuple[Array, SupportsFloat, bool, bool, dict[str, Any]]:
        games = self.begun("step")
        if games.batch.ended[0]:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() before the next step()")
        games.step([self.checked(games, action)])
        row, info = self.answer(games)
        return row, float(games.rewards[0]), bool(games.over[0]), False, info

    def checked(self, games: Games, action: object) -> int:
        """The index of the action; anything but an integer is refused."""
        chosen = np.asarray(action)
        if chosen.size != 1 or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"an action must be an integer, not {shown(action)}")
        number = int(chosen.reshape(()))
        if self.plan.terms.illegal_reward is None and not games.batch.is_legal(0, number):
            error = games.batch.refused(0, number)
            raise IllegalAction(f"{error}; see action_masks()", error.why)
        return number

    def begun(self, what: str) -> Games:
        if self.games is None:
            raise gymnasium.error.ResetNeeded(f"call reset() before {what}()")
        return self.games

    def action_masks(self) -> Array:
        """For sb3-contrib's MaskablePPO."""
        return np.asarray(self.begun("action_masks").masks[0], bool)

    def text(self, action: int) -> str:
        """An action as written in records."""
        return arguments.text_of(self.plan.game, action)

    def render(self) -> str | None:
        """The learner's view of the table, returned or printed as text."""
        if self.render_mode is None:
            raise BadOption(f"no render_mode was chosen at construction: one of {', '.join(RENDER_MODES)}")
        batch = self.begun("render").batch
        names = [f"player_{seat}" for seat in range(batch.players)]
        text = position(batch.tables[0], batch.seats[0], self.plan.game.texts["en"].with_names(names))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def results(games: Games | Workers) -> dict[str, Array]:
    """How games ended, by seat; rows of games that did not end in this step are meaningless."""
    return {
        "scores": games.scores.copy(),
        "ranks": games.ranks.copy(),
        "winners": games.ranks == 1,
        "illegal_action": games.ranks[:, 0] == 0,
    }


class ZunftVectorEnv(VectorEnv[Array, Array, Array]):
    """Many games in one call, in this process or in workers. Keywords are those of ZunftEnv, and:

    `opponents="self"`: the caller plays every seat; `infos["player"]` says who decides in each game. Rewards are
    those of the player who acted; `infos["rewards"]` has a column for every player.
    `autoreset_mode`: a game that ends is followed by a new one in the next step (Gymnasium's default), whose action is
    ignored, in the same step, or when it is reset by `reset(options={"reset_mask": ...})`.
    `copy=False`: returns the environment's own observations, masks and rewards, which the next step overwrites.

    Infos contain `action_mask`, and for ended games scores, ranks and winners (`final_info` if the next game has
    already begun). The same seed gives the same games for any number of workers.
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
        shaping: float = 0.0,
        skip_forced: bool = False,
        illegal_reward: float | None = -1.0,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: Any,
    ) -> None:
        num_envs, workers = arguments.whole("num_envs", num_envs), arguments.whole("workers", workers)
        if num_envs < 1:
            raise BadOption(f"num_envs must be at least 1, not {num_envs}")
        if not 0 <= workers <= num_envs:
            raise BadOption(f"{num_envs} games cannot be played by {workers} workers")
        self.autoreset_mode = known_mode(autoreset_mode)
        terms = agreed_terms(reward, shaping, skip_forced, illegal_reward)
        self.plan = planned(game, players, opponents, seat, terms, FOLLOWS[self.autoreset_mode], options)
        self.num_envs = num_envs
        self.copy = copy
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self.single_observation_space = row_space(self.plan.game)
        self.single_action_space = action_space(self.plan.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        seeds = [f"{secrets.randbits(64)}/{number}" for number in range(num_envs)]
        self.games = Workers(self.plan, seeds, workers) if workers else Games(self.plan, seeds)
        self.is_begun = False
        self.ended = np.zeros(num_envs, bool)  # in the previous step

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        self.check_open("reset")
        check_reset_options(options, (RESET_MASK,))
        which = self.checked_mask((options or {}).get(RESET_MASK))
        if which is not None and not self.is_begun:
            raise gymnasium.error.ResetNeeded("reset all games before some of them")
        self.games.reset_all(self.seeds(seed), None if which is None else which.tolist())
        self.is_begun = True
        self.ended &= False if which is None else ~which
        return self.output(self.games.observations), self.infos()

    def checked_mask(self, which: Any) -> Array | None:
        """Validate the reset mask, as in Gymnasium's own vector environments."""
        if which is None:
            return None
        if not isinstance(which, np.ndarray) or which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise BadOption(f"{RESET_MASK} must be a numpy array of {self.num_envs} booleans")
        if not which.any():
            raise BadOption(f"{RESET_MASK} must name at least one game")
        return which

    def output(self, array: Array) -> Array:
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
        """The first half of a step: the workers start while the caller does something else."""
        self.check_open("step")
        if not self.is_begun:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            raise IllegalAction(
                f"actions must have the shape ({self.num_envs},), one for each game, not {chosen.shape}"
            )
        if chosen.dtype.kind not in "iu":
            raise IllegalAction(f"actions must be integers, not {chosen.dtype}")
        if self.autoreset_mode == AutoresetMode.DISABLED and self.ended.any():
            raise IllegalAction(f"game {np.flatnonzero(self.ended)[0]} is over: reset it before the next step")
        self.games.send(chosen)

    def receive(self) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """The second half of a step."""
        self.games.receive()
        over = self.games.over.astype(bool)
        self.ended = over.copy()
        earned = self.output(self.games.rewards)
        return self.output(self.games.observations), earned, over, np.zeros_like(over), self.infos(over)

    def infos(self, over: Array | None = None) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, bool)
        found: dict[str, Any] = {
            "action_mask": self.output(self.games.masks),
            "_action_mask": everywhere,
            "player": self.output(self.games.players),
            "_player": everywhere,
        }
        if over is not None and self.plan.terms.seat == EVERYBODY_LEARNS:
            found |= {"rewards": self.output(self.games.everyone), "_rewards": everywhere}
        if over is not None and over.any():
            found |= self.endings(over)
        return found

    def endings(self, over: Array) -> dict[str, Any]:
        """Results of the games that ended in this step."""
        ended: dict[str, Any] = {}
        for name, values in results(self.games).items():
            ended |= {name: values, f"_{name}": over}
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            return ended
        finals = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(over):
            finals[number] = self.games.finals[number].copy()
        return {"final_obs": finals, "_final_obs": over, "final_info": ended, "_final_info": over}

    def action_masks(self) -> Array:
        return self.games.masks.astype(bool)

    def check_open(self, what: str) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError(f"{what}() after close()")

    def close_extras(self, **_: Any) -> None:
        self.games.close()


def known_mode(mode: str | AutoresetMode) -> AutoresetMode:
    """From its name or Gymnasium's own value."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        if isinstance(mode, str) and mode.upper() in AutoresetMode.__members__:
            return AutoresetMode[mode.upper()]
        names = ", ".join(AutoresetMode.__members__).lower()
        raise BadOption(f"autoreset_mode must be one of {names}, not {mode!r}") from None


def sample_legal(masks: Array, rng: np.random.Generator) -> Array:
    """A random legal action in every game, vectorised."""
    games, actions = masks.shape
    allowed = np.flatnonzero(masks.view(np.bool_) if masks.dtype == np.int8 else masks)
    bounds = np.searchsorted(allowed, np.arange(games + 1) * actions)
    first, counts = bounds[:-1], np.diff(bounds)
    picked = allowed[first + (rng.random(games) * counts).astype(np.int64)]
    return np.asarray(picked % actions)
