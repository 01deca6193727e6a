"""Sets that the rules ask for member by member, offered as a whole: tick members in any order, then one button.

Games ask for the members of a set in a fixed order, so that every set can be chosen in one way only. People tick them
in any order; the page sends them in the order of the rules. A game lists such decisions in `web/summary.toml`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from zunft.core.game import Game
from zunft.core.state import State
from zunft.server.tables.table import Table
from zunft.server.views.boards import Choice, choice_of, summary
from zunft.server.views.position import Position

MOST_SETS: Final = 250  # with more, a decision is made step by step
LONGEST: Final = 12  # members of a set

Path = tuple[int, ...]


class Sets(NamedTuple):
    """Members to tick, and which form a set together: indexes into the parts, in the order of the rules."""

    parts: list[Choice]
    sets: list[tuple[int, ...]]


class TooManySets(Exception):
    """There are more sets than a page should offer."""


@cache
def decisions_in_sets(game: Game) -> dict[str, frozenset[str]]:
    """By decision: the decisions that continue its set."""
    return {name: frozenset(group) for group in summary(game).get("sets", []) for name in group}


def sets_of(table: Table, found: Position, language: str) -> Sets | None:
    """The sets that the viewer may choose now; None if the decision is not a set, or only has sets of one member."""
    group = decisions_in_sets(table.game).get(found.decision or "")
    if not found.actions or group is None or found.seat is None or found.view is None:
        return None
    paths: list[Path] = []
    try:
        grow(table.state, found.seat, group, (), paths)
    except TooManySets:
        return None
    actions = table.game.codes.listed(list({action for path in paths for action in path}))
    say = table.game.texts[language].with_names(table.names)
    parts = [choice_of(table.game, action, found.view, say) for action in actions]
    index = {action: place for place, action in enumerate(actions)}
    sets = [tuple([index[action] for action in path]) for path in paths]
    has_several = any(sum(not parts[place].is_bare for place in members) > 1 for members in sets)
    return Sets(parts, sets) if has_several else None


def grow(state: State, player: int, group: frozenset[str], path: Path, found: list[Path]) -> None:
    """All ways to complete the set. No chance outcome or hidden information is involved, so nothing is leaked."""
    for action in state.legal_actions(player):
        after = state.clone()
        after.journal = None
        after.apply(action, player)
        longer = (*path, action)
        if continues(state, after, player, group) and len(longer) < LONGEST:
            grow(after, player, group, longer, found)
        else:
            found.append(longer)
        if len(found) > MOST_SETS:
            raise TooManySets


def continues(before: State, after: State, player: int, group: frozenset[str]) -> bool:
    return after.reveals == before.reveals and player in after.deciders() and after.decision(player) in group
