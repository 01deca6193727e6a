"""A player's choices: numbered, grouped by kind, and matched with typed input."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from zunft.core.game import Game
from zunft.core.text import Texts
from zunft.terminal.screen import Block
from zunft.terminal.words import text_or


class Choices:
    """The legal actions of one decision with their labels, in the order of their numbers."""

    def __init__(self, game: Game, view: dict[str, Any], actions: list[int], say: Texts) -> None:
        self.game = game
        self.say = say
        self.actions = actions
        self.labels = [game.label(action, view, say) for action in actions]
        self.kinds = [game.codes.take_apart(action).kind for action in actions]

    def blocks(self) -> list[Block]:
        """A block for each kind of action; kinds with a single choice share one."""
        groups: list[list[int]] = []
        for places in self.kinds_in_order():
            if groups and len(places) == 1 and len({self.kinds[at] for at in groups[-1]}) == len(groups[-1]):
                groups[-1] += places
            else:
                groups.append(places)
        return [
            Block([self.labels[at] for at in places], [self.game.text(self.actions[at]) for at in places])
            for places in groups
        ]

    def kinds_in_order(self) -> list[list[int]]:
        return [list(places) for _, places in groupby(range(len(self.actions)), key=lambda at: self.kinds[at])]

    def explained(self) -> list[tuple[str, str]]:
        """For each kind: what its choices look like, and the game's help."""
        lines = []
        for places in self.kinds_in_order():
            first, last = places[0] + 1, places[-1] + 1
            numbers = str(first) if first == last else f"{first}–{last}"
            lines.append((numbers, text_or(self.say, f"help.{self.kinds[places[0]]}", self.labels[places[0]])))
        return lines

    # Matching input

    def exactly(self, line: str) -> int | None:
        """The index of the choice with this number, text or label."""
        if line.isdecimal():
            return int(line) - 1 if 1 <= int(line) <= len(self.actions) else None
        wanted = terms(line)
        if not wanted:
            return None
        same = [place for place, forms in self.spellings() if wanted in forms]
        without_kind = [place for place, forms in self.spellings() if wanted in (forms[0][1:], forms[1][1:])]
        return next(iter(same or (without_kind if len(without_kind) == 1 else [])), None)

    def like(self, line: str) -> list[int]:
        """The choices that begin with `line`; if none does, those that contain all its words or word prefixes."""
        wanted = terms(line)
        if not wanted:
            return []
        beginning = [place for place, forms in self.spellings() if any(begins(words, wanted) for words in forms)]
        return beginning or [place for place, forms in self.spellings() if any(has(words, wanted) for words in forms)]

    def spellings(self) -> list[tuple[int, tuple[list[str], list[str]]]]:
        return [
            (place, (terms(self.game.text(action)), terms(self.labels[place])))
            for place, action in enumerate(self.actions)
        ]


def terms(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold().replace("ё", "е"))


def begins(words: list[str], wanted: list[str]) -> bool:
    whole = wanted[:-1]
    return len(wanted) <= len(words) and words[: len(whole)] == whole and words[len(whole)].startswith(wanted[-1])


def has(words: list[str], wanted: list[str]) -> bool:
    return all(any(word.startswith(part) for word in words) for part in wanted)
