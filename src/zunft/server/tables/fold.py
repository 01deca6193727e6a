"""From log to table: the effect of each entry, and who may see it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from zunft.core.errors import IllegalAction
from zunft.core.play import draw, play
from zunft.core.record import HUMAN
from zunft.core.state import CHANCE, State
from zunft.core.undo import OTHERS
from zunft.server.refusals import Refused
from zunft.server.tables import log
from zunft.server.tables.log import BOT, Entry, Log, Seat, Setup
from zunft.server.tables.table import Move, Played, Table, Vote, names_of

RECENT: Final = 16  # positions kept, so that undoing the latest moves does not replay the game

Viewers = Sequence[int | None]


def folded(setup: Setup, seats: Sequence[Seat], entries: Iterable[Entry]) -> Table:
    """The table that results from this log."""
    table = Table(setup, seats)
    for entry in entries:
        fold(table, entry)
    return table


def after(table: Table, *entries: Entry, played: Played | None = None) -> Table:
    """The table after these entries. `played`: the position after them, if already computed."""
    other = object.__new__(Table)
    other.__dict__.update(table.__dict__)
    other.seats, other.seen, other.asked = table.seats[:], table.seen[:], table.asked[:]
    other.undone, other.clocks = dict(table.undone), table.clocks.copy()
    for entry in entries:
        fold(other, entry, played)
    return other


def fold(table: Table, entry: Entry, played: Played | None = None) -> None:
    table.log = table.log.plus(entry)
    viewers = change(table, entry, played)
    table.is_over = bool(table.ended) or (table.begun and table.state.is_over())
    table.deciders = tuple(table.state.deciders()) if table.is_playing else ()
    for viewer in viewers:
        seat = -1 if viewer is None else viewer
        table.seen[seat] = table.seen[seat].plus(entry.number)
    if entry.kind in (log.BEGIN, log.ACT, log.UNDO, log.END, log.REPLACE, log.RETURN):
        run_clocks(table, entry, viewers)
    if entry.kind in (log.BEGIN, log.ACT, log.UNDO, log.END):
        for viewer in viewers:
            if viewer is not None:
                table.asked[viewer] = table.number(viewer)


def change(table: Table, entry: Entry, played: Played | None) -> Viewers:
    """Apply the entry; return who may see it."""
    match entry.kind:
        case log.BEGIN:
            begin(table, entry.data["actions"])
        case log.ACT:
            return act(table, entry, played or replay_move(table, entry))
        case log.UNDO:
            return undo(table, entry, played or without(table, entry.data["rows"]))
        case log.SIT:
            occupy(table, entry.player, Seat(HUMAN, entry.data["name"]))
        case log.REPLACE:
            name, bot, why = entry.data["name"], entry.data["bot"], entry.data["why"]
            lost = table.begun and why in (log.RESIGN, log.LEAVE)  # leaving a game that counts is a loss
            occupy(table, entry.player, Seat(BOT, name, bot, lost, table.begun, why in log.ABSENT))
            table.vote = None
        case log.RETURN:
            occupy(table, entry.player, Seat(HUMAN, entry.data["name"]))
            table.public_clocks = table.public_clocks.copy()
            for clocks in (table.clocks, table.public_clocks):
                clocks.welcome_back(entry.player)
        case log.PAUSE:
            table.public_clocks = table.public_clocks.copy()
            for clocks in (table.clocks, table.public_clocks):
                clocks.stand_still(entry.data["milliseconds"])
            return []
        case log.END:
            table.ended, table.vote = entry.data["why"], None
            resigned = table.ended == log.RESIGN
            table.seats[entry.player] = msgspec.structs.replace(table.seats[entry.player], resigned=resigned)
        case log.ASK:
            table.vote = Vote(entry.number, entry.player, **entry.data)
        case log.ANSWER:
            table.vote = answered(table.vote, entry.player) if entry.data["yes"] else None
        case log.REMATCH:
            table.rematch = entry.data["table"]
        case log.HINTS:
            table.hints = entry.data["allowed"]
        case log.HINT:
            table.hinted = table.hinted | {entry.player}
            return [entry.player]  # in a sealed choice, others would learn who has not chosen yet
    return all_viewers(table.setup.players)


def answered(vote: Vote | None, player: int) -> Vote | None:
    return vote and msgspec.structs.replace(vote, agreed=(*vote.agreed, player))


def all_viewers(players: int) -> Viewers:
    return [*range(players), None]


def occupy(table: Table, player: int, seat: Seat) -> None:
    table.seats[player] = seat
    table.names = names_of(table.seats)


def begin(table: Table, actions: list[int]) -> None:
    table.begun, table.opening = True, actions
    table.state = opening_position(table)
    table.opening_events, table.state.journal = table.state.journal or [], []


def opening_position(table: Table) -> State:
    state = table.game.new(table.setup.players, **table.setup.options)
    state.journal = []
    for action in table.opening:
        state.apply(action)
    return state


# Moves


def perform(state: State, player: int, action: int, draws: Iterable[int], entry: int, clock: tuple[int, int]) -> Move:
    """Play a legal action and the chance outcomes after it, changing this state."""
    sealed = state.agenda[state.task_of(player)].sealed
    others = [viewer for viewer in all_viewers(state.setting.players) if viewer != player] if sealed else []
    before = [state.view(viewer) for viewer in others]
    reveals, state.journal = state.reveals, []
    play(state, action, player)
    actions = [action]
    for outcome in draws:
        state.apply(outcome)
        actions.append(outcome)
    events, state.journal = state.journal, []
    # A sealed choice stays secret until it ends; only then do the others see a change.
    secret = sealed and not any(
        any(event.is_visible_to(viewer) for event in events) or state.view(viewer) != view
        for viewer, view in zip(others, before, strict=True)
    )
    return Move(entry, player, actions, state.reveals != reveals, secret, events, *clock)


def drawn(state: State, rng: random.Random) -> Iterator[int]:
    """Chance outcomes until a player has to decide; the caller applies each."""
    while state.current_player() == CHANCE:
        yield draw(state, rng)


def clock_of(table: Table, player: int, at: int) -> tuple[int, int]:
    return table.clocks.left[player], table.clocks.spent(player, at)


def replay_move(table: Table, entry: Entry) -> Played:
    """Replay a move from the log."""
    action, *outcomes = entry.data["actions"]
    clock, state = clock_of(table, entry.player, entry.at), table.state.clone()
    move = perform(state, entry.player, action, outcomes, entry.number, clock)
    return Played(state, table.moves.plus(move))


def act(table: Table, entry: Entry, played: Played) -> Viewers:
    table.recent = (*table.recent, Played(table.state, table.moves))[-RECENT:]
    table.state, table.moves = played
    move, undone = played.moves[-1], table.undone.get(entry.player, ())
    left = undone[:-1] if undone and undone[-1].actions == move.actions else ()
    if move.secret:
        table.undone[entry.player] = left
        return [entry.player]
    table.undone = {entry.player: left}
    table.vote = None
    return all_viewers(table.setup.players)


# Undo


def without(table: Table, entries: Sequence[int]) -> Played:
    """The position without these moves, replayed from the latest known position before them, or from the start."""
    earlier = [played for played in table.recent if is_before(played, min(entries))]
    state, moves = earlier[-1] if earlier else Played(opening_position(table), Log[Move]())
    state = state.clone()
    for move in table.moves[len(moves) :]:
        if move.entry not in entries:
            action, *outcomes = move.actions
            try:
                replayed = perform(state, move.player, action, outcomes, move.entry, (move.left, move.spent))
            except IllegalAction:
                raise Refused("cannot_undo", reason=OTHERS) from None
            moves = moves.plus(replayed)
    return Played(state, moves)


def is_before(played: Played, entry: int) -> bool:
    return not played.moves or played.moves[-1].entry < entry


def undo(table: Table, entry: Entry, played: Played) -> Viewers:
    by_consent = entry.data.get("beyond", False)
    first = min(entry.data["rows"])
    table.recent = tuple(
        [each for each in table.recent if is_before(each, first) and len(each.moves) < len(played.moves)]
    )
    taken = [move for move in table.moves if move.entry in entry.data["rows"]]
    to_redo = (*table.undone.get(entry.player, ()), *reversed(taken))
    table.state, table.moves = played
    if table.setup.pace.is_timed and not by_consent:
        turn_back_clock(table, entry, taken)
    if not by_consent and all(move.secret for move in taken):
        table.undone[entry.player] = to_redo
        return [entry.player]
    table.undone_by_consent |= by_consent
    table.undone = {} if by_consent else {entry.player: to_redo}
    table.vote = None
    return all_viewers(table.setup.players)


def turn_back_clock(table: Table, entry: Entry, taken: Sequence[Move]) -> None:
    """Time spent on undone moves stays spent: choosing and undoing repeatedly gains none."""
    spent = table.clocks.spent(entry.player, entry.at) + sum(move.spent for move in taken)
    table.clocks.ask_again(entry.player, taken[0].left, spent, entry.at)


def run_clocks(table: Table, entry: Entry, viewers: Viewers) -> None:
    continues = entry.kind == log.UNDO and not entry.data.get("beyond")  # the question stays the same
    table.clocks.ask(table.deciders, entry.at, None if continues else entry.player)
    if entry.kind in (log.REPLACE, log.RETURN):  # public, except for who has meanwhile chosen in secret
        table.public_clocks = table.public_clocks.copy()
        table.public_clocks.ask(tuple(table.public_clocks.running), entry.at, entry.player)
    elif None in viewers:
        table.public_clocks = table.clocks.copy()  # shared by later tables, never changed
