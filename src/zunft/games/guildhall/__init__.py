"""Guildhall: six professions of Job Faire, six of the first edition, for two to four players."""

from zunft.core.game import Game
from zunft.core.option import Members, Number, Option
from zunft.games.guildhall import board, observation, reasons, setup, standings, steps
from zunft.games.guildhall.actions import CODES
from zunft.games.guildhall.cards import PROFESSIONS
from zunft.games.guildhall.components import SCHEMA, Components
from zunft.games.guildhall.game import start
from zunft.games.guildhall.judgement import JUDGEMENT

game = Game(
    name="guildhall",
    title="Guildhall",
    rules=2,
    players=range(2, 5),
    codes=CODES,
    bound=60000,
    package=__name__,
    start=start,
    decisions=steps.DECISIONS,
    sheets=board.sheets,
    details=board.details,
    reason=reasons.reason,
    standings=standings.standings,
    layout=observation.LAYOUT,
    observe=observation.observe,
    options={
        "mode": Option(setup.MODES[0], setup.MODES),
        "professions": Members(setup.SOME_SIX, PROFESSIONS, setup.SIX, texts="profession"),
        "same_profession_after_completion": Option(False, (False, True)),
        "hunter_swaps_identical": Option(False, (False, True)),
        "turn_limit": Number(setup.MOST_TURNS, 1, setup.MOST_TURNS),
    },
    schema=SCHEMA,
    make_components=Components,
    judgement=JUDGEMENT,
)
