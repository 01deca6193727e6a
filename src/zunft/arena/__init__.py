"""Matches between bots: the same deals for all, every seat equally often, results with error bars."""

from zunft.arena.match import Match, Result
from zunft.arena.run import run
from zunft.arena.standing import standing

__all__ = ["Match", "Result", "run", "standing"]
