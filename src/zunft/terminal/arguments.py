"""Arguments that several commands share."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import Any

from zunft.core.errors import BadOption
from zunft.core.game import COMPONENTS, Game
from zunft.core.text import Texts

SEED_BITS = 32
DEFAULT_PLAYERS = 3


def whole(least: int) -> Callable[[str], int]:
    def integer(text: str) -> int:
        if not text.strip().isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"must be an integer of at least {least}, not {text!r}")
        return int(text)

    return integer


def positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise ArgumentTypeError(f"must be a number above 0, not {text!r}")
    return number


def number(default: int, say: Texts, help: str, least: int = 1) -> dict[str, Any]:
    """The settings of an integer argument whose help text names its default."""
    return {"type": whole(least), "default": default, "metavar": "N", "help": say.say(help, count=default)}


def listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def add_setting(parser: ArgumentParser, say: Texts) -> None:
    """The arguments for game.new()."""
    parser.add_argument("--players", type=whole(1), metavar="N", help=say.say("argument.players"))
    parser.add_argument(
        "--option", action="append", default=[], metavar=say.say("metavar.option"), help=say.say("argument.option")
    )
    parser.add_argument("--components", metavar=say.say("metavar.file"), help=say.say("argument.components"))


def add_seed(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("--seed", type=whole(0), metavar="N", help=say.say("argument.seed"))


def add_json(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("--json", action="store_true", help=say.say("argument.json"))


def players(game: Game, parsed: Namespace) -> int:
    if parsed.players is not None:
        return int(parsed.players)
    return DEFAULT_PLAYERS if DEFAULT_PLAYERS in game.players else game.players[0]


def options(game: Game, parsed: Namespace) -> dict[str, Any]:
    """Parse texts like "planning=reverse_order" into the game's options."""
    found: dict[str, Any] = {}
    for text in parsed.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"--option {text}: write it as NAME=VALUE")
        found[name.strip()] = option_value(game, name.strip(), value.strip())
    if parsed.components is not None:
        found[COMPONENTS] = parsed.components
    return found


def option_value(game: Game, name: str, text: str) -> Any:
    """Parse an option's value; invalid text is passed on for the game to refuse."""
    option = game.options.get(name)
    return option.read(text) if option else text


def new_seed() -> int:
    return secrets.randbits(SEED_BITS)
