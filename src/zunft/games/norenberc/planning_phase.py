"""Planning phase: all players lay action cards face down, or pass for the round."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason, because
from zunft.core.state import NOBODY, Task
from zunft.games.norenberc import log, steps
from zunft.games.norenberc.actions import PLAN
from zunft.games.norenberc.table import PLANNING, Table
from zunft.games.norenberc.tiles import GUILDS, MOST_GUILDS, MOST_PLAYERS

ORDERS: Final = ("simultaneous", "reverse_order", "turn_order")  # names of the option's values
SIMULTANEOUS: Final = 0
REVERSE_ORDER: Final = 1

PLANNED: Final = Task(steps.PLANNED, NOBODY)
SEALED_PLANS: Final = [Task(steps.PLAN, player, sealed=True) for player in range(MOST_PLAYERS)]
OPEN_PLANS: Final = [Task(steps.PLAN, player) for player in range(MOST_PLAYERS)]

PLANS: Final = [
    [[PLAN + cards for cards in range(1 << guilds) if cards.bit_count() <= agents] for agents in range(9)]
    for guilds in range(MOST_GUILDS + 1)
]
"""By guilds in play and agents in stock: pass (no card), or at most as many cards as agents (P1)."""


def planners(table: Table) -> list[int]:
    return [player for player in table.turn_order if not table.players[player].passed]


def begin(table: Table) -> None:
    """Simultaneous and sealed, or in the order set by the option (difference 1 of the rulebooks)."""
    table.called = PLANNING
    questions = SEALED_PLANS if is_sealed(table) else OPEN_PLANS
    last_first = planners(table)
    if table.planning != REVERSE_ORDER:
        last_first.reverse()
    table.agenda.append(PLANNED)
    for player in last_first:
        table.agenda.append(questions[player])


def is_sealed(table: Table) -> bool:
    return table.planning == SIMULTANEOUS


def legal_plans(table: Table, player: int) -> list[int]:
    return PLANS[len(table.houses)][table.players[player].stock][:]


def why_no_plan(table: Table, player: int, cards: int) -> Reason:
    for guild in range(len(table.houses), MOST_GUILDS):
        if cards & 1 << guild:
            return because("guild_out", guild=GUILDS[guild])
    return because("too_many_cards", agents=table.players[player].stock)


def plan(table: Table, player: int, cards: int) -> None:
    """When planning in order, the others see the number of cards, or a pass, at once (P7)."""
    table.players[player].plan = cards
    if not is_sealed(table):
        show_plan(table, player)


def show_plan(table: Table, player: int) -> None:
    me = table.players[player]
    me.passed = me.plan == 0
    table.reveals += 1
    if me.passed:
        log.passes(table, player)
    else:
        log.plans(table, player, me.plan)


def all_planned(table: Table) -> None:
    """The number of cards of each player is now public (P5)."""
    if is_sealed(table):
        for player in planners(table):
            show_plan(table, player)
