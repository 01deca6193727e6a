"""Playing: validated actions, chance draws, random playouts."""

from __future__ import annotations

import random

from zunft.core.bag import below
from zunft.core.errors import IllegalAction, shown
from zunft.core.reason import Reason
from zunft.core.state import CHANCE, State
from zunft.core.text import ENGLISH


def play(state: State, action: int, player: int | None = None) -> None:
    """Apply an action after checking that it is legal; an illegal one changes nothing."""
    if state.is_over():
        raise IllegalAction("the game is over", why_not(state, action, player))
    if player is not None and player != state.current_player() and player not in state.deciders():
        raise IllegalAction(f"player {player + 1} has nothing to decide now", why_not(state, action, player))
    if action not in state.legal_actions(player):
        raise refused(state, action, player)
    state.apply(action, player)


def refused(state: State, action: int, player: int | None = None) -> IllegalAction:
    """The error for an illegal action, with the reason in English."""
    why = why_not(state, action, player)
    message = f"{described(state, action)} is not legal now"
    return IllegalAction(message if why is None else f"{message}: {in_english(state, why)}", why)


def why_not(state: State, action: int, player: int | None = None) -> Reason | None:
    """Why this player (None: the current one) may not choose this action now; None if it is legal.

    It depends only on what the player knows.
    """
    asked = state.current_player() if player is None else player
    if state.is_over():
        return Reason("over", {}, general=True)
    if asked < 0:
        return Reason("chance", {}, general=True) if action not in state.legal_actions() else None
    if asked not in state.deciders():
        acting = state.acting()
        return Reason("turn", {"players": acting}, general=True) if acting else Reason("wait", {}, general=True)
    if action in state.legal_actions(asked):
        return None
    return reason_of(state, asked, action)


def reason_of(state: State, player: int, action: int) -> Reason:
    """The game's own reason, or that a different decision is open."""
    game = state.setting.game
    if not isinstance(action, int) or not 0 <= action < game.num_actions:
        return Reason("no_such_action", {}, general=True)
    found = None if game.reason is None else game.reason(state, state.agenda[state.task_of(player)], action)
    return found or Reason("not_now", {"decision": state.decision(player)}, general=True)


def in_english(state: State, why: Reason) -> str:
    names = [f"player {player + 1}" for player in range(state.setting.players)]
    return why.say(state.setting.game.texts[ENGLISH].with_names(names))


def described(state: State, action: object) -> str:
    codes = state.setting.game.codes
    if isinstance(action, int) and 0 <= action < len(codes):
        return f"{codes.text(action)!r} (code {action})"
    return f"action {shown(action)}"


def draw(state: State, rng: random.Random) -> int:
    """A weighted random outcome of the chance task on the agenda."""
    return state.draw(state.agenda[-1], rng)


def choose(state: State, rng: random.Random) -> int:
    """A uniform random action of the current player; at chance a weighted outcome."""
    task = state.agenda[-1]
    if task.player == CHANCE:
        return state.draw(task, rng)
    actions = state.choices(task)
    return actions[below(len(actions), rng)]


def playout(state: State, rng: random.Random) -> int:
    """Play at random to the end; returns the number of players' decisions."""
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
