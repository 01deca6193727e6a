"""Sets that the rules ask for member by member, offered as a whole: tick members in any order, then one button.

Games ask for the members of a set in a fixed order, so that every set can be chosen in one way only. People tick them
in any order; the page sends them in the order of the rules. A game lists such decisions in `web/summary.toml`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from zunft.core.game import Game
from zunft.core.state import State
from zunft.server.tables.table import Table
from zunft.server.views.boards import FOLDER, SUMMARY, Choice, choice_of
from zunft.server.views.position import Position

MOST_SETS: Final = 250  # with more, a decision is made step by step
LONGEST: Final = 12  # members of a set

Path = tuple[int, ...]


class Sets(NamedTuple):
    """Members to tick, and which form a set together: indexes into the parts, in the order of the rules."""

    parts: list[Choice]
    sets: list[tuple[int, ...]]


class TooMany(Exception):
    """There are more sets than a page should offer."""


@cache
def decisions_in_sets(game: Game) -> dict[str, frozenset[str]]:
    """By decision: the decisions that continue its set."""
    file = resources.files(game.package) / FOLDER / SUMMARY
    found = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {name: frozenset(group) for group in found.get("sets", []) for name in group}


def sets_of(table: Table, found: Position, language: str) -> Sets | None:
    """The sets that the viewer may choose now; None if the decision is no set, or only has sets of one member."""
    group = decisions_in_sets(table.game).get(found.decision or "")
    if not found.actions or group is None or found.seat is None or found.view is None:
        return None
    paths: list[Path] = []
    try:
        grow(table.state, found.seat, group, (), paths)
    except TooMany:
        return None
    if all(len([each for each in path if not is_bare(table.game, each)]) < 2 for path in paths):
        return None
    actions = sorted({action for path in paths for action in path})
    say = table.game.texts[language].with_names(table.names)
    places = {action: place for place, action in enumerate(actions)}
    parts = [choice_of(table.game, action, found.view, say) for action in actions]
    return Sets(parts, [tuple([places[action] for action in path]) for path in paths])


def grow(state: State, player: int, group: frozenset[str], path: Path, found: list[Path]) -> None:
    """All ways to complete the set. No chance outcome or hidden information is involved, so nothing is leaked."""
    for action in state.legal_actions(player):
        after = state.clone()
        after.journal = None
        after.apply(action, player)
        longer = (*path, action)
        if goes_on(state, after, player, group) and len(longer) < LONGEST:
            grow(after, player, group, longer, found)
        else:
            found.append(longer)
        if len(found) > MOST_SETS:
            raise TooMany


def goes_on(before: State, after: State, player: int, group: frozenset[str]) -> bool:
    return after.reveals == before.reveals and player in after.deciders() and after.decision(player) in group


def is_bare(game: Game, action: int) -> bool:
    """A kind without arguments: stop, decline."""
    return " " not in game.text(action)
