"""The common base of both PettingZoo environments: agents, spaces, observations, state, text rendering."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env_logger import EnvLogger

from zunft.core.batch import MOST_NEW_GAMES
from zunft.core.errors import BadOption
from zunft.core.game import Game
from zunft.core.play import deal, described
from zunft.core.reward import check_reward, check_shaping, potentials, result, rewards
from zunft.core.state import State
from zunft.envs import arguments
from zunft.envs.observation import Array, observe
from zunft.envs.spaces import action_space, masked_space, row_space, state_space
from zunft.envs.text import position

RENDER_MODES = ("human", "ansi")
IN_OBSERVATION = "observation"
IN_INFO = "info"
NO_CODE = -1
WAIT = "wait"
MASK_PLACES = (IN_OBSERVATION, IN_INFO)


class Agents:
    """Agents are `player_0` and so on. Actions are indices of player actions; `text(action)` describes one.

    `mask_in="observation"`: an observation is a dictionary of row and mask; `"info"`: it is only the row, as wrappers
    for Box observations require. The mask is in the infos either way. `skip_forced`: decisions with a single legal
    action are played automatically. `shaping`: a discount enables potential-based shaping by the game's judgement.

    An illegal action raises IllegalAction and changes nothing; with an `illegal_reward`, like -1, the game ends instead
    and the player gets that reward, as in PettingZoo's TerminateIllegalWrapper.
    """

    waits = False  # whether there is an extra action for agents that are not deciding

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        reward: str = "ranking",
        shaping: float = 0.0,
        skip_forced: bool = False,
        mask_in: str = IN_OBSERVATION,
        render_mode: str | None = None,
        illegal_reward: float | None = None,
        **options: Any,
    ) -> None:
        self.game = arguments.found(game)
        arguments.check_options(self.game, options)
        number = self.game.players[0] if players is None else arguments.whole("players", players)
        setting = self.game.agree(number, options)
        check_reward(reward)
        shaping = arguments.number("shaping", shaping)
        illegal_reward = None if illegal_reward is None else arguments.number("illegal_reward", illegal_reward)
        check_shaping(self.game, shaping)
        if mask_in not in MASK_PLACES:
            raise BadOption(f"mask_in must be one of {', '.join(MASK_PLACES)}, not {mask_in!r}")
        arguments.check_render_mode(render_mode, RENDER_MODES)
        self.players, self.options = setting.players, options
        self.reward, self.shaping, self.skip_forced = reward, shaping, skip_forced
        self.mask_in, self.render_mode, self.illegal_reward = mask_in, render_mode, illegal_reward
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.agents: list[str] = []
        self.seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        more, seats = int(self.waits), self.possible_agents
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: masked_space(self.game, more) if mask_in == IN_OBSERVATION else row_space(self.game)
            for agent in seats
        }
        self.action_spaces = {agent: action_space(self.game, more) for agent in seats}
        self.state_space = state_space(self.game, self.players)
        self.codes = self.game.codes.player_codes
        self.nothing = np.append(np.zeros(self.game.num_player_actions, np.int8), np.ones(more, np.int8))
        self.nothing.flags.writeable = False
        self.rng = random.Random()
        self.table: State | None = None
        self.hopes: list[float] = []  # each player's potential at the last decision
        self.infos: dict[str, dict[str, Any]] = {}

    def described(self, parallel: bool) -> dict[str, Any]:
        return {
            "name": f"zunft_{self.game.name}_v{self.game.rules}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": parallel,
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[self.known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[self.known(agent)]

    def known(self, agent: str) -> str:
        if agent not in self.seat:
            raise KeyError(f"there is no agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        return agent

    def text(self, action: int) -> str:
        """An action as written in records."""
        return WAIT if self.waits and action == len(self.codes) else arguments.text_of(self.game, action)

    def begin(self, seed: int | None) -> State:
        if seed is not None:
            self.rng = random.Random(seed)
        self.table = table = self.new_table()
        self.agents = self.possible_agents[:]
        self.infos = {agent: {"action_mask": self.nothing} for agent in self.agents}
        self.hopes = potentials(table) if self.shaping else []
        return table

    def new_table(self) -> State:
        """Start games until one has a decision."""
        for _ in range(MOST_NEW_GAMES):
            table = self.game.new(self.players, **self.options)
            self.advance(table)
            if not table.is_over():
                return table
        raise BadOption(f"in {MOST_NEW_GAMES} games of {self.game.title} there was nothing to decide")

    def advance(self, table: State) -> None:
        """Play chance, and forced actions if they are skipped."""
        deal(table, self.rng)
        while self.skip_forced and not table.is_over() and self.plays_forced(table):
            deal(table, self.rng)

    def plays_forced(self, table: State) -> bool:
        legal = table.legal_actions()
        if len(legal) == 1:
            table.apply(legal[0])
        return len(legal) == 1

    def row_and_mask(self, table: State, agent: str) -> Any:
        """What this agent sees; only deciding agents have legal actions."""
        row = observe(table, self.seat[self.known(agent)])
        if self.mask_in == IN_INFO:
            return row
        allowed = self.infos[agent]["action_mask"] if agent in self.infos else self.nothing
        return {"observation": row, "action_mask": allowed}

    def code_of(self, action: Any) -> int:
        """The code of an action; -1 if there is no such action."""
        try:
            return self.codes[action] if action >= 0 else NO_CODE
        except (IndexError, TypeError):
            return NO_CODE

    def named(self, table: State, action: Any) -> str:
        code = self.code_of(action)
        return described(table, action if code == NO_CODE else code)

    def earned(self, table: State) -> dict[str, float]:
        """Each agent's reward since the last decision."""
        found = rewards(table, self.reward)
        if self.shaping:
            before, self.hopes = self.hopes, potentials(table)
            found = [
                gained + self.shaping * now - then for gained, now, then in zip(found, self.hopes, before, strict=True)
            ]
        return dict(zip(self.possible_agents, found, strict=True))

    def result(self, table: State) -> dict[str, Any]:
        """How the game ended, by seat, for the last infos."""
        ended = result(table)
        return {"scores": ended.scores, "ranks": ended.ranks, "winners": [rank == 1 for rank in ended.ranks]}

    def state(self) -> Array:
        """The global state: all players' observations, concatenated. For centralised training."""
        if self.table is None:
            EnvLogger.error_state_before_reset()
        assert self.table is not None
        return np.concatenate([observe(self.table, player) for player in range(self.players)])

    def render(self) -> str | None:
        """The public view of the table, returned or printed as text."""
        if self.table is None:
            EnvLogger.error_render_before_reset()
        assert self.table is not None
        if self.render_mode is None:
            raise BadOption(f"no render_mode was chosen at construction: one of {', '.join(RENDER_MODES)}")
        text = position(self.table, None, self.game.texts["en"].with_names(self.possible_agents))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing to close."""
