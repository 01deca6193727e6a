"""Steps A to G: players reveal a stack, pass or defer; the bids are ranked; awards; cards to the box."""

from __future__ import annotations

from typing import Final

from zunft.core.pair import pair
from zunft.core.reason import Reason, because
from zunft.core.state import NOBODY, Task
from zunft.games.strasbourg import cards, log, steps
from zunft.games.strasbourg.actions import DEFER, LEAVE, PASS, RECLAIM, REVEAL
from zunft.games.strasbourg.names import FEWEST_PLAYERS, MOST_PLAYERS
from zunft.games.strasbourg.planning_phase import clockwise
from zunft.games.strasbourg.table import Player, Table

# Tasks are immutable, so the frequent ones are created once.
RANKING: Final = Task(steps.RANKING)
BIDS_TO_BOX: Final = Task(steps.BIDS_TO_BOX)
BIDS: Final = [Task(steps.BID, player) for player in range(MOST_PLAYERS)]
RECLAIMS: Final = [Task(steps.RECLAIM, player) for player in range(MOST_PLAYERS)]


def begin(table: Table) -> None:
    """The queue: clockwise from the start player, all players with a stack; the others skip this step (R14)."""
    players, start = table.players, table.start
    count = len(players)
    table.agenda.append(RANKING)
    for distance in range(count - 1, -1, -1):
        player = (start + distance) % count
        if players[player].stacks:
            table.agenda.append(BIDS[player])


def legal_bids(table: Table, player: int) -> list[int]:
    """One of several equal stacks; deferring needs a privilege and an undecided player to wait for (R16)."""
    me = table.players[player]
    stacks = me.stacks
    found: list[int] = []
    before = 0
    for place in range(len(stacks)):
        if stacks[place] != before:
            found.append(REVEAL + place)
        before = stacks[place]
    found.append(PASS)
    if me.privileges and table.agenda[-2].step == steps.BID:
        found.append(DEFER)
    return found


def why_not_reveal(me: Player, place: int) -> Reason:
    if place >= len(me.stacks):
        return because("no_stack", count=len(me.stacks))
    return because("same_stack", stack=me.stacks.index(me.stacks[place]) + 1)


def why_not_defer(me: Player) -> Reason:
    """Costs a privilege, and is useless for the last player."""
    return because("defer_last") if me.privileges else because("no_privilege")


def bid(table: Table, task: Task, action: int) -> None:
    player = task.player
    if action == PASS:
        log.passes(table, player)
    elif action == DEFER:
        defer(table, task)
    else:
        reveal(table, player, action - REVEAL)


def reveal(table: Table, player: int, place: int) -> None:
    """Bids are public (R18)."""
    me = table.players[player]
    me.bid = me.stacks.pop(place)
    if me.known:
        forget_known(me)
    table.reveals += 1
    log.reveals(table, player, me.bid)


def forget_known(me: Player) -> None:
    """A revealed card may be one that was publicly known."""
    left = list(me.known)
    for value in cards.rising(me.bid):
        if value in left:
            left.remove(value)
    me.known = tuple(left)


def defer(table: Table, task: Task) -> None:
    """Spend a privilege to decide after all other undecided players (R15)."""
    table.players[task.player].privileges -= 1
    log.defers(table, task.player)
    end = len(table.agenda)
    while table.agenda[end - 1].step == steps.BID:
        end -= 1
    table.agenda.insert(end, task)


# Ranking


def ranking(table: Table) -> list[int]:
    """Players who revealed a stack, most influence points first; ties by seat from the start player (R20)."""
    ranks: list[int] = []
    points: list[int] = []
    for player in clockwise(table):
        stack = table.players[player].bid
        if stack:
            worth = cards.worth(stack)
            place = len(ranks)
            while place and points[place - 1] < worth:
                place -= 1
            ranks.insert(place, player)
            points.insert(place, worth)
    return ranks


def awards_of_step(table: Table) -> list[int]:
    """The awards by rank; with three players there is no journeyman (R25)."""
    if len(table.players) == FEWEST_PLAYERS:
        return table.parts.awards_3_players[table.step]
    return table.parts.awards[table.step]


def rank_bids(table: Table) -> None:
    """The first takes the start marker at once (R21); then awards in rank order (R22), then reclaiming (R33)."""
    ranks = ranking(table)
    if not ranks:
        log.nobody_bids(table)
        return
    take_start_marker(table, ranks[0])
    awards = awards_of_step(table)
    agenda = table.agenda
    agenda.append(BIDS_TO_BOX)
    for rank in range(len(ranks) - 1, -1, -1):
        if rank < len(awards):
            agenda.append(Task(steps.AWARD, NOBODY, pair(awards[rank], ranks[rank])))
        elif table.round < table.parts.rounds:
            agenda.append(RECLAIMS[ranks[rank]])


def take_start_marker(table: Table, player: int) -> None:
    former = table.start
    if former != player:
        table.start = player
        log.takes_start_marker(table, former, player)


# Cards


def legal_reclaims(me: Player) -> list[int]:
    """One card of a stack that won no award, or none (R30)."""
    found = [RECLAIM + value - 1 for value in cards.distinct(me.bid)]
    found.append(LEAVE)
    return found


def why_not_reclaim(me: Player, value: int) -> Reason:
    return because("no_such_card", value=value, cards=cards.falling(me.bid))


def reclaim(table: Table, player: int, value: int) -> None:
    """Face up under the draw pile, below cards reclaimed earlier (R31)."""
    me = table.players[player]
    me.bid -= cards.ONE[value]
    me.bottom += (value,)
    log.reclaims(table, player, value)


def bids_to_box(table: Table) -> None:
    for me in table.players:
        me.box += me.bid
        me.bid = 0
