"""Checks of what environments are constructed with: a wrong value is named, and so is what it should be.

numpy's numbers are accepted, because settings often come from arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

from zunft.core.errors import BadOption, IllegalAction, shown
from zunft.core.game import Game, load


class BadKeyword(BadOption, TypeError):
    """A keyword or a render mode that does not exist.

    A TypeError too, like Python's own: Stable-Baselines3's `make_vec_env` and TorchRL's `GymEnv` first try
    their own keywords and drop those that raise it.
    """


def found(game: str | Game) -> Game:
    """A game by its name, or the game itself."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise BadOption(f"game must be a name or a game, not {shown(game)}")
    return load(game)


def whole(name: str, value: Any) -> int:
    if not isinstance(value, bool):
        try:
            return index(value)
        except TypeError:
            pass
    raise BadOption(f"{name} must be an integer, not {shown(value)}")


def number(name: str, value: Any) -> float:
    if not isinstance(value, str):
        try:
            return float(value)
        except (TypeError, ValueError):
            pass
    raise BadOption(f"{name} must be a number, not {shown(value)}")


def check_options(game: Game, options: Iterable[str]) -> None:
    for name in options:
        if name not in game.options:
            known = ", ".join(game.options) or "none"
            raise BadKeyword(
                f"unexpected keyword argument {name!r}: {game.title} has no option {name!r}; its options are: {known}"
            )


def check_render_mode(mode: str | None, known: Sequence[str]) -> None:
    if mode is not None and mode not in known:
        raise BadKeyword(f"render_mode must be one of {', '.join(known)}, not {mode!r}")


def names(name: str, value: str | Iterable[str]) -> list[str]:
    """One name, or several."""
    given = [value] if isinstance(value, str) else list(value) if isinstance(value, Iterable) else []
    if not given or not all(isinstance(one, str) for one in given):
        raise BadOption(f"{name} must be a bot's name or a list of names, not {shown(value)}")
    return given


def text_of(game: Game, action: int) -> str:
    """A player action as written in records."""
    codes = game.codes.player_codes
    if not 0 <= action < len(codes):
        raise IllegalAction(f"there is no action {shown(action)}; actions go from 0 to {len(codes) - 1}")
    return game.text(codes[action])
