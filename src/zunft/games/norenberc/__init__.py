"""Norenberc: guilds, goods and favourites in Nuremberg, for two to five players."""

from zunft.core.game import Game, Option
from zunft.games.norenberc import board, observation, planning_phase, reasons, score_parts, standings, steps
from zunft.games.norenberc.actions import CODES
from zunft.games.norenberc.components import SCHEMA, Components
from zunft.games.norenberc.game import start
from zunft.games.norenberc.judgement import JUDGEMENT

game = Game(
    name="norenberc",
    title="Norenberc",
    rules=1,
    players=range(2, 6),
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
    options={
        "planning": Option(planning_phase.ORDERS[planning_phase.SIMULTANEOUS], planning_phase.ORDERS),
        "open_money": Option(False, (False, True)),
    },
    schema=SCHEMA,
    make_components=Components,
    judgement=JUDGEMENT,
    score_parts=score_parts.score_parts,
)
