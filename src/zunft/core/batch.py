"""Batches: many games stepped at once, each until its learner's next decision; results go into the caller's buffers.

This is the inner loop of the vector environments, written without numpy so that it can be compiled.
Actions are numbers of player actions (`Codes.player_codes`), not codes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from zunft.core.bag import below
from zunft.core.errors import BadOption, IllegalAction
from zunft.core.game import Game
from zunft.core.play import choose, draw, refused
from zunft.core.reward import check_reward, check_shaping, potentials, result
from zunft.core.state import CHANCE, NOBODY, State

EVERYBODY_LEARNS: Final = -1
ANY_SEAT: Final = -2

MOST_NEW_GAMES: Final = 1000  # in a row without a decision, when forced actions are skipped

# What happens after a game has ended
SAME_STEP: Final = 0  # a new one, in the same step
NEXT_STEP: Final = 1  # a new one, in the next step, whose action is ignored
DISABLED: Final = 2  # nothing, until it is reset

Opponent = Callable[[State, int, random.Random], int]
"""Chooses an action for a player who is not the learner."""


@dataclass
class Buffers:
    """A batch's output, one row per game: observations, masks and so on as writable buffers of bytes or numbers.

    They start as zeros; trailing zeros that an observation omits are not written.
    """

    observations: Any  # bytes, a row is as long as the layout
    masks: Any  # bytes, 1 for a legal action; a row has one for each player action
    finals: Any  # the last observation of a game that ended in this step
    rewards: Any  # floats: the reward of the player who acted
    everyone: Any  # floats: each player's reward
    over: Any  # bytes, 1 if a game ended in this step
    players: Any  # bytes, who has to decide
    scores: Any  # ints, of each player, of a game that ended in this step
    ranks: Any  # bytes, of each player, 1 for a winner; 0 in a game that ended by an illegal action


@dataclass
class Terms:
    """How the games of a batch are played and rewarded.

    The learner has seat `seat`, ANY_SEAT (drawn for each game) or all of them (EVERYBODY_LEARNS); the other seats
    play at random or by `opponent`. `shaping` is the discount of a potential-based reward, 0 for none.
    `skip_forced`: a learner's only legal action is played without asking. An illegal action raises, or ends the
    game with `illegal_reward`.
    """

    seat: int = EVERYBODY_LEARNS
    opponent: Opponent | None = None
    reward: str = "ranking"
    shaping: float = 0.0
    skip_forced: bool = False
    illegal_reward: float | None = None

    def check(self, game: Game, players: int) -> None:
        check_reward(self.reward)
        check_shaping(game, self.shaping)
        if not ANY_SEAT <= self.seat < players:
            raise BadOption(f"there is no seat {self.seat}; seats go from 0 to {players - 1}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Terms, (
            self.seat,
            self.opponent,
            self.reward,
            self.shaping,
            self.skip_forced,
            self.illegal_reward,
        )


class Batch:
    """Tables of one setting, each with its own random generator, so that games do not depend on each other."""

    game: Game
    players: int
    options: dict[str, Any]
    terms: Terms
    tables: list[State]
    rngs: list[random.Random]
    seats: list[int]
    legal: list[list[int]]  # codes
    ended: list[bool]  # and no new game has started yet
    hopes: list[list[float]]  # each player's potential when the learner was last asked; empty without shaping
    length: int
    codes: list[int]

    def __init__(
        self, game: Game, players: int, options: Mapping[str, Any], seeds: Sequence[int | str], terms: Terms
    ) -> None:
        if game.layout is None or game.observe is None:
            raise BadOption(f"{game.title} has no numeric observation")
        terms.check(game, players)
        self.game = game
        self.players = players
        self.options = dict(options)
        self.terms = terms
        self.rngs = [random.Random(seed) for seed in seeds]
        self.tables = [game.new(players, **self.options) for _ in seeds]
        self.seats = [terms.seat] * len(self.tables)
        self.legal = [[] for _ in self.tables]
        self.ended = [False] * len(self.tables)
        self.hopes = [[] for _ in self.tables]
        self.length = game.layout.length
        self.codes = game.codes.player_codes

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the games in progress too."""
        setting = (self.game, self.players, self.options, self.terms)
        return restored, (setting, self.tables, self.rngs, self.seats, self.legal, self.ended, self.hopes)

    def reset(self, at: int, seed: int | str | None, into: Buffers) -> None:
        """Start a new game at this index, reseeding if a seed is given."""
        if seed is not None:
            self.rngs[at] = random.Random(seed)
        self.begin(at)
        self.show(at, into)

    def begin(self, at: int) -> None:
        """Start games until one asks the learner for a decision."""
        for _ in range(MOST_NEW_GAMES):
            rng = self.rngs[at]
            self.tables[at] = self.game.new(self.players, **self.options)
            seat = self.terms.seat
            self.seats[at] = below(self.players, rng) if seat == ANY_SEAT else seat
            if self.advance(self.tables[at], self.seats[at], rng):
                break
        else:
            raise BadOption(f"in {MOST_NEW_GAMES} games of {self.game.title} the learner had nothing to decide")
        self.ended[at] = False
        if self.terms.shaping:
            self.hopes[at] = potentials(self.tables[at])

    def advance(self, table: State, seat: int, rng: random.Random) -> bool:
        """Play chance and the opponents until the learner has to decide; False if the game is over."""
        opponent = self.terms.opponent
        while True:
            player = table.current_player()
            if player == CHANCE:
                table.apply(draw(table, rng))
            elif player == NOBODY:
                return False
            elif player == seat or seat == EVERYBODY_LEARNS:
                if not self.skips(table):
                    return True
            elif opponent is None:
                table.apply(choose(table, rng))
            else:
                table.apply(opponent(table, player, rng))

    def skips(self, table: State) -> bool:
        """Play a forced action if those are skipped; whether one was played."""
        if not self.terms.skip_forced:
            return False
        legal = table.legal_actions()
        if len(legal) != 1:
            return False
        table.apply(legal[0])
        return True

    def step(self, actions: list[int], into: Buffers, follows: int = SAME_STEP) -> None:
        """Play one action in every game; `follows` says what happens after a game ends.

        Where illegal actions raise, all actions are checked before the first is played. Rewards and `over` are written
        only where there is something to write.
        """
        self.check(actions, follows)
        for at in range(len(actions)):
            if self.ended[at]:
                self.begin(at)
                self.show(at, into)
            elif self.is_legal(at, actions[at]):
                self.play(at, actions[at], into, follows)
            else:
                self.punish(at, into)
                self.follow(at, into, follows)

    def play(self, at: int, action: int, into: Buffers, follows: int) -> None:
        table = self.tables[at]
        actor = table.current_player()
        table.apply(self.codes[action])
        continues = self.advance(table, self.seats[at], self.rngs[at])
        if self.terms.shaping:
            self.shape(at, actor, into)
        if continues:
            self.show(at, into)
        else:
            self.finish(at, actor, into)
            self.follow(at, into, follows)

    def shape(self, at: int, actor: int, into: Buffers) -> None:
        """Potential-based: the discounted potential now minus the previous one; it is 0 at the end."""
        before, now = self.hopes[at], potentials(self.tables[at])
        for player in range(self.players):
            gained = self.terms.shaping * now[player] - before[player]
            into.everyone[at * self.players + player] = gained
            if player == actor:
                into.rewards[at] = gained
        self.hopes[at] = now

    def check(self, actions: list[int], follows: int) -> None:
        games = len(self.tables)
        if len(actions) != games:
            raise IllegalAction(f"{games} games need {games} actions, not {len(actions)}")
        for at in range(len(actions)):
            if self.ended[at]:
                if follows == DISABLED:
                    raise IllegalAction(f"game {at} is over: reset it before the next step")
            elif self.terms.illegal_reward is None and not self.is_legal(at, actions[at]):
                error = self.refused(at, actions[at])
                raise IllegalAction(f"game {at}: {error}", error.why)

    def is_legal(self, at: int, action: int) -> bool:
        return 0 <= action < len(self.codes) and is_among(self.legal[at], self.codes[action])

    def refused(self, at: int, action: int) -> IllegalAction:
        if 0 <= action < len(self.codes):
            return refused(self.tables[at], self.codes[action])
        return IllegalAction(f"action {action} is not legal now; there are {len(self.codes)}")

    def finish(self, at: int, actor: int, into: Buffers) -> None:
        ended, first = result(self.tables[at]), at * self.players
        earned = ended.rewards(self.terms.reward)
        for player in range(self.players):
            into.everyone[first + player] += earned[player]
            into.scores[first + player] = ended.scores[player]
            into.ranks[first + player] = ended.ranks[player]
        into.rewards[at] += earned[actor]
        self.close(at, into)

    def punish(self, at: int, into: Buffers) -> None:
        """An illegal action has ended this game."""
        actor, first = self.tables[at].current_player(), at * self.players
        into.rewards[at] = self.terms.illegal_reward
        into.everyone[first + actor] = self.terms.illegal_reward
        for player in range(self.players):
            into.ranks[first + player] = 0
        self.close(at, into)

    def close(self, at: int, into: Buffers) -> None:
        into.over[at] = 1
        self.ended[at] = True
        self.observe(self.tables[at], max(self.seats[at], 0), at, into.finals)

    def follow(self, at: int, into: Buffers, follows: int) -> None:
        """Show a new game, or the old one's last position; NEXT_STEP allows every action, because it is ignored."""
        if follows == SAME_STEP:
            self.begin(at)
            self.show(at, into)
            return
        self.observe(self.tables[at], max(self.seats[at], 0), at, into.observations)
        self.allow(at, [], into)
        if follows == NEXT_STEP:
            actions = len(self.codes)
            into.masks[at * actions : (at + 1) * actions] = b"\x01" * actions

    def observe(self, table: State, player: int, at: int, buffer: Any) -> None:
        assert self.game.observe is not None
        row = self.game.observe(table, player)
        start = at * self.length
        buffer[start : start + len(row)] = row

    def show(self, at: int, into: Buffers) -> None:
        """Write the learner's observation and action mask."""
        table = self.tables[at]
        player = table.current_player()
        self.observe(table, player, at, into.observations)
        self.allow(at, table.legal_actions(), into)
        into.players[at] = player

    def allow(self, at: int, legal: list[int], into: Buffers) -> None:
        self.legal[at] = legal
        mask = self.game.codes.mask(legal)
        into.masks[at * len(mask) : (at + 1) * len(mask)] = mask


def is_among(actions: list[int], action: int) -> bool:
    """Like `in`, but compares ints instead of objects."""
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
    ended: list[bool],
    hopes: list[list[float]],
) -> Batch:
    game, players, options, terms = setting
    batch = Batch(game, players, options, (), terms)
    batch.tables = tables
    batch.rngs = rngs
    batch.seats = seats
    batch.legal = legal
    batch.ended = ended
    batch.hopes = hopes
    return batch
