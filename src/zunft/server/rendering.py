"""Jinja as pages and boards use it: set up alike, and without the work that our templates do not need."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

import jinja2
import markupsafe
from jinja2.compiler import CodeGenerator
from jinja2.nodes import Template
from jinja2.runtime import Context
from markupsafe import Markup


def escape(value: Any) -> str:
    """What is escaped already stays the same text; Jinja's own way would copy it, tens of kilobytes for every page."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return html.escape(value)
    return markupsafe.escape(value)


class Escaping(CodeGenerator):
    """Templates escape by the function above."""

    def visit_Template(self, node: Template, frame: Any = None) -> None:  # noqa: N802 (Jinja names it)
        super().visit_Template(node, frame)
        self.writeline(f"from {__name__} import escape")


class Plain(Context):
    """Calls what a template calls. Jinja would look at every call whether the function wants the context; none does."""

    def call(self, function: Any, /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any) -> Any:
        return function(*args, **named)


def make_environment(loader: jinja2.BaseLoader, **known: Any) -> jinja2.Environment:
    """`known`: what every template can use."""
    found = jinja2.Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
    )
    found.context_class = Plain
    found.code_generator_class = Escaping
    found.globals.update(known)
    return found


def pieces(environment: jinja2.Environment, name: str, values: Mapping[str, Any]) -> list[str]:
    """A rendered template as Jinja yields it: fixed text and what was put in, one after the other."""
    template = environment.get_template(name)
    context = Plain(environment, {**environment.globals, **values}, name, template.blocks)
    return list(template.root_render_func(context))


def rendered(environment: jinja2.Environment, name: str, values: Mapping[str, Any]) -> str:
    return "".join(pieces(environment, name, values))
