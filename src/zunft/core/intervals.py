"""Confidence intervals for measured rates."""

from __future__ import annotations

import math
from typing import Final

CONFIDENCE: Final = 1.96  # standard errors, for 95 %


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Wilson's interval: also valid for few games and for rates near 0 and 1."""
    if not games:
        return 0.0, 1.0
    z2 = CONFIDENCE * CONFIDENCE
    centre = (rate + z2 / (2 * games)) / (1 + z2 / games)
    spread = CONFIDENCE / (1 + z2 / games) * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return max(0.0, centre - spread), min(1.0, centre + spread)
