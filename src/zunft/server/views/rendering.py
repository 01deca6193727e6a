"""Jinja set-up for pages and boards: everything is escaped, and undefined values are errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import jinja2

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
    """`known`: globals of every template."""
    found = jinja2.Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=reloading,
    )
    found.filters.update(column=column, distinct=distinct)
    found.globals.update(known)
    return found


def pieces(environment: jinja2.Environment, name: str, values: Mapping[str, Any]) -> list[str]:
    """A rendered template in the pieces Jinja yields: fixed text and values alternating."""
    return list(environment.get_template(name).generate(values))


def rendered(environment: jinja2.Environment, name: str, values: Mapping[str, Any]) -> str:
    return environment.get_template(name).render(values)
