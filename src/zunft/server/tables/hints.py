"""Hints and objections during a game: searched in the bots' processes, from the player's own view."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final, NamedTuple

from zunft.core.state import State
from zunft.review import Evaluator, Hint, Objection, advice
from zunft.server.refusals import Forbidden, Refused
from zunft.server.tables import guidance, log
from zunft.server.tables.commands import Moment, check_player, plus
from zunft.server.tables.log import BOT
from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table
from zunft.server.tables.thinkers import Thinkers, at_most
from zunft.server.tables.turns import Asker, Turns

LONGEST: Final = 10.0  # seconds that a search may take on a busy machine; usually well under one
KEPT: Final = 256  # decisions whose advice is cached: asking again gives the same answer


class GivenAdvice(NamedTuple):
    """The advice for one decision, without the search it is from: it travels between processes."""

    hints: list[Hint]  # the best choice first
    objections: dict[int, Objection]  # by action


def advise(state: State, player: int, nodes: int, seed: int, longest: float) -> GivenAdvice:
    """Runs in a worker process."""
    with at_most(longest):
        found = advice(state, player, Evaluator(nodes, seed=seed))
        return GivenAdvice(found.hints(), found.objections())


def are_allowed(table: Table) -> bool:
    """As agreed when the table was created; by default if one person plays against bots. Not while a guide says what
    to do: a search could contradict it."""
    if guidance.present_beat(table) is not None:
        return False
    if table.hints is not None:
        return table.hints
    return sum(each.kind != BOT or each.away for each in table.seats) <= 1


class Hints:
    """Advice for players who have to decide; each decision is searched once."""

    def __init__(self, tables: TableService, thinkers: Thinkers, turns: Turns, nodes: int) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self.turns = turns
        self.nodes = nodes  # simulations per decision; 0: no hints here
        self.known: OrderedDict[tuple[str, int, int], asyncio.Task[GivenAdvice]] = OrderedDict()

    def check(self, table: Table, player: int) -> None:
        if guidance.present_beat(table) is not None:
            raise Refused("hints_guided")
        if not self.nodes or not are_allowed(table):
            raise Forbidden("no_hints")
        check_player(table, player)

    async def advice(self, table: Table, player: int) -> GivenAdvice:
        """Makes the game unrated: that is recorded before any advice is returned."""
        self.check(table, player)
        await self.tables.execute(table.setup.id, partial(record_hint, player=player), player=player)
        key = (table.setup.id, table.asked[player], player)
        if key not in self.known:
            self.known[key] = asyncio.create_task(self.search(table, player))
            while len(self.known) > KEPT:
                self.known.popitem(last=False)
        self.known.move_to_end(key)
        try:
            return await asyncio.shield(self.known[key])
        except Exception:
            self.known.pop(key, None)
            raise

    async def search(self, table: Table, player: int) -> GivenAdvice:
        twin = table.state.clone()
        twin.journal = None
        async with self.turns.turn(Asker(table.setup.id, table.setup.household, True)):
            try:
                return await self.thinkers.call(advise, twin, player, self.nodes, table.asked[player], LONGEST)
            except (TimeoutError, BrokenProcessPool):  # a process that ignores the time limit is ended
                raise Refused("hints_too_slow") from None


def record_hint(table: Table, moment: Moment, player: int) -> Table | None:
    """Once per player."""
    return None if player in table.hinted else plus(table, moment, log.HINT, player, {})
