"""The converse of the view law: observations and texts contain everything that the decider's view does.

If the numeric row and the mask of legal actions are equal in two positions, so are the views; the same for the
position in words with its choices. Positions that differ by one choice or one draw are the likeliest to be confused,
so the checks compare those: several choices or draws at points spread over a random game, each followed by one
random decision.

A field that never matters for a decision may be omitted from the row; the game's layout names it, with the reason:
`Layout(…, left_out={"players.*.talers_shown": "the row has the talers themselves"})`. `*` matches any key or index.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from zunft.core.conformance.course import named
from zunft.core.game import Game
from zunft.core.play import choose, deal
from zunft.core.state import State
from zunft.core.text import ENGLISH

ANY = "*"
WIDTH = 6  # choices or draws tried at a point
MOST_POSITIONS = 3000  # compared in one check, to limit its run time

Sight = Callable[[State, int], Hashable]
"""What a player bases a decision on, hashable for lookup."""


def check_rows_are_complete(
    game: Game,
    players: int,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    exceptions: Mapping[str, str] | None = None,
    most: int = MOST_POSITIONS,
) -> None:
    """Equal row and equal mask mean equal view. A no-op for a game without a numeric observation."""
    if game.layout is not None and game.observe is not None:
        allowed = {**game.layout.left_out, **(exceptions or {})}
        check("row and mask", row_and_mask, game, players, options, seed, allowed, most)


def check_texts_are_complete(
    game: Game,
    players: int,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    exceptions: Mapping[str, str] | None = None,
    most: int = MOST_POSITIONS,
) -> None:
    """Equal sheets, prompt and labels of the legal actions mean equal view."""
    check("position and choices in words", in_words, game, players, options, seed, exceptions, most)


def row_and_mask(state: State, player: int) -> Hashable:
    observe = state.setting.game.observe
    assert observe is not None
    return bytes(observe(state, player)), tuple(state.legal_actions(player))


def in_words(state: State, player: int) -> Hashable:
    game = state.setting.game
    say = named(game, ENGLISH, state.setting.players)
    view = state.view(player)
    labels = [game.label(action, view, say) for action in state.legal_actions(player)]
    prompt = say.say(f"prompt.{view['decision']}")
    return "\n".join([*[sheet.plain() for sheet in game.sheets(view, say)], prompt, *labels])


def check(
    what: str,
    sight: Sight,
    game: Game,
    players: int,
    options: Mapping[str, Any] | None,
    seed: int,
    exceptions: Mapping[str, str] | None,
    most: int,
) -> None:
    chosen = dict(options or {})
    check_exceptions(game.new(players, **chosen), dict(exceptions or {}))
    search = Search(sight, [path.split(".") for path in exceptions or {}])
    search.run(game, players, chosen, seed, most)
    missing = "; ".join([f"{path}: {example}" for path, example in sorted(search.missing.items())])
    assert not missing, f"{game.name}, {players} players, {chosen}, seed {seed}: equal {what}, but missing: {missing}"


def check_exceptions(state: State, exceptions: Mapping[str, str]) -> None:
    view = state.view(0)
    for path, reason in exceptions.items():
        assert path.split(".")[0] in view, f"the exception {path!r} is not in the view"
        assert reason, f"the exception {path!r} has no reason"


class Search:
    """All positions seen so far, by what their decider was shown."""

    sight: Sight
    exceptions: list[list[str]]
    seen: dict[tuple[int, Hashable], tuple[Any, str]]  # by decider and sight: the view, and how it was reached
    missing: dict[str, str]  # paths in the view that differed, each with its first example

    def __init__(self, sight: Sight, exceptions: list[list[str]]) -> None:
        self.sight = sight
        self.exceptions = exceptions
        self.seen = {}
        self.missing = {}

    def run(self, game: Game, players: int, options: Mapping[str, Any], seed: int, most: int) -> None:
        """One random game, with siblings at points spread evenly over all of it."""
        every = 1 + 2 * WIDTH * length(game.new(players, **options), seed) // most
        rng = random.Random(seed)
        state = game.new(players, **options)
        actions = 0
        while not state.is_over():
            if actions % every == 0:
                self.branch(state, actions, random.Random(f"{seed} {actions}"))
            state.apply(choose(state, rng))
            actions += 1

    def branch(self, state: State, actions: int, rng: random.Random) -> None:
        legal = state.legal_actions()
        follow_up = rng.getrandbits(32)
        for action in rng.sample(legal, min(WIDTH, len(legal))):
            twin = state.clone()
            twin.apply(action)
            same = random.Random(follow_up)  # siblings continue with the same random numbers
            deal(twin, same)
            path = f"action {actions + 1} {state.setting.game.text(action)!r}"
            self.note(twin, path)
            if not twin.is_over():
                twin.apply(choose(twin, same))
                deal(twin, same)
                self.note(twin, f"{path} and one more")

    def note(self, state: State, path: str) -> None:
        for player in state.deciders():
            view = state.view(player)
            known, first = self.seen.setdefault((player, self.sight(state, player)), (view, path))
            if known != view:
                self.compare(known, view, f"player {player}, {first} and {path}")

    def compare(self, known: Any, view: Any, where: str) -> None:
        for place, one, other in differences(known, view, []):
            if not any(covers(exception, place) for exception in self.exceptions):
                path = ".".join([ANY if part.isdecimal() else part for part in place])
                self.missing.setdefault(path, f"{one!r} != {other!r} ({where})")


def length(state: State, seed: int) -> int:
    """The number of actions in this random game, chance included."""
    rng = random.Random(seed)
    actions = 0
    while not state.is_over():
        state.apply(choose(state, rng))
        actions += 1
    return actions


def covers(exception: list[str], place: list[str]) -> bool:
    """An exception covers a part of the view and everything within it."""
    if len(exception) > len(place):
        return False
    return all(wanted in (ANY, part) for wanted, part in zip(exception, place, strict=False))


def differences(one: Any, other: Any, place: list[str]) -> list[tuple[list[str], Any, Any]]:
    """Where two views differ, at the deepest level at which their shapes agree."""
    if one == other:
        return []
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in differences(one[key], other[key], [*place, str(key)])]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [found for at, (left, right) in pairs for found in differences(left, right, [*place, str(at)])]
    return [(place, one, other)]
