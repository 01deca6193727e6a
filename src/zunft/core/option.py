"""Options: what can be set before a game. A choice, an integer, or a fixed number of members of a list.

An option validates, explains, parses and formats its values: the same in the terminal, in the site's set-up form,
and in records.
"""

from __future__ import annotations

from typing import Any, Final

from zunft.core import components as parts
from zunft.core.errors import shown

CHOICE: Final = "choice"
NUMBER: Final = "number"
MEMBERS: Final = "members"
FILE: Final = "file"

COMPONENTS: Final = "components"  # the name of the one option that is a file

SEPARATOR: Final = ","
MOST_DIGITS: Final = 9


class Option:
    """A variant or a ruling: its default, the values it can take, and a sentence about it."""

    default: Any
    choices: tuple[Any, ...]
    help: str

    def __init__(self, default: Any, choices: tuple[Any, ...] = (), help: str = "") -> None:
        self.default = default
        self.choices = choices
        self.help = help

    def kind(self) -> str:
        return CHOICE

    def problem(self, value: object) -> str | None:
        """Why a value is invalid, to follow the option's name: "must be one of …, not …"; None if it is valid."""
        if any(value == choice and type(value) is type(choice) for choice in self.choices):
            return None
        return f"must be one of {', '.join([str(choice) for choice in self.choices])}, not {shown(value)}"

    def normalised(self, value: Any) -> Any:
        """A valid value in the form stored in settings and records."""
        return value

    def read(self, text: str) -> Any:
        """Parse a value; unrecognised text is returned unchanged, so that `problem` can explain it."""
        for choice in self.choices:
            if str(choice).lower() == text.lower():
                return choice
        return text

    def written(self, value: Any) -> str:
        """As it is typed; the inverse of `read`."""
        return str(value).lower()

    def text_key(self, name: str, value: object) -> str:
        """The text key of one of its values, for the option of this name."""
        return f"option.{name}.{str(value).lower()}"

    def values(self) -> str:
        """What can be typed, for a list of options."""
        return "|".join([self.written(choice) for choice in self.choices])

    def limits(self) -> dict[str, Any]:
        """The allowed values, machine-readable."""
        return {"choices": list(self.choices)}

    def examples(self) -> tuple[Any, ...]:
        """Values that the conformance suite tries, the default among them."""
        return self.choices


class Number(Option):
    """An integer from `low` to `high`; the conformance suite tries the default and the given examples."""

    low: int
    high: int
    tried: tuple[int, ...]

    def __init__(self, default: int, low: int, high: int, help: str = "", examples: tuple[int, ...] = ()) -> None:
        super().__init__(default, (), help)
        self.low = low
        self.high = high
        self.tried = (default, *examples)

    def kind(self) -> str:
        return NUMBER

    def problem(self, value: object) -> str | None:
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return None
        return f"must be an integer from {self.low} to {self.high}, not {shown(value)}"

    def read(self, text: str) -> Any:
        return number(text)

    def values(self) -> str:
        return f"{self.low}…{self.high}"

    def limits(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high}

    def examples(self) -> tuple[Any, ...]:
        return self.tried


class Members(Option):
    """Exactly `size` different members of a list, in any order; a setting keeps them as a list in the order of `of`.

    Given as a list, or as one comma-separated text. The members' texts are in the section `texts`, by default with
    the option's own. The conformance suite tries the default and the given examples.
    """

    of: tuple[str, ...]
    size: int
    texts: str
    tried: tuple[tuple[str, ...], ...]

    def __init__(
        self,
        default: tuple[str, ...],
        of: tuple[str, ...],
        size: int,
        help: str = "",
        texts: str = "",
        examples: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        self.of = of
        self.size = size
        self.texts = texts
        self.tried = (default, *examples)
        super().__init__([member for member in of if member in default], (), help)

    def kind(self) -> str:
        return MEMBERS

    def problem(self, value: object) -> str | None:
        named = self.read(value) if isinstance(value, str) else value
        wanted = f"must be {self.size} different ones of {', '.join(self.of)}"
        if not isinstance(named, list | tuple) or not all(isinstance(name, str) for name in named):
            return f"{wanted}, not {shown(value)}"
        for name in named:
            if name not in self.of:
                return f"{wanted}; {shown(name)} is not among them"
            if named.count(name) > 1:
                return f"{wanted}; {name} appears more than once"
        return None if len(named) == self.size else f"{wanted}, not {len(named)}"

    def normalised(self, value: Any) -> Any:
        named = self.read(value) if isinstance(value, str) else value
        return [member for member in self.of if member in named]

    def read(self, text: str) -> Any:
        return [name.strip() for name in text.split(SEPARATOR) if name.strip()]

    def written(self, value: Any) -> str:
        return SEPARATOR.join(value)

    def text_key(self, name: str, value: object) -> str:
        return f"{self.texts or f'option.{name}'}.{value}"

    def values(self) -> str:
        return f"{self.size} × {'|'.join(self.of)}"

    def limits(self) -> dict[str, Any]:
        return {"of": list(self.of), "size": self.size}

    def examples(self) -> tuple[Any, ...]:
        return tuple([self.normalised(value) for value in self.tried])


class File(Option):
    """An optional file of component tables; the game's schema defines its contents."""

    def __init__(self) -> None:
        super().__init__(None)

    def kind(self) -> str:
        return FILE

    def problem(self, value: object) -> str | None:
        return None

    def normalised(self, value: Any) -> Any:
        return None if value is None else parts.read(value)

    def read(self, text: str) -> Any:
        return text


def number(text: str) -> Any:
    """Parse an integer; any other text is returned unchanged."""
    digits = text.strip().removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS else text
