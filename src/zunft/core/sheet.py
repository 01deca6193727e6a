"""Sheets: a position as plain text tables, for terminals, plain pages and text observations."""

from __future__ import annotations

from collections.abc import Sequence

STYLES = ("", "strong", "dim", "gain", "loss", "player0", "player1", "player2", "player3", "player4")


class Cell:
    """Text with a style; a style is semantic, never a colour."""

    text: str
    style: str

    def __init__(self, text: object, style: str = "") -> None:
        self.text = str(text)
        self.style = style


class Sheet:
    """A titled table. Cells given as plain values have no style."""

    title: str
    head: list[str]
    rows: list[list[Cell]]

    def __init__(self, title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        self.title = title
        self.head = list(head)
        self.rows = [[cell if isinstance(cell, Cell) else Cell(cell) for cell in row] for row in rows]

    def plain(self) -> str:
        """Aligned columns, for logs and language models."""
        lines = [self.head] * any(self.head) + [[cell.text for cell in row] for row in self.rows]
        width = max((len(line) for line in lines), default=0)
        columns = [max(len(line[at]) if at < len(line) else 0 for line in lines) for at in range(width)]
        body = ["  ".join(text.ljust(columns[at]) for at, text in enumerate(line)).rstrip() for line in lines]
        return "\n".join([self.title] * bool(self.title) + body)
