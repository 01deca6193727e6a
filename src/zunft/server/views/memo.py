"""Memoised views of a table, kept as long as the table: tables are immutable, each move creates a new one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from zunft.server.tables.table import Table
from zunft.server.views import rendering

T = TypeVar("T")

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
