"""The hall: all tables, in memory and in the store; everything that happens at a table goes through here."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import structlog

import zunft
from zunft.bots import bot_names
from zunft.core.errors import BadOption, ZunftError
from zunft.core.record import HUMAN, Record
from zunft.core.state import CHANCE
from zunft.server import store
from zunft.server import table as rows
from zunft.server.chance import Chance
from zunft.server.clock import PACES
from zunft.server.database import Database, Session, Taken
from zunft.server.hub import Hub
from zunft.server.ratings import rate
from zunft.server.table import BOT, OPEN, Chair, Refused, Row, Setup, Stale, Table, drawn, opened
from zunft.server.thinking import Thinkers

KEPT: Final = 256  # tables in memory
LOOKED_AT: Final = 8  # of the oldest, whenever one more comes
TRIES: Final = 8  # at a row that others keep taking
SUBSTITUTE: Final = "journeyman"  # takes over for people who leave
LONGEST_NAME: Final = 24
LONGEST_CHAT: Final = 500
BOT_NAMES: Final = ("Konrad", "Agnes", "Matthias", "Ursula", "Veit", "Kunigunde", "Lorenz")
OVERDUE: Final = 5_000  # milliseconds after which another process may move a bot

Make = Callable[[Table], Row | None]
Also = Callable[[Session, Table], None]

log = structlog.get_logger("zunft.hall")


class UnknownTable(ZunftError):
    """There is no such table."""


class Forbidden(ZunftError):
    """Whoever asks has no right to it."""


class Hall:
    def __init__(self, database: Database, hub: Hub, thinkers: Thinkers, pause: float = 0.9) -> None:
        self.database = database
        self.hub = hub
        self.thinkers = thinkers
        self.pause = pause  # seconds between moves of bots, so that people can follow
        self.chance = Chance()
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.hashes: dict[str, list[str]] = {}
        self.stale: set[str] = set()  # tables that another process has changed
        self.reading: dict[str, asyncio.Task[None]] = {}  # tables on their way from the store
        self.locks: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.thinking: set[str] = set()
        self.accepted = 0
        self.forgotten: list[Callable[[str | None], None]] = []  # who keeps something of a table that may have changed
        self.changed: list[Callable[[Table, Row], None]] = []  # who wants to hear of every new row

    # Finding tables

    async def table(self, name: str) -> Table:
        """Up to date with all that this process has heard of."""
        while (table := self.at_hand(name)) is None:
            await self.read(name)
        return table

    def at_hand(self, name: str) -> Table | None:
        """The table, if it is here and up to date."""
        if name not in self.tables or name in self.stale or name in self.reading:
            return None
        self.tables.move_to_end(name)
        return self.tables[name]

    async def fresh_table(self, name: str) -> Table:
        """Up to date with all that other processes have written, heard of or not: who has acted there sees it here."""
        if self.database.is_shared:
            self.stale.add(name)
        return await self.table(name)

    async def read(self, name: str) -> None:
        """From the store, once for all who wait for it: nobody may go on with what is old meanwhile."""
        if name not in self.reading:
            self.reading[name] = asyncio.create_task(self.read_now(name))
        await asyncio.shield(self.reading[name])

    async def read_now(self, name: str) -> None:
        self.stale.discard(name)
        table = self.tables.get(name)
        try:
            await (self.load(name) if table is None else self.refresh(table))
        except BaseException:
            if table is not None:
                self.stale.add(name)  # what others have written is still unread
            raise
        finally:
            del self.reading[name]

    async def load(self, name: str) -> None:
        def work(session: Session) -> tuple[tuple[Setup, list[Chair], list[str]], list[Row]]:
            found = store.load_setup(session, name)
            if found is None:
                raise UnknownTable(f"there is no table {name!r}")
            return found, store.load_rows(session, name)

        (setup, chairs, hashes), log_rows = await self.database.work(work)
        if zunft.load(setup.game).rules != setup.rules:
            raise Refused(f"this table was played by rules version {setup.rules}, which this server no longer plays")
        table = Table(setup, chairs)
        for row in log_rows:
            table.fold(row)
        self.tables[name] = table
        self.hashes[name] = hashes
        self.forget_some()

    def seat_by_secret(self, table: Table, shown: Sequence[str]) -> int | None:
        """The person's seat that one of these secrets opens."""
        for given in map(store.hashed, shown):
            for seat, kept in enumerate(self.hashes[table.setup.id]):
                if hmac.compare_digest(given, kept) and table.chairs[seat].kind == HUMAN:
                    return seat
        return None

    def forget_some(self) -> None:
        """Of the tables nobody has looked at for the longest time those that nobody needs; the log has everything."""
        newest = next(reversed(self.tables))
        for _ in range(LOOKED_AT):
            oldest = next(iter(self.tables))
            if len(self.tables) <= KEPT or oldest == newest:
                return
            if oldest in self.hub.waiting or self.is_busy(oldest):
                self.tables.move_to_end(oldest)
            else:
                self.forget(oldest)

    def forget(self, name: str) -> None:
        self.tables.pop(name, None)
        self.hashes.pop(name, None)
        self.locks.pop(name, None)
        self.stale.discard(name)

    def is_busy(self, name: str) -> bool:
        return name in self.thinking or (name in self.locks and self.locks[name].locked())

    def lock(self, name: str) -> asyncio.Lock:
        return self.locks.setdefault(name, asyncio.Lock())

    async def refresh(self, table: Table) -> None:
        """What others have written since."""
        name = table.setup.id
        after = len(table.rows) - 1

        def work(session: Session) -> tuple[list[Row], list[str]]:
            found = store.load_setup(session, name)
            return store.load_rows(session, name, after), found[2] if found else []

        new, hashes = await self.database.work(work)
        if self.tables.get(name) is table:
            self.tables[name], self.hashes[name] = table.after(*new), hashes

    def heard(self, name: str | None) -> None:
        """Another process has changed a table, or, with None, anything may have changed."""
        if name is None:
            self.stale.update(self.tables)
        elif name in self.tables or name in self.reading:
            self.stale.add(name)
        for forget in self.forgotten:
            forget(name)
        self.hub.wake(name)

    async def set_webhook(self, name: str, seat: int, url: str) -> None:
        """Where to tell that it is this seat's turn; every process looks it up anew."""

        def work(session: Session) -> None:
            store.set_webhook(session, name, seat, url)
            session.notify(name)

        await self.database.work(work)
        for forget in self.forgotten:
            forget(name)

    # Making tables

    async def create(
        self,
        game: str,
        players: int,
        seats: Sequence[str],
        names: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        pace: str = "none",
        listed: bool = True,
        account: str = "",
        origin: str = "",
        opening: Sequence[tuple[int, list[int]]] = (),
        previous: str = "",
    ) -> tuple[Table, list[str]]:
        """A new table and the secrets of its seats. `seats`: "human", "open" or a bot's name for each."""
        found = zunft.load(game)
        agreed = found.agree(players, dict(options or {}))
        if len(seats) != players:
            raise BadOption(f"{players} players need {players} seats, not {len(seats)}")
        if pace not in PACES:
            raise BadOption(f"pace can be {', '.join(PACES)}, not {pace!r}")
        chairs = seated(seats, names)
        defaults = found.options
        chosen = {name: value for name, value in agreed.options.items() if value != defaults[name].default}
        setup = Setup(store.new_id(), game, found.rules, players, chosen, PACES[pace], listed, store.now(), origin)
        table = Table(setup, chairs)
        secret = invitations(store.new_secret(), seats)
        if opening:
            for row in rows_of(opening, setup.created):
                table.fold(row)
        elif all(chair.kind != OPEN for chair in chairs):
            table.fold(self.beginning(table))
        hashes = [store.hashed(each) for each in secret]
        own = next((seat for seat, kind in enumerate(seats) if kind == HUMAN), None)

        def work(session: Session) -> None:
            store.add_table(session, setup, chairs, hashes, table.rows)
            store.tell_state(session, table, setup.created)
            if account and own is not None:
                store.change_seat(session, setup.id, own, chairs[own], None, account)
            if previous and not store.set_next(session, previous, setup.id):
                raise Taken("there is a rematch already")

        await self.database.work(work)
        self.tables[setup.id] = table
        self.hashes[setup.id] = hashes
        self.forget_some()
        log.info("table", table=setup.id, game=game, players=players)
        self.go_on(table)
        return table, secret

    def beginning(self, table: Table) -> Row:
        return Row(
            len(table.rows), store.now(), rows.BEGIN, -1, {"actions": opened(table.game, table.setup, self.chance)}
        )

    # Writing

    async def write(self, name: str, make: Make, also: Also | None = None) -> tuple[Table, Row | None]:
        """Append the row that `make` makes of the present table; where somebody was quicker, make it anew.

        Nobody sees the row before it is committed. `make` answers None if there is nothing to do, and raises if what
        was asked for cannot be done.
        """
        await self.table(name)  # an unknown one gets no lock
        async with self.lock(name):
            for attempt in range(TRIES):
                table = await self.table(name)
                try:
                    row = make(table)
                except ZunftError:
                    if attempt or not self.database.is_shared:
                        raise
                    await self.fresh_table(name)  # what was asked for may be right after what others have just written
                    continue
                if row is None:
                    return table, None
                after = table.after(row)
                try:
                    await self.database.work(partial(append, table=after, row=row, also=also))
                except Taken:
                    self.stale.add(name)
                    continue
                known = self.tables.get(name)
                if known is None or len(known.rows) < len(after.rows):
                    self.tables[name] = after
                self.announce(after, row)
                return after, row
        raise Stale("others were quicker, again and again")

    def announce(self, table: Table, row: Row) -> None:
        if table.seen[-1][-1] == row.number:  # anybody may look at the count: a secret choice must not show there
            self.accepted += 1
        self.hub.wake(table.setup.id)
        for hear in self.changed:
            hear(table, row)
        self.go_on(table)

    # What people do

    async def act(self, name: str, player: int, action: str, number: int) -> Table:
        """Idempotent: the same answer to the same position is accepted once and confirmed ever after."""

        def make(table: Table) -> Row | None:
            code = table.game.parse(action)
            before = table.given(player, number)
            if before is not None:
                if before.data["actions"][0] == code:
                    return None
                raise Stale(f"position {number} was answered with {table.game.text(before.data['actions'][0])!r}")
            table.check_player(player)
            table.check_number(player, number)
            actions = table.chance(player, code, self.chance)
            return Row(len(table.rows), store.now(), rows.ACT, player, {"actions": actions, "number": number})

        table, _ = await self.write(name, make)
        return table

    async def undo(self, name: str, player: int, whole_turn: bool = False) -> Table:
        def make(table: Table) -> Row:
            free, bar = table.free_to_undo(player)
            if not free:
                raise Refused(f"undo.{bar}")
            taken = free if whole_turn else free[:1]
            return Row(len(table.rows), store.now(), rows.UNDO, player, {"rows": taken})

        table, _ = await self.write(name, make)
        return table

    async def redo(self, name: str, player: int) -> Table:
        def make(table: Table) -> Row:
            table.check_player(player)
            step = table.to_redo(player)
            if step is None:
                raise Refused(f"undo.{rows.NOTHING}")
            actions = table.chance(player, step.actions[0], self.chance)
            return Row(len(table.rows), store.now(), rows.ACT, player, {"actions": actions})

        table, _ = await self.write(name, make)
        return table

    async def ask_undo(self, name: str, player: int) -> Table:
        """Take back to before the own last action, whatever happened since, if all people agree; bots always do."""

        def make(table: Table) -> Row:
            own = [step.row for step in table.steps if step.player == player]
            free, bar = table.free_to_undo(player)
            if not own or bar == rows.OVER:
                raise Refused(f"undo.{bar}")
            if free:
                raise Refused("undo.free")
            if table.people() == [player]:
                return taken_back(table, player, own[-1])
            return Row(len(table.rows), store.now(), rows.ASK, player, {"what": rows.UNDO, "since": own[-1]})

        table, _ = await self.write(name, make)
        return table

    async def ask_replace(self, name: str, player: int, seat: int) -> Table:
        """A bot for somebody who has gone, if all the others agree."""

        def make(table: Table) -> Row:
            if not table.is_playing or seat not in table.people() or seat == player:
                raise Refused("replace.nobody")
            if [each for each in table.people() if each != seat] == [player]:
                return replacement(table, seat, rows.CONSENT)
            return Row(len(table.rows), store.now(), rows.ASK, player, {"what": rows.REPLACE, "seat": seat})

        table, _ = await self.write(name, make, free_seat(seat))
        return table

    async def answer(self, name: str, player: int, yes: bool) -> Table:
        """When the last one has agreed, it is done."""

        def make(table: Table) -> Row:
            question = table.question
            if question is None or player not in table.people() or player in (question.asker, question.seat):
                raise Refused("question.none")
            still = set(table.people()) - {question.asker, question.seat, player, *question.agreed}
            if yes and not still:
                if question.what == rows.REPLACE:
                    return replacement(table, question.seat, rows.CONSENT)
                return taken_back(table, question.asker, question.since)
            return Row(len(table.rows), store.now(), rows.ANSWER, player, {"yes": yes})

        table, _ = await self.write(name, make, replaced_seats)
        return table

    async def chat(self, name: str, player: int, text: str) -> Table:
        said = " ".join(text.split())[:LONGEST_CHAT]
        if not said:
            raise Refused("chat.empty")
        table, _ = await self.write(
            name, lambda table: Row(len(table.rows), store.now(), rows.CHAT, player, {"text": said})
        )
        return table

    async def sit(
        self,
        name: str,
        seat: int | None,
        who: str,
        account: str = "",
        invitation: str = "",
        welcome: bool = False,
    ) -> tuple[Table, int, str]:
        """Take an open seat, at a private table with its invitation; the secret is for whoever sits down."""
        secret = store.new_secret()
        taken = [-1]

        def make(table: Table) -> Row:
            free = [place for place, chair in enumerate(table.chairs) if chair.kind == OPEN]
            if not free or (seat is not None and seat not in free):
                raise Refused("sit.taken")
            taken[0] = free[0] if seat is None else seat
            invited = welcome or table.setup.listed or store.hashed(invitation) == self.hashes[name][taken[0]]
            if not invited:
                raise Forbidden("this table is private; its seats have links of their own")
            return Row(
                len(table.rows), store.now(), rows.SIT, taken[0], {"name": unique_name(table, checked_name(who))}
            )

        def also(session: Session, table: Table) -> None:
            store.change_seat(session, name, taken[0], table.chairs[taken[0]], store.hashed(secret), account)

        await self.write(name, make, also)
        self.hashes[name][taken[0]] = store.hashed(secret)
        return await self.begin_if_complete(name), taken[0], secret

    async def fill(self, name: str, bot: str) -> Table:
        """Bots on all seats that are still open."""
        check_bot(bot)
        table = await self.table(name)
        for seat, chair in enumerate(table.chairs):
            if chair.kind == OPEN:

                def make(table: Table, seat: int = seat) -> Row | None:
                    return replacement(table, seat, rows.FILL, bot) if table.chairs[seat].kind == OPEN else None

                await self.write(name, make, free_seat(seat))
        return await self.begin_if_complete(name)

    async def begin_if_complete(self, name: str) -> Table:
        def make(table: Table) -> Row | None:
            if table.begun or any(chair.kind == OPEN for chair in table.chairs):
                return None
            return self.beginning(table)

        table, _ = await self.write(name, make)
        return table

    async def leave(self, name: str, player: int, resign: bool) -> Table:
        """Stand up: a bot plays on. Resigning counts as lost; of two players the other has won."""

        def make(table: Table) -> Row:
            if table.is_over or player not in table.people() or (resign and not table.begun):
                raise Refused("leave.not_playing")
            if resign and table.setup.players == 2:
                return Row(len(table.rows), store.now(), rows.END, player, {"why": rows.RESIGN})
            return replacement(table, player, rows.RESIGN if resign else rows.LEAVE)

        table, _ = await self.write(name, make, free_seat(player))
        return table if table.begun else await self.begin_if_complete(name)

    async def rematch(self, name: str, player: int) -> tuple[str, int]:
        """A new table with the same setting and everybody one seat further; others at the table find the way to it.

        Answers the table, the same for all who ask, and which seat there is this player's.
        """
        table = await self.table(name)
        seat = (player - 1) % table.setup.players
        following = await self.database.work(lambda session: store.next_of(session, name))
        if following:
            return following, seat
        if not table.is_over:
            raise Refused("rematch.not_over")
        seats = [OPEN if chair.kind == HUMAN else chair.bot for chair in table.chairs]
        names = [chair.name if chair.kind == BOT else "" for chair in table.chairs]
        pace = next(key for key, value in PACES.items() if value == table.setup.pace)
        try:
            new, _ = await self.create(
                table.setup.game,
                table.setup.players,
                [*seats[1:], seats[0]],
                [*names[1:], names[0]],
                table.setup.options,
                pace,
                table.setup.listed,
                previous=name,
            )
        except Taken:
            return await self.database.work(lambda session: store.next_of(session, name)), seat
        await self.write(
            name,
            lambda table: Row(len(table.rows), store.now(), rows.REMATCH, player, {"table": new.setup.id}),
        )
        return new.setup.id, seat

    async def branch(
        self, name: str, number: int, viewer: int | None, who: str, bot: str = SUBSTITUTE
    ) -> tuple[Table, list[str]]:
        """A table of one's own that goes on from a position of a game that is over."""
        table = await self.table(name)
        if not table.is_over:
            raise Forbidden("a game can be branched when it is over")
        seen = table.seen[table.at(viewer)]
        if not 0 < number <= len(seen):
            raise Refused(f"there is no position {number}; there are 1 to {len(seen)}")
        past = table.as_of(seen[number - 1] + 1)
        if past.is_over or not past.begun:
            raise Refused("branch.nothing_left")
        opening = [(CHANCE, past.opening), *((step.player, step.actions) for step in past.steps)]
        seat = next(iter(past.deciders()))
        seats = [HUMAN if player == seat else bot for player in range(table.setup.players)]
        names = [who if player == seat else "" for player in range(table.setup.players)]
        return await self.create(
            table.setup.game,
            table.setup.players,
            seats,
            names,
            table.setup.options,
            listed=False,
            origin=name,
            opening=opening,
        )

    async def bring(self, text: str, who: str) -> tuple[Table, list[str]]:
        """A table from a record: over, to look at; or to go on with, the importer on the first seat."""
        record = Record.from_json(text)
        state = record.replay()
        opening = decisions(record)
        opening[-1][1].extend(drawn(state, self.chance))  # a record may end before chance has drawn
        seats = [HUMAN] + [SUBSTITUTE] * (record.players - 1)
        names = list(map(checked_name, record.names)) if len(set(record.names)) == record.players else [who]
        return await self.create(
            record.game.name,
            record.players,
            seats,
            names,
            record.options,
            listed=False,
            origin="record",
            opening=opening,
        )

    # What happens by itself

    def go_on(self, table: Table) -> None:
        """Let bots move, if it is their turn."""
        name = table.setup.id
        if table.bots_to_move() and name not in self.thinking:
            self.thinking.add(name)
            self.spawn(self.move_bots(name))

    def spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def move_bots(self, name: str) -> None:
        try:
            while not self.hub.stopping and await self.move_bot(name):
                pass
        finally:
            self.thinking.discard(name)

    async def move_bot(self, name: str) -> bool:
        """One decision of one bot; whether there may be more."""
        table = await self.table(name)
        waiting = table.bots_to_move()
        if not waiting:
            return False
        player, asked = waiting[0], table.number(waiting[0])
        pause = asyncio.create_task(asyncio.sleep(self.pause if self.is_watched(table) else 0))
        action = await self.chosen(table, player)
        await pause
        if self.hub.stopping:
            return False

        def make(table: Table) -> Row | None:
            if player not in table.bots_to_move() or not table.asked[player] <= asked:
                return None  # taken back meanwhile, or moved by another process
            actions = table.chance(player, action, self.chance)
            return Row(len(table.rows), store.now(), rows.ACT, player, {"actions": actions, "number": asked})

        table, _ = await self.write(name, make)
        return bool(table.bots_to_move())

    def is_watched(self, table: Table) -> bool:
        return bool(table.people()) or table.setup.id in self.hub.waiting

    async def chosen(self, table: Table, player: int) -> int:
        """A bot that fails is reported, and something legal is chosen for it: a table must never hang."""
        bot = table.chairs[player].bot
        legal = table.state.legal_actions(player)
        if len(legal) == 1:
            return legal[0]
        try:
            action = await self.thinkers.choose(table.state, player, bot, secrets.randbits(32))
        except Exception as error:
            log.error("bot failed", table=table.setup.id, bot=bot, error=type(error).__name__)
            action = -1
        return action if action in legal else self.chance.choice(legal)

    async def watch(self) -> None:
        """Once a second: whose time is up, and which bots have been left alone by a process that died."""
        while True:
            await asyncio.sleep(1)
            try:
                await self.look_around()
            except Exception as error:
                log.error("watch failed", error=repr(error))

    async def look_around(self) -> None:
        at = store.now()
        due, waiting = await self.database.work(
            lambda session: (store.tables_due(session, at), store.tables_thinking(session, at - OVERDUE))
        )
        for name in due:
            with reported(name):
                await self.time_up(name)
        for name in waiting:
            with reported(name):
                self.go_on(await self.table(name))

    async def resume(self) -> None:
        """After a start: bots go on where they were."""
        waiting = await self.database.work(lambda session: store.tables_thinking(session, store.now()))
        for name in waiting:
            with reported(name):
                self.go_on(await self.table(name))

    async def time_up(self, name: str) -> None:
        """A bot takes over from whoever has no time left."""

        def make(table: Table) -> Row | None:
            for player in table.deciders():
                up = table.clocks.up_at(player)
                if table.chairs[player].kind == HUMAN and up is not None and up <= store.now():
                    return replacement(table, player, rows.CLOCK)
            return None

        await self.write(name, make, replaced_seats)

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def append(session: Session, table: Table, row: Row, also: Also | None) -> None:
    """The row, and what lists and clocks have to know of the table after it, in one transaction."""
    store.add_row(session, table.setup.id, row)
    store.tell_state(session, table, row.at)
    if also is not None:
        also(session, table)
    if table.is_over and row.kind in (rows.ACT, rows.END):
        rate(session, table)
    session.notify(table.setup.id)


@contextlib.contextmanager
def reported(table: str) -> Iterator[None]:
    """One table that cannot go on must not keep the others from it."""
    try:
        yield
    except Exception as error:
        log.error("table cannot go on", table=table, error=type(error).__name__)


def taken_back(table: Table, asker: int, since: int) -> Row:
    """The row by which all agree to forget what was done from a row on."""
    gone = [step.row for step in table.steps if step.row >= since]
    return Row(len(table.rows), store.now(), rows.UNDO, asker, {"rows": gone, "beyond": True})


# Seats


def seated(seats: Sequence[str], names: Sequence[str]) -> list[Chair]:
    free = [name for name in BOT_NAMES if name not in names]
    chairs = []
    for seat, kind in enumerate(seats):
        name = names[seat] if seat < len(names) else ""
        if kind == HUMAN:
            chairs.append(Chair(HUMAN, checked_name(name)))
        elif kind == OPEN:
            chairs.append(Chair(OPEN))
        else:
            check_bot(kind)
            chairs.append(Chair(BOT, name or free.pop(0), kind))
    if len({chair.name for chair in chairs if chair.name}) < sum(bool(chair.name) for chair in chairs):
        raise BadOption("two players have the same name")
    return chairs


def check_bot(kind: str) -> None:
    known = sorted(bot_names())
    if kind not in known:
        raise BadOption(f"a seat is human, open, or a bot: {', '.join(known)}; not {kind!r}")


def invitations(own: str, seats: Sequence[str]) -> list[str]:
    """Secrets for all seats. Those of open seats follow from the host's own: the host can always show their links."""
    host = next((seat for seat, kind in enumerate(seats) if kind == HUMAN), None)
    return [
        own if seat == host else invitation(own, seat) if kind == OPEN and host is not None else store.new_secret()
        for seat, kind in enumerate(seats)
    ]


def invitation(own: str, seat: int) -> str:
    return base64.urlsafe_b64encode(hmac.digest(own.encode(), f"seat {seat}".encode(), "sha256"))[:32].decode()


def checked_name(name: str) -> str:
    found = " ".join(name.split())
    if not found:
        raise BadOption("a name must not be empty")
    if len(found) > LONGEST_NAME:
        raise BadOption(f"a name has at most {LONGEST_NAME} letters")
    if not found.isprintable():
        raise BadOption("a name must be printable")
    return found


def unique_name(table: Table, name: str) -> str:
    if name in table.names:
        raise BadOption(f"somebody at this table is called {name} already")
    return name


def replacement(table: Table, seat: int, why: str, bot: str = SUBSTITUTE) -> Row:
    """The row by which a bot takes a seat."""
    name = table.chairs[seat].name or next(name for name in BOT_NAMES if name not in table.names)
    return Row(len(table.rows), store.now(), rows.REPLACE, seat, {"bot": bot, "name": name, "why": why})


def free_seat(seat: int) -> Callable[[Session, Table], None]:
    """A seat that a bot has taken: its secret opens nothing any more."""

    def also(session: Session, table: Table) -> None:
        if table.chairs[seat].kind == BOT:
            store.free_seat(session, table.setup.id, seat, table.chairs[seat])

    return also


def replaced_seats(session: Session, table: Table) -> None:
    row = table.rows[-1]
    if row.kind == rows.REPLACE:
        free_seat(row.player)(session, table)


# Records


def rows_of(opening: Sequence[tuple[int, list[int]]], at: int) -> list[Row]:
    found = [Row(0, at, rows.BEGIN, -1, {"actions": opening[0][1]})]
    for number, (player, actions) in enumerate(opening[1:], 1):
        found.append(Row(number, at, rows.ACT, player, {"actions": actions}))
    return found


def decisions(record: Record) -> list[tuple[int, list[int]]]:
    """A record's actions as rows have them: each decision with what chance drew after it."""
    found: list[tuple[int, list[int]]] = [(CHANCE, [])]
    state = record.new()
    for action, decider in zip(record.actions, record.deciders, strict=True):
        player = state.current_player() if decider is None else decider
        if player == CHANCE:
            found[-1][1].append(action)
        else:
            found.append((player, [action]))
        state.apply(action, decider)
    return found
