"""Tells a URL of the player's choice that it is the player's turn: JSON, tried again when it fails."""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import socket
import urllib.request
from collections import OrderedDict
from typing import Final
from urllib.parse import urlsplit

import msgspec
import structlog

from zunft.core.errors import BadOption
from zunft.core.record import HUMAN
from zunft.server import store
from zunft.server.hall import Hall
from zunft.server.table import Row, Table

TRIES: Final = (0, 2, 10, 60)  # seconds before each
SECONDS: Final = 10
LONGEST: Final = 500
KEPT: Final = 4096
UNKNOWN: Final = ("?",)

log = structlog.get_logger("zunft.webhooks")


class Notice(msgspec.Struct):
    table: str
    game: str
    seat: int
    name: str
    number: int
    event: str  # turn, over


def check_url(url: str) -> str:
    """Empty: no webhook. Whether the host is a public one is looked up when there is something to tell."""
    url = url.strip()
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and url.isascii()
    except ValueError:
        usable = False
    if not usable or len(url) > LONGEST:
        raise BadOption(f"a webhook is an http or https address of at most {LONGEST} letters")
    return url


class Webhooks:
    """Listens to the hall and tells those whose turn has come."""

    def __init__(self, hall: Hall, allow_private: bool = False) -> None:
        self.hall = hall
        self.allow_private = allow_private
        self.known: OrderedDict[str, list[str]] = OrderedDict()  # of tables here, so that moves need no look-up
        hall.forgotten.append(self.forget)
        hall.changed.append(self.hear)

    def hear(self, table: Table, row: Row) -> None:
        if row.kind in ("act", "begin", "undo", "end") and any(self.known.get(table.setup.id, UNKNOWN)):
            self.hall.spawn(self.tell(table, row))

    def forget(self, name: str | None) -> None:
        """Somebody may have changed an address, here or in another process; None: anywhere."""
        if name is None:
            self.known.clear()
        else:
            self.known.pop(name, None)

    async def urls(self, name: str) -> list[str]:
        if name not in self.known:
            self.known[name] = await self.hall.database.work(lambda session: store.webhooks(session, name))
            if len(self.known) > KEPT:
                self.known.popitem(last=False)
        return self.known[name]

    async def tell(self, table: Table, row: Row) -> None:
        name = table.setup.id
        urls = await self.urls(name)
        for seat, url in enumerate(urls):
            if not url or not table.is_new_to(seat, row) or table.chairs[seat].kind != HUMAN:
                continue
            event = "over" if table.is_over else "turn"
            notice = Notice(name, table.setup.game, seat, table.chairs[seat].name, table.number(seat), event)
            self.hall.spawn(self.send(url, msgspec.json.encode(notice)))

    async def send(self, url: str, body: bytes) -> None:
        for pause in TRIES:
            await asyncio.sleep(pause)
            try:
                await asyncio.to_thread(self.post, url, body)
            except (OSError, ValueError, http.client.HTTPException) as error:
                log.info("webhook failed", error=type(error).__name__)
                continue
            return

    def post(self, url: str, body: bytes) -> None:
        if not self.allow_private:
            refuse_private(url)
        request = urllib.request.Request(url, body, {"content-type": "application/json"}, method="POST")
        opener = urllib.request.build_opener(NoRedirect)
        with opener.open(request, timeout=SECONDS):
            pass


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A public address must not lead to a private one."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


def refuse_private(url: str) -> None:
    """The server's own network is none of a visitor's business."""
    parts = urlsplit(url)
    for found in socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM):
        if not ipaddress.ip_address(found[4][0]).is_global:
            raise OSError("not a public address")
