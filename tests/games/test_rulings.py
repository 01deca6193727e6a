"""Every ruling number that the code or a test cites is explained in the game's specification, docs/rules/<game>.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games import OUR_GAMES

ROOT = Path(__file__).resolve().parent.parent.parent
RULING = re.compile(r"\b[A-Z]\d{1,2}[a-z]?\b")
EXPLAINED = re.compile(r"^(?:- |\| *|#+ )?\**`?([A-Z]\d{1,2}[a-z]?)\b", re.MULTILINE)


def cited(name: str) -> dict[str, str]:
    """Ruling numbers in the game's Python sources and tests, each with a file that cites it."""
    files = [*(ROOT / "src/zunft/games" / name).glob("*.py"), *(ROOT / "tests/games" / name).glob("*.py")]
    return {number: path.name for path in files for number in RULING.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", OUR_GAMES)
def test_every_cited_ruling_is_explained(name: str) -> None:
    text = (ROOT / "docs/rules" / f"{name}.md").read_text(encoding="utf-8")
    explained = set(EXPLAINED.findall(text))
    families = {number[0] for number in explained}  # other letters denote seats, cards and squares of the map
    numbers = {number: file for number, file in cited(name).items() if number[0] in families}
    assert len(numbers) > 20
    assert not {number: file for number, file in numbers.items() if number not in explained}
