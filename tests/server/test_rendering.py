"""Jinja with leaner code: templates mean what they mean elsewhere, and what is missing does not pass unnoticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jinja2
import pytest
from markupsafe import Markup

from zunft.server.rendering import make_environment, rendered


def part(text: str) -> Markup:
    return Markup(f"<i>{text}</i>")


def told(*values: Any, **named: Any) -> str:
    return repr((values, named))


def box(css: str, caller: Callable[[], str]) -> Markup:
    return Markup(f'<div class="{css}">{caller()}</div>')


def render(template: str, **values: Any) -> str:
    macros = "{% macro shout(word, mark='!') %}<b>{{ word }}{{ mark }}</b>{% endmacro %}{% set LOUD = 3 %}"
    others = {"macros": macros, "shown": "<{{ x }}>", "frame": "[{% block body %}{% endblock %}]"}
    loader = jinja2.DictLoader({"page": template, **others})
    return rendered(make_environment(loader, part=part, told=told, box=box), "page", values)


@pytest.mark.parametrize(
    ("template", "values", "html"),
    [
        ("{{ name }}", {"name": "<b>&'\""}, "&lt;b&gt;&amp;&#x27;&quot;"),
        ("{{ name }}", {"name": Markup("<b>")}, "<b>"),
        ("{{ number }} {{ 1.5 }} {{ none }} {{ true }}", {"number": 7}, "7 1.5 None True"),
        ("{{ part('x') }}|{{ part('x') ~ name }}", {"name": "<"}, "<i>x</i>|<i>x</i>&lt;"),
        ("{{ rows[0]['a'] }}{{ rows[-1].a }}{{ rows[1:] | length }}", {"rows": [{"a": 1}, {"a": 2}]}, "121"),
        ("{{ args.items }}{{ args.get('items') }}", {"args": {"items": 5}}, "55"),
        ("{{ args.items() | list | length }}", {"args": {"a": 5}}, "1"),
        ("{{ ' on' if yes }}{{ ' off' if not yes }}|", {"yes": True}, " on|"),
        ("{{ told(1, *more, a=2, **named) | safe }}", {"more": [3], "named": {"b": 4}}, "((1, 3), {'a': 2, 'b': 4})"),
        ("{% call box('x') %}{{ name }}{% endcall %}", {"name": "<"}, '<div class="x">&lt;</div>'),
        ("{% from 'macros' import shout, LOUD %}{{ shout('<') * LOUD }}", {}, "<b>&lt;!</b>" * 3),
        ("{% from 'macros' import shout %}{{ shout('a', mark='?') }}", {}, "<b>a?</b>"),
        ("{{ rows | column('a') }}{{ [2, 1, 2] | distinct }}", {"rows": [{"a": 1}, {"a": 2}]}, "[1, 2][2, 1]"),
        ("{% set x = 1 %}{% for x in [2] %}{{ x }}{% endfor %}{{ x }}", {}, "21"),
        ("{{ x is defined }}", {}, "False"),
        ("{{ x | default('<') }}", {}, "&lt;"),
        ("{{ '<' if yes else '' }}{{ ' on' if yes else name }}", {"yes": False, "name": "<"}, "&lt;"),
        ("{{ '<' if yes else '' }}", {"yes": True}, "&lt;"),
        ("{{ '<' ~ 1 }}{{ '<' ~ name }}{{ 'a' ~ none }}", {"name": Markup("<b>")}, "&lt;1&lt;<b>aNone"),
        ("{% if yes %}{% set x = 1 %}{% endif %}{{ x }}", {"yes": True}, "1"),
        ("{% if yes %}{% set x = 1 %}{% endif %}{{ x }}", {"yes": False, "x": 2}, "2"),
        ("{% for y in [1, 2] %}{% if y == 1 %}{% set x = y %}{{ x }}{% else %}-{% endif %}{% endfor %}", {}, "1-"),
        ("{% set x = 1 %}{% include 'shown' %}", {}, "<1>"),
        ("{% extends 'frame' %}{% set x = 2 %}{% block body %}{{ x }}{% endblock %}", {}, "[2]"),
    ],
)
def test_templates_mean_what_they_say(template: str, values: dict[str, Any], html: str) -> None:
    assert render(template, **values) == html


@pytest.mark.parametrize(
    ("template", "error"),
    [
        ("{{ absent }}", jinja2.UndefinedError),
        ("{{ absent.more }}", jinja2.UndefinedError),
        ("{% if absent %}{% endif %}", jinja2.UndefinedError),
        ("{% if 0 > 1 %}{% set x = 1 %}{% endif %}{{ x }}", NameError),
        ("{% extends 'frame' %}{% block body %}{{ absent }}{% endblock %}", jinja2.UndefinedError),
        ("{{ {'a': 1}['b'] }}", KeyError),
        ("{{ {'a': 1}.b }}", AttributeError),
        ("{{ [1][3] }}", IndexError),
    ],
)
def test_what_is_missing_raises(template: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        render(template)


def test_values_and_what_is_known_stay_as_they_are() -> None:
    environment = make_environment(jinja2.DictLoader({"page": "{% set a = 2 %}{{ a }}{{ b }}"}))
    known = {"b": 3}
    assert rendered(environment, "page", {"a": 1}, known) == "23"
    assert known == {"b": 3} and "a" not in environment.globals
