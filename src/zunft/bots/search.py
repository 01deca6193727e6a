"""Information-set Monte-Carlo tree search for any number of players.

Every simulation begins with a new guess of the hidden information and follows one tree over the decisions seen from
the searching seat. Chance is drawn from the guess, not kept in the tree. A node counts, for each of its actions, how
often it was legal in the sampled guess, so that rarely legal actions are compared fairly. In a sealed choice players
decide without knowing the others' choices, in the tree too. Playouts end after a few decisions with the game's
judgement; values are vectors, one share of victory for each player, and each player maximises their own.

At the root the budget narrows down to fewer actions: all are tried on the same guesses, then the better half on
further guesses, until one is left (sequential halving). Where most simulations reach the end of the game, an action
that wins whatever happens is preferred.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import cache
from math import log, sqrt
from typing import Final

from zunft.bots.proof import sure_wins
from zunft.bots.seat import Seat
from zunft.core.bag import below
from zunft.core.game import Game
from zunft.core.judgement import EXPLORATION, TRIES, Judgement, shares
from zunft.core.play import draw
from zunft.core.state import CHANCE, NOBODY, State

WIDENING: Final = 1.5  # at most WIDENING * sqrt(visits) + 1 actions of a node are tried
NODES: Final = 400  # default budget
FEWEST_TRIES: Final = 2  # for each of some actions, if the budget is too small for all
PROMISING: Final = 0.3  # chance of the best action from which on a proof is tried,
PROOF: Final = 2  # on so many positions per simulation of the search


class Node:
    """Statistics of what followed one action of one player."""

    visits: int
    asked: int  # how often a player had to choose here
    possible: int  # how often the action was legal when its parent was visited
    value: float  # sum of the shares of the player who chose the action
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
        return node_at(self.children, action)

    def own_tree(self, player: int) -> Node:
        return node_at(self.secret, player)

    def mean(self) -> float:
        return self.value / self.visits if self.visits else 0.0


def node_at(nodes: dict[int, Node], key: int) -> Node:
    """The node under this key, created on first use."""
    found = nodes.get(key)
    if found is None:
        found = Node()
        nodes[key] = found
    return found


class Search:
    """One search for one decision."""

    player: int
    judgement: Judgement | None
    horizon: int  # decisions in a playout before the judgement
    exploration: float
    tries: int  # random actions that a playout compares
    grows: bool  # a tree; else only the current decision is evaluated
    rng: random.Random
    root: Node
    simulations: int
    ended: int  # of them, those that reached the end of the game
    codes: int
    habit_values: list[float]  # by player and action: the sum of its results in all simulations
    habit_counts: list[int]

    def __init__(self, seat: Seat, rng: random.Random, grows: bool = True, judgement: Judgement | None = None) -> None:
        """`judgement` defaults to the game's own."""
        game = seat.game
        self.player = seat.player
        self.judgement = game.judgement if judgement is None else judgement
        self.horizon = self.judgement.horizon_for(seat.players) if self.judgement is not None else 0
        self.exploration = self.judgement.exploration if self.judgement is not None else EXPLORATION
        self.tries = self.judgement.tries if self.judgement is not None else TRIES
        self.grows = grows
        self.rng = rng
        self.root = Node()
        self.simulations = 0
        self.ended = 0
        self.codes = game.num_actions
        self.habit_values = []
        self.habit_counts = []

    # The root

    def best_within(self, seat: Seat, own: int, usual: int) -> int:
        """A bot's own node budget takes precedence, then the seat's, then the default."""
        if own:
            return self.best(seat, own, None)
        return self.best(seat, usual if seat.nodes is None else seat.nodes, seat.seconds)

    def best(self, seat: Seat, nodes: int, seconds: float | None) -> int:
        """The action that remains when the budget, in simulations or seconds, is spent."""
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
        return self.surest(seat, left[0])

    def surest(self, seat: Seat, best: int) -> int:
        """The best of the actions that certainly win; without one, `best`."""
        if 2 * self.ended < self.simulations:
            return best
        chance = self.root.child(best).mean()
        if chance < PROMISING or chance == 1.0:
            return best
        tried = sorted(self.root.children)
        sure = sure_wins(tried, self.player, seat.guess, self.rng, PROOF * self.simulations // len(tried))
        return self.ranked(sure)[0] if sure else best

    def values(self, seat: Seat, nodes: int) -> dict[int, float]:
        """The mean share of each legal action, all tried equally often on the same guesses."""
        actions = seat.legal_actions()
        self.try_all(actions, seat.guess, max(FEWEST_TRIES, nodes // len(actions)))
        return {action: self.root.child(action).mean() for action in actions}

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
        return sorted(self.ranked(left)[: (len(left) + 1) // 2])

    def ranked(self, actions: list[int]) -> list[int]:
        """Ties go to the lower code, so that equal searches agree."""
        marks = sorted([(-self.root.child(action).mean(), action) for action in actions])
        return [action for _, action in marks]

    # One simulation

    def simulate(self, state: State, action: int) -> list[float]:
        """Play one guess down the tree and a little further; returns the final position's shares."""
        path: list[Node] = []
        made: list[int] = []  # player and action, as an index into the habits
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
        return values

    def descend(
        self, state: State, position: Node, path: list[Node], made: list[int], was_sealed: bool, reveals: int
    ) -> None:
        """Go down the tree to a new node; in a sealed choice further, until all players have chosen."""
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
            bound = child.value / child.visits + self.exploration * sqrt(log(child.possible + 1) / child.visits)
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
        """Of a few random actions the one with the best results so far in any simulation."""
        rng, start = self.rng, player * self.codes
        best = actions[below(len(actions), rng)]
        for _ in range(self.tries - 1):
            other = actions[below(len(actions), rng)]
            bests, others = self.habit_counts[start + best], self.habit_counts[start + other]
            if not bests or not others:
                continue
            if self.habit_values[start + other] / others > self.habit_values[start + best] / bests:
                best = other
        return best

    def evaluate(self, state: State, made: list[int]) -> list[float]:
        """Play a few more decisions, then judge; without a judgement, play to the end."""
        decisions = 0
        while True:
            player = self.next_decider(state)
            if player == NOBODY:
                self.ended += 1
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
    """Searches as deep as the budget allows; deterministic for the same seed and node budget."""

    rng: random.Random
    nodes: int  # its own budget, or 0 for the seat's
    weights: str  # a version for `Judgement.version`; "": the game's own

    def __init__(self, seed: int | None = None, nodes: int = 0, weights: str = "") -> None:
        self.rng = random.Random(seed)
        self.nodes = nodes
        self.weights = weights

    def choose(self, seat: Seat) -> int:
        judgement = judgement_with(seat.game, self.weights)
        return Search(seat, self.rng, judgement=judgement).best_within(seat, self.nodes, NODES)


@cache
def judgement_with(game: Game, weights: str) -> Judgement | None:
    """The game's judgement, with the named weights if any."""
    return game.judgement.version(weights) if game.judgement is not None and weights else game.judgement
