"""Webhook bodies in the formats of their receivers."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from zunft.server.notices.messages import Message

MARKDOWN: Final = re.compile(r"([\\`*_~|>#\[\]()<@:-])")


def discord(message: Message) -> dict[str, Any]:
    """Names must neither format the text nor mention everyone."""
    text = MARKDOWN.sub(r"\\\1", message.text)
    return {"username": "Zunft", "content": f"{text}\n<{message.url}>", "allowed_mentions": {"parse": []}}


def slack(message: Message) -> dict[str, Any]:
    """Escapes the three characters that Slack reads as markup; `mrkdwn` turns the rest off."""
    return {"text": f"{html.escape(message.text, quote=False)}\n{message.url}", "mrkdwn": False}


def matrix(message: Message) -> dict[str, Any]:
    """For the generic webhooks of the matrix-hookshot bridge."""
    link = html.escape(message.url)
    text = f'{html.escape(message.text)}<br><a href="{link}">{link}</a>'
    return {"username": "Zunft", "text": f"{message.text}\n{message.url}", "html": text}


def plain(message: Message) -> dict[str, Any]:
    return msgspec.structs.asdict(message)


FORMATS: Final[dict[str, Callable[[Message], dict[str, Any]]]] = {
    "json": plain,
    "discord": discord,
    "slack": slack,
    "matrix": matrix,
}


def webhook_body(format: str, message: Message) -> bytes:
    return msgspec.json.encode(FORMATS[format](message))
