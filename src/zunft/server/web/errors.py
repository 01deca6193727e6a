"""Errors: turns refusals into text in one place, for pages and programs alike."""

from __future__ import annotations

import re
import traceback
from typing import Any, Final
from urllib.parse import urlencode

import structlog
from litestar import Response
from litestar.exceptions import HTTPException

from zunft.core.errors import ZunftError
from zunft.core.text import Texts
from zunft.core.tutorial import in_language
from zunft.server.refusals import Forbidden, Invalid, NotFound, Refused, TooMany, Unplayable, WrongTry
from zunft.server.texts import refusal_text, site_texts
from zunft.server.web.page import page
from zunft.server.web.preferences import AnyRequest, language_of, wants_page

FAULTS: Final = {
    "unknown_field": re.compile(r"Object contains unknown field `(?P<field>.*)`"),
    "missing_field": re.compile(r"Object missing required field `(?P<field>.*)`"),
    "wrong_length": re.compile(r"Expected `\w+` of length (?P<wanted>.*)"),
    "wrong_value": re.compile(r"Expected (?P<wanted>.*?)(, got .*)?"),
}
HTTP_CODES: Final = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}

log = structlog.get_logger("zunft")


def status_of(error: ZunftError) -> int:
    match error:
        case NotFound():
            return 404
        case Forbidden():
            return 403
        case TooMany():
            return 429
        case Refused() if not isinstance(error, Invalid):
            return 409
        case _:
            return 400


def explain(request: AnyRequest, error: ZunftError) -> Response[Any]:
    """Refusals carry a code; errors raised by a game are named after their class."""
    if isinstance(error, Unplayable):
        return answer(request, status_of(error), error.code, reason=error.reason(language_of(request)))
    if isinstance(error, WrongTry):
        return answer_with(request, 409, error.code, in_language(error.reasons, language_of(request)))
    if isinstance(error, Refused):
        return answer(request, status_of(error), error.code, **error.arguments)
    code = re.sub(r"(?<=.)([A-Z])", r"_\1", type(error).__name__).lower()
    return answer(request, status_of(error), code, reason=str(error))


def explain_http(request: AnyRequest, error: HTTPException) -> Response[Any]:
    if error.status_code >= 500:
        return explain_failure(request, error)
    code = HTTP_CODES.get(error.status_code, "invalid_request")
    return answer(request, error.status_code, code, reason=faults_of(error, site_texts()[language_of(request)]))


def faults_of(error: HTTPException, say: Texts) -> str:
    """What is wrong with a request that does not fit the schema."""
    found = getattr(error, "extra", None)
    if not isinstance(found, list):
        return say.say("request.not_json" if "JSON" in error.detail else "request.unreadable")
    return "; ".join([fault(each.get("key", ""), each.get("message", ""), say) for each in found])


def fault(field: str, message: str, say: Texts) -> str:
    """In words of the site; msgspec has a few kinds of messages, in English only."""
    for key, pattern in FAULTS.items():
        if match := pattern.fullmatch(message):
            return say.say(f"request.{key}", **{"field": field, **match.groupdict()})
    return say.say("request.unreadable")


def explain_depth(request: AnyRequest, error: RecursionError) -> Response[Any]:
    """Only input from outside can be nested too deeply."""
    return answer(request, 400, "too_deep")


def explain_failure(request: AnyRequest, error: Exception) -> Response[Any]:
    """The log has the traceback; neither log nor page shows the contents of the request or table."""
    report(error, request.method)
    if request.app.debug:
        return Response("".join(traceback.format_exception(error)), status_code=500, media_type="text/plain")
    return answer(request, 500, "internal_error")


def report(error: Exception, method: str) -> None:
    """The log has the traceback, but no contents of the request or the table."""
    frames = [line.strip() for line in traceback.format_tb(error.__traceback__)]
    log.error("failed", error=type(error).__name__, traceback=frames, method=method)


def answer(request: AnyRequest, status: int, code: str, **arguments: Any) -> Response[Any]:
    return answer_with(request, status, code, refusal_text(language_of(request), code, **arguments))


def answer_with(request: AnyRequest, status: int, code: str, reason: str) -> Response[Any]:
    if request.url.path.startswith("/api/") or not wants_page(request):
        return for_program(status, code, reason)
    return page(request, "problem.html", status, reason=reason, sign_in=address_to_sign_in(request, code))


def for_program(status: int, code: str, reason: str) -> Response[Any]:
    return Response({"status_code": status, "detail": reason, "code": code}, status_code=status)


def address_to_sign_in(request: AnyRequest, code: str) -> str:
    """Leads back to the page that needs an account; empty if none is needed."""
    if code != "needs_account":
        return ""
    return "/account?" + urlencode({"back": request.url.path if request.method == "GET" else "/"})
