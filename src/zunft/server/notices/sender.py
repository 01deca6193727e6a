"""Delivers a message over a channel: retries temporary failures and records errors."""

from __future__ import annotations

import asyncio
import socket
import ssl
from typing import Final
from urllib.parse import urlsplit

import structlog

from zunft.server.background import Background
from zunft.server.bounds import Shares
from zunft.server.notices.delivery import Failed, Postman
from zunft.server.notices.formats import webhook_body
from zunft.server.notices.mail import Mail
from zunft.server.notices.messages import Message
from zunft.server.notices.push import PushKeys, seal
from zunft.server.refusals import Invalid
from zunft.server.store import channels
from zunft.server.store.channels import MAIL, PUSH, Channel
from zunft.server.store.database import Database
from zunft.server.tables import clocks
from zunft.server.texts import site_texts

TRIES: Final = (0, 2, 10, 60)  # seconds before each try
LONGEST: Final = 500
MOST_WAITING: Final = 1000  # notices pending
MOST_OF_HOUSEHOLD: Final = 100  # … about the tables that one household has created
GONE: Final = (404, 410)  # responses of a push service for an expired subscription
RETRIED: Final = (408, 425, 429)  # temporary failures, besides 5xx

log = structlog.get_logger("zunft.notices")


def check_url(url: str) -> str:
    """Whether the host is public is checked on delivery, when its name is resolved."""
    url = url.strip()
    try:
        parts = urlsplit(url)
        is_plain = url.isascii() and url.isprintable()
        usable = is_plain and parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or len(url) > LONGEST:
        raise Invalid("webhook_address", most=LONGEST)
    return url


class Sender:
    def __init__(
        self, database: Database, background: Background, postman: Postman, mail: Mail | None, site: str
    ) -> None:
        self.database = database
        self.background = background
        self.postman = postman
        self.mail = mail
        self.site = site  # the server's public address, if the host has configured one
        self.keys = PushKeys(database)
        self.waiting = 0
        self.shares = Shares(MOST_OF_HOUSEHOLD)

    def send(self, channel: Channel, message: Message, household: str) -> None:
        """In the background; when the queue is full, or one household's part of it, new notices are dropped."""
        if self.waiting >= MOST_WAITING or not self.shares.take(household):
            log.error("too many notices pending")
            return
        self.waiting += 1
        self.background.spawn(self.deliver(channel, message, household))

    async def deliver(self, channel: Channel, message: Message, household: str) -> None:
        try:
            for pause in TRIES:
                await asyncio.sleep(pause)
                error = await self.try_once(channel, message)
                if error is None or not is_worth_retrying(error):
                    return
        finally:
            self.waiting -= 1
            self.shares.give_back(household)

    async def try_once(self, channel: Channel, message: Message) -> OSError | None:
        """Deliver now and store the outcome with the channel."""
        try:
            await self.deliver_now(channel, message)
        except OSError as error:
            log.info("notice failed", kind=channel.kind, error=type(error).__name__)
            await self.note(channel, error)
            return error
        at = clocks.now()
        await self.database.work(lambda session: channels.note_delivered(session, channel.id, at))
        return None

    async def note(self, channel: Channel, error: OSError) -> None:
        if channel.kind == PUSH and isinstance(error, Failed) and error.number in GONE:
            await self.database.work(lambda session: channels.forget_address(session, PUSH, channel.address))
        else:
            await self.database.work(lambda session: channels.note_failed(session, channel.id, reason(error)))

    async def deliver_now(self, channel: Channel, message: Message) -> None:
        if channel.kind == PUSH:
            sealed = await seal(channel, message, await self.keys.private(), self.site or channel.origin)
            await self.postman.post(channel.address, *sealed)
        elif channel.kind == MAIL:
            await self.write(channel.address, message.text, channel.language, "mail.notice", message.url)
        else:
            await self.postman.post(channel.address, webhook_body(channel.format, message))

    def write_later(self, to: str, subject: str, language: str, text: str, url: str) -> None:
        """In the background: the visitor must not learn, not even from the response time, whether mail was sent."""

        async def work() -> None:
            try:
                await self.write(to, subject, language, text, url)
            except OSError as error:
                log.info("mail failed", error=type(error).__name__)

        self.background.spawn(work())

    async def write(self, to: str, subject: str, language: str, text: str, url: str) -> None:
        """Send a mail; `text` is the key of its text, which has placeholders for subject and link."""
        if self.mail is None:
            raise Failed("no_mail")
        words = site_texts()[language].say(text, subject=subject, url=url, site=self.site)
        await self.mail.send(to, subject, words)


def is_worth_retrying(error: OSError) -> bool:
    if not isinstance(error, Failed):
        return True
    if error.code == "status":
        return error.number >= 500 or error.number in RETRIED
    return error.code in ("mail_server", "not_http") or (error.code == "mail" and 400 <= error.number < 500)


def reason(error: OSError) -> str:
    """A code from the texts below `delivery`, for some with the receiver's status code."""
    match error:
        case Failed():
            return str(error)
        case TimeoutError():
            return "timeout"
        case socket.gaierror():
            return "unknown_host"
        case ssl.SSLError():
            return "tls"
        case _:
            return "unreachable"
