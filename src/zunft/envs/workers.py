"""Games behind arrays: in this process, or spread over worker processes that share the arrays' memory."""

from __future__ import annotations

import gc
import multiprocessing
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from zunft import bots
from zunft.bots import Seat
from zunft.core.batch import EVERYBODY_LEARNS, Batch, Buffers, Terms
from zunft.core.errors import IllegalAction, ZunftError
from zunft.core.game import Game
from zunft.core.state import State
from zunft.envs.observation import Array, layout_of

RANDOM = "random"
SEED_BITS = 32
OBJECTS_BETWEEN_COLLECTIONS = 200_000
WAIT = 10  # seconds for a worker to exit by itself


class WorkerLost(ZunftError):
    """A worker process has ended: killed, out of memory, or it could not start."""


class Plan:
    """What all games have in common; sent to workers."""

    def __init__(
        self, game: Game, players: int, options: dict[str, Any], opponents: list[str], terms: Terms, follows: int
    ) -> None:
        self.game, self.players, self.options = game, players, options
        self.terms, self.follows = terms, follows
        self.length = layout_of(game).length
        if terms.seat != EVERYBODY_LEARNS:
            for name in opponents:
                bots.load(name)
            terms.opponent = None if set(opponents) == {RANDOM} else Opponents(opponents)
        terms.check(game, players)

    def batch(self, seeds: Sequence[int | str]) -> Batch:
        return Batch(self.game, self.players, self.options, seeds, self.terms)

    def shapes(self, number: int) -> dict[str, tuple[tuple[int, ...], str]]:
        """Shape and type of every array for `number` games."""
        return {
            "observations": ((number, self.length), "int8"),
            "masks": ((number, self.game.num_player_actions), "int8"),
            "finals": ((number, self.length), "int8"),
            "rewards": ((number,), "float32"),
            "everyone": ((number, self.players), "float32"),
            "over": ((number,), "int8"),
            "players": ((number,), "int8"),
            "scores": ((number, self.players), "int32"),
            "ranks": ((number, self.players), "int8"),
            "actions": ((number,), "int64"),
        }


class Opponents:
    """Bots on the other seats, in turn. Recreated for every decision, from the game's own generator, so that a game
    depends only on its seed, and a bot cannot carry anything over from one game to another."""

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
    """Games in this process, with their arrays."""

    def __init__(self, plan: Plan, seeds: Sequence[int | str], arrays: dict[str, Array] | None = None) -> None:
        self.plan = plan
        self.batch = plan.batch(seeds)
        if arrays is None:
            arrays = {name: np.zeros(shape, kind) for name, (shape, kind) in plan.shapes(len(seeds)).items()}
        self.observations, self.masks, self.finals = arrays["observations"], arrays["masks"], arrays["finals"]
        self.rewards, self.everyone = arrays["rewards"], arrays["everyone"]
        self.over, self.players, self.actions = arrays["over"], arrays["players"], arrays["actions"]
        self.scores, self.ranks = arrays["scores"], arrays["ranks"]
        self.into = self.buffers()

    def buffers(self) -> Buffers:
        def flat(array: Array, kind: Any = "B") -> Any:
            return array.reshape(-1).data.cast("B").cast(kind)

        return Buffers(
            flat(self.observations),
            flat(self.masks),
            flat(self.finals),
            flat(self.rewards, "f"),
            flat(self.everyone, "f"),
            flat(self.over),
            flat(self.players),
            flat(self.scores, "i"),
            flat(self.ranks),
        )

    def reset(self, at: int, seed: int | str | None) -> None:
        self.over[at] = 0
        self.batch.reset(at, seed, self.into)

    def reset_all(self, seeds: Sequence[int | str | None], which: Sequence[bool] | None = None) -> None:
        """Start new games; with `which` only at those indices."""
        for at, seed in enumerate(seeds):
            if which is None or which[at]:
                self.reset(at, seed)

    def step(self, actions: list[int]) -> None:
        """Play one action in every game."""
        self.rewards.fill(0)
        self.over.fill(0)
        self.everyone.fill(0)
        self.batch.step(actions, self.into, self.plan.follows)

    def send(self, actions: Array) -> None:
        self.actions[:] = actions

    def receive(self) -> None:
        self.step(self.actions.tolist())

    def close(self) -> None:
        """Nothing to close."""

    def __getstate__(self) -> dict[str, Any]:
        """Memory views cannot be pickled; they are recreated."""
        return {name: value for name, value in self.__dict__.items() if name != "into"}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self.into = self.buffers()


class Workers:
    """The same in several processes, each with a part of the games."""

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
        for first, last in pairwise(self.bounds):
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
    everyone: Array
    over: Array
    players: Array
    scores: Array
    ranks: Array
    actions: Array

    def reset_all(self, seeds: Sequence[int | str | None], which: Sequence[bool] | None = None) -> None:
        parts = [slice(first, last) for first, last in pairwise(self.bounds)]
        self.ask("reset", [(list(seeds[part]), None if which is None else list(which[part])) for part in parts])
        self.receive()

    def send(self, actions: Array) -> None:
        self.actions[:] = actions
        self.ask("step", [None] * len(self.pipes))

    def receive(self) -> None:
        """Read all answers before raising the first error, so that the workers stay in step."""
        answers = [self.answer(at) for at in range(len(self.pipes))]
        for answer in answers:
            if answer is not None:
                raise answer

    def answer(self, at: int) -> Any:
        try:
            return self.pipes[at].recv()
        except (EOFError, OSError):
            process = self.processes[at]
            process.join(WAIT)
            return WorkerLost(
                f"worker {at} of {len(self.pipes)} has ended with exit code {process.exitcode}; scripts that use "
                'workers need `if __name__ == "__main__":`, and a negative code is the signal that killed it'
            )

    def ask(self, command: str, values: Sequence[Any]) -> None:
        """Send a command to every worker; a lost one is noticed when it does not answer."""
        for pipe, value in zip(self.pipes, values, strict=True):
            with suppress(OSError):
                pipe.send((command, value))

    def seconds(self) -> list[float]:
        """CPU time used by each worker so far."""
        self.ask("seconds", [None] * len(self.pipes))
        return [pipe.recv() for pipe in self.pipes]

    def close(self) -> None:
        self.ask("close", [None] * len(self.pipes))
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
    """A worker's main loop: run commands until it receives "close" or the owner has exited.

    Games create no reference cycles, so garbage collection, which traverses all of them, can be rare.
    """
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    games = Games(plan, seeds, {name: array[first:last] for name, array in arrays_of(shared).items()})
    try:
        while True:
            command, value = pipe.recv()
            if command == "close":
                return
            pipe.send(time.process_time() if command == "seconds" else run_command(games, command, value))
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        return


def run_command(games: Games, command: str, value: Any) -> Exception | None:
    """Errors, for example in a bot, are returned to the owner."""
    try:
        if command == "reset":
            games.reset_all(*value)
        else:
            games.receive()
    except ZunftError as error:
        return error
    except Exception as error:
        return RuntimeError(f"in a worker: {type(error).__name__}: {error}")
    return None
