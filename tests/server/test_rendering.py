"""Templates: everything is escaped, and undefined values are errors."""

from __future__ import annotations

from typing import Any

import jinja2
import pytest
from markupsafe import Markup

from zunft.server.views.rendering import make_environment, pieces, rendered


def render(template: str, **values: Any) -> str:
    return rendered(make_environment(jinja2.DictLoader({"page": template}), known="<"), "page", values)


@pytest.mark.parametrize(
    ("template", "values", "html"),
    [
        ("{{ name }}{{ known }}", {"name": "<b>&"}, "&lt;b&gt;&amp;&lt;"),
        ("{{ name }}", {"name": Markup("<b>")}, "<b>"),
        ("{{ rows | column('a') }}{{ [2, 1, 2] | distinct }}", {"rows": [{"a": 1}, {"a": 2}]}, "[1, 2][2, 1]"),
        ("{% if name %}\n  {{ name }}\n{% endif %}", {"name": "x"}, "  x\n"),
    ],
)
def test_values_are_escaped_and_blocks_leave_no_lines(template: str, values: dict[str, Any], html: str) -> None:
    assert render(template, **values) == html


@pytest.mark.parametrize("template", ["{{ absent }}", "{% if absent %}{% endif %}", "{{ {'a': 1}.b }}", "{{ [1][3] }}"])
def test_missing_values_raise(template: str) -> None:
    with pytest.raises(jinja2.UndefinedError):
        render(template)


def test_pieces_add_up_to_the_whole() -> None:
    environment = make_environment(jinja2.DictLoader({"page": "a{% for x in xs %}<{{ x }}>{% endfor %}b"}))
    assert pieces(environment, "page", {"xs": ["1", "&"]}) == ["a", "<", "1", ">", "<", "&amp;", ">", "b"]
