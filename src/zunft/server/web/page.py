"""A page: a template in the visitor's language and colours."""

from __future__ import annotations

import datetime
from typing import Any

import babel.dates
from litestar import MediaType, Response

from zunft.server.tables import clocks
from zunft.server.texts import site_texts
from zunft.server.views.rendering import rendered
from zunft.server.views.site import environment
from zunft.server.web.preferences import SESSION_COOKIE, THEME_COOKIE, THEMES, AnyRequest, language_of

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
        "path": request.url.path if status < 400 else "/",  # a failed path may contain a secret
        "when": lambda at: when(at, language),
    }
    return Response(
        rendered(environment(), template, values),
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store"},
    )


def duration(milliseconds: int, language: str) -> str:
    """A length of time, in words."""
    return babel.dates.format_timedelta(datetime.timedelta(milliseconds=milliseconds), locale=language)


def when(at: int, language: str) -> str:
    """Time since then, in words."""
    delta = datetime.timedelta(milliseconds=at - clocks.now())
    return babel.dates.format_timedelta(delta, add_direction=True, locale=language)
