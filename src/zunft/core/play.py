"""Playing: one checked action, a draw of chance, a random game to the end."""

from __future__ import annotations

import random

from zunft.core.bag import below
from zunft.core.errors import IllegalAction
from zunft.core.state import CHANCE, State


def play(state: State, action: int, player: int | None = None) -> None:
    """Apply an action after checking that it is legal; an illegal one changes nothing."""
    if state.is_over():
        raise IllegalAction("the game is over")
    if player is not None and player != state.current_player() and player not in state.deciders():
        raise IllegalAction(f"player {player + 1} has nothing to decide now")
    if action not in state.legal_actions(player):
        raise IllegalAction(f"{described(state, action)} is not legal now")
    state.apply(action, player)


def described(state: State, action: object) -> str:
    codes = state.setting.game.codes
    if isinstance(action, int) and 0 <= action < len(codes):
        return f"{codes.text(action)!r} (code {action})"
    return f"action {action!r}"


def draw(state: State, rng: random.Random) -> int:
    """An outcome of the chance task on the agenda, by its weights."""
    return state.draw(state.agenda[-1], rng)


def choose(state: State, rng: random.Random) -> int:
    """Any action of the current player, each as likely; at chance an outcome by its weight."""
    task = state.agenda[-1]
    if task.player == CHANCE:
        return state.draw(task, rng)
    actions = state.choices(task)
    return actions[below(len(actions), rng)]


def playout(state: State, rng: random.Random) -> int:
    """Play at random to the end; answers how many decisions players took."""
    decisions = 0
    while state.agenda:
        if state.agenda[-1].player != CHANCE:
            decisions += 1
        state.apply(choose(state, rng))
    return decisions


def deal(state: State, rng: random.Random) -> None:
    """Let chance play until a player has to decide or the game is over."""
    while state.current_player() == CHANCE:
        state.apply(draw(state, rng))
