"""The site's templates, and URLs of static files."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

import jinja2

import zunft
from zunft.bots.levels import LEVELS
from zunft.core.text import LANGUAGES
from zunft.server.views.rendering import make_environment
from zunft.version import __version__


@cache
def environment() -> jinja2.Environment:
    return make_environment(
        jinja2.PackageLoader("zunft.server.web"),
        levels=LEVELS,
        languages=LANGUAGES,
        version=__version__,
        static=static,
        has_docs=(resources.files("zunft.server.web") / "docs/index.html").is_file(),
    )


@cache
def static(path: str) -> str:
    """URL with a version, so that browsers can cache the file until it changes."""
    folder = resources.files("zunft.server.web") / "static"
    file = folder / path
    if path.startswith("games/"):
        _, game, name = path.split("/", 2)
        file = resources.files(zunft.load(game).package) / "web" / name
    mark = hashlib.sha256(file.read_bytes()).hexdigest()[:8] if file.is_file() else "0"
    return f"/games/{path[6:]}?{mark}" if path.startswith("games/") else f"/static/{path}?{mark}"
