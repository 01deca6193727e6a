"""Many games at once, each until its learner has to decide again; results go into buffers that others provide.

This is the inner loop of the vector environments, written without numpy so that it can be compiled.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from zunft.core.bag import below
from zunft.core.errors import BadOption, IllegalAction
from zunft.core.game import Game
from zunft.core.play import choose, described, draw
from zunft.core.reward import check_reward, rewards
from zunft.core.state import CHANCE, NOBODY, State

EVERYBODY_LEARNS: Final = -1
ANY_SEAT: Final = -2

Opponent = Callable[[State, int, random.Random], int]
"""Chooses an action for a player who is not the learner."""


class Buffers:
    """Where a batch writes, one row a game: observations, masks and so on as writable buffers of bytes or numbers.

    They are zeros at the beginning; what an observation leaves out at its end stays zero.
    """

    observations: Any  # bytes, length of the layout a row
    masks: Any  # bytes, 1 for a legal action, num_actions a row
    finals: Any  # the last observation of a game that ended in this step
    rewards: Any  # floats; of everybody's seats if everybody learns
    over: Any  # bytes, 1 if a game ended in this step
    players: Any  # bytes, who has to decide

    def __init__(self, observations: Any, masks: Any, finals: Any, rewards: Any, over: Any, players: Any) -> None:
        self.observations = observations
        self.masks = masks
        self.finals = finals
        self.rewards = rewards
        self.over = over
        self.players = players


class Batch:
    """Tables of one setting, each with a random generator of its own, so that a game does not depend on its neighbours.

    The learner sits on `seat`, on ANY_SEAT (drawn anew for each game) or everywhere (EVERYBODY_LEARNS); the other
    seats play at random or as `opponent` says.
    """

    game: Game
    players: int
    options: dict[str, Any]
    seat: int
    opponent: Opponent | None
    reward: str
    tables: list[State]
    rngs: list[random.Random]
    seats: list[int]
    legal: list[list[int]]
    length: int
    empty_mask: bytes

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Any],
        seeds: Sequence[int | str],
        seat: int = EVERYBODY_LEARNS,
        opponent: Opponent | None = None,
        reward: str = "ranking",
    ) -> None:
        if game.layout is None or game.observe is None:
            raise BadOption(f"{game.title} has no numeric observation")
        check_reward(reward)
        if not ANY_SEAT <= seat < players:
            raise BadOption(f"there is no seat {seat}; seats go from 0 to {players - 1}")
        self.game = game
        self.players = players
        self.options = dict(options)
        self.seat = seat
        self.opponent = opponent
        self.reward = reward
        self.rngs = [random.Random(seed) for seed in seeds]
        self.tables = [game.new(players, **self.options) for _ in seeds]
        self.seats = [seat] * len(self.tables)
        self.legal = [[] for _ in self.tables]
        self.length = game.layout.length
        self.empty_mask = bytes(game.num_actions)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels with its games as they are."""
        setting = (self.game, self.players, self.options, self.seat, self.opponent, self.reward)
        return restored, (setting, self.tables, self.rngs, self.seats, self.legal)

    def reset(self, at: int, seed: int | str | None, into: Buffers) -> None:
        """A new game at this place, with a new seed if one is given."""
        if seed is not None:
            self.rngs[at] = random.Random(seed)
        self.begin(at)
        self.show(at, into)

    def begin(self, at: int) -> None:
        """New games until one has a decision for the learner in it."""
        while True:
            rng = self.rngs[at]
            self.tables[at] = self.game.new(self.players, **self.options)
            self.seats[at] = below(self.players, rng) if self.seat == ANY_SEAT else self.seat
            if self.go_on(self.tables[at], self.seats[at], rng):
                return

    def go_on(self, table: State, seat: int, rng: random.Random) -> bool:
        """Chance and the others play until the learner has to decide; False if the game is over."""
        while True:
            player = table.current_player()
            if player == CHANCE:
                table.apply(draw(table, rng))
            elif player == NOBODY:
                return False
            elif player == seat or seat == EVERYBODY_LEARNS:
                return True
            elif self.opponent is None:
                table.apply(choose(table, rng))
            else:
                table.apply(self.opponent(table, player, rng))

    def step(self, actions: list[int], into: Buffers, again: bool = True) -> None:
        """One action in every game; with `again` a game that ends is followed by a new one in the same step.

        All actions are checked before the first is played. Rewards and `over` are written only where a game ends.
        """
        self.check(actions)
        tables = self.tables
        for at in range(len(actions)):
            table = tables[at]
            table.apply(actions[at])
            if not self.go_on(table, self.seats[at], self.rngs[at]):
                self.finish(at, into)
                if not again:
                    continue
                self.begin(at)
            self.show(at, into)

    def check(self, actions: list[int]) -> None:
        legal = self.legal
        if len(actions) != len(legal):
            raise IllegalAction(f"{len(legal)} games need {len(legal)} actions, not {len(actions)}")
        for at in range(len(actions)):
            if not is_among(legal[at], actions[at]):
                raise IllegalAction(f"game {at}: {described(self.tables[at], actions[at])} is not legal now")

    def finish(self, at: int, into: Buffers) -> None:
        table, seat = self.tables[at], self.seats[at]
        earned = rewards(table, self.reward)
        if seat == EVERYBODY_LEARNS:
            for player in range(self.players):
                into.rewards[at * self.players + player] = earned[player]
        else:
            into.rewards[at] = earned[seat]
        into.over[at] = 1
        self.observe(table, max(seat, 0), at, into.finals)
        self.legal[at] = []
        into.masks[at * len(self.empty_mask) : (at + 1) * len(self.empty_mask)] = self.empty_mask

    def observe(self, table: State, player: int, at: int, buffer: Any) -> None:
        assert self.game.observe is not None
        row = self.game.observe(table, player)
        start = at * self.length
        buffer[start : start + len(row)] = row

    def show(self, at: int, into: Buffers) -> None:
        """What the learner sees now, and may do."""
        table = self.tables[at]
        player = table.current_player()
        self.observe(table, player, at, into.observations)
        legal = table.legal_actions()
        self.legal[at] = legal
        start = at * len(self.empty_mask)
        mask = bytearray(self.empty_mask)
        for action in legal:
            mask[action] = 1
        into.masks[start : start + len(mask)] = mask
        into.players[at] = player


def is_among(actions: list[int], action: int) -> bool:
    """The same as `in`, which compares objects instead of numbers."""
    for legal in actions:  # noqa: SIM110 - a loop compiles better
        if legal == action:
            return True
    return False


def restored(
    setting: tuple[Any, ...],
    tables: list[State],
    rngs: list[random.Random],
    seats: list[int],
    legal: list[list[int]],
) -> Batch:
    game, players, options, seat, opponent, reward = setting
    batch = Batch(game, players, options, (), seat, opponent, reward)
    batch.tables = tables
    batch.rngs = rngs
    batch.seats = seats
    batch.legal = legal
    return batch
