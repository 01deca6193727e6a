"""Reasons: every illegal action has one, in every language, and it leaks nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from zunft.core.conformance.course import named, spread
from zunft.core.game import Game
from zunft.core.play import why_not
from zunft.core.reason import Reason
from zunft.core.state import State


def check_reasons(
    game: Game, players: int, options: Mapping[str, Any] | None = None, seed: int = 0, positions: int = 20
) -> None:
    """At `positions` decisions spread over a random game, every player tries every action."""
    rng = random.Random(seed)
    state = game.new(players, **dict(options or {}))
    for number in spread(state, rng, positions):
        check_position(game, state, rng, number)


def check_position(game: Game, state: State, rng: random.Random, number: int) -> None:
    for player in range(state.setting.players):
        true_reasons = reasons(game, state, player)
        guess = state.resample(player, random.Random(rng.getrandbits(32)))
        assert reasons(game, guess, player) == true_reasons, f"after {number} decisions: player {player}'s reasons leak"


def reasons(game: Game, state: State, player: int) -> dict[int, str]:
    """Reasons by action, checked along the way. A player who is not deciding gets the same one for every action."""
    asked = player in state.deciders()
    legal = set(state.legal_actions(player)) if asked else set()
    kinds = {game.codes.take_apart(action).kind for action in legal}
    found: dict[int, str] = {}
    known: dict[str, Reason] = {}
    for action in range(game.num_actions) if asked else (0, game.num_actions - 1):
        why = why_not(state, action, player)
        assert (why is None) == (action in legal), f"{game.text(action)!r}: {why} goes against the legal actions"
        if why is not None:
            own = game.reason is not None and game.codes.take_apart(action).kind in kinds
            assert not own or not why.general, f"no reason against {game.text(action)!r}, a kind that is asked for"
            found[action] = repr(why)
            known[repr(why)] = why
    check_texts(game, state, list(known.values()))
    return found


def check_texts(game: Game, state: State, found: list[Reason]) -> None:
    for language in game.languages:
        say = named(game, language, state.setting.players)
        for why in found:
            text = why.say(say)
            assert text and "{" not in text, f"why.{why.key} in {language} reads {text!r}"
