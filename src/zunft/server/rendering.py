"""Jinja as pages and boards use it: set up alike, and without the work that our templates do not need.

A page is drawn for every viewer after every move, so what Jinja does for templates in general is left out where ours do
without it: calls, members and items are what they are in Python.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import jinja2
import markupsafe
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.idtracking import VAR_LOAD_ALIAS, VAR_LOAD_PARAMETER, VAR_LOAD_RESOLVE
from jinja2.runtime import Context, markup_join
from markupsafe import Markup

TEXTS_KEPT = 8192
HTML_CALLS = ("part", "icon", "mark")  # what these answer is HTML: see boards.py

escaped = lru_cache(TEXTS_KEPT)(html.escape)


def escape(value: Any) -> str:
    """What is escaped already stays the same text; Jinja's own way would copy it, tens of kilobytes for every page."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return escaped(value)
    if kind is int:
        return str(value)
    return markupsafe.escape(value)


def member(thing: Any, name: str) -> Any:
    """`thing.name`: of a mapping the item before the method, which is slower to miss."""
    if type(thing) is dict and name in thing:
        return thing[name]
    return getattr(thing, name)


def column(rows: Iterable[Mapping[str, Any]], name: str) -> list[Any]:
    """The filter `rows|column("name")`: what every row has under this name."""
    return [row[name] for row in rows]


def distinct(values: Iterable[Any]) -> list[Any]:
    """The filter `values|distinct`: each value once, where it stands first."""
    return list(dict.fromkeys(values))


def joined(values: tuple[Any, ...]) -> str:
    """`a ~ b`: escaped only if there is HTML among them, and there hardly ever is."""
    for value in values:
        if type(value) is not str and type(value) is not int:
            return markup_join(values)
    return "".join(map(str, values))


class Names(dict[str, Any]):
    """What a template's names mean; one that means nothing is an error."""

    def __missing__(self, name: str) -> Any:
        raise jinja2.UndefinedError(f"{name!r} is undefined")


def known(context: Context) -> Names:
    names = Names(context.parent)
    names.update(context.vars)
    return names


def is_html(node: nodes.Expr | None) -> bool:
    """Whether something needs no escaping whatever its values are."""
    match node:
        case None:
            return True
        case nodes.Call():
            return isinstance(node.node, nodes.Name) and node.node.name in HTML_CALLS
        case nodes.Const():
            return isinstance(node.value, str) and html.escape(node.value) == node.value
        case nodes.CondExpr():
            return is_html(node.expr1) and is_html(node.expr2)
    return False


def stands_alone(template: nodes.Template) -> bool:
    """Whether it shares its names with no other template, and needs all that it names."""
    if any(template.find(kind) for kind in (nodes.Extends, nodes.Block, nodes.Include)):
        return False
    asked = [test.node for test in template.find_all(nodes.Test) if test.name in ("defined", "undefined")]
    asked += [each.node for each in template.find_all(nodes.Filter) if each.name in ("default", "d") and each.node]
    return not any(isinstance(node, nodes.Name) for node in asked)


class Lean(CodeGenerator):
    """Writes Python for a template; what is missing raises as it does in Python.

    A template that stands alone keeps what it sets in Python's variables; others keep to Jinja's way.
    """

    stands_alone = False
    is_imported = False  # templates with macros are, and what they set with them

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 (Jinja names it)
        self.stands_alone = stands_alone(node)
        self.is_imported = node.find(nodes.Macro) is not None
        super().visit_Template(node, frame)
        self.writeline(f"from {__name__} import escape, joined, known, member")

    def write_commons(self) -> None:
        super().write_commons()
        if self.stands_alone:
            self.writeline("names = known(context)")

    def enter_frame(self, frame: Frame) -> None:
        if not self.stands_alone:
            super().enter_frame(frame)
            return
        for target, (action, param) in frame.symbols.loads.items():
            if action == VAR_LOAD_RESOLVE:
                self.writeline(f"if {param!r} in names: " if param in frame.symbols.stores else "")
                self.write(f"{target} = names[{param!r}]")
            elif action == VAR_LOAD_ALIAS:
                self.writeline(f"{target} = {param}")

    def pop_assign_tracking(self, frame: Frame) -> None:
        if self.stands_alone and not self.is_imported:
            self._assign_stack.pop()
        else:
            super().pop_assign_tracking(frame)

    def visit_Name(self, node: nodes.Name, frame: Frame) -> None:  # noqa: N802
        """Python itself complains of a variable without a value."""
        reference = frame.symbols.ref(node.name)
        load = frame.symbols.find_load(reference)
        if self.stands_alone and node.ctx == "load" and (load is None or load[0] != VAR_LOAD_PARAMETER):
            self.write(reference)
        else:
            super().visit_Name(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write("joined((")
        for value in node.nodes:
            self.visit(value, frame)
            self.write(", ")
        self.write("))")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not is_html(node):
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if not is_html(node):
            super()._output_child_post(node, frame, finalize)

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.write("member(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Without a look at every function whether it wants the context: none of ours does."""
        self.visit(node.node, frame)
        self.write("(")
        for value in node.args:
            self.visit(value, frame)
            self.write(", ")
        for named in node.kwargs:
            self.visit(named, frame)
            self.write(", ")
        for stars, more in (("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if more is not None:
                self.write(stars)
                self.visit(more, frame)
                self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_CallBlock(self, node: nodes.CallBlock, frame: Frame) -> None:  # noqa: N802
        """The block is a plain function of nothing, which answers with HTML."""
        self.macro_body(node, frame)
        self.writeline("caller = macro")
        self.start_write(frame, node)
        self.visit_Call(node.call, frame, forward_caller=True)
        self.end_write(frame)

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802
        """`a if b` is a or nothing; Jinja would make an object that says so."""
        if node.expr2 is None:
            node.expr2 = nodes.Const("")
        super().visit_CondExpr(node, frame)


class Scope(Context):
    """What a template's names mean, without what is made anew for every rendering though it is always the same."""

    def __init__(self, environment: Any, parent: Any, name: str, blocks: Any, values: dict[str, Any]) -> None:
        self.environment = environment
        self.parent = parent
        self.vars = values
        self.name = name
        self.blocks = {key: [block] for key, block in blocks.items()}
        self.eval_ctx = environment.evaluation
        self.exported_vars = set()
        self.globals_keys = set()


class Fixed(jinja2.Template):
    """What a template hands to others that import from it depends on nothing, so it is made once."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        if self._module is None:
            self._module = self.make_module()
        return self._module


class Templates(jinja2.Environment):
    """Our templates never change while the server runs, so finding one again needs no lock and no order of use."""

    code_generator_class = Lean
    template_class = Fixed

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.found: dict[str, jinja2.Template] = {}
        self.evaluation = nodes.EvalContext(self)

    def get_template(
        self, name: str | jinja2.Template, parent: str | None = None, globals: Any = None
    ) -> jinja2.Template:
        if isinstance(name, jinja2.Template):
            return name
        template = self.found.get(name)
        if template is None:
            template = self.found[name] = super().get_template(name, parent, globals)
        return template


def make_environment(loader: jinja2.BaseLoader, **known: Any) -> Templates:
    """`known`: what every template can use."""
    found = Templates(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
    )
    found.filters.update(column=column, distinct=distinct)
    found.globals.update(known)
    return found


def pieces(
    environment: jinja2.Environment, name: str, values: dict[str, Any], known: dict[str, Any] | None = None
) -> list[str]:
    """A rendered template as Jinja yields it: fixed text and what was put in, one after the other.

    `known`: what it can use besides its values, if not just what every template can. It is not copied, nor changed.
    """
    template = environment.get_template(name)
    context = Scope(environment, environment.globals if known is None else known, name, template.blocks, values)
    return list(template.root_render_func(context))


def rendered(
    environment: jinja2.Environment, name: str, values: dict[str, Any], known: dict[str, Any] | None = None
) -> str:
    return "".join(pieces(environment, name, values, known))
