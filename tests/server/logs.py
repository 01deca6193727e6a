"""Table logs from random play, without a server."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import zunft
from zunft.core.record import HUMAN
from zunft.core.state import State
from zunft.server.tables import log as entries
from zunft.server.tables.clocks import PACES
from zunft.server.tables.commands import Moment, complete, moved
from zunft.server.tables.fold import after, folded
from zunft.server.tables.log import Entry, Seat, Setup
from zunft.server.tables.table import Table
from zunft.server.views.journal import page_of
from zunft.server.views.position import Line

NAMES = ("Anna", "Bruno", "Cleo", "Dora", "Emil")
GAMES = tuple(zunft.game_names())
SECOND = 1000
PACED = ("none", "slow", "day")


class Log:
    """A table with random play, one entry per second."""

    def __init__(
        self, game: str, seed: int = 0, players: int | None = None, pace: str = "none", **options: Any
    ) -> None:
        found = zunft.load(game)
        players = players or found.players[0]
        self.rng = random.Random(seed)
        self.hidden = 0  # entries that took no time, so that a twin without them has the same age
        setup = Setup("some-table", game, found.rules, players, options, PACES[pace], False, 0)
        self.table = complete(Table(setup, [Seat(HUMAN, name) for name in NAMES[:players]]), Moment(0, self.rng))

    def moment(self) -> Moment:
        return Moment((len(self.table.log) - self.hidden) * SECOND, self.rng)

    def add(self, kind: str, player: int, data: dict[str, Any]) -> Entry:
        entry = Entry(len(self.table.log), self.moment().now, kind, player, data)
        self.table = after(self.table, entry)
        return entry

    def act(self, player: int, action: int | None = None) -> Entry:
        """This action, or any legal one, with the chance outcomes after it."""
        if action is None:
            action = self.rng.choice(self.table.state.legal_actions(player))
        self.table = moved(self.table, self.moment(), player, action)
        return self.table.log[-1]

    def step(self) -> Entry:
        """A random decision of any player who has to decide."""
        return self.act(self.rng.choice(self.table.deciders))

    def undo(self, player: int, whole_turn: bool = False) -> Entry:
        free, _ = self.table.free_to_undo(player)
        return self.add(entries.UNDO, player, {"rows": free if whole_turn else free[:1]})

    def play(self, steps: int) -> bool:
        """Play this many steps; returns whether the game is still running."""
        for _ in range(steps):
            if not self.table.is_playing:
                break
            self.step()
        return self.table.is_playing

    def play_until_several_choose(self, steps: int = 1000) -> bool:
        """Until a sealed choice of several players has just begun."""
        for _ in range(steps):
            if not self.table.is_playing:
                return False
            if is_at_start_of_sealed(self.table):
                return True
            self.step()
        return False


def is_at_start_of_sealed(table: Table) -> bool:
    last = table.moves[-1] if table.moves else None
    return len(table.deciders) > 1 and (last is None or not last.secret)


def folded_again(table: Table, log: Sequence[Entry]) -> Table:
    """The same table, rebuilt from its entries alone."""
    return folded(table.setup, [Seat(HUMAN, name) for name in NAMES[: table.setup.players]], log)


def quiet(state: State) -> State:
    twin = state.clone()
    twin.journal = None
    return twin


# Two logs that a viewer cannot tell apart


class Twins:
    """Two tables that differ only in something hidden, and the viewers who cannot tell them apart."""

    def __init__(self, one: Log, other: Log, viewers: list[int | None]) -> None:
        self.logs = (one, other)
        self.viewers = viewers

    def keep_blind(self) -> bool:
        """Keep only the viewers who still cannot tell them apart; whether any are left."""
        one, other = (log.table for log in self.logs)
        self.viewers = [viewer for viewer in self.viewers if last_sight(one, viewer) == last_sight(other, viewer)]
        return bool(self.viewers)


def last_sight(table: Table, viewer: int | None) -> object:
    """Everything a viewer is shown of the current position and the last entry."""
    state = table.state
    events = table.moves[-1].events if table.moves else table.opening_events
    visible = [repr(event) for event in events if event.is_visible_to(viewer)]
    actions = state.legal_actions(viewer) if viewer is not None and viewer in table.deciders else None
    return state.view(viewer), visible, actions, table.is_over


def branch(log: Log, seed: int) -> Log:
    """The same table, to continue differently."""
    other = Log.__new__(Log)
    other.rng, other.table, other.hidden = random.Random(seed), log.table, log.hidden
    return other


def chance_twins(game: str, seed: int, steps: int, further: int, pace: str = "none") -> Twins | None:
    """Another chance outcome, hidden from some viewers; then both continue in the same way."""
    one = Log(game, seed, pace=pace)
    if not one.play(steps):
        return None
    for attempt in range(60):
        if not one.table.is_playing:
            return None
        before = one.table
        entry = one.step()
        other = branch(one, attempt)
        other.table = before
        other.act(entry.player, entry.data["actions"][0])
        if other.table.log[-1].data["actions"] == entry.data["actions"]:
            continue
        twins = Twins(one, other, [*range(one.table.setup.players), None])
        if twins.keep_blind():
            follow(twins, further)
            return twins
    return None


def opening_twins(game: str, seed: int, further: int, pace: str = "none") -> Twins | None:
    """Another deal at the start, hidden from some viewers."""
    one = Log(game, seed, pace=pace)
    rng = random.Random(seed)
    actions = one.table.opening
    for _ in range(60):
        at = rng.randrange(len(actions))
        dealt = redealt(one, actions, at, rng)
        if dealt is None or dealt == actions:
            continue
        other = branch(one, seed)
        other.table = folded_again(one.table, [Entry(0, 0, entries.BEGIN, -1, {"actions": dealt})])
        twins = Twins(one, other, [*range(one.table.setup.players), None])
        if twins.keep_blind():
            follow(twins, further)
            return twins
    return None


def redealt(log: Log, actions: list[int], at: int, rng: random.Random) -> list[int] | None:
    """Another outcome at one place, the same ones after it if possible; None if that leads to no decision."""
    state = log.table.game.new(log.table.setup.players, **log.table.setup.options)
    found: list[int] = []
    for place, action in enumerate(actions):
        legal = state.legal_actions()
        chosen = rng.choice(legal) if place == at or action not in legal else action
        found.append(chosen)
        state.apply(chosen)
    return found if state.current_player() >= 0 else None


def follow(twins: Twins, steps: int) -> None:
    """The same decisions and outcomes on both, while both allow them and a viewer cannot tell the difference."""
    one, other = twins.logs
    for _ in range(steps):
        before, viewers = (one.table, other.table), twins.viewers
        if not one.table.is_playing:
            return
        entry = one.step()
        possible = entry.player in other.table.deciders and is_possible(other.table, entry)
        if possible:
            other.add(entries.ACT, entry.player, entry.data)
        if not possible or not twins.keep_blind():
            one.table, other.table = before
            twins.viewers = viewers
            return


def is_possible(table: Table, entry: Entry) -> bool:
    state = table.state.clone()
    player: int | None = entry.player
    for action in entry.data["actions"]:
        if action not in state.legal_actions(player):
            return False
        state.apply(action, player)
        player = None
    return state.current_player() >= 0 or state.is_over()


def secret_twins(game: str, seed: int, steps: int, pace: str = "none") -> Iterator[Twins]:
    """A player has chosen in secret: this or that, or not yet, or has undone it; and then perhaps a viewer, too."""
    one = Log(game, seed, players=max(3, zunft.load(game).players[0]), pace=pace)
    one.play(steps)
    if not one.play_until_several_choose():
        return
    player, viewer = one.rng.sample(one.table.deciders, 2)
    variants = [branch(one, 1), branch(one, 2), branch(one, 3), branch(one, 4)]
    for variant in variants[1:]:
        variant.act(player)
        variant.hidden += 1
    if not variants[1].table.moves[-1].secret:
        return
    if variants[3].table.free_to_undo(player)[0]:
        variants[3].undo(player)
        variants[3].hidden += 1
    for variant in variants[1:]:
        others: list[int | None] = [seat for seat in range(one.table.setup.players) if seat != player]
        yield Twins(variants[0], variant, [*others, None])
    yield left_by(viewer, variants[0], variants[1], [*others, None])
    own = one.rng.choice(one.table.state.legal_actions(viewer))
    draws = moved(one.table, one.moment(), viewer, own).log[-1].data["actions"]
    for variant in variants:
        variant.add(entries.ACT, viewer, {"actions": draws})
    if variants[1].table.moves[-1].secret and variants[0].table.moves[-1].secret:
        yield Twins(variants[0], variants[1], [viewer])
        for variant in variants[:2]:
            if variant.table.free_to_undo(viewer)[0]:
                variant.undo(viewer)
        yield Twins(variants[0], variants[1], [viewer])
        if player in variants[0].table.deciders:  # now that the viewer has undone a choice
            later = branch(variants[0], 5)
            later.act(player)
            if later.table.moves[-1].secret:
                yield Twins(variants[0], later, [viewer])


def left_by(seat: int, one: Log, other: Log, viewers: list[int | None]) -> Twins:
    """Both tables after this seat was left: its player is now a spectator with an old secret."""
    twins = Twins(branch(one, 6), branch(other, 6), viewers)
    for log in twins.logs:
        log.add(entries.REPLACE, seat, {"bot": "random", "name": log.table.names[seat], "why": entries.LEAVE})
    return twins


def all_twins(game: str, seed: int) -> Iterator[Twins]:
    """Twins of every kind, with clocks and without, early in the game and late."""
    rng = random.Random(f"{game} {seed}")
    pace = rng.choice(PACED)
    found = [
        chance_twins(game, seed, rng.randrange(80), rng.randrange(12), pace),
        opening_twins(game, seed, rng.randrange(40), pace),
    ]
    yield from (each for each in found if each is not None)
    yield from secret_twins(game, seed, rng.randrange(120), pace)


def last_lines(table: Table, viewer: int | None, language: str, limit: int) -> list[Line]:
    """The last lines of the log as this viewer reads them."""
    return page_of(table, viewer, language, limit=limit).lines[-limit:]
