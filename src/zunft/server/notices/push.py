"""Web Push: messages that only the browser can read (RFC 8291), signed with the server's key (RFC 8292)."""

from __future__ import annotations

import asyncio
import base64
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from zunft.server.notices.messages import Message
from zunft.server.refusals import Invalid
from zunft.server.store import channels
from zunft.server.store.channels import Channel
from zunft.server.store.database import Database

KEY: Final = "push key"  # in the settings of the store
LONGEST_ENDPOINT: Final = 1000
POINT, AUTH = 65, 16  # length in bytes of a browser's public key and secret
KEPT_FOR: Final = 24 * 3600  # seconds that a push service keeps a message for an offline device
VALID_FOR: Final = 12 * 3600  # seconds that a signature is valid
AT_ONCE: Final = 2  # messages encrypted concurrently
NOBODY: Final = "mailto:nobody@localhost"


class Keys(msgspec.Struct):
    """Keys of a browser's subscription, base64url."""

    p256dh: str
    auth: str


@cache
def threads() -> ThreadPoolExecutor:
    """Encryption takes about a millisecond: too long for the event loop."""
    return ThreadPoolExecutor(AT_ONCE, thread_name_prefix="push")


def check_subscription(endpoint: str, p256dh: str, auth: str, allow_http: bool = False) -> tuple[str, str]:
    """Validate address and keys; return them as they are stored."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        parts = urlsplit(endpoint)
        is_plain = endpoint.isascii() and endpoint.isprintable() and len(endpoint) <= LONGEST_ENDPOINT
        schemes = ("https", "http") if allow_http else ("https",)
        is_named = bool(parts.hostname) and ":" not in str(parts.hostname) and parts.username is None
        usable = is_plain and parts.scheme in schemes and is_named and parts.port != 0
        point, secret = decoded(p256dh), decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        usable = usable and len(point) == POINT and len(secret) == AUTH
    except ValueError:
        usable = False
    if not usable:
        raise Invalid("push_subscription")
    return endpoint, msgspec.json.encode(Keys(p256dh, auth)).decode()


def decoded(text: str) -> bytes:
    """base64url without padding."""
    if len(text) > 2 * POINT:
        raise ValueError("too long")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PushKeys:
    """The key pair that identifies this server to push services; generated once, kept in the store."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.pem = ""

    async def private(self) -> str:
        if not self.pem:
            made = await asyncio.get_running_loop().run_in_executor(threads(), new_key)
            self.pem = await self.database.work(lambda session: channels.set_once(session, KEY, made))
        return self.pem

    async def public(self) -> str:
        """In the format browsers expect when they subscribe."""
        pem = await self.private()
        return await asyncio.get_running_loop().run_in_executor(threads(), public_of, pem)


def new_key() -> str:
    from py_vapid import Vapid02

    made = Vapid02()
    made.generate_keys()
    pem: bytes = made.private_pem()
    return pem.decode()


@cache
def signer(pem: str) -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_pem(pem.encode())


@cache
def public_of(pem: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = signer(pem).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


async def seal(channel: Channel, message: Message, pem: str, contact: str) -> tuple[bytes, dict[str, str]]:
    """The request body and headers for the push service. Made in a thread: neither encryption nor signature blocks the
    event loop."""
    return await asyncio.get_running_loop().run_in_executor(threads(), sealed, channel, message, pem, contact)


def sealed(channel: Channel, message: Message, pem: str, contact: str) -> tuple[bytes, dict[str, str]]:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    keys = msgspec.json.decode(channel.keys, type=Keys)
    shown = {"title": "Zunft", "body": message.text, "url": message.url, "tag": message.table or message.event}
    body = http_ece.encrypt(
        msgspec.json.encode(shown),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(keys.p256dh),
        auth_secret=decoded(keys.auth),
        version="aes128gcm",
    )
    parts = urlsplit(channel.address)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + VALID_FOR,
        "sub": contact if contact.startswith("https://") else NOBODY,
    }
    headers = {
        "Authorization": signer(pem).sign(claims)["Authorization"],
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT_FOR),
        "Urgency": "normal",
    }
    if message.table:
        headers["Topic"] = message.table  # a newer notice about the same table replaces a pending one
    return body, headers
