"""Numeric observations: what a player sees, as a fixed-length row of small integers.

A game describes its row by a `Layout` and fills it by a function `observe(table, player) -> bytes`, in the order of
the layout. All values are 0 to 127, so each takes one byte and fits int8; larger ones are clamped to 127.
Seats are relative: the observing player comes first, then the others in seating order; seats and houses out of play
are zeros, so that a game has one layout for every number of players. Trailing zeros need not be written: games with
few players are encoded faster if the fields that depend on the number of players come last.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from struct import Struct
from typing import TYPE_CHECKING, Any, Final, final

from zunft.core.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64  # a machine word when compiled, else an int

HIGHEST: Final = 127

COUNT: Final = "count"  # 0 to high
FLAG: Final = "flag"  # 0 or 1
CATEGORY: Final = "category"  # 0 to high, a label rather than an amount; 0 means none

BITS: Final = 8  # of a number
WORD: Final = 64
IN_A_WORD: Final = WORD // BITS
LARGEST: Final = 0x7FFF_FFFF_FFFF_FFFF  # word: values have seven bits, so its highest bit is 0
EIGHT_FLAGS: Final = 0xFF


class Field:
    """`size` adjacent values with one meaning; `high` is the maximum of each."""

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
    """Related fields; a numbered group is repeated in the layout for every seat, house and the like."""

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
    """All groups of a game's row in order; fields by full names like "player 1 goods"."""

    groups: tuple[Group, ...]
    left_out: dict[str, str]  # paths in the view that the row omits, each with the reason; see conformance
    fields: list[Field]
    offsets: dict[str, int]
    length: int

    def __init__(self, *groups: Group, left_out: dict[str, str] | None = None) -> None:
        self.groups = groups
        self.left_out = left_out or {}
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
        """The maximum of each value in the row."""
        return [field.high for field in self.fields for _ in range(field.size)]

    def named(self, row: Iterable[Any]) -> dict[str, list[int]]:
        """A readable row, by field names; its numbers may be numpy's."""
        numbers = [int(number) for number in row]
        numbers += [0] * (self.length - len(numbers))
        return {
            field.name: numbers[self.offsets[field.name] : self.offsets[field.name] + field.size]
            for field in self.fields
        }


# Filling a row


def placed(number: i64, place: i64) -> i64:
    """A number shifted to one of the eight bytes of a word; the first is in the lowest bits."""
    return number << BITS * place


def packed(numbers: Iterable[int]) -> i64:
    """Up to eight numbers packed into a word."""
    return sum([placed(number, place) for place, number in enumerate(numbers)])


SPREAD: Final[list[i64]] = [packed([flags >> bit & 1 for bit in range(IN_A_WORD)]) for flags in range(EIGHT_FLAGS + 1)]
IS_NATIVE: Final = sys.byteorder == "little" and sys.maxsize == LARGEST
FORMAT: Final = "@{}n" if IS_NATIVE else "<{}q"  # equivalent, but native words are faster
TO_BYTES: Final = [Struct(FORMAT.format(words)) for words in range(64)]  # by number of words


@final
class Row:
    """A row being filled from the front.

    Eight numbers share a word, and all words are converted at once; a list of single numbers would be slower.
    """

    words: list[i64]  # the full ones
    word: i64  # the one being filled
    taken: i64  # bits of it

    def __init__(self) -> None:
        self.words = []
        self.word = 0
        self.taken = 0

    def add(self, number: i64) -> None:
        """Add a non-negative number, clamped to HIGHEST."""
        if number > HIGHEST:
            number = HIGHEST
        self.word |= number << self.taken
        self.taken += BITS
        if self.taken == WORD:
            self.words.append(self.word)
            self.word = 0
            self.taken = 0

    def add_all(self, numbers: list[i64] | tuple[i64, ...]) -> None:
        """Two loops, because compiled ones are faster over a type that is known."""
        if isinstance(numbers, list):
            for number in numbers:
                self.add(number)
        else:
            for number in numbers:
                self.add(number)

    def add_labels(self, labels: tuple[i64, ...], size: i64) -> None:
        """Add each label + 1, so that 0 means none, up to `size` of them; zeros if there are fewer."""
        left = size
        for label in labels:
            if left == 0:
                return
            self.add(label + 1)
            left -= 1
        self.skip(left)

    def add_packed(self, numbers: i64, size: i64) -> None:
        """Add up to eight numbers that are already packed, none above HIGHEST."""
        room, bits = WORD - self.taken, BITS * size
        if bits < room:
            self.word |= numbers << self.taken
            self.taken += bits
            return
        self.words.append(self.word | numbers << self.taken & LARGEST)
        self.taken = bits - room
        self.word = numbers >> room if self.taken else 0  # shifting by the full word size is undefined

    def add_flags(self, flags: i64, size: i64) -> None:
        """Add the lowest `size` bits of an integer, each as a number."""
        while size > IN_A_WORD:
            self.add_packed(SPREAD[flags & EIGHT_FLAGS], IN_A_WORD)
            flags >>= IN_A_WORD
            size -= IN_A_WORD
        self.add_packed(SPREAD[flags & EIGHT_FLAGS >> IN_A_WORD - size], size)

    def add_counts(self, things: tuple[i64, ...], size: i64) -> None:
        """Add how often each number below `size` occurs."""
        if not things:
            self.skip(size)
            return
        first: i64 = 0
        while first < size:
            counts: i64 = 0
            for thing in things:
                if first <= thing < first + IN_A_WORD:
                    counts += placed(1, thing - first)
            self.add_packed(counts, min(size - first, IN_A_WORD))
            first += IN_A_WORD

    def skip(self, size: i64) -> None:
        """Leave zeros: a seat out of play, something not shown."""
        self.taken += BITS * size
        while self.taken >= WORD:
            self.words.append(self.word)
            self.word = 0
            self.taken -= WORD

    def bytes(self) -> bytes:
        words = self.words
        length = IN_A_WORD * len(words) + self.taken // BITS
        words.append(self.word)
        while len(TO_BYTES) <= len(words):
            TO_BYTES.append(Struct(FORMAT.format(len(TO_BYTES))))
        found: bytes = TO_BYTES[len(words)].pack(*words)
        words.pop()
        return found[:length]


def whole_row(state: State, player: int) -> bytearray:
    """What a player sees, with the trailing zeros that a game need not write."""
    game = state.setting.game
    assert game.layout is not None and game.observe is not None
    found = bytearray(game.layout.length)
    row = game.observe(state, player)
    found[: len(row)] = row
    return found


def relative(state: State, player: int, viewer: int) -> int:
    """A player's number relative to the viewer: 1 the viewer, 2 the next one; 0 is chance, or nobody."""
    return (player - viewer) % state.setting.players + 1 if player >= 0 else 0


def add_players(state: State, players: tuple[int, ...], viewer: int, size: int, row: Row) -> None:
    """Add these players relative to the viewer, then zeros up to `size`."""
    for player in players:
        row.add(relative(state, player, viewer))
    row.skip(size - len(players))


def acting(state: State, viewer: int) -> int:
    """Whose turn it is. A sealed choice does not show who still owes one."""
    if not state.agenda or state.agenda[-1].sealed:
        return 0
    return relative(state, state.agenda[-1].player, viewer)


class Decisions:
    """A game's decisions by number, and the fields with which its row begins."""

    names: tuple[str, ...]
    numbers: list[int]  # by step of the agenda, from 1

    def __init__(self, by_step: dict[int, str]) -> None:
        self.names = tuple(dict.fromkeys(by_step.values()))
        self.numbers = [
            self.names.index(by_step[step]) + 1 if step in by_step else 0 for step in range(max(by_step) + 1)
        ]

    def fields(self, most_players: int) -> list[Field]:
        return [
            category("decision", f"what the viewer has to decide: {', '.join(self.names)}", len(self.names)),
            category("acting", "whose turn it is, 1 = the viewer; 0 at chance and in sealed choices", most_players),
            flag("over", "the game is over"),
            count("players", "how many play", most_players),
        ]

    def add(self, state: State, viewer: int, row: Row) -> None:
        at = state.task_of(viewer)
        row.add(self.numbers[state.agenda[at].step] if at >= 0 else 0)
        row.add(acting(state, viewer))
        row.add(1 if state.is_over() else 0)
        row.add(state.setting.players)
