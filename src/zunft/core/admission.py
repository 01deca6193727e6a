"""Admission: a quick check of a game's names, options, texts and first position before it is offered.

Authors use the full conformance suite; this check only keeps a broken third-party game from affecting the others.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from zunft.core.play import deal
from zunft.core.state import VIEW_KEYS, State

if TYPE_CHECKING:
    from zunft.core.game import Game


def fault(name: str, game: Game) -> str | None:
    """Why this entry point's game cannot be played, in one line; None if it can."""
    if game.name != name:
        return f"the game is called {game.name!r}, its entry point {name!r}"
    for option_name, option in game.options.items():
        problem = option.problem(option.default)
        if problem:
            return f"the default of option {option_name} {problem}"
    missing = [key for key in needed_texts(game) if not isinstance(game.texts["en"].own(key), str)]
    if missing:
        return f"no English text {', '.join(missing)}"
    return fault_of_position(game)


def needed_texts(game: Game) -> list[str]:
    """Text keys required to play at all: about the game, kinds of actions, and decisions."""
    found = ["about"]
    for kind in game.codes.kinds:
        found += [f"action.{kind.name}", f"help.{kind.name}"]
    return found + [f"prompt.{decision}" for decision in game.decisions.values()]


def fault_of_position(game: Game) -> str | None:
    """Check that the first decision has a view, choices and sheets."""
    state = game.new()
    deal(state, random.Random(0))
    player = state.current_player()
    for viewer in (None, player):
        missing = missing_keys(state, viewer)
        if missing:
            return f"the view has no key {', '.join(missing)}"
    view, say = state.view(player), game.texts["en"]
    labels = [game.label(action, view, say) for action in state.legal_actions()]
    return None if labels and game.sheets(view, say) else "the first position has no choices or no sheets"


def missing_keys(state: State, viewer: int | None) -> list[str]:
    view = state.view(viewer)
    return [key for key in VIEW_KEYS if key not in view]
