"""The register of bots: by name, ours and those of other packages; or by file, for one's own."""

from __future__ import annotations

import importlib.util
import random
import re
import sys
from collections.abc import Callable
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from zunft.bots.seat import Bot
from zunft.bots.slips import SEED_BITS, Slipping
from zunft.core.errors import ZunftError

ENTRY_POINTS = "zunft.bots"
SETTINGS = re.compile(r"(@\d+)?(%\d+)?$")

MakeBot = Callable[[int], Bot]
"""Makes a bot from a seed; usually the bot's class."""


class UnknownBot(ZunftError):
    """No bot of this name is installed, or a file does not hold one."""


def installed() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=ENTRY_POINTS)}


def bot_names() -> tuple[str, ...]:
    return tuple(sorted(installed()))


def load(name: str) -> MakeBot:
    """The bot of this name, or of `./file.py:Class`. `search@300` has a node budget of its own; `greedy@20%40` takes
    40 % of its decisions at random."""
    plain, percent_sign, percent = name.rpartition("%")
    if percent_sign and percent.isdecimal():
        return slipping(load(plain), int(percent))
    plain, at, nodes = name.rpartition("@")
    if at and nodes.isdecimal() and int(nodes):
        return with_nodes(name, load(plain), int(nodes))
    path, colon, class_name = name.rpartition(":")
    if colon and path.endswith(".py"):
        return checked(name, from_file(Path(path), class_name))
    point = installed().get(name)
    if point is None:
        raise UnknownBot(
            f"there is no bot {name!r}; there are: {', '.join(bot_names())}; or your own as ./file.py:Class"
        )
    return checked(name, point.load())


def plain_name(name: str) -> str:
    """Without budget and slips."""
    return SETTINGS.sub("", name)


def slipping(make: MakeBot, percent: int) -> MakeBot:
    def made(seed: int) -> Bot:
        rng = random.Random(seed)
        return Slipping(make(rng.getrandbits(SEED_BITS)), percent, rng)

    return made


def with_nodes(name: str, make: Any, nodes: int) -> MakeBot:
    try:
        make(0, nodes=nodes)
    except TypeError:
        raise UnknownBot(f"{name}: this bot takes no node budget") from None
    made: MakeBot = partial(make, nodes=nodes)
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
