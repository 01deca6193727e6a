"""OpenSpiel: every game as a sequential game with explicit chance.

zunft.envs.openspiel.register()
game = pyspiel.load_game("zunft_norenberc", {"players": 3})
"""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pyspiel

from zunft.core.game import COMPONENTS, Game, game_names, load
from zunft.core.reward import RANKING, rewards
from zunft.core.state import NOBODY, State
from zunft.envs.observation import Array, layout_of, observe

PREFIX = "zunft_"
PLAYERS = "players"
RECALLED = 256  # own decisions in the information state's tensor
SEED_RANGE = 2**53  # as fine as the sampler's numbers are


def register() -> tuple[str, ...]:
    """Makes all installed games loadable, once; answers their names in OpenSpiel."""
    known = set(pyspiel.registered_names())
    names = []
    for name in game_names():
        game = load(name)
        if game.layout is None:
            continue
        if PREFIX + name not in known:
            pyspiel.register_game(game_type(game), maker(game))
        names.append(PREFIX + name)
    return tuple(names)


def maker(game: Game) -> type[ZunftGame]:
    """A class, not a function: OpenSpiel drops its reference after Python has ended, which only a class survives."""
    return type(f"Zunft{game.title}", (ZunftGame,), {"zunft": game, "__reduce__": travel})


def travel(game: Any) -> tuple[Any, ...]:
    """A game travels by its name and parameters."""
    return loaded, (str(game),)


def loaded(text: str) -> Any:
    register()
    return pyspiel.load_game(text)


def game_type(game: Game) -> Any:
    """Sealed simultaneous choices are sequential here: one after the other, unseen by the others."""
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=f"Zunft: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={PLAYERS: game.players[0], **defaults(game)},
    )


def defaults(game: Game) -> dict[str, Any]:
    return {name: written(option.default) for name, option in game.options.items() if name != COMPONENTS}


def written(value: Any) -> Any:
    """OpenSpiel's parameter texts part at commas, so lists are written with plus signs there."""
    return value.replace(",", "+") if isinstance(value, str) else value


def understood(value: Any) -> Any:
    return value.replace("+", ",") if isinstance(value, str) else value


class ZunftGame(pyspiel.Game):
    """A game with its parameters; a wrong one raises zunft.BadOption."""

    zunft: Game

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        game, parameters = self.zunft, dict(given or {})
        self.players = parameters.get(PLAYERS, game.players[0])
        self.options = {name: understood(value) for name, value in parameters.items() if name != PLAYERS}
        game.agree(self.players, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=game.num_actions,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.bound,
        )
        super().__init__(game_type(game), info, parameters)

    def new_initial_state(self, *_: Any) -> ZunftState:
        return ZunftState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.zunft.bound

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        recall = isinstance(kind, pyspiel.IIGObservationType) and kind.perfect_recall
        return Observer(self.zunft, recall)


class ZunftState(pyspiel.State):
    """A table, what every player has decided so far, and who is asked next if the table would ask another."""

    def __init__(self, game: ZunftGame) -> None:
        super().__init__(game)
        self.table: State = game.zunft.new(game.players, **game.options)
        self.table.journal = []
        self.taken: list[list[int]] = [[] for _ in range(game.players)]
        self.asked = NOBODY

    def current_player(self) -> int:
        if self.table.is_over():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.asked if self.asked != NOBODY else self.table.current_player()

    def is_terminal(self) -> bool:
        return self.table.is_over()

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.table.chance_weights()
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(self.table.legal_actions(), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        if player >= 0:
            self.taken[player].append(action)
            self.table.apply(action, player)
            self.asked = NOBODY
        else:
            self.table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.setting.game.text(action)

    def returns(self) -> list[float]:
        return rewards(self.table, RANKING)

    def resample_from_infostate(self, player: int, sampler: Any) -> ZunftState:
        """A state that looks the same to this player; all that the player cannot know is guessed.

        In a sealed choice the guess has others still to choose. The player is asked first then, as in the true state.
        """
        other: ZunftState = self.clone()
        draws = random.Random(int(sampler() * SEED_RANGE))
        other.table = self.table.resample(player, draws)
        other.taken = [taken if seat == player else [] for seat, taken in enumerate(other.taken)]
        if self.current_player() == player and other.table.current_player() != player:
            other.asked = player
        return other

    def __str__(self) -> str:
        """Everything on the table, hidden things too."""
        return json.dumps([self.table.view(seat) for seat in range(self.table.setting.players)], sort_keys=True)


class Observer:
    """Strings from the view, tensors from the numeric observation.

    With perfect recall the string adds the player's own decisions and all that the player was told, the tensor the
    player's own last decisions as codes + 1, oldest first. (Others' earlier moves are in the string alone.)
    """

    def __init__(self, game: Game, recall: bool) -> None:
        length = layout_of(game).length
        self.game, self.recall = game, recall
        self.tensor: Array = np.zeros(length + (RECALLED if recall else 0), np.float32)
        self.dict: dict[str, Array] = {"observation": self.tensor[:length]}
        if recall:
            self.dict["decisions"] = self.tensor[length:]

    def set_from(self, state: ZunftState, player: int) -> None:
        self.dict["observation"][:] = observe(state.table, player)
        if self.recall:
            taken = state.taken[player][-RECALLED:]
            self.dict["decisions"].fill(0)
            self.dict["decisions"][: len(taken)] = [action + 1 for action in taken]

    def string_from(self, state: ZunftState, player: int) -> str:
        seen = json.dumps(state.table.view(player), sort_keys=True)
        if not self.recall:
            return seen
        told = [event for event in state.table.journal or [] if event.is_visible_to(player)]
        return f"{state.taken[player]}\n{told}\n{seen}"
