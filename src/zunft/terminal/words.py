"""The program's own texts, in the requested language or that of the environment."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import cache

from zunft.core.game import Game
from zunft.core.text import LANGUAGES, Texts, load

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
ENGLISH = "en"


@cache
def catalogues() -> dict[str, Texts]:
    return load("zunft")


def texts(language: str) -> Texts:
    return catalogues()[language]


def add_language(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("--language", choices=LANGUAGES, default=say.language, help=say.say("argument.language"))


def language_of(arguments: Sequence[str]) -> str:
    """Needed before the arguments are parsed, since help is translated too."""
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--language":
            wanted = value or "".join(arguments[place + 1 : place + 2])
            return wanted if wanted in LANGUAGES else ENGLISH
    return language_of_environment()


def language_of_environment() -> str:
    """The usual convention: the first variable that is set decides."""
    for variable in VARIABLES:
        if os.environ.get(variable):
            language = os.environ[variable][:2].lower()
            return language if language in LANGUAGES else ENGLISH
    return ENGLISH


def text_or(say: Texts, key: str, default: str = "") -> str:
    """The text, or a default where a third-party game has none."""
    return say.say(key) if isinstance(say.find(key), str) else default


def default_names(say: Texts, seats: Sequence[bool], chosen: Sequence[str] = ()) -> list[str]:
    """People get the names they chose, or letters; bots get names not used by others. `seats`: which are human."""
    people, bots = iter(chosen), (name for name in say.find("names.bots") if name not in chosen)
    letters = say.find("names.letters")
    return [
        next(people, say.say("names.player", letter=letters[seat])) if human else next(bots)
        for seat, human in enumerate(seats)
    ]


def game_texts(game: Game, language: str, names: Sequence[str]) -> Texts:
    return game.texts[language].with_names(names)
