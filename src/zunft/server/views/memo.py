"""Memoised views of a table, kept as long as the table: tables are immutable, each move creates a new one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from zunft.server.tables.table import Table
from zunft.server.views import rendering

T = TypeVar("T")

NEARLY: Final = 8  # entries that a client may lack to count as nearly up to date

kept: WeakKeyDictionary[Table, dict[Hashable, Any]] = WeakKeyDictionary()


def memoised(table: Table, key: Hashable, make: Callable[[], T]) -> T:
    """Computed once for all viewers; not while clocks run, as they change without a move, or templates may change."""
    if rendering.reloading or (table.is_playing and table.setup.pace.is_timed):
        return make()
    found = kept.setdefault(table, {})
    if key not in found:
        found[key] = make()
    value: T = found[key]
    return value


def memoised_since(table: Table, viewer: int | None, since: int, key: Hashable, make: Callable[[], T]) -> T:
    """For clients that are nearly up to date: others may ask for any number, and keeping every answer would fill the
    memory."""
    is_recent = table.number(viewer) - since <= NEARLY
    return memoised(table, (key, viewer, since), make) if is_recent else make()
