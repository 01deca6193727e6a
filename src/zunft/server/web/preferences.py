"""Preferences kept in the browser: language, colours, name; and how cookies are set."""

from __future__ import annotations

import re
from typing import Any, Final

from litestar import Request
from litestar.datastructures import Cookie

from zunft.core.text import LANGUAGES

LANGUAGE_COOKIE: Final = "language"
NAME_COOKIE: Final = "name"
SESSION_COOKIE: Final = "session"
THEME_COOKIE: Final = "theme"
THEMES: Final = ("auto", "light", "dark")
YEAR: Final = 365 * 24 * 3600
ACCEPTED: Final = re.compile(r"\s*([a-zA-Z]{2,3})(?:-[\w-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*")
LONGEST_ACCEPTED: Final = 500  # characters of the Accept-Language header that are parsed

AnyRequest = Request[Any, Any, Any]


def wants_page(request: AnyRequest) -> bool:
    """Browsers get pages, programs JSON."""
    return "text/html" in request.headers.get("accept", "")


def language_of(request: AnyRequest) -> str:
    """From the URL, the visitor's earlier choice, or the browser's settings."""
    for wanted in (language_of_address(request), request.cookies.get(LANGUAGE_COOKIE, "")):
        if wanted in LANGUAGES:
            return wanted
    for tag in accepted_languages(request.headers.get("accept-language", "")):
        if tag in LANGUAGES:
            return tag
    return "en"


def language_of_address(request: AnyRequest) -> str:
    """`?language=de`; empty without a known one."""
    wanted = request.query_params.get("language", "")
    return wanted if wanted in LANGUAGES else ""


def accepted_languages(header: str) -> list[str]:
    """By preference; invalid entries are skipped."""
    found = [ACCEPTED.fullmatch(entry) for entry in header[:LONGEST_ACCEPTED].split(",")]
    weighed = [(float(entry[2] or 1), entry[1].lower()) for entry in found if entry is not None]
    return [tag for weight, tag in sorted(weighed, key=lambda each: -each[0]) if weight > 0]


def cookie(request: AnyRequest, name: str, value: str, age: int = YEAR) -> Cookie:
    secure = request.url.scheme == "https"
    return Cookie(key=name, value=value, max_age=age, httponly=True, samesite="lax", secure=secure, path="/")
