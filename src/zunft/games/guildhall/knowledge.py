"""What others know of complete chapters: they see each completion, but not which chapters are discarded."""

from __future__ import annotations

from zunft.games.guildhall.table import Player


def complete(me: Player, profession: int) -> None:
    """Five face-up cards were turned over: the chapter is public."""
    me.certain = tuple(sorted((*me.certain, profession)))


def lay_out(me: Player) -> None:
    """The discarded chapter may be any of them (G64)."""
    me.possible = tuple(sorted(me.certain + me.possible))
    me.certain = ()


def show(me: Player, profession: int) -> None:
    """The top of the discard pile identifies the chapter."""
    left = list(me.possible)
    left.remove(profession)
    me.possible = tuple(left)


def conclude(me: Player) -> None:
    """A single remaining possibility is public knowledge."""
    if len(me.complete) == len(me.possible):
        me.certain = me.possible
    if len(me.complete) in (0, len(me.possible)):
        me.possible = ()


def can_name_discarded(me: Player, number: int) -> bool:
    """Whether others can infer which chapters were just discarded: all that were possible."""
    return len(me.possible) == number
