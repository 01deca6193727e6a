"""Hints for mypyc, without effect when the source is interpreted. Never compiled itself.

`acyclic=True` exempts objects from garbage collection: for classes that can never be part of a reference cycle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_hints):
        """mypyc reads and drops the decorator; this stand-in avoids a runtime dependency on mypy_extensions."""
        return lambda cls: cls
