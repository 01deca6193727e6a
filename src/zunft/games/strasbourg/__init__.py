"""Strasbourg: guilds, council and city in the fifteenth century, for three to five players."""

from zunft.core.game import Game, Option
from zunft.games.strasbourg import (
    board,
    observation,
    planning_phase,
    reasons,
    score_parts,
    setup,
    standings,
    steps,
    tasks,
)
from zunft.games.strasbourg.actions import CODES
from zunft.games.strasbourg.components import SCHEMA, Components
from zunft.games.strasbourg.game import start
from zunft.games.strasbourg.judgement import JUDGEMENT
from zunft.games.strasbourg.names import FEWEST_PLAYERS, MOST_PLAYERS

game = Game(
    name="strasbourg",
    title="Strasbourg",
    rules=1,
    players=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    codes=CODES,
    bound=2000,
    package=__name__,
    start=start,
    decisions=steps.DECISIONS,
    reason=reasons.reason,
    standings=standings.standings,
    sheets=board.sheets,
    details=board.details,
    reference=board.reference,
    layout=observation.LAYOUT,
    observe=observation.observe,
    options={
        "first_player": Option(setup.RANDOM, (setup.RANDOM, setup.SEAT_1)),
        "planning": Option(planning_phase.SEALED, (planning_phase.SEALED, planning_phase.TURN_ORDER)),
        "open_holdings": Option(False, (False, True)),
        "most_in_city_tie": Option(tasks.FAILS, (tasks.FAILS, tasks.COUNTS)),
    },
    schema=SCHEMA,
    make_components=Components,
    judgement=JUDGEMENT,
    score_parts=score_parts.score_parts,
)
