"""Print every message of a game with all kinds of arguments, for proofreading: numbers 1, 2, 5, 21, each component.

python tools/texts.py norenberc --language de
python tools/texts.py norenberc log --language ru     only the texts below this key
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import zunft
from zunft.core.text import LANGUAGES, NAMES, PLACEHOLDER, Texts

NUMBERS: Final = (1, 2, 5, 21)  # covers all plural forms of our languages
NUMBERED: Final = re.compile(r"\{n[:}]")  # takes its number from the id: "dancer-4"
PLAYERS: Final = ("Anna", "Bruno", "Clara", "Dmitri", "Elena")


class Message(NamedTuple):
    key: str
    text: str


def messages(say: Texts) -> Iterator[Message]:
    """Every message, varying one argument at a time to keep the number readable."""
    for key, entry in templates(say, say.entries):
        for text in dict.fromkeys(fillings(say, entry)):
            yield Message(key, text)


def templates(say: Texts, entries: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str | dict[str, str]]]:
    """All texts with their dotted keys; a table of plural forms is one of them."""
    for name, entry in entries.items():
        if isinstance(entry, dict) and not say.is_plural(entry):
            yield from templates(say, entry, f"{prefix}{name}.")
        else:
            yield prefix + name, entry


def fillings(say: Texts, entry: str | dict[str, str]) -> Iterator[str]:
    kinds = {name: values(say, section) for name, section in placeholders(say, entry)}
    first = {name: found[0] for name, found in kinds.items()}
    yield filled(say, entry, {"count": NUMBERS[0], **first})
    for name, found in kinds.items():
        for value in found:
            for count in NUMBERS:
                yield filled(say, entry, {**first, "count": count, name: value})


def filled(say: Texts, entry: str | dict[str, str], args: dict[str, Any]) -> str:
    return say.fill(entry, args) if isinstance(entry, str) else say.in_number(entry, args.get("n", args["count"]), args)


def placeholders(say: Texts, entry: Any) -> set[tuple[str, str | None]]:
    """Names with their sections, including those in the texts that a section refers to."""
    if isinstance(entry, dict):
        return {found for form in entry.values() for found in placeholders(say, form)}
    matches = list(PLACEHOLDER.finditer(entry))
    found = {(match[1], match[2]) for match in matches} | {(match[3], None) for match in matches if match[3]}
    for _, section in tuple(found):
        if section not in (None, NAMES):
            found |= {(name, inner) for name, inner in placeholders(say, say.find(section)) if name != "n"}
    return found


def values(say: Texts, section: str | None) -> tuple[Any, ...]:
    """Values for a placeholder: numbers, players or components."""
    if section is None:
        return NUMBERS
    if section == NAMES:
        return tuple(range(len(PLAYERS)))
    entry = say.find(section)
    if not isinstance(entry, dict):
        raise KeyError(f"no texts {section!r} in {say.language}")
    if say.is_plural(entry):
        return NUMBERS
    return tuple(
        f"{name}-4" if isinstance(text, str) and NUMBERED.search(text) else name for name, text in entry.items()
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Print every message of a game for proofreading.")
    parser.add_argument("game", choices=zunft.game_names())
    parser.add_argument("key", nargs="?", default="", help="only texts whose key begins with this")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    chosen = parser.parse_args()
    say = zunft.load(chosen.game).texts[chosen.language].with_names(PLAYERS)
    for message in messages(say):
        if message.key.startswith(chosen.key):
            print(f"{message.key}\t{message.text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
