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

from zunft.core.actions import Codes
from zunft.core.errors import BadOption, IllegalAction, ZunftError, shown
from zunft.core.game import COMPONENTS, Game, game_names, load
from zunft.core.reward import RANKING, rewards
from zunft.core.state import State
from zunft.envs.observation import Array, layout_of, observe

PREFIX = "zunft_"
PLAYERS = "players"
NO_FILE = ""
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
RECALLED = 256  # own decisions in the information state's tensor
SEED_RANGE = 2**53  # the resolution of the sampler's floats


class NoHistory(ZunftError):
    """A guessed state matches what a player could see, but has no history."""


def register(*games: Game) -> tuple[str, ...]:
    """Register these games, or all installed ones, once; returns their OpenSpiel names."""
    known = set(pyspiel.registered_names())
    names = []
    for game in games or map(load, game_names()):
        if game.layout is None:
            continue
        if PREFIX + game.name not in known:
            pyspiel.register_game(game_type(game), maker(game))
        names.append(PREFIX + game.name)
    return tuple(names)


def maker(game: Game) -> type[ZunftGame]:
    """A class, not a function: OpenSpiel drops its reference after Python's shutdown, which only a class survives."""
    return type(f"Zunft{game.title}", (ZunftGame,), {"zunft": game, "__reduce__": travel})


def travel(game: Any) -> tuple[Any, ...]:
    """Pickle by name and parameters."""
    return loaded, (str(game),)


def loaded(text: str) -> Any:
    register()
    return pyspiel.load_game(text)


def game_type(game: Game) -> Any:
    """Sealed simultaneous choices are sequential here, hidden from the other players."""
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
    """Component tables are set by file name; an empty string means none."""
    return {name: written(option.default) for name, option in game.options.items()}


def written(value: Any) -> Any:
    """OpenSpiel splits parameters at commas, so lists are written with plus signs."""
    if value is None:
        return NO_FILE
    if isinstance(value, list):
        return "+".join(value)
    return value.replace(",", "+") if isinstance(value, str) else value


def options_in(parameters: dict[str, Any]) -> dict[str, Any]:
    """The game's options among OpenSpiel's parameters."""
    found = {}
    for name, value in parameters.items():
        if name == COMPONENTS:
            if value != NO_FILE:
                found[name] = value
        elif name != PLAYERS:
            found[name] = value.replace("+", ",") if isinstance(value, str) else value
    return found


class ZunftGame(pyspiel.Game):
    """A game with its parameters; a wrong one raises zunft.BadOption."""

    zunft: Game

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        game, parameters = self.zunft, dict(parameters or {})
        self.players = parameters.get(PLAYERS, game.players[0])
        self.options = options_in(parameters)
        game.agree(self.players, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_player_actions,
            max_chance_outcomes=len(game.codes.chance_codes),
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
    """A table, every player's decisions so far, and who decides next, which OpenSpiel asks several times a step."""

    def __init__(self, game: ZunftGame) -> None:
        super().__init__(game)
        self.table: State = game.zunft.new(game.players, **game.options)
        self.table.journal = []
        self.taken: list[list[int]] = [[] for _ in range(game.players)]
        self.player = decider(self.table)
        self.is_guess = False

    @property
    def codes(self) -> Codes:
        """Looked up each time: attributes of a state are copied with it."""
        return self.table.setting.game.codes

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        numbers = self.codes.numbers
        return [numbers[code] for code in self.table.legal_actions(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.table.chance_weights()
        total, numbers = sum(weights), self.codes.numbers
        return [
            (numbers[code], weight / total) for code, weight in zip(self.table.legal_actions(), weights, strict=True)
        ]

    def _apply_action(self, action: int) -> None:
        if self.player >= 0:
            self.taken[self.player].append(action)
            self.table.apply(self.codes.player_codes[action], self.player)
        else:
            self.table.apply(self.codes.chance_codes[action])
        self.player = decider(self.table)

    def _action_to_string(self, player: int, action: int) -> str:
        codes = self.codes.player_codes if player >= 0 else self.codes.chance_codes
        if not 0 <= action < len(codes):
            raise IllegalAction(f"there is no action {shown(action)}; actions go from 0 to {len(codes) - 1}")
        return self.codes.text(codes[action])

    def returns(self) -> list[float]:
        return rewards(self.table, RANKING)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return self.tensor(player, recall=False)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        return self.tensor(player, recall=True)

    def tensor(self, player: int | None, recall: bool) -> list[float]:
        """OpenSpiel's own methods begin another game and observe that one too, to learn the tensor's size."""
        seat = self.checked(self.player if player is None else player)
        numbers: list[float] = observe(self.table, seat).astype(np.float32).tolist()
        return numbers + recalled(self.taken[seat]) if recall else numbers

    def resample_from_infostate(self, player: int, sampler: Any) -> ZunftState:
        """A state that looks the same to this player; everything the player cannot know is guessed.

        In a sealed choice the others have not chosen yet in the guess. The player then decides first, as in the true
        state. The guess has no history: the true one would reveal everything.
        """
        self.checked(player)
        other = ZunftState(self.get_game())
        other.is_guess = True
        draws = random.Random(int(sampler() * SEED_RANGE))
        other.table = self.table.resample(player, draws)
        other.taken = [taken[:] if seat == player else [] for seat, taken in enumerate(self.taken)]
        other.player = player if self.player == player else decider(other.table)
        return other

    def checked(self, player: int) -> int:
        if not 0 <= player < len(self.taken):
            raise BadOption(f"there is no player {player}; players go from 0 to {len(self.taken) - 1}")
        return player

    def history(self) -> Any:
        self.check_history()
        return super().history()

    def full_history(self) -> Any:
        self.check_history()
        return super().full_history()

    def history_str(self) -> Any:
        self.check_history()
        return super().history_str()

    def check_history(self) -> None:
        if self.is_guess:
            raise NoHistory("a guessed state has no history: what led to it is hidden")

    def __str__(self) -> str:
        """The whole table, hidden information included."""
        return json.dumps([self.table.view(seat) for seat in range(self.table.setting.players)], sort_keys=True)


def decider(table: State) -> int:
    """The current player in OpenSpiel's numbers, whose chance is ours."""
    return TERMINAL if table.is_over() else table.current_player()


def recalled(taken: list[int]) -> list[float]:
    """The last of these decisions as indices + 1, oldest first, then zeros."""
    last = [action + 1.0 for action in taken[-RECALLED:]]
    return last + [0.0] * (RECALLED - len(last))


class Observer:
    """Strings from the view, tensors from the numeric observation.

    With perfect recall the string adds the player's own decisions and all events the player saw, the tensor the
    player's own last decisions. (Others' earlier moves are only in the string.)
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
            self.dict["decisions"][:] = recalled(state.taken[player])

    def string_from(self, state: ZunftState, player: int) -> str:
        seen = json.dumps(state.table.view(player), sort_keys=True)
        if not self.recall:
            return seen
        events = [event for event in state.table.journal or [] if event.is_visible_to(player)]
        return f"{state.taken[player]}\n{events}\n{seen}"
