"""What the terminal shows: sheets side by side, choices in columns, log lines, the final scoring."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.containers import Lines
from rich.control import Control
from rich.measure import Measurement
from rich.segment import ControlType
from rich.table import Table
from rich.text import Text

from zunft.core.sheet import Cell, Sheet

# Styles are semantic; players also differ by shape, so that colours are never required.
STYLES: Final = {
    "strong": "bold",
    "dim": "dim",
    "gain": "green",
    "loss": "red",
    "player0": "bold cyan",
    "player1": "bold yellow",
    "player2": "bold magenta",
    "player3": "bold green",
    "player4": "bold red",
}
SHAPES: Final = "●■▲◆★"
LETTERS: Final = "ABCDE"
PLAYER: Final = "player"
BLANKS: Final = ("", "-", "–", "—")
WIDEST: Final = 1000  # columns, to measure a sheet's natural width
GAP: Final = 3  # columns between neighbours
DEFAULT_ROOM: Final = 16  # rows of choices
SEPARATOR: Final = re.compile(r", | \| ")
CLEAR_SCROLLBACK: Final = "\x1b[3J"


def console() -> Console:
    """Plain on pipes and with NO_COLOR; markup in texts is not interpreted."""
    return Console(markup=False, emoji=False, highlight=False)


class Listed(Text):
    """Text that wraps between the entries of a list rather than inside one."""

    def wrap(self, console: Console, width: int, **options: Any) -> Lines:
        lines = Lines()
        for part in self.divide(self.breaks(width)):
            part.rstrip()
            lines.extend(part.wrap(console, width, **options))
        return lines

    def breaks(self, width: int) -> list[int]:
        """Offsets at which a new line begins: before every entry that no longer fits."""
        found: list[int] = []
        begin = last = 0
        for end in [separator.end() for separator in SEPARATOR.finditer(self.plain)] + [len(self.plain)]:
            if last > begin and cell_len(self.plain[begin:end].rstrip()) > width:
                found.append(last)
                begin = last
            last = end
        return found


class Block:
    """Related choices: their labels, and the actions' short texts."""

    def __init__(self, labels: Sequence[str], texts: Sequence[str]) -> None:
        self.labels = labels
        self.texts = texts


def headed(labels: Sequence[str]) -> tuple[str, Sequence[str]]:
    """ "Plan: brewers", "Plan: bakers" are shown as "brewers", "bakers" under the heading "Plan:"."""
    heading, colon, _ = labels[0].partition(": ")
    beginning = heading + colon
    if len(labels) > 1 and colon and all(label.startswith(beginning) for label in labels):
        return beginning.strip(), [label.removeprefix(beginning) for label in labels]
    return "", labels


class Screen:
    """A console that knows the players' names and marks them."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.console = console()
        self.names = names
        self.marks = SHAPES if self.can_show(SHAPES) else LETTERS

    def can_show(self, text: str) -> bool:
        try:
            text.encode(self.console.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence; the terminal wraps it, so that a path in it can be copied."""
        self.console.print(Text(text, style=style), soft_wrap=True)

    def clear(self) -> None:
        if self.console.is_terminal:
            self.console.clear()

    def clear_scrollback(self) -> None:
        """Clear the screen and the scrollback, which the next player must not see."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.control(Control((ControlType.HOME,)))
            self.console.file.write(CLEAR_SCROLLBACK)
            self.console.file.flush()

    # Players

    def player(self, player: int) -> Text:
        return Text(f"{self.marks[player]} {self.names[player]}", style=STYLES[f"{PLAYER}{player}"])

    def marked(self, line: str | Text, style: str = "") -> Text:
        """A line in which every player's name has that player's colour."""
        text = Text(line, style=style) if isinstance(line, str) else line
        for player, name in enumerate(self.names):
            if name:
                text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", STYLES[f"{PLAYER}{player}"])
        return text

    # Sheets

    def cell(self, cell: Cell) -> Text:
        if cell.style.startswith(PLAYER):
            mark = self.marks[int(cell.style.removeprefix(PLAYER))]
            return Text(f"{mark} {cell.text}", style=STYLES[cell.style])
        return self.marked(Listed(cell.text, style=STYLES.get(cell.style, "")))

    def sheet(self, sheet: Sheet) -> RenderableType:
        """Without its empty columns if it is too wide for the screen, and then with its columns closer together."""
        if not sheet.rows:
            return Text(sheet.title, style="bold")
        columns = range(max(len(row) for row in sheet.rows))
        table = self.table(sheet, columns)
        if self.width(table) > self.console.width:
            columns_in_use = [at for at in columns if not is_blank(sheet, at)]
            table = self.table(sheet, columns_in_use)
            if self.width(table) > self.console.width:
                table = self.table(sheet, columns_in_use, gap=1)
        return table

    def table(self, sheet: Sheet, columns: Iterable[int], gap: int = 2) -> Table:
        table = Table(
            title=sheet.title or None,
            title_justify="left",
            title_style="bold",
            header_style="dim",
            show_header=any(sheet.head),
            box=None,
            pad_edge=False,
            padding=(0, gap, 0, 0),
        )
        for at in columns:
            table.add_column(sheet.head[at] if at < len(sheet.head) else "", overflow="fold")
        for row in sheet.rows:
            table.add_row(*(self.cell(row[at]) for at in columns if at < len(row)))
        return table

    def width(self, thing: RenderableType) -> int:
        return Measurement.get(self.console, self.console.options.update(max_width=WIDEST), thing).maximum

    def board(self, sheets: Iterable[Sheet]) -> RenderableType:
        """Side by side as far as the width allows, then on the next row."""
        shelves: list[list[RenderableType]] = []
        left = 0
        for sheet in map(self.sheet, sheets):
            width = min(self.width(sheet), self.console.width) + GAP
            if not shelves or width > left:
                shelves.append([])
                left = self.console.width + GAP
            shelves[-1].append(sheet)
            left -= width
        parts: list[RenderableType] = []
        for shelf in shelves:
            parts += [side_by_side(shelf), ""]
        return Group(*parts[:-1])

    def height(self, *things: RenderableType) -> int:
        return sum(len(self.console.render_lines(thing)) for thing in things)

    # Choices

    def choices(self, blocks: Sequence[Block], room: int = DEFAULT_ROOM) -> RenderableType:
        """Numbered from 1 throughout; each block in as many columns as fit; abbreviated if there is not enough room."""
        digits = len(str(sum(len(block.labels) for block in blocks)))
        parts: list[RenderableType] = []
        first = 1
        for block in blocks:
            heading, labels = self.readable(block, digits, room)
            parts += [Text(heading)] * bool(heading)
            parts.append(self.columns(labels, first, digits))
            first += len(labels)
        return Group(*parts)

    def readable(self, block: Block, digits: int, room: int) -> tuple[str, Sequence[str]]:
        """The labels, under a heading if that shortens them; the short texts if there is not enough room."""
        rows = self.rows(block.labels, digits)
        heading, labels = headed(block.labels)
        if heading and self.rows(labels, digits) + 1 < rows:
            rows = self.rows(labels, digits) + 1
        else:
            heading, labels = "", block.labels
        if rows > room and 2 * self.rows(block.texts, digits) < rows:
            return "", block.texts
        return heading, labels

    def rows(self, labels: Sequence[str], digits: int) -> int:
        width = digits + 2 + max(map(cell_len, labels)) + GAP
        columns = max(1, min(len(labels), (self.console.width + GAP) // width))
        return -(-len(labels) // columns)

    def columns(self, labels: Sequence[str], first: int, digits: int) -> RenderableType:
        rows = self.rows(labels, digits)
        grid = Table.grid(padding=(0, GAP, 0, 0))
        for row in range(rows):
            places = range(row, len(labels), rows)
            grid.add_row(*(self.choice(first + place, labels[place], digits) for place in places))
        return grid

    def choice(self, number: int, label: str, digits: int) -> Text:
        return Text.assemble((f"{number:>{digits}})", "bold"), " ", self.marked(label))


def is_blank(sheet: Sheet, at: int) -> bool:
    return all(row[at].text in BLANKS for row in sheet.rows if at < len(row))


def report(headings: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = ()) -> Table:
    """A table of results: numbers right-aligned, text columns left-aligned."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if place in words else "right")
    for row in rows:
        table.add_row(*row)
    return table


def side_by_side(things: Sequence[RenderableType]) -> RenderableType:
    if len(things) == 1:
        return things[0]
    grid = Table.grid(padding=(0, GAP, 0, 0))
    for _ in things:
        grid.add_column()
    grid.add_row(*things)
    return grid
