"""Evaluation features: prestige, members and their neighbours, tasks, means, influence left, seats."""

from __future__ import annotations

from typing import Final, cast

from zunft.core.judgement import Judgement
from zunft.core.state import State
from zunft.games.strasbourg import cards, scoring, tasks
from zunft.games.strasbourg.council_phase import seats_held
from zunft.games.strasbourg.table import Table

NAMES: Final = (
    "council",  # prestige won so far
    "members",
    "chapels",  # points for members touching them
    "buildings",
    "tasks",  # points of those fulfilled
    "open_tasks",  # kept but not yet fulfilled
    "open_points",  # their points
    "task_progress",  # the share of them achieved, weighting nearly finished tasks more
    "beside_plots",  # members beside empty plots
    "privileges",
    "coins",
    "goods",
    "goods_value",
    "later_cards",  # influence cards left to draw, at most what an even pace can use
    "later_worth",
    "stacks",  # left in this round, counting the hand as one
    "stacks_worth",
    "best_stack",
    "seats",  # in the council
    "bid",  # value of the stack just revealed
    "cards",  # of this round's stacks
    "wasted",  # cards left in the pile in the last round
)
STEPS: Final = 10  # per round, including planning


def progress(state: State) -> float:
    """In rounds and their steps."""
    table = cast(Table, state)
    return min(1.0, (max(table.round, 1) - 1 + (table.step + 1) / STEPS) / table.parts.rounds)


def features(state: State) -> list[list[float]]:
    table = cast(Table, state)
    seats = seats_held(table)
    plots = [table.parts.city.beside[plot] for plot in table.parts.city.plots if plot not in table.built]
    return [counted(table, player, seats[player], plots) for player in range(len(table.players))]


def counted(table: Table, player: int, seats: int, plots: list[int]) -> list[float]:
    me = table.players[player]
    done, unfinished, unfinished_points, nearness = task_standing(table, player)
    stacks = [*me.stacks, me.hand] if me.hand else me.stacks
    worths, sizes = [cards.worth(stack) for stack in stacks], [cards.size(stack) for stack in stacks]
    pile = cards.size(me.pile) + len(me.bottom)
    later = min(float(pile), cards_a_round(table) * (table.parts.rounds - table.round))
    return [
        float(me.prestige),
        float(me.members.bit_count()),
        float(scoring.chapels(table, player)),
        float(scoring.buildings(table, player)),
        float(done),
        float(unfinished),
        float(unfinished_points),
        nearness,
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
        float(sum(sizes)),
        float(pile) if table.round == table.parts.rounds else 0.0,
    ]


def task_standing(table: Table, player: int) -> tuple[int, int, int, float]:
    """Points of fulfilled tasks; number and points of the others; their points by the square of the share achieved."""
    done, unfinished, points, nearness = 0, 0, 0, 0.0
    for task in scoring.kept_tasks(table, player):
        card = table.parts.tasks[task]
        achieved, needed = tasks.achieved(table, player, card), tasks.needed(table, player, card)
        if achieved >= needed:
            done += card.points
        else:
            share = achieved / max(1, needed)
            unfinished += 1
            points += card.points
            nearness += card.points * share * share
    return done, unfinished, points, nearness


def cards_a_round(table: Table) -> float:
    """An even pace."""
    return cards.size(table.parts.all_cards) / table.parts.rounds


JUDGEMENT = Judgement(NAMES, features, progress, "zunft.games.strasbourg")
