"""The version of Zunft, and whether it runs compiled."""

from __future__ import annotations

import zunft.core.state

__version__ = "0.1.0"


def is_compiled() -> bool:
    return not (zunft.core.state.__file__ or "").endswith(".py")
