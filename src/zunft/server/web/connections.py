"""Connection limits, enforced before a request is parsed: number, size of the head, and time per request."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

from uvicorn.config import Config as UvicornConfig
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from zunft.server.bounds import Network, Shares, household, is_within, networks_of
from zunft.server.config import Config

LARGEST_HEAD: Final = 32_768  # bytes of a request's first line and headers
REASONS: Final = {
    408: "Request Timeout",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
}


class Connection(HttpToolsProtocol):
    """One connection: a request must arrive in time, and its head must not be too large."""

    seconds: ClassVar = Config().request_seconds
    proxies: ClassVar[list[Network]] = []
    shares: ClassVar = Shares(Config().connections)

    @classmethod
    def configure(cls, config: Config) -> None:
        """For this process, before it opens its port."""
        cls.seconds = config.request_seconds
        cls.proxies = networks_of(config.proxies)
        cls.shares = Shares(config.connections)

    def __init__(
        self,
        config: UvicornConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.household = ""
        self.is_counted = False
        self.in_head = True
        self.head = 0  # bytes received so far
        self.deadline: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self.household = household(host)
        if host and not is_within(host, self.proxies):
            self.is_counted = self.shares.take(self.household)
            if not self.is_counted:
                self.refuse(429)
                return
        self.start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_clock()
        if self.is_counted:
            self.is_counted = False
            self.shares.give_back(self.household)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """First what may still belong to the head, then the rest."""
        if not self.in_head:
            super().data_received(data)
            return
        part, rest = data[: LARGEST_HEAD - self.head], data[LARGEST_HEAD - self.head :]
        self.head += len(part)
        super().data_received(part)
        if self.transport.is_closing():
            return
        if self.in_head and self.head >= LARGEST_HEAD:
            self.refuse(431)
        elif rest:
            self.data_received(rest)

    # Parser callbacks

    def on_message_begin(self) -> None:
        self.in_head, self.head = True, 0
        self.start_clock()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.stop_clock()
        self.in_head, self.head = True, 0
        super().on_message_complete()

    # Deadline

    def start_clock(self) -> None:
        self.stop_clock()
        self.deadline = self.loop.call_later(self.seconds, self.refuse, 408)

    def stop_clock(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def refuse(self, status: int) -> None:
        """Closes without reading any further; sends the status unless a response is in progress."""
        self.stop_clock()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            head = f"HTTP/1.1 {status} {REASONS[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            self.transport.write(head.encode())
        self.transport.close()
