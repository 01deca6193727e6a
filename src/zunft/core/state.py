"""A state: what lies on the table, and an agenda of what is still to be decided."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Self

from zunft.core import bag
from zunft.core.compiling import mypyc_attr

if TYPE_CHECKING:
    from zunft.core.game import Game

CHANCE: Final = -1
NOBODY: Final = -2
EVERYBODY: Final = -3


class Task:
    """One thing still to be decided by a player or by chance; a task of NOBODY settles itself.

    Tasks are never changed once made, so clones share them. Sealed tasks on top of each other are one
    simultaneous choice: their players decide in any order, and nobody else sees anything before the task below.
    """

    step: int
    player: int
    place: int
    sealed: bool

    def __init__(self, step: int = 0, player: int = NOBODY, place: int = 0, sealed: bool = False) -> None:
        self.step = step
        self.player = player
        self.place = place
        self.sealed = sealed

    def __repr__(self) -> str:
        return f"Task({self.step}, {self.player}, {self.place}{', sealed' if self.sealed else ''})"


class Event:
    """Something that happened, as a keyed message: for the log, for animations, for text observations."""

    key: str
    args: dict[str, Any]
    only: int  # the one player who may know, or EVERYBODY
    source: str  # place a thing moved from and to; "" if nothing moved
    target: str

    def __init__(
        self,
        key: str = "",
        args: dict[str, Any] | None = None,
        only: int = EVERYBODY,
        source: str = "",
        target: str = "",
    ) -> None:
        self.key = key
        self.args = {} if args is None else args
        self.only = only
        self.source = source
        self.target = target

    def is_visible_to(self, player: int | None) -> bool:
        return self.only == EVERYBODY or self.only == player

    def __repr__(self) -> str:
        return f"Event({self.key!r}, {self.args!r}, only={self.only}, {self.source!r} -> {self.target!r})"


class Setting:
    """What was agreed before the game: which game, how many players, options, components. Shared, never changed."""

    game: Game
    players: int
    options: dict[str, Any]
    components: Any

    def __init__(self, game: Game, players: int, options: dict[str, Any], components: Any) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.components = components

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels by name and options; the receiving process looks it up again."""
        from zunft.core.game import agreed

        return agreed, (self.game.name, self.players, self.options)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The base of every game's table.

    A game fills in: choices, weights, decide, settle (its course), clone, points, winners, view, resample.
    """

    setting: Setting
    agenda: list[Task]  # the next task is the last
    journal: list[Event] | None  # None: nobody is listening
    reveals: int  # how often somebody learned something hidden: a bar to undo

    # No __init__, here and in the games: a bare object is the cheapest to make, and a clone fills it at once.

    def open(self, setting: Setting) -> None:
        """The first thing to do with a new table."""
        self.setting = setting
        self.agenda = []
        self.journal = None
        self.reveals = 0

    # What a game fills in

    def choices(self, task: Task) -> list[int]:
        """The legal actions of this task, sorted; at a chance task its possible outcomes."""
        raise NotImplementedError

    def weights(self, task: Task) -> list[int]:
        """How likely the outcomes of a chance task are, parallel to its choices."""
        raise NotImplementedError

    def draw(self, task: Task, rng: random.Random) -> int:
        """An outcome of a chance task by its weights. A game may answer faster from its bags, but not otherwise."""
        return self.choices(task)[bag.pick(self.weights(task), rng)]

    def decide(self, task: Task, action: int) -> None:
        """Carry out a legal action; the task is off the agenda already."""
        raise NotImplementedError

    def settle(self, task: Task) -> None:
        """Carry out a task of NOBODY."""
        raise NotImplementedError

    def clone(self) -> Self:
        """An independent copy: a bare object, `self.copy_to(other)`, then the game's own fields."""
        raise NotImplementedError

    def points(self) -> list[dict[str, int]]:
        """For each player, the points by source, as they would count now."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """Who won; empty before the end."""
        raise NotImplementedError

    def view(self, player: int | None = None) -> dict[str, Any]:
        """What this player (None: a spectator) may see, JSON-ready, built field by field."""
        raise NotImplementedError

    def resample(self, player: int, rng: random.Random) -> Self:
        """A clone in which all that the player cannot know is replaced by a guess that fits."""
        raise NotImplementedError

    # What every game then has

    def current_player(self) -> int:
        if not self.agenda:
            return NOBODY
        return self.agenda[-1].player

    def is_over(self) -> bool:
        return not self.agenda

    def scores(self) -> list[int]:
        return [sum(sources.values()) for sources in self.points()]

    def deciders(self) -> tuple[int, ...]:
        """Whoever may decide now: nobody at the end or at chance, several during a sealed choice.

        What chance draws for somebody within a sealed choice is no business of the others: they may go on.
        """
        if not self.agenda:
            return ()
        if not self.agenda[-1].sealed:
            player = self.agenda[-1].player
            return (player,) if player >= 0 else ()
        found: list[int] = []
        for task in reversed(self.agenda):
            if not task.sealed:
                break
            if task.player >= 0 and task.player not in found:
                found.append(task.player)
        return tuple(found)

    def acting(self) -> list[int]:
        """Whose turn it is; in a sealed choice this would tell who has chosen already, so nobody is named."""
        if not self.agenda or self.agenda[-1].sealed:
            return []
        return list(self.deciders())

    def task_of(self, player: int | None = None) -> int:
        """The agenda's place of what this player has to decide now; -1 if nothing."""
        last = len(self.agenda) - 1
        if player is None:
            return last
        while last >= 0:
            task = self.agenda[last]
            if task.player == player:
                return last
            if not task.sealed:
                return -1
            last -= 1
        return -1

    def legal_actions(self, player: int | None = None) -> list[int]:
        at = self.task_of(player)
        return self.choices(self.agenda[at]) if at >= 0 else []

    def chance_weights(self) -> list[int]:
        if self.current_player() != CHANCE:
            return []
        return self.weights(self.agenda[-1])

    def apply(self, action: int, player: int | None = None) -> None:
        """Trusts its caller; `zunft.play` checks."""
        task = self.agenda.pop() if player is None else self.agenda.pop(self.task_of(player))
        self.decide(task, action)
        self.go_on()

    def go_on(self) -> None:
        """Settle what nobody has to decide."""
        while self.agenda:
            task = self.agenda[-1]
            if task.player != NOBODY:
                return
            self.agenda.pop()
            self.settle(task)

    def copy_to(self, other: State) -> None:
        """The part of a clone that all games share."""
        other.setting = self.setting
        other.agenda = self.agenda[:]
        other.journal = None if self.journal is None else self.journal[:]
        other.reveals = self.reveals

    def forget_events_hidden_from(self, player: int) -> None:
        """A guess must not carry what others were told in private."""
        if self.journal is not None:
            self.journal = [event for event in self.journal if event.is_visible_to(player)]

    def note(self, event: Event) -> None:
        if self.journal is not None:
            self.journal.append(event)

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return fields(self)

    def __setstate__(self, saved: Mapping[str, Any]) -> None:
        for name, value in saved.items():
            setattr(self, name, value)


def fields(thing: object) -> dict[str, Any]:
    """The attributes of an object by name, compiled or not."""
    native = getattr(type(thing), "__mypyc_attrs__", ())
    found = {name: getattr(thing, name) for name in native if name != "__dict__" and hasattr(thing, name)}
    found.update(getattr(thing, "__dict__", {}))
    return found
