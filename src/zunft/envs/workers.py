"""Games behind arrays: in this process, or spread over worker processes that share the arrays' memory."""

from __future__ import annotations

import gc
import multiprocessing
import random
import time
from collections.abc import Sequence
from functools import cached_property
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from zunft import bots
from zunft.bots import Seat
from zunft.core.batch import EVERYBODY_LEARNS, Batch, Buffers
from zunft.core.errors import IllegalAction, ZunftError
from zunft.core.game import Game
from zunft.core.state import State
from zunft.envs.observation import Array, layout_of

RANDOM = "random"
SEED_BITS = 32
OBJECTS_BETWEEN_COLLECTIONS = 200_000
WAIT = 10  # seconds for a worker to end by itself


class Plan:
    """What all games have in common; travels to workers."""

    def __init__(
        self, game: Game, players: int, options: dict[str, Any], opponents: list[str], seat: int, reward: str
    ) -> None:
        self.game, self.players, self.options = game, players, options
        self.opponents, self.seat, self.reward = opponents, seat, reward
        self.length = layout_of(game).length
        if seat != EVERYBODY_LEARNS:
            for name in opponents:
                bots.load(name)

    def batch(self, seeds: Sequence[int | str]) -> Batch:
        at_random = self.seat == EVERYBODY_LEARNS or set(self.opponents) == {RANDOM}
        opponent = None if at_random else Opponents(self.opponents)
        return Batch(self.game, self.players, self.options, seeds, self.seat, opponent, self.reward)

    def shapes(self, number: int) -> dict[str, tuple[tuple[int, ...], str]]:
        """Shape and type of every array for so many games."""
        earned = (number, self.players) if self.seat == EVERYBODY_LEARNS else (number,)
        return {
            "observations": ((number, self.length), "int8"),
            "masks": ((number, self.game.num_actions), "int8"),
            "finals": ((number, self.length), "int8"),
            "rewards": (earned, "float32"),
            "over": ((number,), "int8"),
            "players": ((number,), "int8"),
            "actions": ((number,), "int64"),
        }


class Opponents:
    """Bots on the other seats, in turn. Made anew for every decision, from the game's own randomness: so a game depends
    on its seed alone, and a bot cannot carry anything from one game into another."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    @cached_property
    def makers(self) -> list[bots.MakeBot]:
        return [bots.load(name) for name in self.names]

    def __call__(self, state: State, player: int, rng: random.Random) -> int:
        make = self.makers[player % len(self.makers)]
        action = make(rng.getrandbits(SEED_BITS)).choose(Seat(state, player))
        if action not in state.legal_actions(player):
            raise IllegalAction(f"bot {self.names[player % len(self.names)]} chose {action!r}, which is not legal now")
        return action

    def __reduce__(self) -> tuple[Any, ...]:
        return Opponents, (self.names,)


class Games:
    """Games in this process and the arrays that show them."""

    def __init__(self, plan: Plan, seeds: Sequence[int | str], arrays: dict[str, Array] | None = None) -> None:
        self.plan = plan
        self.batch = plan.batch(seeds)
        if arrays is None:
            arrays = {name: np.zeros(shape, kind) for name, (shape, kind) in plan.shapes(len(seeds)).items()}
        self.observations, self.masks, self.finals = arrays["observations"], arrays["masks"], arrays["finals"]
        self.rewards, self.over, self.players = arrays["rewards"], arrays["over"], arrays["players"]
        self.actions = arrays["actions"]
        self.into = self.buffers()

    def buffers(self) -> Buffers:
        def flat(array: Array, kind: Any = "B") -> Any:
            return array.reshape(-1).data.cast("B").cast(kind)

        return Buffers(
            flat(self.observations),
            flat(self.masks),
            flat(self.finals),
            flat(self.rewards, "f"),
            flat(self.over),
            flat(self.players),
        )

    def reset(self, at: int, seed: int | str | None) -> None:
        self.over[at] = 0
        self.batch.reset(at, seed, self.into)

    def reset_all(self, seeds: Sequence[int | str | None]) -> None:
        for at, seed in enumerate(seeds):
            self.reset(at, seed)

    def step(self, actions: list[int], again: bool = True) -> None:
        """One action in every game; `again`: a game that ends is followed by a new one."""
        self.rewards.fill(0)
        self.over.fill(0)
        self.batch.step(actions, self.into, again)

    def send(self, actions: Array) -> None:
        self.actions[:] = actions

    def receive(self) -> None:
        self.step(self.actions.tolist())

    def close(self) -> None:
        """Nothing to end."""

    def __getstate__(self) -> dict[str, Any]:
        """Memory views do not travel; they are made anew."""
        return {name: value for name, value in self.__dict__.items() if name != "into"}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self.into = self.buffers()


class Workers:
    """The same by several processes, each with its part of the games."""

    def __init__(self, plan: Plan, seeds: Sequence[int | str], workers: int) -> None:
        context = multiprocessing.get_context("spawn")
        number = len(seeds)
        shared = {}
        for name, (shape, kind) in plan.shapes(number).items():
            size = int(np.prod(shape)) * np.dtype(kind).itemsize
            shared[name] = (context.RawArray("b", size), shape, kind)
        for name, array in arrays_of(shared).items():
            setattr(self, name, array)
        self.bounds = [number * worker // workers for worker in range(workers + 1)]
        self.pipes: list[Connection] = []
        self.processes = []
        for first, last in zip(self.bounds, self.bounds[1:], strict=False):
            here, there = context.Pipe()
            arguments = (there, plan, list(seeds[first:last]), shared, first, last)
            process = context.Process(target=work, args=arguments, daemon=True)
            process.start()
            there.close()
            self.pipes.append(here)
            self.processes.append(process)

    observations: Array
    masks: Array
    finals: Array
    rewards: Array
    over: Array
    players: Array
    actions: Array

    def reset_all(self, seeds: Sequence[int | str | None]) -> None:
        for at, pipe in enumerate(self.pipes):
            pipe.send(("reset", list(seeds[self.bounds[at] : self.bounds[at + 1]])))
        self.receive()

    def send(self, actions: Array) -> None:
        self.actions[:] = actions
        for pipe in self.pipes:
            pipe.send(("step", None))

    def receive(self) -> None:
        """All answers are taken before the first complaint is raised, so that the workers stay in step."""
        answers = [pipe.recv() for pipe in self.pipes]
        for answer in answers:
            if answer is not None:
                raise answer

    def seconds(self) -> list[float]:
        """CPU time that each worker has spent so far."""
        for pipe in self.pipes:
            pipe.send(("seconds", None))
        return [pipe.recv() for pipe in self.pipes]

    def close(self) -> None:
        for pipe in self.pipes:
            try:
                pipe.send(("close", None))
            except OSError:
                continue  # it has ended already
        for process in self.processes:
            process.join(WAIT)
            if process.is_alive():
                process.terminate()
        for pipe in self.pipes:
            pipe.close()
        self.pipes = []


def arrays_of(shared: dict[str, Any]) -> dict[str, Array]:
    return {name: np.frombuffer(memory, kind).reshape(shape) for name, (memory, shape, kind) in shared.items()}


def work(pipe: Connection, plan: Plan, seeds: list[int | str], shared: dict[str, Any], first: int, last: int) -> None:
    """A worker's life: what it is told, until it is told to end or its owner is gone.

    Games make no reference cycles, so the search for some, through all of them, need not be frequent.
    """
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    games = Games(plan, seeds, {name: array[first:last] for name, array in arrays_of(shared).items()})
    try:
        while True:
            command, value = pipe.recv()
            if command == "close":
                return
            pipe.send(time.process_time() if command == "seconds" else obey(games, command, value))
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        return


def obey(games: Games, command: str, value: Any) -> Exception | None:
    """Whatever goes wrong, in a bot for instance, is the owner's to know."""
    try:
        if command == "reset":
            games.reset_all(value)
        else:
            games.receive()
    except ZunftError as error:
        return error
    except Exception as error:
        return RuntimeError(f"in a worker: {type(error).__name__}: {error}")
    return None
