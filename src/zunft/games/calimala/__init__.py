"""Calimala: cloth merchants of Florence, for three to five players."""

from zunft.core.game import Game
from zunft.games.calimala import board, observation, reasons, standings, steps
from zunft.games.calimala.actions import CODES
from zunft.games.calimala.components import PLAYERS, SCHEMA, Components
from zunft.games.calimala.game import start
from zunft.games.calimala.judgement import JUDGEMENT
from zunft.games.calimala.options import OPTIONS

game = Game(
    name="calimala",
    title="Calimala",
    rules=2,
    players=PLAYERS,
    codes=CODES,
    bound=4000,
    package=__name__,
    start=start,
    sheets=board.sheets,
    decisions=steps.DECISIONS,
    details=board.details,
    reason=reasons.reason,
    standings=standings.standings,
    layout=observation.LAYOUT,
    observe=observation.observe,
    options=OPTIONS,
    schema=SCHEMA,
    make_components=Components,
    judgement=JUDGEMENT,
)
