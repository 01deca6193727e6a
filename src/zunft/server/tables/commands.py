"""Commands at a table: pure functions from a table and a request to the next table.

A command returns the table with its new entries, or None if there is nothing to do; or it raises a refusal. The clock
and randomness come with the `Moment`. Viewers only see what the service has appended to the store.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple, Protocol

from zunft.bots import bot_names
from zunft.core.errors import IllegalAction, shown
from zunft.core.game import Game
from zunft.core.play import reason_of
from zunft.core.record import HUMAN
from zunft.core.state import State
from zunft.core.undo import NOTHING, OVER
from zunft.server.people.names import checked_name, free_bot_name
from zunft.server.refusals import Forbidden, Invalid, Refused, Stale, Unplayable
from zunft.server.tables import guidance, log
from zunft.server.tables.fold import after, clock_of, drawn, perform, without
from zunft.server.tables.log import Entry
from zunft.server.tables.table import Played, Table

SUBSTITUTE: Final = "journeyman"  # takes over for people who leave
LONGEST_CHAT: Final = 500
UNSAFE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")  # control characters, also bidirectional
MOST_ENTRIES: Final = 5000  # in a log that still takes undo, chat and requests; moves are limited by the game
OPTIONAL: Final = (log.UNDO, log.CHAT, log.ASK, log.GUIDE)
KEYS_KEPT: Final = 200  # latest entries searched for an idempotency key


class Moment(NamedTuple):
    now: int  # milliseconds since 1970
    rng: random.Random


class Command(Protocol):
    def __call__(self, table: Table, moment: Moment, /) -> Table | None: ...


def plus(
    table: Table, moment: Moment, kind: str, player: int, data: dict[str, Any], played: Played | None = None
) -> Table:
    """The table with one more entry."""
    if kind in OPTIONAL and len(table.log) >= MOST_ENTRIES:
        raise Refused("log_full", most=MOST_ENTRIES)
    return after(table, Entry(len(table.log), moment.now, kind, player, data), played=played)


def keyed(key: str) -> dict[str, str]:
    return {"key": key} if key else {}


def is_done(table: Table, kind: str, player: int, key: str) -> bool:
    """Whether this key has been used before: clients retry after a lost response."""
    return bool(key) and any(
        entry.kind == kind and entry.player == player and entry.data.get("key") == key
        for entry in table.log[-KEYS_KEPT:]
    )


# Moves


def act(table: Table, moment: Moment, player: int, action: str, number: int) -> Table | None:
    """Idempotent: repeating the same answer to the same position is confirmed, not played again."""
    code = action_named(table.game, action)
    previous = previous_answer(table, player, number)
    if previous is not None:
        if previous == code:
            return None
        raise Stale("answered_already", number=number, action=table.game.text(previous))
    check_player(table, player)
    check_number(table, player, number)
    guidance.check_try(table, player, action)
    return moved(table, moment, player, code, number)


def act_in_order(table: Table, moment: Moment, player: int, actions: Sequence[str], number: int) -> Table | None:
    """Several decisions of one player at once: the members of a set. All are played, or none."""
    after = act(table, moment, player, actions[0], number)
    for action in actions[1:]:
        if after is None:
            return None  # a retry
        after = act(after, moment, player, action, after.number(player))
    return after


def act_as_bot(table: Table, moment: Moment, player: int, action: int, number: int) -> Table | None:
    """Nothing to do if the position was undone meanwhile, or another process has moved."""
    if player not in table.bots_to_move() or table.asked[player] > number:
        return None
    return moved(table, moment, player, action, number)


def redo(table: Table, moment: Moment, player: int) -> Table:
    check_player(table, player)
    move = table.to_redo(player)
    if move is None:
        raise Refused("cannot_undo", reason=NOTHING)
    return moved(table, moment, player, move.actions[0])


def moved(table: Table, moment: Moment, player: int, action: int, number: int | None = None) -> Table:
    """The rules run once, here: on a clone, which becomes the table's position."""
    state = table.state.clone()
    clock = clock_of(table, player, moment.now)
    outcomes = guidance.drawn(table, state, moment.rng)
    try:
        move = perform(state, player, action, outcomes, len(table.log), clock)
    except IllegalAction as error:
        if error.why is None:
            raise
        raise Unplayable(error.why, table.game.texts, table.names) from None
    data = {"actions": move.actions} | ({} if number is None else {"number": number})
    return plus(table, moment, log.ACT, player, data, Played(state, table.moves.plus(move)))


def choice_in(state: State, player: int, text: str, names: Sequence[str]) -> int:
    """The player's legal action of this text; refused with the reason against it."""
    game = state.setting.game
    action = action_named(game, text)
    if action not in state.legal_actions(player):
        raise Unplayable(reason_of(state, player, action), game.texts, tuple(names))
    return action


def action_named(game: Game, text: str) -> int:
    try:
        return game.parse(text)
    except IllegalAction:
        raise Invalid("unknown_action", action=shown(text)) from None


def check_player(table: Table, player: int) -> None:
    if not table.begun:
        raise Refused("not_begun")
    if table.is_over:
        raise Refused("game_over")
    if player not in table.deciders:
        raise Refused("nothing_to_decide", name=table.names[player])


def check_number(table: Table, player: int, number: int) -> None:
    """The question must be the one the player saw at this number."""
    if not table.asked[player] <= number <= table.number(player):
        raise Stale("stale_position", number=number, asked=table.asked[player])


def previous_answer(table: Table, player: int, number: int) -> int | None:
    """This player's choice at `number`."""
    for entry in reversed(table.log):
        if entry.number < number:
            break  # an answer to this position cannot be older
        if entry.kind == log.ACT and entry.player == player and entry.data.get("number") == number:
            action: int = entry.data["actions"][0]
            return action
    return None


# Undo


def undo(table: Table, moment: Moment, player: int, whole_turn: bool = False, key: str = "") -> Table | None:
    if is_done(table, log.UNDO, player, key):
        return None
    free, bar = table.free_to_undo(player)
    if not free:
        raise Refused("cannot_undo", reason=bar)
    return taken_back(table, moment, player, free if whole_turn else free[:1], False, key)


def ask_undo(table: Table, moment: Moment, player: int) -> Table:
    """Ask to undo the player's last action and everything since; all people must agree, bots always do."""
    own = next((move.entry for move in reversed(table.moves) if move.player == player), None)
    free, bar = table.free_to_undo(player)
    if own is None or bar == OVER:
        raise Refused("cannot_undo", reason=bar)
    if free:
        raise Refused("cannot_undo", reason="free")
    if table.people() == [player]:
        return undone_by_consent(table, moment, player, own)
    return plus(table, moment, log.ASK, player, {"what": log.UNDO, "since": own})


def undone_by_consent(table: Table, moment: Moment, asker: int, since: int) -> Table:
    return taken_back(table, moment, asker, [move.entry for move in table.moves if move.entry >= since], True)


def taken_back(table: Table, moment: Moment, player: int, entries: list[int], by_consent: bool, key: str = "") -> Table:
    data = {"rows": entries} | ({"beyond": True} if by_consent else {}) | keyed(key)
    return plus(table, moment, log.UNDO, player, data, without(table, entries))


# Seats


def sit(
    table: Table, moment: Moment, seat: int | None, name: str, invited: Collection[int] | None, key: str = ""
) -> Table:
    """Take an open seat. `invited`: the seats opened by the visitor's invitation; None: any seat."""
    free = table.open_seats()
    if not free or (seat is not None and seat not in free):
        raise Refused("seat_taken")
    seat = free[0] if seat is None else seat
    if invited is not None and not table.setup.listed and seat not in invited:
        raise Forbidden("table_private")
    name = checked_name(name)
    if name in table.names:
        raise Invalid("name_at_table", name=name)
    return complete(plus(table, moment, log.SIT, seat, {"name": name} | keyed(key)), moment)


def fill(table: Table, moment: Moment, player: int, bot: str) -> Table | None:
    """Put bots on all open seats, as the host chose."""
    hosts = table.hosts()
    if hosts and player not in hosts:
        raise Forbidden("only_host")
    check_bot(bot)
    filled = table
    for seat in table.open_seats():
        filled = replaced(filled, moment, seat, log.FILL, bot)
    return None if filled is table else complete(filled, moment)


def leave(table: Table, moment: Moment, player: int, resign: bool = False) -> Table:
    """Leave: a bot plays on. Resigning counts as a loss; of two players the other wins."""
    if table.is_over or player not in table.people() or (resign and not table.begun):
        raise Refused("not_playing")
    if resign and table.setup.players == 2:
        return plus(table, moment, log.END, player, {"why": log.RESIGN})
    return complete(replaced(table, moment, player, log.RESIGN if resign else log.LEAVE), moment)


def time_up(table: Table, moment: Moment) -> Table | None:
    """A bot takes over from a player whose time is up."""
    for player in table.deciders:
        up = table.clocks.up_at(player)
        if table.seats[player].kind == HUMAN and up is not None and up <= moment.now:
            return replaced(table, moment, player, log.CLOCK)
    return None


def replaced(table: Table, moment: Moment, seat: int, why: str, bot: str = SUBSTITUTE) -> Table:
    name = table.names[seat] or free_bot_name(table.names)
    return plus(table, moment, log.REPLACE, seat, {"bot": bot, "name": name, "why": why})


def complete(table: Table, moment: Moment) -> Table:
    """Start the game if all seats are taken."""
    if table.begun or table.open_seats():
        return table
    state = table.game.new(table.setup.players, **table.setup.options)
    actions = []
    for outcome in drawn(state, moment.rng):
        state.apply(outcome)
        actions.append(outcome)
    return plus(table, moment, log.BEGIN, -1, {"actions": actions})


def check_bot(bot: str) -> None:
    known = sorted(bot_names())
    if bot not in known:
        raise Invalid("unknown_bot", bot=bot, bots=", ".join(known))


# Votes and chat


def ask_replace(table: Table, moment: Moment, player: int, seat: int, seen: int, absence: int) -> Table:
    """Ask to replace an absent player by a bot, if all others agree. `seen`: when the player's page was last
    open, which the log does not record; `absence`: milliseconds."""
    if not table.is_playing or seat not in table.people() or seat == player:
        raise Refused("nobody_to_replace")
    visible = [table.log[number] for number in table.seen_by(player)]  # a secret choice must not show
    last = max((entry.at for entry in visible if entry.player == seat or entry.kind == log.BEGIN), default=0)
    if moment.now - max(seen, last) < absence:
        raise Refused("still_here", name=table.names[seat], minutes=max(1, round(absence / 60_000)))
    if [each for each in table.people() if each != seat] == [player]:
        return replaced(table, moment, seat, log.CONSENT)
    return plus(table, moment, log.ASK, player, {"what": log.REPLACE, "seat": seat})


def come_back(table: Table, moment: Moment, player: int) -> Table:
    """An absent player takes the seat back from the bot."""
    if not table.is_playing or not table.seats[player].away:
        raise Refused("not_away")
    return plus(table, moment, log.RETURN, player, {"name": table.names[player]})


def answer(table: Table, moment: Moment, player: int, yes: bool) -> Table:
    """Takes effect when the last player has agreed."""
    vote = table.vote
    if vote is None or player not in table.people() or player in (vote.asker, vote.seat):
        raise Refused("no_question")
    missing = set(table.people()) - {vote.asker, vote.seat, player, *vote.agreed}
    answered = plus(table, moment, log.ANSWER, player, {"yes": yes})
    if not yes or missing:
        return answered
    if vote.what == log.REPLACE:
        return replaced(answered, moment, vote.seat, log.CONSENT)
    return undone_by_consent(answered, moment, vote.asker, vote.since)


def chat(table: Table, moment: Moment, player: int, text: str, key: str = "") -> Table | None:
    if is_done(table, log.CHAT, player, key):
        return None
    message = " ".join(UNSAFE.sub(" ", text).split())[:LONGEST_CHAT]
    if not message:
        raise Refused("chat_empty")
    return plus(table, moment, log.CHAT, player, {"text": message} | keyed(key))


def point_to_rematch(table: Table, moment: Moment, player: int, rematch: str) -> Table:
    return plus(table, moment, log.REMATCH, player, {"table": rematch})
