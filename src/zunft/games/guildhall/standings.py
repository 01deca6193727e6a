"""Standings: prestige cards and chits are scored at once; the goal is the winning number of points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zunft.core.standings import Goal, Part, Standing
from zunft.core.state import Setting


def standings(view: Mapping[str, Any], setting: Setting) -> list[Standing]:
    return [standing(number, player, view["target"]) for number, player in enumerate(view["players"])]


def standing(number: int, player: Mapping[str, Any], target: int) -> Standing:
    points, chits = player["vp"], player["chits"]
    parts = [Part("prestige", points - chits), Part("chits", chits)]
    return Standing(number, parts, [Goal("target", {"target": target}, points, target)])
