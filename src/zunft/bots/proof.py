"""Sure wins near the end: proved by trying everything that could still happen, on several guesses."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from zunft.core.state import CHANCE, State

GUESSES: Final = 6  # on all of which an action must win
DEEPEST: Final = 200  # actions in a row that are followed; Python's own limit is not far above


class Proof:
    """Does this player win alone, whatever the others and chance do?

    A sealed choice of the player counts as if an opponent made it: it must not react to choices that nobody sees.
    """

    player: int
    left: int  # positions that may still be tried

    def __init__(self, player: int, positions: int) -> None:
        self.player = player
        self.left = positions

    def wins(self, state: State, depth: int = 0) -> bool:
        """Proved; False if it is not true, or if positions or depth are used up."""
        if state.is_over():
            return state.winners() == [self.player]
        if depth == DEEPEST:
            return False
        player, sealed = state.current_player(), state.agenda[-1].sealed
        chooses = player == self.player and not sealed
        for action in state.legal_actions():
            if self.left == 0:
                return False
            self.left -= 1
            after = state.clone()
            after.apply(action, player if player != CHANCE else None)
            if self.wins(after, depth + 1) == chooses:
                return chooses
        return not chooses


def sure_wins(
    actions: list[int], player: int, guess: Callable[[random.Random], State], rng: random.Random, positions: int
) -> list[int]:
    """Those of the actions that win on all guesses; `positions` are tried for each action on each guess."""
    left = actions
    for _ in range(GUESSES):
        if not left:
            break
        state = guess(rng)
        left = [action for action in left if is_sure(state.clone(), action, player, positions)]
    return left


def is_sure(state: State, action: int, player: int, positions: int) -> bool:
    state.apply(action, player)
    return Proof(player, positions).wins(state)
