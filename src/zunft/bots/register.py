"""The register of bots: by name, built in or from other packages; or by file, for your own."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import metadata
from pathlib import Path
from typing import Any

from zunft.bots.seat import Bot
from zunft.core.errors import ZunftError

ENTRY_POINTS = "zunft.bots"
SETTINGS = re.compile(r"(?P<bot>.+?)(~(?P<weights>[^@%]+))?(@(?P<nodes>[1-9]\d{0,8}))?(%(?P<temperature>[1-9]\d?))?")

MakeBot = Callable[[int], Bot]
"""Creates a bot from a seed; usually the bot's class."""


class UnknownBot(ZunftError):
    """No bot of this name is installed, or the file does not contain one."""


@cache
def installed() -> dict[str, metadata.EntryPoint]:
    """Read once: looking through all installed packages takes milliseconds."""
    return {point.name: point for point in metadata.entry_points(group=ENTRY_POINTS)}


def bot_names() -> tuple[str, ...]:
    return tuple(sorted(installed()))


def load(name: str) -> MakeBot:
    """The bot of this name, or of `./file.py:Class`, with the settings in the name, if any.

    `search@300` has a node budget; `greedy@200%5` chooses among actions close to the best, with a temperature of five
    hundredths; `search~2026-11@500` judges with former weights of the game, or with those of a .toml file.
    """
    found = SETTINGS.fullmatch(name)
    plain, settings = (found["bot"], settings_of(found)) if found else (name, {})
    make = load_plain(plain, name)
    return with_settings(name, make, settings) if settings else make


def settings_of(found: re.Match[str]) -> dict[str, Any]:
    numbers = {key: int(found[key]) for key in ("nodes", "temperature") if found[key]}
    return {**numbers, **({"weights": found["weights"]} if found["weights"] else {})}


def load_plain(plain: str, name: str) -> MakeBot:
    path, colon, class_name = plain.rpartition(":")
    if colon and path.endswith(".py"):
        return checked(plain, from_file(Path(path), class_name))
    point = installed().get(plain)
    if point is None:
        raise UnknownBot(
            f"there is no bot {name!r}; installed: {', '.join(bot_names())}; or your own as ./file.py:Class"
        )
    return checked(plain, point.load())


def plain_name(name: str) -> str:
    """Without settings."""
    found = SETTINGS.fullmatch(name)
    return found["bot"] if found else name


def with_settings(name: str, make: Any, settings: dict[str, Any]) -> MakeBot:
    try:
        make(0, **settings)
    except TypeError:
        raise UnknownBot(f"{name}: this bot does not take {' and '.join(settings)}") from None
    made: MakeBot = partial(make, **settings)
    return made


def from_file(path: Path, class_name: str) -> Any:
    if not path.is_file():
        raise UnknownBot(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(f"zunft_bot_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UnknownBot(f"{path} cannot be imported: {type(error).__name__}: {error}") from error
    if not hasattr(module, class_name):
        raise UnknownBot(f"{path} has no {class_name!r}")
    return getattr(module, class_name)


def checked(name: str, found: Any) -> MakeBot:
    if not callable(found) or not callable(getattr(found, "choose", None)):
        raise UnknownBot(f"{name} is not a bot: a bot is a class with a method choose(seat)")
    made: MakeBot = found
    return made
