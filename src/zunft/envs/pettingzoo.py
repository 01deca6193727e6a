"""PettingZoo: every game as an agent-environment-cycle (AEC) or a parallel environment.

table = zunft.envs.pettingzoo.env("norenberc", players=3)
table = zunft.envs.pettingzoo.parallel_env("norenberc", players=3)

Chance is played by the environment.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from zunft.core.errors import IllegalAction
from zunft.core.game import Game
from zunft.core.play import deal
from zunft.core.state import State
from zunft.envs.agents import Agents
from zunft.envs.observation import mask

Dicts = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


def env(game: str | Game, players: int | None = None, **options: Any) -> ZunftAEC:
    """A game for PettingZoo; keywords are those of `Agents` and the game's own options."""
    return ZunftAEC(game, players, **options)


def parallel_env(game: str | Game, players: int | None = None, **options: Any) -> ZunftParallel:
    """The same with all deciders of a sealed choice in one step."""
    return ZunftParallel(game, players, **options)


raw_env = env


class ZunftAEC(Agents, AECEnv):
    """Simultaneous choices are made one after the other, sealed. Keywords are those of `Agents`."""

    def __init__(self, game: str | Game, players: int | None = None, **options: Any) -> None:
        AECEnv.__init__(self)
        Agents.__init__(self, game, players, **options)
        self.metadata = self.described(parallel=False)
        self.legal: list[int] = []  # codes

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same chance draws. The game's options are those given at construction."""
        table = self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection: str | None = None
        self.ask(table)
        self.show()

    def ask(self, table: State) -> None:
        player = table.current_player()
        self.agent_selection = self.possible_agents[player]
        self.legal = table.legal_actions()
        self.infos[self.agent_selection] = {"action_mask": mask(self.game, self.legal)}

    def observe(self, agent: str) -> Any:
        if self.table is None:
            EnvLogger.error_observe_before_reset()
        assert self.table is not None
        return self.row_and_mask(self.table, agent)

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
        code = self.code_of(action)
        if code in self.legal:
            self.play(self.table, agent, code)
        else:
            self.refuse(self.table, agent, action)
        self.show()

    def play(self, table: State, agent: str, code: int) -> None:
        table.apply(code)
        self.advance(table)
        self.infos[agent] = {"action_mask": self.nothing}
        if table.is_over():
            self.end(self.earned(table))
            ended = self.result(table)
            for other in self.agents:
                self.infos[other] |= ended
            return
        if self.shaping:
            self.rewards = self.earned(table)
            self._accumulate_rewards()
        self.ask(table)

    def refuse(self, table: State, agent: str, action: object) -> None:
        if self.illegal_reward is None:
            raise IllegalAction(f"{agent}: {self.named(table, action)} is not legal now; see the action mask")
        EnvLogger.warn_on_illegal_move()
        self.infos[agent] = {"action_mask": self.nothing}
        self.end({other: self.illegal_reward if other == agent else 0.0 for other in self.agents})

    def end(self, earned: dict[str, float]) -> None:
        self.rewards = earned
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def __copy__(self) -> ZunftAEC:
        return copy.deepcopy(self)


class ZunftParallel(Agents, ParallelEnv):
    """In every step all agents act; those not deciding play "wait", the last action of the space.

    During a sealed choice all its players decide together. At other times only one player decides, and the AEC
    environment is simpler. Keywords are those of `Agents`.
    """

    waits = True

    def __init__(self, game: str | Game, players: int | None = None, **options: Any) -> None:
        Agents.__init__(self, game, players, **options)
        self.metadata = self.described(parallel=True)
        self.legal: dict[int, list[int]] = {}  # codes, by decider

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        table = self.begin(seed)
        self.ask(table)
        self.show()
        return self.seen(table), self.infos

    def ask(self, table: State) -> None:
        self.legal = {player: table.legal_actions(player) for player in table.deciders()}
        self.infos = {agent: {"action_mask": self.nothing} for agent in self.possible_agents}
        for player, legal in self.legal.items():
            allowed = np.append(mask(self.game, legal), np.int8(0))
            self.infos[self.possible_agents[player]] = {"action_mask": allowed}

    def seen(self, table: State) -> dict[str, Any]:
        return {agent: self.row_and_mask(table, agent) for agent in self.possible_agents}

    def step(self, actions: dict[str, Any]) -> Dicts:
        if self.table is None:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        assert self.table is not None
        codes = {player: self.code_of(actions.get(self.possible_agents[player])) for player in self.legal}
        wrong = [self.possible_agents[player] for player, code in codes.items() if code not in self.legal[player]]
        if wrong:
            return self.refuse(self.table, wrong, actions)
        for player, code in codes.items():
            self.table.apply(code, player)
            deal(self.table, self.rng)  # this player's chance draws come before the next player's choice
        self.advance(self.table)
        return self.answered(self.table)

    def refuse(self, table: State, names: list[str], actions: dict[str, Any]) -> Dicts:
        if self.illegal_reward is None:
            what = self.named(table, actions.get(names[0]))
            raise IllegalAction(f"{names[0]}: {what} is not legal now; see the action mask")
        EnvLogger.warn_on_illegal_move()
        earned = {agent: self.illegal_reward if agent in names else 0.0 for agent in self.agents}
        self.infos = {agent: {"action_mask": self.nothing} for agent in self.agents}
        return self.closed(table, earned)

    def answered(self, table: State) -> Dicts:
        earned = self.earned(table)
        if table.is_over():
            ended = self.result(table)
            self.infos = {agent: {"action_mask": self.nothing} | ended for agent in self.agents}
            return self.closed(table, earned)
        self.ask(table)
        self.show()
        running = dict.fromkeys(self.agents, False)
        return self.seen(table), earned, running, running.copy(), self.infos

    def closed(self, table: State, earned: dict[str, float]) -> Dicts:
        over = dict.fromkeys(self.agents, True)
        found = (self.seen(table), earned, over, dict.fromkeys(self.agents, False), self.infos)
        self.agents = []
        self.show()
        return found
