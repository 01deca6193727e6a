"""zunft restore FILE: restores a backup into an empty database."""

from __future__ import annotations

from argparse import Namespace

from zunft.core.errors import BadOption
from zunft.core.text import Texts
from zunft.server.store.backup import add_arguments

__all__ = ["add_arguments", "run"]


def run(parsed: Namespace, say: Texts) -> int:
    from zunft.server.store.copies import restore
    from zunft.server.store.opening import name_of

    if not parsed.file.is_file():
        raise BadOption(f"{parsed.file} does not exist")
    counts = restore(parsed.file, parsed.database)
    print(f"{name_of(parsed.database)}: {', '.join(f'{count} {name}' for name, count in counts.items())}")
    return 0
