"""A progress bar on stderr, shown on terminals after two seconds."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress, TaskID

PATIENCE = 2.0  # seconds

Item = TypeVar("Item")


def shown(items: Iterable[Item], total: int, title: str, before: int = 0) -> Iterator[Item]:
    """Yield the items; the bar appears after PATIENCE. `before`: how many of them are already done."""
    bar = DelayedBar(total, title)
    try:
        for done, item in enumerate(items, before):
            bar.show(done)
            yield item
    finally:
        bar.close()


class DelayedBar:
    def __init__(self, total: int, title: str) -> None:
        self.total = total
        self.title = title
        self.begun = time.monotonic()
        self.console = Console(stderr=True)
        self.progress: Progress | None = None
        self.task = TaskID(0)

    def show(self, done: int, remark: str = "") -> None:
        title = f"{self.title}  {remark}" if remark else self.title
        if self.progress is not None:
            self.progress.update(self.task, completed=done, description=title)
        elif self.console.is_terminal and time.monotonic() - self.begun > PATIENCE:
            self.progress = Progress(console=self.console, transient=True)
            self.task = self.progress.add_task(title, total=self.total, completed=done)
            self.progress.start()

    def close(self) -> None:
        if self.progress is not None:
            self.progress.stop()
