"""What newcomers ask, "Why can't I …?": a game's questions.toml, shown on its summary page."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

import msgspec
import structlog

from zunft.core.game import Game
from zunft.core.text import ENGLISH
from zunft.core.tutorial import in_language

FILE: Final = "questions.toml"

log = structlog.get_logger("zunft.questions")


class WrittenQuestion(msgspec.Struct):
    """One question of the file, by language."""

    ask: dict[str, str]
    answer: dict[str, str]

    def __post_init__(self) -> None:
        if ENGLISH not in self.ask or ENGLISH not in self.answer:
            raise ValueError("a question or its answer is missing in English")


class File(msgspec.Struct):
    question: list[WrittenQuestion]


class Question(NamedTuple):
    ask: str
    answer: str


@cache
def entries(game: Game) -> list[WrittenQuestion]:
    """Empty without such a file; a file that cannot be read is reported and left out."""
    file = resources.files(game.package) / FILE
    if not file.is_file():
        return []
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), File).question
    except (ValueError, msgspec.ValidationError) as error:
        log.error("questions left out", game=game.name, reason=str(error))
        return []


def has_questions(game: Game) -> bool:
    return bool(entries(game))


def questions(game: Game, language: str) -> list[Question]:
    """In this language, or in English."""
    return [Question(in_language(each.ask, language), in_language(each.answer, language)) for each in entries(game)]
