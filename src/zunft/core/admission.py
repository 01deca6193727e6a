"""Admission: a quick check of a game's names, options, texts and one random game before it is offered.

Authors use the full conformance suite; this check only keeps a broken third-party game from affecting the others.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Final

from zunft.core.play import choose
from zunft.core.state import VIEW_KEYS, State
from zunft.core.text import ENGLISH

if TYPE_CHECKING:
    from zunft.core.game import Game

MOST_ACTIONS: Final = 1000


def fault(name: str, game: Game) -> str | None:
    """Why this entry point's game cannot be played, in one line; None if it can."""
    if game.name != name:
        return f"the game is called {game.name!r}, its entry point {name!r}"
    for option_name, option in game.options.items():
        problem = option.problem(option.default)
        if problem:
            return f"the default of option {option_name} {problem}"
    missing = [key for key in needed_texts(game) if not isinstance(game.texts[ENGLISH].own(key), str)]
    if missing:
        return f"no English text {', '.join(missing)}"
    return fault_of_game(game)


def needed_texts(game: Game) -> list[str]:
    """Text keys required to play at all: about the game, kinds of actions, and decisions."""
    found = ["about"]
    for kind in game.codes.kinds:
        found += [f"action.{kind.name}", f"help.{kind.name}"]
    return found + [f"prompt.{decision}" for decision in game.decisions.values()]


def fault_of_game(game: Game) -> str | None:
    """A game at random, for as long as most games are: each kind of decision once, and how it ends."""
    rng, seen = random.Random(0), set[int]()
    state = game.new()
    state.journal = []
    for _ in range(MOST_ACTIONS):
        if state.is_over():
            break
        task = state.agenda[-1]
        if task.player >= 0 and task.step not in seen:
            seen.add(task.step)
            found = fault_of_position(game, state, task.player)
            if found is not None:
                return found
        state.apply(choose(state, rng))
    return fault_of_position(game, state, 0) or fault_of_words(game, state)


def fault_of_position(game: Game, state: State, player: int) -> str | None:
    """The player and a spectator have a view and sheets; the player has something to choose."""
    say = game.texts[ENGLISH]
    for viewer in (None, player):
        view = state.view(viewer)
        missing = [key for key in VIEW_KEYS if key not in view]
        if missing:
            return f"the view has no key {', '.join(missing)}"
        json.dumps(view)
        if not game.sheets(view, say):
            return "a position has no sheets"
    labels = [game.label(action, view, say) for action in state.legal_actions(player)]
    return None if labels or state.deciders() != (player,) else "a decision has no choices"


def fault_of_words(game: Game, state: State) -> str | None:
    """The events that happened and the sources of points have texts."""
    say = game.texts[ENGLISH]
    for event in state.journal or []:
        say.say(f"log.{event.key}", **event.args)
    missing = [f"source.{source}" for source in state.points()[0] if not say.has(f"source.{source}")]
    return f"no English text {', '.join(missing)}" if missing else None
