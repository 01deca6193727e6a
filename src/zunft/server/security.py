"""What every request has to pass and every answer carries: same origin, sizes, rates, content security policy."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
SAFE: Final = ("GET", "HEAD", "OPTIONS")
KEPT: Final = 10_000


class Protection:
    """Around everything: no other site posts in a visitor's name, nobody floods, answers have their headers."""

    def __init__(self, app: ASGIApp, rate: float, burst: int) -> None:
        self.app = app
        self.limit = Limit(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return

        def protected(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            return send(message)

        if scope["method"] not in SAFE:
            if is_foreign(dict(scope["headers"])):
                await refuse(protected, 403, "this request comes from another site")
                return
            client = scope.get("client")
            if not self.limit.allows(client[0] if client else ""):
                await refuse(protected, 429, "too many requests; wait a moment")
                return
        await self.app(scope, receive, protected)


def is_foreign(headers: dict[bytes, bytes]) -> bool:
    """Browsers say where a request comes from; programs say nothing and have no cookies to abuse."""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site not in (b"same-origin", b"none")
    origin = headers.get(b"origin")
    return origin is not None and origin.partition(b"://")[2] != headers.get(b"host")


async def refuse(send: Send, status: int, reason: str) -> None:
    body = f'{{"status_code":{status},"detail":"{reason}"}}'.encode()
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())],
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})


class Limit:
    """So many requests a second on average, so many at once; forgets whoever has been quiet."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        if not self.rate:
            return True
        now = time.monotonic()
        left, at = self.left.pop(who, (float(self.burst), now))
        left = min(float(self.burst), left + (now - at) * self.rate)
        self.left[who] = (left - 1 if left >= 1 else left, now)
        if len(self.left) > KEPT:
            self.left.popitem(last=False)
        return left >= 1
