"""The evaluator: the only place that estimates chances of winning, for reviews, hints, tutor and puzzles.

There are two kinds of value. The *static value* of a full state is the game's judgement, or the result once the game
is over: cheap, and exact enough to compare every outcome of every draw. The value of a *decision* is what its player
could expect, from what that player knew: a search over guesses, every action on the same guesses, so that the
differences between actions are known better than the chances themselves.
"""

from __future__ import annotations

import hashlib
import random
import time
from dataclasses import dataclass
from typing import Final

from zunft.bots.search import Search
from zunft.bots.seat import Seat
from zunft.core.errors import BadOption, IllegalAction
from zunft.core.game import Game
from zunft.core.judgement import shares
from zunft.core.play import choose, playout
from zunft.core.state import State
from zunft.review.means import mean, means, standard_error
from zunft.review.reasons import Reason, Reasons

NODES: Final = 300  # simulations for a decision, by default
MOST_NODES: Final = 1_000_000
MOST_SECONDS: Final = 600.0
SEED: Final = 1
APART: Final = 3.0  # standard errors between two actions that decide which one is better
CHECKED_EVERY: Final = 8  # guesses
FIRST_CHECKED: Final = 24  # guesses; before that the tree is small and errors are unreliable
FEWEST_GUESSES: Final = 2  # for every action; a single one has no error estimate
GUESSES: Final = 64  # for a position without a decision for the seat
PLAYOUTS: Final = 16  # random games for a static value, where a game has no judgement
EXPLAINED: Final = 24  # guesses whose last positions are kept for reasons
NO_ACTION: Final = -1


class Evaluator:
    """A budget and a seed; with a node budget the same seed gives the same chances."""

    nodes: int
    seconds: float | None  # instead of nodes
    seed: int

    def __init__(self, nodes: int = NODES, seconds: float | None = None, seed: int = SEED) -> None:
        if not 1 <= nodes <= MOST_NODES:
            raise BadOption(f"nodes must be between 1 and {MOST_NODES}, not {nodes}")
        if seconds is not None and not 0 < seconds <= MOST_SECONDS:
            raise BadOption(f"seconds must be above 0 and at most {MOST_SECONDS:g}, not {seconds}")
        self.nodes = nodes
        self.seconds = seconds
        self.seed = seed

    def with_nodes(self, nodes: int) -> Evaluator:
        return Evaluator(nodes, None, self.seed)

    def static(self, state: State) -> list[float]:
        """Each player's chance in a full state, hidden cards included."""
        if state.is_over():
            return shares(state.winners(), state.setting.players)
        judgement = state.setting.game.judgement
        return judgement.chances(state) if judgement is not None else self.played_out(state)

    def played_out(self, state: State) -> list[float]:
        """The mean result of random games, with the same random numbers for every state."""
        rng = random.Random(self.seed)
        results: list[list[float]] = []
        for _ in range(PLAYOUTS):
            end = state.clone()
            playout(end, rng)
            results.append(shares(end.winners(), end.setting.players))
        return means(results)

    def decision(self, seat: Seat, keep: int = NO_ACTION, number: int = 0, thorough: bool = False) -> Decision:
        """Judge all actions of a decision. `keep` is compared for as long as it could be the best; decisions with
        different numbers use different guesses; a thorough search never stops before its budget is spent."""
        actions = seat.legal_actions()
        if not actions:
            raise IllegalAction(f"player {seat.player + 1} has nothing to decide now")
        if keep != NO_ACTION and keep not in actions:
            raise IllegalAction(f"action {keep} is not legal now")
        comparison = Comparison(seat, self.rng(number), keep, thorough)
        comparison.run(actions, self.nodes, self.seconds)
        return Decision(comparison)

    def position(self, seat: Seat, number: int = 0) -> Estimate:
        """Each player's chance given what this seat knows, whether or not it has to decide."""
        if seat.legal_actions():
            return self.decision(seat, number=number).estimate()
        rng = self.rng(number)
        return Estimate([self.static(without_sealed_choice(seat.guess(rng), rng)) for _ in range(GUESSES)])

    def rng(self, number: int) -> random.Random:
        return random.Random(f"{self.seed}/{number}")


def without_sealed_choice(state: State, rng: random.Random) -> State:
    """Complete a sealed choice at random: judgements expect all players to have chosen."""
    while state.agenda and state.agenda[-1].sealed:
        state.apply(choose(state, rng))
    return state


def fingerprint(game: Game) -> str:
    """Identifies the judgement used; chances from different ones are not comparable."""
    judgement = game.judgement
    described = "none" if judgement is None else judgement.described()
    return hashlib.sha256(f"{game.name} {game.rules} {described}".encode()).hexdigest()[:16]


class Estimate:
    """The mean of samples, one share of victory for each player, and its standard error."""

    chances: list[float]
    errors: list[float]
    guesses: int

    def __init__(self, samples: list[list[float]]) -> None:
        self.chances = means(samples)
        self.errors = [standard_error([sample[player] for sample in samples]) for player in range(len(samples[0]))]
        self.guesses = len(samples)


@dataclass
class Choice:
    """One action of a decision, from the deciding player's view."""

    action: int
    chance: float  # of winning, after this action
    error: float  # standard error of the chance
    loss: float  # compared with the best action, over the same guesses; never negative
    loss_error: float
    guesses: int


class Decision:
    """All actions that were compared, the best one first."""

    player: int
    choices: list[Choice]
    simulations: int
    comparison: Comparison
    explained: Reasons | None  # None: the game has no judgement

    def __init__(self, comparison: Comparison) -> None:
        self.player = comparison.player
        self.simulations = comparison.search.simulations
        self.comparison = comparison
        judgement = comparison.seat.game.judgement
        self.explained = (
            None if judgement is None else Reasons(self.player, judgement, comparison.ends, comparison.samples)
        )
        best = comparison.leader
        others = [comparison.choice(action) for action in sorted(comparison.samples) if action != best]
        self.choices = [comparison.choice(best), *sorted(others, key=by_loss)]

    def best(self) -> Choice:
        return self.choices[0]

    def of(self, action: int) -> Choice:
        for choice in self.choices:
            if choice.action == action:
                return choice
        raise IllegalAction(f"action {action} was not compared")

    def estimate(self) -> Estimate:
        """The position's chances, if its player takes the best action."""
        return Estimate(self.comparison.samples[self.best().action])

    def margin(self) -> tuple[float, float]:
        """How far the best action is ahead of the second best, and the standard error; 1 if it is the only one."""
        if len(self.choices) == 1:
            return 1.0, 0.0
        return self.choices[1].loss, self.choices[1].loss_error

    def reasons(self, action: int, against: list[int] | None = None) -> list[Reason]:
        """Reasons for and against the action, compared with `against` (None: all others)."""
        rivals = [other for other in self.comparison.samples if other != action] if against is None else against
        return self.explained.of(action, rivals) if self.explained is not None and rivals else []


def by_loss(choice: Choice) -> tuple[float, int]:
    return choice.loss, choice.action


class Comparison:
    """Actions tried on the same guesses. In every round half of them drop out, and those that are clearly worse."""

    player: int
    seat: Seat
    rng: random.Random
    keep: int
    thorough: bool
    search: Search
    leader: int
    samples: dict[int, list[list[float]]]  # by action, for each guess: all players' shares
    ends: dict[int, list[State]]  # by action, for the first guesses: where the simulation ended

    def __init__(self, seat: Seat, rng: random.Random, keep: int = NO_ACTION, thorough: bool = False) -> None:
        self.player = seat.player
        self.seat = seat
        self.rng = rng
        self.keep = keep
        self.thorough = thorough
        self.search = Search(seat, rng)
        self.leader = NO_ACTION
        self.samples = {}
        self.ends = {}

    def run(self, actions: list[int], nodes: int, seconds: float | None) -> None:
        left = actions if seconds is not None else self.affordable(actions, nodes)
        for action in left:
            self.samples[action] = []
            self.ends[action] = []
        rounds = max(1, (len(left) - 1).bit_length())
        alone = len(left) == 1  # nothing to compare: the whole budget goes into the chance itself
        begun = time.perf_counter()
        for number in range(1, rounds + 1):
            share = number / rounds
            while alone or len(left) > 1 or not self.has_enough_guesses(left):
                self.try_all(left)
                left = self.without_clearly_worse(left)
                used = self.search.simulations / nodes if seconds is None else (time.perf_counter() - begun) / seconds
                if used >= share and self.has_enough_guesses(left):
                    break
            left = self.better_half(left) if number < rounds else left
        self.leader = self.best_of(left)

    def affordable(self, actions: list[int], nodes: int) -> list[int]:
        """If the budget is too small for all actions, some of them, including `keep`."""
        most = max(FEWEST_GUESSES, nodes // FEWEST_GUESSES)
        if len(actions) <= most:
            return actions
        chosen = self.rng.sample([action for action in actions if action != self.keep], most - (self.keep in actions))
        return sorted([*chosen, self.keep] if self.keep in actions else chosen)

    def has_enough_guesses(self, left: list[int]) -> bool:
        return len(self.samples[left[0]]) >= FEWEST_GUESSES

    def try_all(self, left: list[int]) -> None:
        guess: State = self.seat.guess(self.rng)
        for action in left:
            state = guess.clone()
            self.samples[action].append(self.search.simulate(state, action))
            if len(self.ends[action]) < EXPLAINED:
                self.ends[action].append(state)

    # Who drops out

    def without_clearly_worse(self, left: list[int]) -> list[int]:
        guesses = len(self.samples[left[0]])
        if self.thorough or guesses < FIRST_CHECKED or guesses % CHECKED_EVERY:
            return left
        best = self.best_of(left)
        return [action for action in left if action == best or not self.is_clearly_worse(action, best)]

    def is_clearly_worse(self, action: int, best: int) -> bool:
        behind = self.differences(best, action)
        return mean(behind) > APART * standard_error(behind)

    def better_half(self, left: list[int]) -> list[int]:
        ranked = sorted([(-self.mean_of(action), action) for action in left])
        half = [action for _, action in ranked[: (len(ranked) + 1) // 2]]
        return sorted(half if self.keep not in left or self.keep in half else [*half, self.keep])

    def best_of(self, left: list[int]) -> int:
        """Ties go to the lower code, so that equal searches agree."""
        return min([(-self.mean_of(action), action) for action in left])[1]

    def mean_of(self, action: int) -> float:
        return mean([sample[self.player] for sample in self.samples[action]])

    # Results

    def differences(self, one: int, other: int) -> list[float]:
        """The first action's lead over the second on every guess that both were tried on."""
        player = self.player
        ones, others = self.samples[one], self.samples[other]
        return [ones[guess][player] - others[guess][player] for guess in range(min(len(ones), len(others)))]

    def choice(self, action: int) -> Choice:
        """An action that dropped out is valued by its distance from the best, which saw more guesses."""
        own = [sample[self.player] for sample in self.samples[action]]
        behind = self.differences(self.leader, action)
        loss = max(0.0, mean(behind))
        chance = min(1.0, max(0.0, self.mean_of(self.leader) - mean(behind)))
        return Choice(action, chance, standard_error(own), loss, standard_error(behind), len(own))
