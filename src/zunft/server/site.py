"""The site's own templates, and the addresses of its files."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from typing import Final

import jinja2

import zunft
from zunft.core.text import LANGUAGES
from zunft.server.boards import icon, mark
from zunft.server.rendering import make_environment
from zunft.version import __version__

LEVELS: Final = ("apprentice", "journeyman", "master")


@cache
def environment() -> jinja2.Environment:
    return make_environment(
        jinja2.PackageLoader("zunft.server"),
        icon=icon,
        mark=mark,
        levels=LEVELS,
        languages=LANGUAGES,
        version=__version__,
        static=static,
    )


@cache
def static(path: str) -> str:
    """The address of a file that browsers may keep until it changes."""
    folder = resources.files("zunft.server") / "static"
    file = folder / path
    if path.startswith("games/"):
        _, game, name = path.split("/", 2)
        file = resources.files(zunft.load(game).package) / "web" / name
    mark = hashlib.sha256(file.read_bytes()).hexdigest()[:8] if file.is_file() else "0"
    return f"/games/{path[6:]}?{mark}" if path.startswith("games/") else f"/static/{path}?{mark}"
