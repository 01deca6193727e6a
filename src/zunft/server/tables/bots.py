"""Bots move when it is their turn, with pauses so that people can follow."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Final

import structlog

from zunft.server.background import Background
from zunft.server.tables import clocks, commands, guidance
from zunft.server.tables.log import Entry
from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table
from zunft.server.tables.thinkers import Thinkers
from zunft.server.tables.turns import Asker, Turns

ATTENDED: Final = 60_000  # milliseconds since the last action of a person
LOOKED_AT: Final = 20  # entries searched for it

log = structlog.get_logger("zunft.bots")


class Bots:
    def __init__(self, tables: TableService, thinkers: Thinkers, background: Background, pause: float) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self.background = background
        self.pause = pause  # seconds between moves
        self.turns = Turns(thinkers.number)
        tables.on_change.append(self.on_change)

    def on_change(self, table: Table, entries: Sequence[Entry]) -> None:
        self.start_moves(table)

    def start_moves(self, table: Table) -> None:
        """Start the bots' moves, if it is their turn."""
        name = table.setup.id
        if table.bots_to_move() and name not in self.tables.busy:
            self.tables.busy.add(name)
            self.background.spawn(self.move_all(name))

    async def move_all(self, name: str) -> None:
        try:
            while not self.tables.hub.stopping and await self.move(name):
                pass
        finally:
            self.tables.busy.discard(name)

    async def move(self, name: str) -> bool:
        """Play one decision of one bot; whether there may be more."""
        table = await self.tables.table(name)
        waiting = table.bots_to_move()
        if not waiting:
            return False
        player, number = waiting[0], table.number(waiting[0])
        pause = asyncio.create_task(asyncio.sleep(self.pause if self.is_watched(table) else 0))
        action = await self.chosen(table, player)
        await pause
        if self.tables.hub.stopping:
            return False
        command = partial(commands.act_as_bot, player=player, action=action, number=number)
        return bool((await self.tables.execute(name, command)).bots_to_move())

    def is_watched(self, table: Table) -> bool:
        return bool(table.people()) or table.setup.id in self.tables.hub.waiting

    def is_attended(self, table: Table) -> bool:
        """Whether the table has a viewer: a stream is open, or a person acted recently, creating the table included."""
        if table.setup.id in self.tables.hub.waiting:
            return True
        since, people = clocks.now() - ATTENDED, table.people()
        return (bool(people) and table.setup.created > since) or any(
            entry.player in people and entry.at > since for entry in table.log[-LOOKED_AT:]
        )

    async def chosen(self, table: Table, player: int) -> int:
        """If a bot fails, the error is reported and a legal action chosen for it: a table must never hang."""
        bot = table.seats[player].bot
        legal = table.state.legal_actions(player)
        scripted = guidance.scripted_action(table, player)
        if scripted is not None:
            return scripted
        if len(legal) == 1:
            return legal[0]
        try:
            async with self.turns.turn(Asker(table.setup.id, table.setup.household, self.is_attended(table))):
                action = await self.thinkers.choose(table.state, player, bot, secrets.randbits(32))
        except Exception as error:
            log.error("bot failed", table=table.setup.id, bot=bot, error=type(error).__name__)
            action = -1
        return action if action in legal else self.tables.rng.choice(legal)
