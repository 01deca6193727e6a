"""Guildhall: six professions of Job Faire, six of the first edition, for two to four players."""

from zunft.core.components import whole
from zunft.core.game import Game, Option
from zunft.games.guildhall import board, observation, setup
from zunft.games.guildhall.actions import CODES
from zunft.games.guildhall.components import SCHEMA, Components
from zunft.games.guildhall.game import start
from zunft.games.guildhall.judgement import JUDGEMENT

game = Game(
    name="guildhall",
    title="Guildhall",
    rules=1,
    players=range(2, 5),
    codes=CODES,
    bound=60000,
    package=__name__,
    start=start,
    sheets=board.sheets,
    details=board.details,
    layout=observation.LAYOUT,
    observe=observation.observe,
    options={
        "mode": Option(setup.MODES[0], setup.MODES),
        "professions": Option(setup.SOME_SIX, (setup.SOME_SIX,), check=setup.chosen),
        "same_profession_after_completion": Option(False, (False, True)),
        "turn_limit": Option(setup.MOST_TURNS, (setup.MOST_TURNS,), check=whole(1, setup.MOST_TURNS)),
    },
    schema=SCHEMA,
    make_components=Components,
    judgement=JUDGEMENT,
)
