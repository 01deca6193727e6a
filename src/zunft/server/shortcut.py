"""Moves are most of what a server is asked, so a program's move takes a short way past the framework.

Only what is plain and goes well ends here. Everything else, whatever is wrong with it, goes the usual way as if it had
not been looked at: there is one place that refuses and explains. Acting is idempotent, so trying twice does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from zunft.server.api import Accepted, Answer
from zunft.server.hall import Hall

BEFORE, AFTER = "/api/v1/tables/", "/actions"
LONGEST: Final = 1000  # bytes of a move

answer_of = msgspec.json.Decoder(Answer).decode


class Shortcut:
    def __init__(self, app: ASGIApp, hall: Callable[[], Hall]) -> None:
        self.app = app
        self.hall = hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        secret = plain_secret(scope) if path.startswith(BEFORE) and path.endswith(AFTER) else ""
        if not secret:
            await self.app(scope, receive, send)
            return
        message = await receive()
        number = await self.act(path[len(BEFORE) : -len(AFTER)], secret, message)
        if number is None:
            await self.app(scope, again(message, receive), send)
        else:
            await tell(send, number)

    async def act(self, name: str, secret: str, message: ReceiveMessage) -> int | None:
        """The number after the move; None if it has to go the usual way."""
        if message["type"] != "http.request" or message.get("more_body"):
            return None
        hall = self.hall()
        try:
            answer = answer_of(message.get("body", b""))
            seat = hall.seat_by_secret(await hall.table(name), [secret])
            if seat is None:
                return None
            return (await hall.act(name, seat, answer.action, answer.number)).number(seat)
        except Exception:  # whatever it is, the usual way will meet it too, and say so
            return None


def plain_secret(scope: Scope) -> str:
    """The secret of a request that posts a short JSON text and shows a secret; else nothing."""
    if scope.get("method") != "POST":
        return ""
    found = dict(scope["headers"])
    length, kind = found.get(b"content-length", b""), found.get(b"content-type", b"")
    shown = found.get(b"authorization", b"")
    if kind != b"application/json" or not length.isdigit() or int(length) > LONGEST or not shown.startswith(b"Bearer "):
        return ""
    return shown[len(b"Bearer ") :].strip().decode("latin-1")


def again(message: ReceiveMessage, receive: Receive) -> Receive:
    """As if nobody had heard the first message yet."""
    heard = [message]

    async def next_message() -> ReceiveMessage:
        return heard.pop() if heard else await receive()

    return next_message


async def tell(send: Send, number: int) -> None:
    body = msgspec.json.encode(Accepted(number))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
