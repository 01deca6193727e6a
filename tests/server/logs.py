"""Logs made by random play, without a server: what a table is made of."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import zunft
from zunft.core.record import HUMAN
from zunft.core.state import State
from zunft.server import table as rows
from zunft.server.clock import PACES
from zunft.server.table import Chair, Row, Setup, Table, opened

NAMES = ("Anna", "Bruno", "Cleo", "Dora", "Emil")
GAMES = tuple(zunft.game_names())
SECOND = 1000


class Log:
    """A table on which everybody plays at random, a row a second."""

    def __init__(
        self, game: str, seed: int = 0, players: int | None = None, pace: str = "none", **options: Any
    ) -> None:
        found = zunft.load(game)
        players = players or found.players[0]
        self.rng = random.Random(seed)
        setup = Setup("some-table", game, found.rules, players, options, PACES[pace], False, 0)
        self.table = Table(setup, [Chair(HUMAN, name) for name in NAMES[:players]])
        self.add(rows.BEGIN, -1, {"actions": opened(found, setup, self.rng)})

    def add(self, kind: str, player: int, data: dict[str, Any]) -> Row:
        number = len(self.table.rows)
        row = Row(number, number * SECOND, kind, player, data)
        self.table = self.table.after(row)
        return row

    def act(self, player: int, action: int | None = None) -> Row:
        """This action with whatever chance draws then, or any legal one."""
        if action is None:
            action = self.rng.choice(self.table.state.legal_actions(player))
        return self.add(rows.ACT, player, {"actions": self.table.chance(player, action, self.rng)})

    def step(self) -> Row:
        """Anybody who may decides anything."""
        return self.act(self.rng.choice(self.table.deciders()))

    def undo(self, player: int, whole_turn: bool = False) -> Row:
        free, _ = self.table.free_to_undo(player)
        return self.add(rows.UNDO, player, {"rows": free if whole_turn else free[:1]})

    def play(self, steps: int) -> bool:
        """So many steps; whether the game is still on."""
        for _ in range(steps):
            if not self.table.is_playing:
                break
            self.step()
        return self.table.is_playing

    def play_until_several_choose(self, steps: int = 1000) -> bool:
        """Until a sealed choice of several has just begun."""
        for _ in range(steps):
            if not self.table.is_playing:
                return False
            if is_at_start_of_sealed(self.table):
                return True
            self.step()
        return False


def is_at_start_of_sealed(table: Table) -> bool:
    last = table.steps[-1] if table.steps else None
    return len(table.deciders()) > 1 and (last is None or not last.secret)


def folded(table: Table, log: Sequence[Row]) -> Table:
    """The same table, from its rows alone."""
    chairs = [Chair(HUMAN, name) for name in NAMES[: table.setup.players]]
    again = Table(table.setup, chairs)
    for row in log:
        again.fold(row)
    return again


def quiet(state: State) -> State:
    twin = state.clone()
    twin.journal = None
    return twin


# Two logs that somebody cannot tell apart


class Twins:
    """Two tables that went the same way but for something hidden, and who cannot know which of them is the real one."""

    def __init__(self, one: Log, other: Log, viewers: list[int | None]) -> None:
        self.logs = (one, other)
        self.viewers = viewers

    def keep_blind(self) -> bool:
        """Whether there still is anybody who cannot tell them apart."""
        one, other = (log.table for log in self.logs)
        self.viewers = [viewer for viewer in self.viewers if last_sight(one, viewer) == last_sight(other, viewer)]
        return bool(self.viewers)


def last_sight(table: Table, viewer: int | None) -> object:
    """Everything a viewer is shown of the present position and of the last row."""
    state = table.state
    events = table.steps[-1].events if table.steps else table.opening_events
    told = [repr(event) for event in events if event.is_visible_to(viewer)]
    actions = state.legal_actions(viewer) if viewer is not None and viewer in table.deciders() else None
    return state.view(viewer), told, actions, table.is_over


def branch(log: Log, seed: int) -> Log:
    """The same table, to go on with otherwise."""
    other = Log.__new__(Log)
    other.rng, other.table = random.Random(seed), log.table
    return other


def chance_twins(game: str, seed: int, steps: int, further: int) -> Twins | None:
    """Something else was drawn, unseen by some; then both went on in the same way."""
    one = Log(game, seed)
    if not one.play(steps):
        return None
    for attempt in range(60):
        if not one.table.is_playing:
            return None
        before = one.table
        row = one.step()
        other = branch(one, attempt)
        other.table = before
        other.act(row.player, row.data["actions"][0])
        if other.table.rows[-1].data["actions"] == row.data["actions"]:
            continue
        twins = Twins(one, other, [*range(one.table.setup.players), None])
        if twins.keep_blind():
            follow(twins, further)
            return twins
    return None


def opening_twins(game: str, seed: int, further: int) -> Twins | None:
    """Something else was dealt at the start, unseen by some."""
    one = Log(game, seed)
    rng = random.Random(seed)
    actions = one.table.opening
    for _ in range(60):
        at = rng.randrange(len(actions))
        dealt = redealt(one, actions, at, rng)
        if dealt is None or dealt == actions:
            continue
        other = branch(one, seed)
        other.table = folded(one.table, [Row(0, 0, rows.BEGIN, -1, {"actions": dealt})])
        twins = Twins(one, other, [*range(one.table.setup.players), None])
        if twins.keep_blind():
            follow(twins, further)
            return twins
    return None


def redealt(log: Log, actions: list[int], at: int, rng: random.Random) -> list[int] | None:
    """Another outcome at one place, the same ones after it as far as they are there; None if that goes nowhere."""
    state = log.table.game.new(log.table.setup.players, **log.table.setup.options)
    found: list[int] = []
    for place, action in enumerate(actions):
        legal = state.legal_actions()
        chosen = rng.choice(legal) if place == at or action not in legal else action
        found.append(chosen)
        state.apply(chosen)
    return found if state.current_player() >= 0 else None


def follow(twins: Twins, steps: int) -> None:
    """The same decisions and draws on both, as long as both allow them and somebody cannot tell the difference."""
    one, other = twins.logs
    for _ in range(steps):
        before, viewers = (one.table, other.table), twins.viewers
        if not one.table.is_playing:
            return
        row = one.step()
        possible = row.player in other.table.deciders() and is_possible(other.table, row)
        if possible:
            other.add(rows.ACT, row.player, row.data)
        if not possible or not twins.keep_blind():
            one.table, other.table = before
            twins.viewers = viewers
            return


def is_possible(table: Table, row: Row) -> bool:
    state = table.state.clone()
    player: int | None = row.player
    for action in row.data["actions"]:
        if action not in state.legal_actions(player):
            return False
        state.apply(action, player)
        player = None
    return state.current_player() >= 0 or state.is_over()


def secret_twins(game: str, seed: int, steps: int) -> Iterator[Twins]:
    """Somebody has chosen in secret: this or that, or not yet, or has taken it back; and then perhaps a viewer, too."""
    one = Log(game, seed, players=max(3, zunft.load(game).players[0]))
    one.play(steps)
    if not one.play_until_several_choose():
        return
    player, viewer = one.rng.sample(one.table.deciders(), 2)
    variants = [branch(one, 1), branch(one, 2), branch(one, 3), branch(one, 4)]
    for variant in variants[1:]:
        variant.act(player)
    if not variants[1].table.steps[-1].secret:
        return
    if variants[3].table.free_to_undo(player)[0]:
        variants[3].undo(player)
    for variant in variants[1:]:
        others: list[int | None] = [seat for seat in range(one.table.setup.players) if seat != player]
        yield Twins(variants[0], variant, [*others, None])
    own = one.rng.choice(one.table.state.legal_actions(viewer))
    draws = one.table.chance(viewer, own, one.rng)
    for variant in variants:
        variant.add(rows.ACT, viewer, {"actions": draws})
    if variants[1].table.steps[-1].secret and variants[0].table.steps[-1].secret:
        yield Twins(variants[0], variants[1], [viewer])
        for variant in variants[:2]:
            if variant.table.free_to_undo(viewer)[0]:
                variant.undo(viewer)
        yield Twins(variants[0], variants[1], [viewer])
        if player in variants[0].table.deciders():  # now, after the viewer has taken something back
            later = branch(variants[0], 5)
            later.act(player)
            if later.table.steps[-1].secret:
                yield Twins(variants[0], later, [viewer])
