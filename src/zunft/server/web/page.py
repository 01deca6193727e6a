"""A page: a template in the visitor's language and colours."""

from __future__ import annotations

import datetime
from typing import Any
from urllib.parse import quote, urlencode

import babel.dates
from litestar import MediaType, Response
from litestar.datastructures import Cookie

from zunft.server.tables import clocks
from zunft.server.texts import site_texts
from zunft.server.views.rendering import rendered
from zunft.server.views.site import environment
from zunft.server.web.preferences import (
    LANGUAGE_COOKIE,
    SESSION_COOKIE,
    THEME_COOKIE,
    THEMES,
    AnyRequest,
    cookie,
    language_of,
    language_of_address,
)

Page = Response[str]


def page(request: AnyRequest, template: str, status: int = 200, **values: Any) -> Page:
    language = language_of(request)
    theme = request.cookies.get(THEME_COOKIE, "auto")
    values |= {
        "ui": site_texts()[language].say,
        "texts": site_texts()[language],
        "language": language,
        "theme": theme if theme in THEMES else "auto",
        "has_session": bool(request.cookies.get(SESSION_COOKIE)),
        "path": address_of(request) if status < 400 else "/",  # a failed path may contain a secret
        "when": lambda at: when(at, language),
    }
    return Response(
        rendered(environment(), template, values),
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store"},
        cookies=kept_language(request),
    )


def address_of(request: AnyRequest) -> str:
    """Where the menu of preferences leads back to: this page, in the language that is chosen there."""
    path = quote(request.url.path)
    query = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != "language"])
    return f"{path}?{query}" if query else path


def kept_language(request: AnyRequest) -> list[Cookie]:
    """A language in the address is kept like one chosen in the menu: for the next page, and for live updates."""
    wanted = language_of_address(request)
    return [cookie(request, LANGUAGE_COOKIE, wanted)] if wanted else []


def duration(milliseconds: int, language: str) -> str:
    """A length of time, in words."""
    return babel.dates.format_timedelta(datetime.timedelta(milliseconds=milliseconds), locale=language)


def when(at: int, language: str) -> str:
    """Time since then, in words."""
    delta = datetime.timedelta(milliseconds=at - clocks.now())
    return babel.dates.format_timedelta(delta, add_direction=True, locale=language)
