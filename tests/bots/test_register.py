"""Bots by name or from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import toy
from zunft import bots
from zunft.bots import Seat, UnknownBot
from zunft.bots.random import RandomBot

FIRST = """
class First:
    def __init__(self, seed=None):
        self.seed = seed
    def choose(self, seat):
        return seat.legal_actions()[0]

class Idle:
    pass
"""


def file_with_bots(folder: Path) -> Path:
    path = folder / "mine.py"
    path.write_text(FIRST, encoding="utf-8")
    return path


def test_random_is_installed() -> None:
    assert "random" in bots.bot_names()
    assert bots.load("random") is RandomBot


def test_a_bot_from_a_file_is_found(tmp_path: Path) -> None:
    bot = bots.load(f"{file_with_bots(tmp_path)}:First")(3)
    assert bot.choose(Seat(toy.game.new(2), 0)) == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nobody", "there is no bot 'nobody'; installed: .*random"),
        ("{folder}/none.py:First", "there is no file"),
        ("{folder}/mine.py:Second", "has no 'Second'"),
        ("{folder}/mine.py:Idle", "not a bot: a bot is a class with a method choose"),
        ("{folder}/broken.py:First", "cannot be imported: SyntaxError"),
    ],
)
def test_what_is_not_a_bot_is_refused(tmp_path: Path, name: str, message: str) -> None:
    file_with_bots(tmp_path)
    (tmp_path / "broken.py").write_text("class", encoding="utf-8")
    with pytest.raises(UnknownBot, match=message):
        bots.load(name.format(folder=tmp_path))
