"""What a good player looks at: prestige, members and what stands beside them, tasks, means, influence left, seats."""

from __future__ import annotations

from typing import Final, cast

from zunft.core.judgement import Judgement
from zunft.core.state import State
from zunft.games.strasbourg import cards, scoring
from zunft.games.strasbourg.council_phase import seats_held
from zunft.games.strasbourg.table import Table

NAMES: Final = (
    "council",  # prestige won so far
    "members",
    "chapels",  # points for members touching them
    "buildings",
    "tasks",  # points of those fulfilled
    "open_tasks",  # kept and not fulfilled yet
    "beside_plots",  # members beside plots that are still empty
    "privileges",
    "coins",
    "goods",
    "goods_value",
    "later_cards",  # influence cards still to be drawn, but no more than can be used at an even pace
    "later_worth",
    "stacks",  # left in this round, the hand being one
    "stacks_worth",
    "best_stack",
    "seats",  # in the council
    "bid",  # worth of the stack just revealed
)
STEPS: Final = 10  # of a round, with planning


def progress(state: State) -> float:
    """Rounds count; within a round, steps."""
    table = cast(Table, state)
    return min(1.0, (max(table.round, 1) - 1 + (table.step + 1) / STEPS) / table.parts.rounds)


def features(state: State) -> list[list[float]]:
    table = cast(Table, state)
    seats = seats_held(table)
    plots = [table.parts.city.beside[plot] for plot in table.parts.city.plots if plot not in table.built]
    return [counted(table, player, seats[player], plots) for player in range(len(table.players))]


def counted(table: Table, player: int, seats: int, plots: list[int]) -> list[float]:
    me = table.players[player]
    kept = scoring.kept_tasks(table, player)
    done = scoring.fulfilled_tasks(table, player)
    worths = [cards.worth(stack) for stack in me.stacks]
    if me.hand:
        worths.append(cards.worth(me.hand))
    pile = cards.size(me.pile) + len(me.bottom)
    later = min(float(pile), cards_a_round(table) * (table.parts.rounds - table.round))
    return [
        float(me.prestige),
        float(me.members.bit_count()),
        float(scoring.chapels(table, player)),
        float(scoring.buildings(table, player)),
        float(sum([table.parts.tasks[task].points for task in done])),
        float(len(kept) - len(done)),
        float(sum([(me.members & fields).bit_count() for fields in plots])),
        float(me.privileges),
        float(me.coins),
        float(sum(me.goods)),
        float(sum([me.goods[good] * table.parts.good_values[good] for good in range(len(me.goods))])),
        later,
        later * (cards.worth(me.pile) + sum(me.bottom)) / pile if pile else 0.0,
        float(len(worths)),
        float(sum(worths)),
        float(max(worths)) if worths else 0.0,
        float(seats),
        float(cards.worth(me.bid)),
    ]


def cards_a_round(table: Table) -> float:
    """An even pace."""
    return cards.size(table.parts.all_cards) / table.parts.rounds


JUDGEMENT = Judgement(NAMES, features, progress, "zunft.games.strasbourg")
