"""PettingZoo: every game as an agent-environment-cycle environment; chance is played by the environment.

env = zunft.envs.pettingzoo.env("norenberc", players=3)
"""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from zunft.core.errors import BadOption, IllegalAction
from zunft.core.game import Game, load
from zunft.core.play import deal, described
from zunft.core.reward import check_reward, rewards
from zunft.core.state import State
from zunft.envs.observation import Array, mask, observe
from zunft.envs.spaces import action_space, masked_space
from zunft.envs.text import position

RENDER_MODES = ("human", "ansi")


def env(game: str | Game, players: int | None = None, **options: Any) -> ZunftAEC:
    """A game for PettingZoo; keywords are those of `ZunftAEC` and the game's own options."""
    return ZunftAEC(game, players, **options)


raw_env = env


class ZunftAEC(AECEnv):
    """Agents are `player_0` and so on. Players who choose at the same time are asked one after the other, sealed.

    An illegal action raises IllegalAction and changes nothing; with an `illegal_reward`, like -1, the game ends instead
    and the player gets that reward, as PettingZoo's TerminateIllegalWrapper does it.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        reward: str = "ranking",
        render_mode: str | None = None,
        illegal_reward: float | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = load(game) if isinstance(game, str) else game
        setting = self.game.agree(self.game.players[0] if players is None else players, options)
        check_reward(reward)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"the render mode can be {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.metadata = {
            "name": f"zunft_{self.game.name}_v{self.game.rules}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.players, self.options = setting.players, options
        self.reward, self.render_mode, self.illegal_reward = reward, render_mode, illegal_reward
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: masked_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.game) for agent in self.possible_agents}
        self.nothing = np.zeros(self.game.num_actions, np.int8)
        self.nothing.flags.writeable = False
        self.rng = random.Random()
        self.table: State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[self.known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[self.known(agent)]

    def known(self, agent: str) -> str:
        if agent not in self.seat:
            raise KeyError(f"there is no agent {agent!r}; there are: {', '.join(self.possible_agents)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same draws of chance. Options are those given at the beginning."""
        if seed is not None:
            self.rng = random.Random(seed)
        self.table = self.game.new(self.players, **self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self.nothing} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        deal(self.table, self.rng)
        self.ask(self.table)
        self.show()

    def ask(self, table: State) -> None:
        self.agent_selection = self.possible_agents[table.current_player()]
        self.legal = table.legal_actions()
        self.infos[self.agent_selection] = {"action_mask": mask(self.game, self.legal)}

    def observe(self, agent: str) -> dict[str, Array]:
        """What this agent sees; actions are allowed only to the agent whose turn it is."""
        if self.table is None:
            EnvLogger.error_observe_before_reset()
        assert self.table is not None
        row = observe(self.table, self.seat[self.known(agent)])
        allowed = self.infos[agent]["action_mask"] if agent in self.infos else self.nothing
        return {"observation": row, "action_mask": allowed}

    def step(self, action: Any) -> None:
        if self.table is None:
            EnvLogger.error_step_before_reset()
            return
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if action in self.legal:
            self.play(self.table, agent, int(action))
        else:
            self.refuse(self.table, agent, action)
        self.show()

    def play(self, table: State, agent: str, action: int) -> None:
        table.apply(action)
        deal(table, self.rng)
        self.infos[agent] = {"action_mask": self.nothing}
        if table.is_over():
            self.end(dict(zip(self.possible_agents, rewards(table, self.reward), strict=True)))
        else:
            self.ask(table)

    def refuse(self, table: State, agent: str, action: object) -> None:
        if self.illegal_reward is None:
            number = action.item() if isinstance(action, np.generic) else action
            raise IllegalAction(f"{agent}: {described(table, number)} is not legal now; see the action mask")
        EnvLogger.warn_on_illegal_move()
        self.infos[agent] = {"action_mask": self.nothing}
        self.end({other: self.illegal_reward if other == agent else 0.0 for other in self.agents})

    def end(self, earned: dict[str, float]) -> None:
        self.rewards = earned
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The table as everybody may see it: a text, or printed."""
        if self.table is None:
            EnvLogger.error_render_before_reset()
        assert self.table is not None
        if self.render_mode is None:
            raise BadOption(f"ask for a render mode at the beginning: {', '.join(RENDER_MODES)}")
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

    def __copy__(self) -> ZunftAEC:
        return copy.deepcopy(self)
