"""zunft backup FILE: the complete database as one SQLite file, even while the server runs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from zunft.core.errors import BadOption
from zunft.core.text import Texts
from zunft.server.config import add_database


def add_arguments(parser: ArgumentParser, say: Texts) -> None:
    parser.add_argument("file", type=Path, metavar=say.say("metavar.file"), help=say.say("argument.backup_file"))
    add_database(parser, say)


def run(parsed: Namespace, say: Texts) -> int:
    from zunft.server.store.copies import back_up

    if parsed.file.exists():
        raise BadOption(f"{parsed.file} already exists")
    counts = back_up(parsed.database, parsed.file)
    print(f"{parsed.file}: {', '.join(f'{count} {name}' for name, count in counts.items())}")
    return 0
