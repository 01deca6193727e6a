"""Information-set Monte-Carlo tree search for any number of players.

Every simulation begins with a new guess at what is hidden and follows one tree over the decisions seen from the
searching seat. Chance is drawn from the guess, not kept in the tree. A node counts, for each of its actions, how
often it was possible in the guess at hand, so that rarely possible actions are compared fairly. Whoever decides in a
sealed choice decides without knowing what the others chose, in the tree too. Playouts end after a few decisions with
the game's judgement; values are vectors, one share of victory for each player, and everybody maximises their own.

At the root the budget goes to fewer and fewer actions: all are tried on the same guesses, then the better half on
further guesses, until one is left (sequential halving).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from math import log, sqrt
from typing import Final

from zunft.bots.seat import Seat
from zunft.core.bag import below
from zunft.core.judgement import Judgement, shares
from zunft.core.play import draw
from zunft.core.state import CHANCE, NOBODY, State

EXPLORATION: Final = 0.35
WIDENING: Final = 1.5  # at most WIDENING * sqrt(visits) + 1 actions of a node are tried
NODES: Final = 400  # where nobody sets a budget
FEWEST_TRIES: Final = 2  # a budget too small for all actions is spent on so many tries for each of some


class Node:
    """What followed one action of one player."""

    visits: int
    asked: int  # how often somebody had to choose here
    possible: int  # how often the action was legal when its parent was asked
    value: float  # sum of the shares of whoever chose the action
    children: dict[int, Node]
    secret: dict[int, Node]  # where a sealed choice begins here: each player's own tree

    def __init__(self) -> None:
        self.visits = 0
        self.asked = 0
        self.possible = 0
        self.value = 0.0
        self.children = {}
        self.secret = {}

    def child(self, action: int) -> Node:
        found = self.children.get(action)
        if found is None:
            found = Node()
            self.children[action] = found
        return found

    def own_tree(self, player: int) -> Node:
        found = self.secret.get(player)
        if found is None:
            found = Node()
            self.secret[player] = found
        return found

    def mean(self) -> float:
        return self.value / self.visits if self.visits else 0.0


class Search:
    """One search for one decision."""

    player: int
    judgement: Judgement | None
    horizon: int  # decisions in a playout before the judgement
    grows: bool  # a tree; else only the decision at hand is looked at
    rng: random.Random
    root: Node
    simulations: int
    codes: int
    habit_values: list[float]  # by player and action: how well it went wherever it was chosen
    habit_counts: list[int]

    def __init__(self, seat: Seat, rng: random.Random, grows: bool = True) -> None:
        game = seat.game
        self.player = seat.player
        self.judgement = game.judgement
        self.horizon = game.judgement.horizon if game.judgement is not None else 0
        self.grows = grows
        self.rng = rng
        self.root = Node()
        self.simulations = 0
        self.codes = game.num_actions
        self.habit_values = []
        self.habit_counts = []

    # The root

    def best_within(self, seat: Seat, own: int, usual: int) -> int:
        """A bot's own node budget comes first, then the seat's, then the usual one."""
        if own:
            return self.best(seat, own, None)
        return self.best(seat, usual if seat.nodes is None else seat.nodes, seat.seconds)

    def best(self, seat: Seat, nodes: int, seconds: float | None) -> int:
        """The action that is left when the budget is spent: so many simulations, or so many seconds."""
        left = seat.legal_actions()
        if len(left) == 1:
            return left[0]
        guess: Callable[[random.Random], State] = seat.guess
        if seconds is None and len(left) * FEWEST_TRIES > nodes:
            left = sorted(self.rng.sample(left, max(FEWEST_TRIES, nodes // FEWEST_TRIES)))
        rounds = (len(left) - 1).bit_length()
        begun = time.perf_counter()
        for number in range(rounds):
            if seconds is None:
                self.try_all(left, guess, max(1, nodes // (rounds * len(left))))
            else:
                self.try_until(left, guess, begun + seconds * (number + 1) / rounds)
            left = self.better_half(left)
        return left[0]

    def try_all(self, left: list[int], guess: Callable[[random.Random], State], times: int) -> None:
        for _ in range(times):
            state = guess(self.rng)
            for action in left:
                self.simulate(state.clone(), action)

    def try_until(self, left: list[int], guess: Callable[[random.Random], State], end: float) -> None:
        self.try_all(left, guess, 1)
        while time.perf_counter() < end:
            self.try_all(left, guess, 1)

    def better_half(self, left: list[int]) -> list[int]:
        """The lower code if tied, so that equal searches agree."""
        ranked = sorted([(-self.root.child(action).mean(), action) for action in left])
        return sorted([action for _, action in ranked[: (len(ranked) + 1) // 2]])

    # One simulation

    def simulate(self, state: State, action: int) -> None:
        """One guess, played down the tree and a little further; the state is used up."""
        path: list[Node] = []
        made: list[int] = []  # player and action, as a place among the habits
        if not self.habit_values:
            self.habit_values = [0.0] * (self.codes * state.setting.players)
            self.habit_counts = [0] * (self.codes * state.setting.players)
        child = self.root.child(action)
        path.append(child)
        made.append(self.player * self.codes + action)
        sealed = state.agenda[-1].sealed
        reveals = state.reveals
        state.apply(action, self.player)
        if self.grows:
            self.descend(state, child, path, made, sealed, reveals)
        tree_decisions = len(made)
        values = self.evaluate(state, made)
        self.back_up(path, made, tree_decisions, values)
        self.simulations += 1

    def descend(
        self, state: State, position: Node, path: list[Node], made: list[int], was_sealed: bool, reveals: int
    ) -> None:
        """Down the tree to a node that is new; in a sealed choice further, until everybody has chosen."""
        base = self.root
        own: dict[int, Node] = {self.player: position} if was_sealed else {}
        is_new = position.asked == 0 and position.visits == 0
        while True:
            player = self.next_decider(state)
            if player == NOBODY:
                return
            sealed = state.agenda[-1].sealed
            if not sealed and is_new:
                return
            if sealed and (not was_sealed or state.reveals != reveals):
                if is_new:
                    return
                base, own = position, {}
            node = position
            if sealed:
                node = own[player] if player in own else base.own_tree(player)
            action = self.select(node, state, player)
            child = node.child(action)
            is_new = is_new or child.visits == 0
            path.append(child)
            made.append(player * self.codes + action)
            if sealed:
                own[player] = child
                position = position.child(action)
            else:
                position = child
            was_sealed, reveals = sealed, state.reveals
            state.apply(action, player)

    def next_decider(self, state: State) -> int:
        while state.current_player() == CHANCE:
            state.apply(draw(state, self.rng))
        return state.current_player()

    def select(self, node: Node, state: State, player: int) -> int:
        """An action to try: a new one while the node may widen, else the most promising."""
        actions = state.legal_actions()
        node.asked += 1
        if len(actions) == 1:
            return actions[0]
        children = node.children
        best, highest, known = actions[0], -1.0, 0
        for action in actions:
            child = children.get(action)
            if child is None or child.visits == 0:
                continue
            known += 1
            child.possible += 1
            bound = child.value / child.visits + EXPLORATION * sqrt(log(child.possible + 1) / child.visits)
            if bound > highest:
                best, highest = action, bound
        if known < len(actions) and known < WIDENING * sqrt(node.asked) + 1:
            return self.new_action(children, actions, player)
        return best

    def new_action(self, children: dict[int, Node], actions: list[int], player: int) -> int:
        unknown = [action for action in actions if action not in children or children[action].visits == 0]
        return self.by_habit(unknown, player)

    # Playouts

    def by_habit(self, actions: list[int], player: int) -> int:
        """Of two actions the one that went better so far, wherever it was chosen."""
        rng = self.rng
        one = actions[below(len(actions), rng)]
        other = actions[below(len(actions), rng)]
        first, second = player * self.codes + one, player * self.codes + other
        ones, others = self.habit_counts[first], self.habit_counts[second]
        if not ones or not others:
            return one
        better = self.habit_values[first] / ones >= self.habit_values[second] / others
        return one if better else other

    def evaluate(self, state: State, made: list[int]) -> list[float]:
        """A few more decisions, then the judgement; without one, play to the end."""
        decisions = 0
        while True:
            player = self.next_decider(state)
            if player == NOBODY:
                return shares(state.winners(), state.setting.players)
            if self.judgement is not None and decisions >= self.horizon and not state.agenda[-1].sealed:
                return self.judgement.chances(state)
            decisions += 1
            action = self.by_habit(state.legal_actions(), player)
            made.append(player * self.codes + action)
            state.apply(action)

    def back_up(self, path: list[Node], made: list[int], tree_decisions: int, values: list[float]) -> None:
        codes = self.codes
        for place in range(tree_decisions):
            node = path[place]
            node.visits += 1
            node.value += values[made[place] // codes]
        for habit in made:
            self.habit_counts[habit] += 1
            self.habit_values[habit] += values[habit // codes]


class SearchBot:
    """Thinks ahead, as deep as the budget allows; the same seed and node budget choose the same."""

    rng: random.Random
    nodes: int  # its own budget, or 0: what the seat allows

    def __init__(self, seed: int | None = None, nodes: int = 0) -> None:
        self.rng = random.Random(seed)
        self.nodes = nodes

    def choose(self, seat: Seat) -> int:
        return Search(seat, self.rng).best_within(seat, self.nodes, NODES)
