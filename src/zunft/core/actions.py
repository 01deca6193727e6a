"""Action codes: every action is an int for programs and a short text for people and files."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from zunft.core.errors import IllegalAction, shown


class Kind:
    """One kind of action: its word, its first code, and the values its arguments can take."""

    name: str
    first: int
    arguments: dict[str, tuple[str, ...]]

    def __init__(self, name: str, first: int, **arguments: tuple[str, ...]) -> None:
        self.name = name
        self.first = first
        self.arguments = arguments


@dataclass
class Action:
    """A decoded action: the kind's word and the arguments by name."""

    kind: str
    args: dict[str, str]


def seat_ids(players: int) -> tuple[str, ...]:
    """The values of an argument that names a player: seats count from 1."""
    return tuple([str(player + 1) for player in range(players)])


class Codes:
    """All kinds of actions of a game, in code order. The last argument varies fastest.

    `chance` names the kinds that only chance draws. Learners index the two groups separately: player action 5 is
    `player_codes[5]`, and `numbers` is the inverse. `declining` names the kinds with which a player passes, declines
    or stops.
    """

    kinds: tuple[Kind, ...]
    chance: tuple[str, ...]
    declining: tuple[str, ...]
    actions: list[Action]
    texts: list[str]
    by_text: dict[str, int]
    player_codes: list[int]  # what players can choose, ascending
    chance_codes: list[int]  # what chance can draw, ascending
    numbers: list[int]  # by code: its index in whichever list contains it

    def __init__(self, *kinds: Kind, chance: tuple[str, ...] = (), declining: tuple[str, ...] = ()) -> None:
        self.kinds = kinds
        self.chance = chance
        self.declining = declining
        self.actions = []
        for kind in kinds:
            if kind.first != len(self.actions):
                raise ValueError(f"{kind.name} should begin at {len(self.actions)}, not {kind.first}")
            for values in product(*kind.arguments.values()):
                self.actions.append(Action(kind.name, dict(zip(kind.arguments, values, strict=True))))
        self.texts = [" ".join([action.kind, *action.args.values()]) for action in self.actions]
        self.by_text = {text: code for code, text in enumerate(self.texts)}
        if len(self.by_text) != len(self.texts):
            raise ValueError("two actions have the same text")
        self.part_from_chance()
        self.check_kinds(self.declining, "players decline with kinds that do not exist")

    def check_kinds(self, named: tuple[str, ...], problem: str) -> None:
        unknown = set(named) - {kind.name for kind in self.kinds}
        if unknown:
            raise ValueError(f"{problem}: {', '.join(sorted(unknown))}")

    def part_from_chance(self) -> None:
        self.check_kinds(self.chance, "chance draws kinds that do not exist")
        self.player_codes = []
        self.chance_codes = []
        self.numbers = []
        for code, action in enumerate(self.actions):
            codes = self.chance_codes if action.kind in self.chance else self.player_codes
            self.numbers.append(len(codes))
            codes.append(code)

    def __len__(self) -> int:
        return len(self.actions)

    def text(self, action: int) -> str:
        self.check(action)
        return self.texts[action]

    def take_apart(self, action: int) -> Action:
        self.check(action)
        return self.actions[action]

    def listed(self, actions: list[int]) -> list[int]:
        """In the order shown to people: kinds without arguments come late and declining last, so that no stray click
        hits them."""
        return sorted(actions, key=self.place_in_list)

    def place_in_list(self, action: int) -> tuple[bool, bool, int]:
        parted = self.take_apart(action)
        return parted.kind in self.declining, not parted.args, action

    def parse(self, text: str) -> int:
        code = self.by_text.get(" ".join(text.split()))
        if code is None:
            raise IllegalAction(f"no action is called {shown(text)}")
        return code

    def mask(self, legal: list[int]) -> bytearray:
        """1 for each of these player actions, given by their codes, 0 for all others."""
        found = bytearray(len(self.player_codes))
        for code in legal:
            found[self.numbers[code]] = 1
        return found

    def check(self, action: int) -> None:
        if not 0 <= action < len(self.actions):
            raise IllegalAction(f"no action has the code {shown(action)}; codes go from 0 to {len(self.actions) - 1}")
