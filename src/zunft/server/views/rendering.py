"""Jinja set-up for pages and boards: everything is escaped, and undefined values are errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import jinja2
from markupsafe import Markup, escape

SEAT_LETTERS = "ABCDE"

reloading = False  # whether to reload changed templates and skip caching parts of boards


def reload(wanted: bool) -> None:
    """Call before the first template is loaded."""
    global reloading
    reloading = wanted


def column(rows: Iterable[Mapping[str, Any]], name: str) -> list[Any]:
    """The filter `rows|column("name")`: this field of every row."""
    return [row[name] for row in rows]


def distinct(values: Iterable[Any]) -> list[Any]:
    """The filter `values|distinct`: each value once, in order of first occurrence."""
    return list(dict.fromkeys(values))


def make_environment(loader: jinja2.BaseLoader, **known: Any) -> jinja2.Environment:
    """`known`: further globals of every template."""
    found = jinja2.Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=reloading,
    )
    found.filters.update(column=column, distinct=distinct)
    found.globals.update(icon=icon, mark=mark, **known)
    return found


@lru_cache(4096)
def icon(name: str, css: str = "", label: str = "") -> Markup:
    """An icon of the sprite; with a label an image for screen readers, else decoration."""
    use = f'<use href="/static/built/icons.svg#{escape(name)}"></use>'
    return Markup(f'<svg class="icon {escape(css)}" {accessible(label)}>{use}</svg>')


@lru_cache(4096)
def mark(player: int, label: str = "") -> Markup:
    """A player's token: colour, shape and letter, so that colour is never the only difference."""
    return Markup(f'<span class="mark mark-{player}" {accessible(label)}><b>{SEAT_LETTERS[player]}</b></span>')


def accessible(label: str) -> str:
    return f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'


def pieces(environment: jinja2.Environment, name: str, values: Mapping[str, Any]) -> list[str]:
    """A rendered template in the pieces Jinja yields: fixed text and values alternating."""
    return list(environment.get_template(name).generate(values))


def rendered(environment: jinja2.Environment, name: str, values: Mapping[str, Any]) -> str:
    return environment.get_template(name).render(values)
