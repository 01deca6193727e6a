"""Standings: what a viewer knows about each player's points, by source, and open goals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from zunft.core.text import Texts

if TYPE_CHECKING:
    from zunft.core.game import Game
    from zunft.core.state import Setting


@dataclass
class Part:
    """The points of one player from one source, as far as the viewer knows them."""

    source: str  # the text `source.<source>`
    points: int
    projected: bool = False  # not scored yet: as if the game ended now
    hidden: bool = False  # this viewer does not know the exact number


@dataclass
class Goal:
    """A goal with the player's progress: a text `goal.<key>` with arguments."""

    key: str
    args: dict[str, Any]
    done: int
    wanted: int

    def say(self, say: Texts) -> str:
        return say.say(f"goal.{self.key}", **self.args)


@dataclass
class Standing:
    """One player's row."""

    player: int
    parts: list[Part]
    goals: list[Goal] = field(default_factory=list)

    @property
    def total(self) -> int:
        return sum([part.points for part in self.parts])

    @property
    def projected(self) -> bool:
        return any(part.projected for part in self.parts)

    @property
    def hidden(self) -> bool:
        return any(part.hidden for part in self.parts)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "player": self.player,
            "total": self.total,
            "projected": self.projected,
            "hidden": self.hidden,
            "sources": [
                {"source": part.source, "points": part.points, "projected": part.projected, "hidden": part.hidden}
                for part in self.parts
            ],
            "goals": [
                {"goal": goal.key, "args": goal.args, "done": goal.done, "wanted": goal.wanted} for goal in self.goals
            ],
        }


def standings(game: Game, view: Mapping[str, Any], setting: Setting) -> list[Standing]:
    """Every player's row, in seat order; empty if the game has no standings."""
    return [] if game.standings is None else game.standings(view, setting)


def counted(points: Mapping[str, int], over: bool, hidden: Mapping[str, bool] | None = None) -> list[Part]:
    """Parts for points that are all scored at the end."""
    unknown = hidden or {}
    return [Part(source, number, not over, unknown.get(source, False)) for source, number in points.items()]
