"""Information-set Monte-Carlo tree search for any number of players.

Every simulation begins with a new guess at what is hidden and follows one tree over the decisions seen from the
searching seat. Chance is drawn from the guess, not kept in the tree. A node counts, for each of its actions, how
often it was possible in the guess at hand, so that rarely possible actions are compared fairly. Playouts end after a
few decisions with the game's judgement; values are vectors, one share of victory for each player, and everybody
maximises their own.
"""

from __future__ import annotations

import random
from math import log, sqrt

from zunft.core.judgement import Judgement, shares
from zunft.core.play import choose as choose_at_random
from zunft.core.play import draw
from zunft.core.state import CHANCE, NOBODY, State

EXPLORATION = 0.7
WIDENING = 1.6  # at most WIDENING * sqrt(visits) + 1 actions of a node are tried
PLAYOUT_DECISIONS = 4


class Node:
    """What followed one action of one player."""

    visits: int
    possible: int  # how often the action was legal when its parent was visited
    value: float  # sum of the shares of whoever chose the action
    prior: float
    children: dict[int, Node]

    def __init__(self, prior: float = 0.0) -> None:
        self.visits = 0
        self.possible = 0
        self.value = 0.0
        self.prior = prior
        self.children = {}


class Search:
    """One search for one decision."""

    player: int
    judgement: Judgement | None
    rng: random.Random
    root: Node
    simulations: int

    def __init__(self, player: int, judgement: Judgement | None, rng: random.Random) -> None:
        self.player = player
        self.judgement = judgement
        self.rng = rng
        self.root = Node()
        self.simulations = 0

    def simulate(self, state: State) -> None:
        """One guess, played down the tree and a little further; the state is used up."""
        path: list[Node] = []
        deciders: list[int] = []
        node = self.root
        first = True
        while True:
            player = self.player if first else self.next_decider(state)
            if player == NOBODY:
                break
            action, child, is_new = self.select(node, state, player)
            state.apply(action, player)
            path.append(child)
            deciders.append(player)
            node = child
            first = False
            if is_new:
                break
        self.back_up(path, deciders, self.evaluate(state))
        self.simulations += 1

    def next_decider(self, state: State) -> int:
        while state.current_player() == CHANCE:
            state.apply(draw(state, self.rng))
        return state.current_player()

    def select(self, node: Node, state: State, player: int) -> tuple[int, Node, bool]:
        """An action to try: a new one while the node may widen, else the most promising."""
        actions = state.legal_actions(player)
        if len(actions) == 1:
            return self.only_action(node, actions[0])
        known = [action for action in actions if action in node.children]
        for action in known:
            node.children[action].possible += 1
        if len(known) < len(actions) and len(known) < WIDENING * sqrt(node.visits + 1) + 1:
            action = self.new_action(node, actions, known)
            child = Node()
            child.possible = 1
            node.children[action] = child
            return action, child, True
        action = self.most_promising(node, known)
        return action, node.children[action], False

    def only_action(self, node: Node, action: int) -> tuple[int, Node, bool]:
        """A forced step costs no simulation."""
        child = node.children.get(action)
        if child is None:
            child = Node()
            node.children[action] = child
        child.possible += 1
        return action, child, False

    def new_action(self, node: Node, actions: list[int], known: list[int]) -> int:
        unknown = [action for action in actions if action not in node.children]
        return unknown[int(self.rng.random() * len(unknown))]

    def most_promising(self, node: Node, known: list[int]) -> int:
        best, highest = known[0], -1.0
        for action in known:
            child = node.children[action]
            mean = child.value / child.visits if child.visits else 1.0
            bound = mean + EXPLORATION * sqrt(log(child.possible + 1) / (child.visits + 1))
            if bound > highest:
                best, highest = action, bound
        return best

    def evaluate(self, state: State) -> list[float]:
        """A few random decisions, then the judgement; without one, play to the end."""
        decisions = 0
        while not state.is_over():
            if state.current_player() != CHANCE:
                if self.judgement is not None and decisions >= PLAYOUT_DECISIONS:
                    return self.judgement.chances(state)
                decisions += 1
            state.apply(choose_at_random(state, self.rng))
        return shares(state.winners(), state.setting.players)

    def back_up(self, path: list[Node], deciders: list[int], values: list[float]) -> None:
        self.root.visits += 1
        for place in range(len(path)):
            path[place].visits += 1
            path[place].value += values[deciders[place]]

    def best(self) -> int:
        """The action tried most often; the lower code if tied."""
        best, most = -1, -1
        for action in sorted(self.root.children):
            visits = self.root.children[action].visits
            if visits > most:
                best, most = action, visits
        return best
