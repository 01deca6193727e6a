"""Secrets that open seats and sessions; only hashes are stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Final

from zunft.core.record import HUMAN
from zunft.server.tables.log import OPEN

ID_BYTES: Final = 8
SECRET_BYTES: Final = 24


def new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> str:
    """Secrets are long and random, so one round of a plain hash is enough; passwords get argon2."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def seat_secrets(kinds: Sequence[str]) -> list[str]:
    """For all seats. Those of open seats derive from the host's own, so the host can always show their links."""
    own, host = new_secret(), kinds.index(HUMAN) if HUMAN in kinds else None
    return [
        own if seat == host else invitation(own, seat) if kind == OPEN and host is not None else new_secret()
        for seat, kind in enumerate(kinds)
    ]


def invitation(own: str, seat: int) -> str:
    return base64.urlsafe_b64encode(hmac.digest(own.encode(), f"seat {seat}".encode(), "sha256"))[:32].decode()


def opened_by(shown: Sequence[str], hashes: Sequence[str]) -> list[int]:
    """The seats that one of these secrets opens."""
    found = [hashed(secret) for secret in shown]
    return [seat for seat, kept in enumerate(hashes) if any(hmac.compare_digest(kept, each) for each in found)]
