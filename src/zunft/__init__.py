"""Zunft: four guild board games to play and to study.

>>> import zunft
>>> game = zunft.load("norenberc")
>>> state = game.new(players=3)
>>> decisions = zunft.playout(state, random.Random(1))
>>> state.is_over()
True
"""

from zunft.core.errors import BadComponents, BadOption, BadRecord, BrokenGame, IllegalAction, UnknownGame, ZunftError
from zunft.core.game import Game, Members, Number, Option, broken_games, game_names, load
from zunft.core.play import deal, draw, play, playout, why_not
from zunft.core.reason import Reason, because
from zunft.core.record import Record
from zunft.core.state import CHANCE, NOBODY, Event, State, Task
from zunft.version import __version__, is_compiled

__all__ = [
    "CHANCE",
    "NOBODY",
    "BadComponents",
    "BadOption",
    "BadRecord",
    "BrokenGame",
    "Event",
    "Game",
    "IllegalAction",
    "Members",
    "Number",
    "Option",
    "Reason",
    "Record",
    "State",
    "Task",
    "UnknownGame",
    "ZunftError",
    "__version__",
    "because",
    "broken_games",
    "deal",
    "draw",
    "game_names",
    "is_compiled",
    "load",
    "play",
    "playout",
    "why_not",
]
