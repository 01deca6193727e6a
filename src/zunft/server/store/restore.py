"""zunft restore FILE: restores a backup into an empty database."""

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
    from zunft.server.store.copies import restore
    from zunft.server.store.opening import name_of

    if not parsed.file.is_file():
        raise BadOption(f"{parsed.file} does not exist")
    counts = restore(parsed.file, parsed.database)
    print(f"{name_of(parsed.database)}: {', '.join(f'{count} {name}' for name, count in counts.items())}")
    return 0
