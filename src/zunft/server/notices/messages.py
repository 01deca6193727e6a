"""Texts of notices in the recipient's language: what happened, in which game, with whom, and the link."""

from __future__ import annotations

from typing import Final

import msgspec

from zunft.server.store.channels import Channel
from zunft.server.tables.table import Table
from zunft.server.texts import site_texts

TURN: Final = "turn"
OVER: Final = "over"
TEST: Final = "test"


class Message(msgspec.Struct):
    """The plain JSON format of a webhook; the other formats are derived from it."""

    event: str  # TURN, OVER or TEST
    text: str
    url: str
    table: str = ""
    game: str = ""
    seat: int = -1
    name: str = ""
    number: int = 0


def table_message(table: Table, seat: int, event: str, channel: Channel, site: str) -> Message:
    """`site`: the public address of the server, if the host has configured one."""
    setup = table.setup
    others = [each.name for number, each in enumerate(table.seats) if number != seat and each.name]
    say = site_texts()[channel.language]
    text = say.say(f"notice.{event}", game=table.game.title, others=others)
    url = f"{site or channel.origin}/t/{setup.id}"
    return Message(event, text, url, setup.id, setup.game, seat, table.seats[seat].name, table.number(seat))


def trial_message(channel: Channel, site: str) -> Message:
    """What the test button sends."""
    path = f"/t/{channel.table_id}" if channel.table_id else "/"
    return Message(TEST, site_texts()[channel.language].say("notice.test"), f"{site or channel.origin}{path}")
