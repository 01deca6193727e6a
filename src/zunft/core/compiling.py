"""Hints for mypyc that mean nothing when the source is interpreted. Never compiled itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_hints):
        """mypyc reads the decorator and drops it; without mypyc it does nothing, so nothing needs installing."""
        return lambda cls: cls
