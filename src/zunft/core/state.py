"""States: the position of a game, with an agenda of the decisions still to be made."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Self

from zunft.core import bag
from zunft.core.compiling import mypyc_attr
from zunft.core.option import COMPONENTS
from zunft.core.ranking import leaders

if TYPE_CHECKING:
    from zunft.core.game import Game

CHANCE: Final = -1
NOBODY: Final = -2
PUBLIC: Final = -3

# Keys that core adds to every game's view.
VIEW_KEYS: Final = ("game", "options", "viewer", "decision", "acting", "over", "points", "winners")


@mypyc_attr(acyclic=True)
class Task:
    """A pending decision of a player or of chance; a task of NOBODY is settled automatically.

    Tasks are immutable, so clones share them. Consecutive sealed tasks are one simultaneous choice: their players
    decide in any order, and the others see nothing before the task below.
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
    only: int  # the only player who may see it, or PUBLIC
    source: str  # places something moved from and to; "" if nothing moved
    target: str

    def __init__(
        self,
        key: str = "",
        args: dict[str, Any] | None = None,
        only: int = PUBLIC,
        source: str = "",
        target: str = "",
    ) -> None:
        self.key = key
        self.args = {} if args is None else args
        self.only = only
        self.source = source
        self.target = target

    def is_visible_to(self, player: int | None) -> bool:
        return self.only == PUBLIC or self.only == player

    def __repr__(self) -> str:
        return f"Event({self.key!r}, {self.args!r}, only={self.only}, {self.source!r} -> {self.target!r})"


class Setting:
    """A game's configuration: game, number of players, options, components. Shared and immutable."""

    game: Game
    players: int
    options: dict[str, Any]
    components: Any

    def __init__(self, game: Game, players: int, options: dict[str, Any], components: Any) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.components = components

    def shown_options(self) -> dict[str, Any]:
        """All options except the component tables, which are large; `own_view` has what is needed of them."""
        return {name: value for name, value in self.options.items() if name != COMPONENTS}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name and options; the receiving process looks it up again."""
        from zunft.core.game import load_setting

        return load_setting, (self.game.name, self.players, self.options)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The base of every game's table.

    A game implements choices, weights, decide, settle (its course), points, own_view and guess; standing, if it has
    tie-breakers; clone and draw, to make them faster. docs/contract.md specifies each of them.
    """

    setting: Setting
    agenda: list[Task]  # the next task is the last
    journal: list[Event] | None  # None: events are not recorded
    reveals: int  # how often a player learned something hidden, which prevents undo

    # No __init__, here and in the games: a bare object is the cheapest to create, and a clone sets all fields anyway.

    def open(self, setting: Setting) -> None:
        """Initialise a new table; call this first."""
        self.setting = setting
        self.agenda = []
        self.journal = None
        self.reveals = 0

    # What a game fills in

    def choices(self, task: Task) -> list[int]:
        """The legal actions of this task, sorted; at a chance task its possible outcomes."""
        raise NotImplementedError

    def weights(self, task: Task) -> list[int]:
        """The weights of a chance task's outcomes, parallel to its choices."""
        raise NotImplementedError

    def draw(self, task: Task, rng: random.Random) -> int:
        """A weighted random outcome of a chance task. A game may override it for speed, with the same distribution."""
        return self.choices(task)[bag.pick(self.weights(task), rng)]

    def decide(self, task: Task, action: int) -> None:
        """Carry out a legal action; its task has already been removed from the agenda."""
        raise NotImplementedError

    def settle(self, task: Task) -> None:
        """Carry out a task of NOBODY."""
        raise NotImplementedError

    def points(self) -> list[dict[str, int]]:
        """For each player, the points by source, as if the game ended now."""
        raise NotImplementedError

    def standing(self) -> list[tuple[int, ...]]:
        """What players are ranked by: scores, then tie-breakers. If all are equal, the victory is shared."""
        return [(score,) for score in self.scores()]

    def own_view(self, player: int | None) -> dict[str, Any]:
        """The game's part of what this player (None: a spectator) may see, JSON-ready, built field by field."""
        raise NotImplementedError

    def guess(self, player: int, rng: random.Random) -> None:
        """Replace everything this player cannot know by something consistent; `self` is already a clone.

        A game without hidden information does nothing here.
        """

    def clone(self) -> Self:
        """An independent copy, field by field: lists, sets and dicts recursively, other objects by their `clone`.

        For fast search a game writes its own: a bare object, `self.copy_to(other)`, then its fields.
        """
        other = type(self)()
        for name, value in fields(self).items():
            setattr(other, name, copied(value))
        self.copy_to(other)
        return other

    # What every game then has

    def view(self, player: int | None = None) -> dict[str, Any]:
        """What this player (None: a spectator) may see: the game's own part and the common keys."""
        over = self.is_over()
        return {
            **self.own_view(player),
            "game": self.setting.game.name,
            "options": self.setting.shown_options(),
            "viewer": player,
            "decision": self.decision(player),
            "acting": self.acting(),
            "over": over,
            "points": self.points() if over else None,
            "winners": self.winners(),
        }

    def decision(self, player: int | None) -> str | None:
        """The name of this player's pending decision, or None."""
        at = -1 if player is None else self.task_of(player)
        return self.setting.game.decisions[self.agenda[at].step] if at >= 0 else None

    def winners(self) -> list[int]:
        """The players in first place, several if the victory is shared; empty before the end."""
        return leaders(self.standing()) if self.is_over() else []

    def resample(self, player: int, rng: random.Random) -> Self:
        """A clone in which everything the player cannot know is replaced by a consistent guess."""
        other = self.clone()
        other.forget_events_hidden_from(player)
        other.guess(player, rng)
        return other

    def current_player(self) -> int:
        if not self.agenda:
            return NOBODY
        return self.agenda[-1].player

    def is_over(self) -> bool:
        return not self.agenda

    def scores(self) -> list[int]:
        return [sum(sources.values()) for sources in self.points()]

    def deciders(self) -> tuple[int, ...]:
        """The players who may decide now: none at the end or at chance, several during a sealed choice.

        A chance draw for one player within a sealed choice does not block the others.
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
        """Whose turn it is; empty in a sealed choice, where it would reveal who has already chosen."""
        if not self.agenda or self.agenda[-1].sealed:
            return []
        return list(self.deciders())

    def task_of(self, player: int | None = None) -> int:
        """The agenda index of this player's pending decision; -1 if none."""
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
        """Apply an action without validation; `zunft.play` validates."""
        task = self.agenda.pop() if player is None else self.agenda.pop(self.task_of(player))
        self.decide(task, action)
        self.advance()

    def advance(self) -> None:
        """Settle tasks until a decision is needed."""
        while self.agenda:
            task = self.agenda[-1]
            if task.player != NOBODY:
                return
            self.agenda.pop()
            self.settle(task)

    def ask(self, step: int, player: int, place: int = 0) -> None:
        """Put a decision on the agenda; one with a single choice is made at once."""
        task = Task(step, player, place)
        choices = self.choices(task)
        if len(choices) == 1:
            self.decide(task, choices[0])
        else:
            self.agenda.append(task)

    def copy_to(self, other: State) -> None:
        """Copy the fields that all games have."""
        other.setting = self.setting
        other.agenda = self.agenda[:]
        other.journal = None if self.journal is None else self.journal[:]
        other.reveals = self.reveals

    def forget_events_hidden_from(self, player: int) -> None:
        """A guess must not contain other players' private events."""
        if self.journal is not None:
            self.journal = [event for event in self.journal if event.is_visible_to(player)]

    def log(self, key: str, source: str = "", target: str = "", only: int = PUBLIC, **args: Any) -> None:
        """Record an event if there is a journal. Where arguments are expensive to build, check `self.journal` first."""
        if self.journal is not None:
            self.journal.append(Event(key, args, only, source, target))

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return fields(self)

    def __setstate__(self, saved: Mapping[str, Any]) -> None:
        for name, value in saved.items():
            setattr(self, name, value)


def copied(value: Any) -> Any:
    """Immutable values (tuples, numbers, settings, tasks) are shared."""
    if isinstance(value, list):
        return [copied(entry) for entry in value]
    if isinstance(value, dict):
        return {key: copied(entry) for key, entry in value.items()}
    if isinstance(value, set):
        return set(value)
    return value.clone() if hasattr(value, "clone") else value


def fields(thing: object) -> dict[str, Any]:
    """The attributes of an object by name, compiled or not."""
    native = getattr(type(thing), "__mypyc_attrs__", ())
    found = {name: getattr(thing, name) for name in native if name != "__dict__" and hasattr(thing, name)}
    found.update(getattr(thing, "__dict__", {}))
    return found
