"""Listens to all tables and notifies players that it is their turn or that the game is over: once per turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from zunft.core.record import HUMAN
from zunft.server.background import Background
from zunft.server.notices.messages import OVER, TURN, table_message
from zunft.server.notices.sender import Sender
from zunft.server.store import channels
from zunft.server.store.channels import Channel
from zunft.server.tables.log import ACT, BEGIN, END, REPLACE, RETURN, SIT, UNDO, Entry
from zunft.server.tables.service import TableService
from zunft.server.tables.table import Table

KEPT: Final = 4096  # tables whose channels are cached
LAST: Final = 2_000_000_000  # a turn number never reached in play: stands for the end of the game

Channels = list[tuple[int, Channel]]  # seat and channel


class TurnNotices:
    def __init__(self, tables: TableService, background: Background, sender: Sender) -> None:
        self.database = tables.database
        self.background = background
        self.sender = sender
        self.known: OrderedDict[str, Channels] = OrderedDict()  # cached: most moves need no query
        tables.on_invalidate.append(self.forget)
        tables.on_change.append(self.on_change)

    def on_change(self, table: Table, entries: Sequence[Entry]) -> None:
        if any(entry.kind in (SIT, REPLACE, RETURN) for entry in entries):
            self.forget(table.setup.id)
        for entry in entries:
            if entry.kind in (ACT, BEGIN, UNDO, END) and self.known.get(table.setup.id) != []:
                self.background.spawn(self.notify(table, entry))

    def forget(self, name: str | None) -> None:
        """A channel may have changed, here or in another process; None: at any table."""
        if name is None:
            self.known.clear()
        else:
            self.known.pop(name, None)

    async def channels(self, name: str) -> Channels:
        if name not in self.known:
            self.known[name] = await self.database.read(lambda session: channels.of_table(session, name))
            if len(self.known) > KEPT:
                self.known.popitem(last=False)
        return self.known[name]

    async def notify(self, table: Table, entry: Entry) -> None:
        found = await self.channels(table.setup.id)
        for seat in dict.fromkeys(seat for seat, _ in found):
            if table.is_new_to(seat, entry) and table.seats[seat].kind == HUMAN:
                await self.notify_seat(table, seat, [channel for place, channel in found if place == seat])

    async def notify_seat(self, table: Table, seat: int, found: Sequence[Channel]) -> None:
        """Once per channel, even if it is set up both for this table and for all tables."""
        turn = turn_of(table, seat)
        work = channels.claim_turn
        if not await self.database.work(lambda session: work(session, table.setup.id, seat, turn)):
            return
        for channel in {(each.kind, each.address): each for each in reversed(found)}.values():
            event = OVER if table.is_over else TURN
            message = table_message(table, seat, event, channel, self.sender.site)
            self.sender.send(channel, message, table.setup.household)


def turn_of(table: Table, seat: int) -> int:
    """Increases with each action of this seat: undone and repeated choices of others belong to the same turn."""
    if table.is_over:
        return LAST
    own = (entry.number for entry in reversed(table.log) if entry.kind == ACT and entry.player == seat)
    return next(own, 0) + 1
