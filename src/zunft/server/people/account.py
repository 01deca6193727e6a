"""zunft account reset NAME: a link for choosing a new password."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace

from zunft.core.errors import BadOption
from zunft.core.text import Texts
from zunft.server.config import add_database, checked_url
from zunft.server.store.database import Session
from zunft.server.store.opening import opened_existing


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("what", choices=["reset"], help=say.say("argument.account_what"))
    parser.add_argument("name", metavar=say.say("metavar.name"), help=say.say("argument.account_name"))
    parser.add_argument("--url", default="", metavar="URL", help=say.say("argument.url"))
    add_database(parser, say)


def run(parsed: Namespace, say: Texts) -> int:
    site = checked_url(parsed.url)
    with opened_existing(parsed.database) as database:
        token = asyncio.run(database.work(lambda session: new_link(session, parsed.name)))
    print(f"{site}/account/reset/{token}")
    return 0


def new_link(session: Session, name: str) -> str:
    from zunft.server.people.names import checked_name
    from zunft.server.store import tokens
    from zunft.server.tables.clocks import now

    folded = checked_name(name).casefold()
    found = session.one("select id from accounts where folded = :folded", folded=folded)
    if found is None:
        raise BadOption(f"there is no account {name}")
    return tokens.new_token(session, tokens.RESET, found[0], "", now())
