"""Mail over SMTP, if the host has configured a server."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from zunft.core.errors import BadOption
from zunft.server.notices.delivery import Failed
from zunft.server.refusals import Invalid

AT_ONCE: Final = 4  # concurrent connections to the mail server
LONGEST: Final = 254  # characters per address
ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+|[\w.+-]+@localhost")
PORTS: Final = {"smtp": 587, "smtps": 465}
THIS_MACHINE: Final = ("localhost", "127.0.0.1", "::1")


@dataclass
class MailServer:
    host: str
    port: int
    is_tls: bool  # TLS from the first byte, without STARTTLS
    username: str
    password: str
    sender: str

    @property
    def needs_tls(self) -> bool:
        """Passwords are only sent encrypted."""
        return bool(self.username) and self.host not in THIS_MACHINE


def mail_server(url: str, site: str) -> MailServer | None:
    """Parses `smtp://user:password@host:port/?from=address`, or smtps; empty: no mail."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError:
        port = host = None
    if not host or parts.scheme not in PORTS:
        raise BadOption("the mail server must be written as smtp://user:password@host:port or smtps://…")
    if not site:
        raise BadOption("mail needs --url, the public address of this server: links in mails begin with it")
    sender = parse_qs(parts.query).get("from", [f"zunft@{urlsplit(site).hostname}"])[0]
    if not ADDRESS.fullmatch(sender):
        raise BadOption(f"mail cannot be sent from {sender}: set an address with ?from=")
    known = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(host, port or PORTS[parts.scheme], parts.scheme == "smtps", *known, sender)


def check_address(address: str) -> str:
    address = address.strip()
    if len(address) > LONGEST or not ADDRESS.fullmatch(address):
        raise Invalid("mail_address")
    return address


class Mail:
    """Sends a few messages at a time, each with a time limit."""

    def __init__(self, server: MailServer, seconds: float) -> None:
        self.server = server
        self.seconds = seconds
        self.free = asyncio.Semaphore(AT_ONCE)

    async def send(self, to: str, subject: str, text: str) -> None:
        """Raises OSError if the server does not accept it."""
        import aiosmtplib

        server = self.server
        try:
            async with self.free, asyncio.timeout(self.seconds):
                await aiosmtplib.send(
                    self.message(to, subject, text),
                    hostname=server.host,
                    port=server.port,
                    username=server.username or None,
                    password=server.password or None,
                    use_tls=server.is_tls,
                    start_tls=True if server.needs_tls and not server.is_tls else None,
                    timeout=self.seconds,
                )
        except aiosmtplib.SMTPResponseException as error:
            raise Failed("mail", error.code) from None
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise Failed("mail", error.recipients[0].code) from None
        except aiosmtplib.SMTPException:
            raise Failed("mail_server") from None

    def message(self, to: str, subject: str, text: str) -> EmailMessage:
        found = EmailMessage()
        found["From"], found["To"], found["Subject"] = f"Zunft <{self.server.sender}>", to, subject
        found["Auto-Submitted"] = "auto-generated"
        found["Message-ID"] = make_msgid(domain=self.server.sender.rpartition("@")[2])
        found.set_content(text)
        return found
