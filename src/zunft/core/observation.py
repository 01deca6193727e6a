"""Numeric observations: what a player sees as a row of small whole numbers, always of the same length.

A game describes its row by a `Layout` and fills it by a function `observe(table, player) -> list[int]`, in the order of
the layout. All values are 0 to 127, so a row is as many bytes and fits int8; larger ones are cut off at 127.
Seats are relative: the observing player comes first, then the others in seating order; seats and houses out of play
are zeros, so that a game has one layout for every number of players. Zeros at the end need not be written: where what
depends on the number of players stands last, games for few players are encoded faster.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from zunft.core.state import State

HIGHEST: Final = 127

COUNT: Final = "count"  # 0 to high
FLAG: Final = "flag"  # 0 or 1
CATEGORY: Final = "category"  # 0 to high, a name rather than an amount; 0 where there is nothing to name

ZEROS: Final = [[0] * length for length in range(1024)]


class Field:
    """So many neighbouring numbers of one meaning; `high` is the most that each of them can be."""

    name: str
    kind: str
    high: int
    size: int
    help: str

    def __init__(self, name: str, help: str, high: int, size: int = 1, kind: str = COUNT) -> None:
        if not 1 <= high <= HIGHEST or size < 1:
            raise ValueError(f"field {name}: high must be 1 to {HIGHEST} and size at least 1, not {high} and {size}")
        self.name = name
        self.kind = kind
        self.high = high
        self.size = size
        self.help = help


def flag(name: str, help: str, size: int = 1) -> Field:
    return Field(name, help, 1, size, FLAG)


def category(name: str, help: str, high: int, size: int = 1) -> Field:
    return Field(name, help, high, size, CATEGORY)


def count(name: str, help: str, high: int = HIGHEST, size: int = 1) -> Field:
    return Field(name, help, high, size, COUNT)


class Group:
    """Fields that belong together; a numbered group stands in the layout for every seat, house and the like."""

    name: str
    fields: tuple[Field, ...]
    size: int

    def __init__(self, name: str, *fields: Field) -> None:
        self.name = name
        self.fields = fields
        self.size = sum([field.size for field in fields])

    def numbered(self, number: int) -> Group:
        return Group(f"{self.name} {number}", *self.fields)


class Layout:
    """All groups of a game's row, one after the other; fields by full names like "player 1 goods"."""

    groups: tuple[Group, ...]
    fields: list[Field]
    offsets: dict[str, int]
    length: int

    def __init__(self, *groups: Group) -> None:
        self.groups = groups
        self.fields = []
        self.offsets = {}
        self.length = 0
        for group in groups:
            for field in group.fields:
                self.add(field, f"{group.name} {field.name}")

    def add(self, field: Field, name: str) -> None:
        if name in self.offsets:
            raise ValueError(f"two fields are called {name!r}")
        self.fields.append(Field(name, field.help, field.high, field.size, field.kind))
        self.offsets[name] = self.length
        self.length += field.size

    def highs(self) -> list[int]:
        """The most that each number of the row can be."""
        return [field.high for field in self.fields for _ in range(field.size)]

    def named(self, row: Iterable[Any]) -> dict[str, list[int]]:
        """A row by field names, for people; its numbers may be numpy's."""
        numbers = [int(number) for number in row]
        numbers += [0] * (self.length - len(numbers))
        return {
            field.name: numbers[self.offsets[field.name] : self.offsets[field.name] + field.size]
            for field in self.fields
        }


# Filling a row


def cut(number: int) -> int:
    """A count that may be larger than a row can say."""
    return number if number < HIGHEST else HIGHEST


def put(row: list[int], number: int) -> None:
    row.append(cut(number))


def skip(row: list[int], length: int) -> None:
    """Nothing to see here: a seat out of play, a thing not shown."""
    row += ZEROS[length]


def relative(state: State, player: int, viewer: int) -> int:
    """A player as the viewer counts: 1 the viewer, 2 the next one; 0 is chance, or nobody."""
    return (player - viewer) % state.setting.players + 1 if player >= 0 else 0


def acting(state: State, viewer: int) -> int:
    """Whose turn it is. A sealed choice does not show who still owes one."""
    if not state.agenda or state.agenda[-1].sealed:
        return 0
    return relative(state, state.agenda[-1].player, viewer)
