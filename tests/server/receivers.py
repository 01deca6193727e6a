"""Receivers of notices for tests: webhooks, a push service that decrypts messages, and a real mail server."""

from __future__ import annotations

import base64
import email
import email.policy
import http.server
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any, Self

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.servers import free_port


class Receiver:
    """Records requests, and fails as often as configured."""

    def __init__(self, failures: int = 0, status: int = 200) -> None:
        receiver = self
        self.notices: list[Any] = []
        self.failures = failures
        self.status = status

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                failing = receiver.failures > 0
                receiver.failures -= failing
                if not failing:
                    receiver.notices.append(receiver.read(body, dict(self.headers.items())))
                self.send_response(503 if failing else receiver.status)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Silent."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/notices"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def read(self, body: bytes, headers: dict[str, str]) -> Any:
        return json.loads(body)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class PushService(Receiver):
    """A push service with one browser: checks the server's signature (RFC 8292) and decrypts the message (RFC 8291).

    Written from the RFCs with primitives only, so that it would detect a library that encrypts wrongly.
    """

    def __init__(self, key: str, status: int = 201) -> None:
        self.key = key  # used by the browser to subscribe
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.point = point_of(self.private)
        self.auth = os.urandom(16)
        self.headers: list[dict[str, str]] = []
        super().__init__(status=status)

    @property
    def subscription(self) -> dict[str, str]:
        """As sent by a browser's script."""
        return {"kind": "push", "address": self.url, "p256dh": encoded(self.point), "auth": encoded(self.auth)}

    def read(self, body: bytes, headers: dict[str, str]) -> Any:
        self.headers.append(headers)
        self.verify(headers["Authorization"])
        assert headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0
        return json.loads(self.decrypted(body))

    def verify(self, authorization: str) -> None:
        scheme, _, rest = authorization.partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid" and parts["k"] == self.key
        signed, _, signature = parts["t"].rpartition(".")
        raw = decoded(signature)
        der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
        public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
        claims = json.loads(decoded(signed.partition(".")[2]))
        assert claims["aud"] == self.url.removesuffix("/notices")
        assert time.time() < claims["exp"] < time.time() + 24 * 3600
        assert claims["sub"].startswith(("mailto:", "https://"))

    def decrypted(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), theirs)
        secret = derived(shared, self.auth, b"WebPush: info\0" + self.point + sender, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        padded: bytes = AESGCM(key).decrypt(nonce, sealed, None)
        text, _, _ = padded.rpartition(b"\2")
        return text


def point_of(key: Any) -> bytes:
    point: bytes = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return point


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    found: bytes = HKDF(hashes.SHA256(), length, salt, info).derive(secret)
    return found


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Mailbox:
    """Mail accepted by the server; `refused` gets 550 for every message."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.refuses = False
        self.url = ""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self.refuses:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self.messages.append(message)
        self.recipients += envelope.rcpt_tos
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    """An SMTP server on its own port."""
    box = Mailbox()
    port = free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        box.url = f"smtp://127.0.0.1:{port}/?from=zunft@example.org"
        yield box
    finally:
        controller.stop()
