"""Posting to a URL chosen by a visitor: only on the public network, and with a time limit."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final
from urllib.parse import quote, urlsplit

LOOK_UPS: Final = 4  # concurrent DNS lookups, in a separate pool
AT_ONCE: Final = 32  # concurrent deliveries
LONGEST_LINE: Final = 4096  # bytes of the response's status line, the only part that is read
JSON: Final = {"Content-Type": "application/json"}
IN_PATHS: Final = "/%:@!$&'()*+,;=~-._?"

# Networks whose addresses map or may map to other addresses, for example to this machine's own network.
TRANSLATED: Final = [
    ipaddress.ip_network(network)
    for network in (
        "::/96",  # IPv4-compatible
        "::ffff:0:0/96",  # IPv4-mapped
        "::ffff:0:0:0/96",  # IPv4-translated
        "64:ff9b::/96",  # NAT64
        "64:ff9b:1::/48",
        "2001::/32",  # Teredo
        "2002::/16",  # 6to4
        "fec0::/10",  # site-local
    )
]

Address = tuple[Any, ...]  # as returned by getaddrinfo


class Failed(OSError):
    """The receiver did not accept it; `code` names a text, `number` is the receiver's status code."""

    def __init__(self, code: str, number: int = 0) -> None:
        super().__init__(f"{code} {number}" if number else code)
        self.code = code
        self.number = number


def is_public(host: str) -> bool:
    address = ipaddress.ip_address(host.partition("%")[0])
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return isinstance(address, ipaddress.IPv4Address) or not any(address in network for network in TRANSLATED)


def addresses_of(host: str, port: int, allow_private: bool = False) -> list[Address]:
    """Resolve the name once and connect to one of these addresses, so that DNS cannot change between check and use."""
    try:
        found = [each[4] for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except UnicodeError:  # a name that no DNS takes, as one with two dots in a row
        raise Failed("unknown_host") from None
    if not allow_private and not all(is_public(str(address[0])) for address in found):
        raise Failed("not_public")
    return found


@cache
def look_ups() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(LOOK_UPS, thread_name_prefix="look-up")


@cache
def tls() -> ssl.SSLContext:
    """Made once: reading all certificates takes too long for the event loop."""
    return ssl.create_default_context()


class Postman:
    """Delivers a few messages at a time; each has a time limit from DNS lookup to response."""

    def __init__(self, seconds: float, allow_private: bool = False) -> None:
        self.seconds = seconds
        self.allow_private = allow_private
        self.free = asyncio.Semaphore(AT_ONCE)

    async def post(self, url: str, body: bytes, headers: Mapping[str, str] = JSON) -> None:
        """Raises OSError (including TimeoutError) if it cannot be delivered. Redirects are not followed."""
        async with self.free, asyncio.timeout(self.seconds):
            status = await self.status_of(url, body, headers)
        if not 200 <= status < 300:
            raise Failed("status", status)

    async def status_of(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        parts = urlsplit(url)
        host, is_safe = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if is_safe else 80)
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(look_ups(), addresses_of, host, port, self.allow_private)
        reader, writer = await asyncio.open_connection(
            found[0][0],
            port,
            ssl=tls() if is_safe else None,
            server_hostname=host if is_safe else None,
            limit=LONGEST_LINE,
        )
        try:
            path = quote((parts.path or "/") + (f"?{parts.query}" if parts.query else ""), safe=IN_PATHS)
            named = f"[{host}]" if ":" in host else host
            all_headers = {"Host": f"{named}:{port}", **headers, "Content-Length": len(body), "Connection": "close"}
            head = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
            writer.write("\r\n".join([*head, "", ""]).encode("ascii") + body)
            await writer.drain()
            return status_in(await reader.readline())
        except ValueError as error:  # line longer than the limit
            raise Failed("not_http") from error
        finally:
            writer.transport.abort()  # a slow receiver must not keep it open


def status_in(line: bytes) -> int:
    version, _, rest = line.partition(b" ")
    if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
        raise Failed("not_http")
    return int(rest[:3])
