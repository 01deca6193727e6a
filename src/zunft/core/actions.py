"""Action codes: every action is an int for programs and a short text for people and files."""

from __future__ import annotations

from itertools import product

from zunft.core.errors import IllegalAction


class Kind:
    """One kind of action: its word, its first code, and the values its arguments can take."""

    name: str
    first: int
    arguments: dict[str, tuple[str, ...]]

    def __init__(self, name: str, first: int, **arguments: tuple[str, ...]) -> None:
        self.name = name
        self.first = first
        self.arguments = arguments


class Action:
    """An action code taken apart: the kind's word and the arguments by name."""

    kind: str
    args: dict[str, str]

    def __init__(self, kind: str, args: dict[str, str]) -> None:
        self.kind = kind
        self.args = args


class Codes:
    """All kinds of actions of a game, one after the other. The last argument varies fastest."""

    kinds: tuple[Kind, ...]
    actions: list[Action]
    texts: list[str]
    by_text: dict[str, int]

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds
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

    def __len__(self) -> int:
        return len(self.actions)

    def text(self, action: int) -> str:
        self.check(action)
        return self.texts[action]

    def take_apart(self, action: int) -> Action:
        self.check(action)
        return self.actions[action]

    def parse(self, text: str) -> int:
        code = self.by_text.get(" ".join(text.split()))
        if code is None:
            raise IllegalAction(f"no action is called {text!r}")
        return code

    def check(self, action: int) -> None:
        if not 0 <= action < len(self.actions):
            raise IllegalAction(f"no action has the code {action}; codes go from 0 to {len(self.actions) - 1}")
