"""Lenient parsing of answers: a model that means a legal action should not fail because of a full stop.

Ignored or accepted are case, quotation marks, backticks, brackets, a full stop, a leading number or dash, a word like
"Answer:", the order of the arguments, hyphens, the label instead of the text, the whole line copied, and reasoning
before the answer if it has a line of its own. Refused are illegal actions and answers that match several actions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from zunft.core.errors import IllegalAction, shown
from zunft.envs.prompt import BAR

LONGEST: Final = 20_000  # characters read, from the end
MOST_LISTED: Final = 60  # legal actions listed in a refusal
WRAPPING: Final = " \t\r`'\"“”„«»‘’*_[](){}<>.,;:!"
BULLET: Final = re.compile(r"^(?:[-•*]|\d{1,3}[.)])\s+")
HEADING: Final = re.compile(r"^(?:final\s+)?(?:answer|action|choice|move|antwort|aktion|ответ|действие)\s*:\s*", re.I)
FENCE: Final = "```"


def read(answer: object, legal: Sequence[int], texts: Sequence[str], labels: Sequence[str] = ()) -> int:
    """The legal action that is meant; IllegalAction lists the legal ones."""
    text = answer[-LONGEST:] if isinstance(answer, str) else repr(answer)  # clients may return None: no text at all
    lines = [found for found in map(plain, text.split("\n")) if found]
    for line in [plain(text), *reversed(lines)]:
        found = matches(line, texts, labels)
        if len(found) == 1:
            return legal[found.pop()]
    listed = "; ".join(texts[:MOST_LISTED]) + ("; …" if len(texts) > MOST_LISTED else "")
    received = shown(lines[-1] if lines else answer)
    raise IllegalAction(f"{received} is not an action that is legal now; legal are: {listed}")


def matches(line: str, texts: Sequence[str], labels: Sequence[str]) -> set[int]:
    """Indices of the texts that this line matches, by the most literal reading that matches any."""
    wanted = {form(line), form(line.partition(BAR.strip())[0])} - {""}
    exact = {at for at, text in enumerate(texts) if form(text) in wanted}
    if exact:
        return exact
    by_label = {at for at, label in enumerate(labels) if form(label) in wanted}
    if by_label:
        return by_label
    bags = {bag(part) for part in wanted}
    return {at for at, text in enumerate(texts) if bag(form(text)) in bags}


def plain(line: str) -> str:
    """Strip what models put around an answer."""
    text = line.replace(FENCE, " ").strip(WRAPPING)
    text = HEADING.sub("", BULLET.sub("", text))
    return text.strip(WRAPPING)


def form(text: str) -> str:
    """Normalise: lower case; hyphens, underscores, backticks and quotation marks become spaces."""
    return " ".join(re.sub(r"[-_`'\"“”„«»*.,;:!()\[\]]", " ", text.casefold()).split())


def bag(text: str) -> str:
    return " ".join(sorted(text.split()))
