"""The conformance suite: rules that every game must satisfy, built in or third-party::

    import zunft
    from zunft.core import conformance

    game = zunft.load(zunft.game_names()[0])
    conformance.check_catalogues(game)
    for players, options in conformance.settings(game):
        conformance.check_game(game, players, options, seed=1)

Each check raises AssertionError with the game, the seed and the number of the action at which it failed;
`check_all` runs everything. docs/contract.md lists the checks.
"""

from zunft.core.conformance.combinations import has_many_options, pairwise, settings
from zunft.core.conformance.completeness import check_rows_are_complete, check_texts_are_complete
from zunft.core.conformance.edges import check_all, check_options, check_unknown_steps
from zunft.core.conformance.guiding import check_tutorial
from zunft.core.conformance.laws import Invariant, check_game, check_guesses_vary, dump, step, trace
from zunft.core.conformance.points import check_standings
from zunft.core.conformance.reasons import check_reasons
from zunft.core.conformance.wording import check_catalogues, check_labels

__all__ = [
    "Invariant",
    "check_all",
    "check_catalogues",
    "check_game",
    "check_guesses_vary",
    "check_labels",
    "check_options",
    "check_reasons",
    "check_rows_are_complete",
    "check_standings",
    "check_texts_are_complete",
    "check_tutorial",
    "check_unknown_steps",
    "dump",
    "has_many_options",
    "pairwise",
    "settings",
    "step",
    "trace",
]
