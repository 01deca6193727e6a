"""Checks on every request and headers on every response: same origin, sizes, rates, content security policy."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Iterable
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from zunft.server.bounds import Shares, household
from zunft.server.config import Config
from zunft.server.texts import refusal_text
from zunft.server.web import documentation
from zunft.server.web.errors import answer, for_program, report
from zunft.server.web.preferences import AnyRequest, language_of

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
    " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
CONTENT_POLICY: Final = (b"content-security-policy", POLICY.encode())
NOT_KEPT: Final = (b"cache-control", b"no-store")
ONLY_TLS: Final = (b"strict-transport-security", b"max-age=31536000")
KEPT_BY_BROWSERS: Final = ("/static/", "/games/", f"{documentation.ADDRESS}/")
SAFE: Final = ("GET", "HEAD", "OPTIONS")
KEPT: Final = 10_000  # households whose rate is remembered
LONGEST_PATH: Final = 500
LONGEST_PART: Final = 200  # bytes per path segment: no file system takes longer names
LONGEST_QUERY: Final = 2000  # bytes: thousands of parameters would take longer to read than a page to draw
LONGEST_HOST: Final = 260  # characters: no domain name is longer
HOST: Final = re.compile(r"([\w.-]*|\[[\da-fA-F:.]*\])(:\d*)?", re.ASCII)

# Cost of a request against its household's rate: a move costs 1, a page less, a file little. Password hashing is slow
# on purpose, records, replays and reviews go through whole games, pages of a table may show a long log, and a QR code
# takes several times as long as a page.
COSTS: Final = (
    (re.compile(r"POST /account/(register|sign-in|password|forgot|reset)"), 20.0),
    (re.compile(r"POST /(notices/(add|test)|push/renew|confirm)"), 20.0),
    (re.compile(r"POST /(import|branch/[^/]*)"), 20.0),
    (re.compile(r"POST (/api/v1/tables/[^/]*/review|/review/[^/]*(/try)?|/puzzles/[^/]*/[^/]*/play)"), 20.0),
    (re.compile(r"POST (/t/[^/]*/hint|/api/v1/tables/[^/]*/(hints|objection))"), 5.0),
    (re.compile(r"POST ((/api/v1)?/tables|/learn/[^/]*|/t/[^/]*/rematch)"), 4.0),
    (re.compile(r"GET (/t/[^/]*/replay|/api/v1/tables/[^/]*/(record|review))"), 4.0),
    (re.compile(r"GET /t/[^/]*/qr/[^/]*"), 1.0),
    (re.compile(r"GET (/|/t/[^/]*(/log|/stream)?|/api/v1/tables/[^/]*(/events)?)"), 0.5),
    (re.compile(r"GET (/puzzles/[^/]*/[^/]*|/review/.*)"), 0.5),
    (re.compile(r"GET (/health|/metrics)"), 0.0),
    (re.compile(r"GET (/static/.*|/games/.*|/docs(/.*)?)"), 0.05),
    (re.compile(r"(GET|OPTIONS) .*"), 0.2),
)
STREAM: Final = re.compile(r"GET (/t/[^/]*/stream|/api/v1/tables/[^/]*/events)")


class Protection:
    """Middleware: rejects cross-site requests and floods, and adds the security headers."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self.app = app
        self.limit = Limit(config.rate, config.burst)
        self.streams = Shares(config.streams)
        self.docs_policy = (CONTENT_POLICY[0], documentation.content_policy().encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        begun = False

        def protected(message: Message) -> Awaitable[None]:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *self.more_headers(scope, message["headers"])]
            return send(message)

        try:
            await self.forward(scope, receive, protected)
        except Exception as error:
            report(error, scope["method"])
            if not begun:  # no page, which might be what has failed
                request: AnyRequest = Request(scope)
                reason = refusal_text(language_of(request), "internal_error")
                await respond(request, for_program(500, "internal_error", reason), scope, receive, protected)

    async def forward(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        method = "GET" if scope["method"] == "HEAD" else scope["method"]  # the server omits the body
        asked = f"{method} {routed(scope['path'])}"
        who = household(scope["client"][0] if scope["client"] else "")
        if not is_plain(scope["path"]):
            await refuse(scope, receive, send, 404, "not_found")
        elif not all(is_host(value.decode("latin-1")) for name, value in scope["headers"] if name == b"host"):
            scope["headers"] = [each for each in scope["headers"] if each[0] != b"host"]  # no address is built from it
            await refuse(scope, receive, send, 400, "invalid_host")
        elif len(scope["query_string"]) > LONGEST_QUERY:
            scope["query_string"] = b""  # nothing of it is read, not even a language
            await refuse(scope, receive, send, 414, "too_large")
        elif scope["method"] not in SAFE and is_foreign(dict(scope["headers"])):
            await refuse(scope, receive, send, 403, "other_site")
        elif not self.limit.allows(who, cost_of(asked)):
            await refuse(scope, receive, send, 429, "too_many_requests")
        elif STREAM.fullmatch(asked):
            with self.streams.one(who) as is_free:
                if is_free:
                    await self.app(scope, receive, send)  # HEAD is refused: a stream without a body has no end
                else:
                    await refuse(scope, receive, send, 429, "too_many_streams")
        else:
            await self.app({**scope, "method": method}, receive, send)

    def more_headers(self, scope: HTTPScope, there: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        is_docs = scope["path"].startswith(f"{documentation.ADDRESS}/")
        found = [self.docs_policy if is_docs else CONTENT_POLICY, *HEADERS]
        is_kept = scope["path"].startswith(KEPT_BY_BROWSERS) or any(name == NOT_KEPT[0] for name, _ in there)
        if not is_kept:
            found.append(NOT_KEPT)
        if scope["scheme"] == "https":
            found.append(ONLY_TLS)
        return found


def is_plain(path: str) -> bool:
    if len(path) > LONGEST_PATH or not path.isprintable():
        return False
    return all(len(part.encode()) <= LONGEST_PART for part in path.split("/"))


def is_host(name: str) -> bool:
    """A name or address, with or without a port: it becomes part of links."""
    try:
        return len(name) <= LONGEST_HOST and HOST.fullmatch(name) is not None and urlsplit(f"//{name}").port != 0
    except ValueError:  # impossible port or IPv6 address
        return False


def routed(path: str) -> str:
    """As the router reads it, which ignores additional slashes."""
    return "/" + "/".join(part for part in path.split("/") if part)


def cost_of(asked: str) -> float:
    return next((cost for pattern, cost in COSTS if pattern.fullmatch(asked)), 1.0)


def is_foreign(headers: dict[bytes, bytes]) -> bool:
    """Browsers send the origin of a request; programs send none, and have no cookies to abuse."""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site not in (b"same-origin", b"none")
    origin = headers.get(b"origin")
    return origin is not None and origin.partition(b"://")[2] != headers.get(b"host")


async def refuse(scope: HTTPScope, receive: Receive, send: Send, status: int, code: str) -> None:
    request: AnyRequest = Request(scope)
    await respond(request, answer(request, status, code), scope, receive, send)


async def respond(request: AnyRequest, response: Response[Any], scope: HTTPScope, receive: Receive, send: Send) -> None:
    await response.to_asgi_response(None, request)(scope, receive, send)


class Limit:
    """Token bucket: an average rate and a burst; evicts the least recently seen."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str, cost: float = 1.0) -> bool:
        """A cost above the burst needs a full bucket."""
        if not self.rate or not cost:
            return True
        now = time.monotonic()
        cost = min(cost, float(self.burst))
        left, at = self.left.pop(who, (float(self.burst), now))
        left = min(float(self.burst), left + (now - at) * self.rate)
        self.left[who] = (left - cost if left >= cost else left, now)
        if len(self.left) > KEPT:
            self.left.popitem(last=False)
        return left >= cost
