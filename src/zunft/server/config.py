"""Server settings: command line options, their environment variables and defaults."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from zunft.core.errors import BadOption
from zunft.core.text import Texts
from zunft.server.bounds import networks_of

DATABASE_VARIABLE = "ZUNFT_DATABASE_URL"
METRICS_VARIABLE = "ZUNFT_METRICS_TOKEN"
MAIL_VARIABLE = "ZUNFT_MAIL_URL"  # not an option: it holds a password, which a process list would show
LARGEST_NUMBER = 65_535  # upper limit of every numeric option
CONFIG_VARIABLE = "ZUNFT_SERVER_CONFIG"  # the complete configuration, for worker processes


@dataclass
class Config:
    database: str = "zunft.sqlite"
    thinkers: int = 1
    pause: float = 0.9  # seconds between bot moves
    rate: float = 20.0  # changes per second allowed to one address on average; 0: no limit
    burst: int = 100
    private_webhooks: bool = False  # whether webhooks may address the server's own network
    proxies: str = ""  # comma-separated addresses and networks whose X-Forwarded headers are trusted
    request_seconds: float = 30.0  # for a complete request to arrive
    connections: int = 200  # open at a time per address; proxies excepted
    streams: int = 100  # open at a time per address
    open_tables: int = 50  # waiting for players, per address
    bot_tables: int = 20  # running without people, per address
    daily_tables: int = 1000  # created in 24 hours, per address; 0: no limit
    absence: float = 180.0  # seconds without a stream after which others may ask for a bot
    webhook_seconds: float = 10.0  # per delivery, from DNS lookup to response
    url: str = ""  # public address of this server; links in mails start with it
    mail: str = ""  # smtp://user:password@host:port/?from=address; empty: no mail
    metrics_token: str = ""  # expected as `Authorization: Bearer …`; empty: metrics only for this machine
    reviews: int = 300  # simulations per decision when a finished game is reviewed; 0: no reviews
    hints: int = 400  # simulations per hint during a game; 0: no hints
    debug: bool = False  # tracebacks in responses, templates reloaded, an access log


# Options of the same name as a setting that is a number, and the least value
NUMBERS: Final = {
    "thinkers": 1,
    "pause": 0,
    "rate": 0,
    "connections": 1,
    "open_tables": 1,
    "daily_tables": 0,
    "reviews": 0,
    "hints": 0,
    "absence": 0,
}


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say.say("argument.host"))
    parser.add_argument("--port", type=int, default=8000, help=say.say("argument.port"))
    add_database(parser, say)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help=say.say("argument.server_workers"))
    for name in NUMBERS:
        usual = getattr(Config, name)
        unit, option = "S" if name in ("pause", "absence") else "N", f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=type(usual), default=usual, metavar=unit, help=say.say(f"argument.{name}"))
    parser.set_defaults(thinkers=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--proxy", default="", metavar="ADDRESS", help=say.say("argument.proxy"))
    parser.add_argument("--url", default="", metavar="URL", help=say.say("argument.url"))
    parser.add_argument("--debug", action="store_true", help=say.say("argument.debug"))


def add_database(parser: ArgumentParser, say: Texts) -> None:
    usual = os.environ.get(DATABASE_VARIABLE) or Config.database
    parser.add_argument("--database", default=usual, metavar="URL", help=say.say("argument.database"))


def config_of(parsed: Namespace) -> Config:
    for name, least in ({"port": 0, "workers": 1} | NUMBERS).items():
        check(name, getattr(parsed, name), least)
    return Config(
        database=parsed.database,
        **{name: getattr(parsed, name) for name in NUMBERS},
        burst=int(parsed.rate * 5),
        proxies=checked_proxies(parsed.proxy),
        url=checked_url(parsed.url),
        mail=os.environ.get(MAIL_VARIABLE, ""),
        metrics_token=os.environ.get(METRICS_VARIABLE, ""),
        debug=parsed.debug,
    )


def check(name: str, value: float, least: int) -> None:
    if not least <= value <= LARGEST_NUMBER:
        raise BadOption(f"--{name.replace('_', '-')} must be from {least} to {LARGEST_NUMBER}, not {value}")


def checked_proxies(addresses: str) -> str:
    """No names, which nobody would look up, and not everybody: then visitors could claim any address."""
    try:
        networks = networks_of(addresses)
    except ValueError as error:
        raise BadOption(f"--proxy takes addresses and networks, such as 127.0.0.1 or 10.0.0.0/24: {error}") from None
    if any(not network.prefixlen for network in networks):
        raise BadOption("--proxy must not trust every address")
    return addresses


def checked_url(url: str) -> str:
    """Strips the trailing slash."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query and not parts.fragment
    except ValueError:
        usable = False
    if url and not usable:
        raise BadOption(f"--url must be the address of this server, such as https://zunft.example.org, not {url}")
    return url.rstrip("/")
