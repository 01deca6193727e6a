"""The game's rules page: with the numbers of a table's own components, and by paragraph.

The paragraph with a decision's id is shown under the question in a player's first games.
"""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from importlib import resources
from typing import Any, Final

from markupsafe import escape

from zunft.core.components import Tables
from zunft.core.game import Game
from zunft.core.text import ENGLISH
from zunft.server.views.boards import FOLDER

PREFIX: Final = "decision-"
SHORT: Final = 60  # characters; a shorter list item means little without the rest of its list
LONGEST: Final = 480  # characters shown during a game
SENTENCE: Final = (". ", "! ", "? ", "; ")
HEADINGS: Final = ("h1", "h2", "h3", "h4")
LISTS: Final = ("ul", "ol")
BLOCKS: Final = ("p", "li", "tr", "section", "table", "div", *LISTS)
AFTER: Final = {"th": ": ", "td": " "} | dict.fromkeys(BLOCKS, " ")
MARKED: Final = re.compile(r'<span data-component="([\w.]+)">[^<]*</span><a href="#reconstructed">\*</a>')
VOID: Final = ("br", "hr", "img", "input", "col")


class Element:
    def __init__(self, tag: str, about: str) -> None:
        self.tag = tag
        self.text = ""
        self.about = [about] if about else []  # decisions explained by this element
        self.entries: list[str] = []  # items of a list, and which of them are too short alone
        self.short: dict[str, int] = {}


class Reader(HTMLParser):
    """Texts by decision. An id inside a paragraph selects the paragraph, one on a heading the text below it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.open = [Element("", "")]
        self.awaits: list[str] = []  # decisions whose heading has been read, but not the paragraph
        self.goes_on: list[str] = []  # decisions whose paragraph ends with a colon

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            id = dict(attrs).get("id") or ""
            self.open.append(Element(tag, id.removeprefix(PREFIX) if id.startswith(PREFIX) else ""))

    def handle_data(self, data: str) -> None:
        self.open[-1].text += data

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID or len(self.open) == 1:
            return
        ended = self.open.pop()
        around = self.open[-1]
        if tag in HEADINGS:
            self.awaits = ended.about
            return
        if tag != "td" or not ended.text.strip().isdecimal():  # a price in a table means nothing without its heading
            around.text += ended.text + AFTER.get(tag, "")
        if tag == "li":
            if len(ended.text) < SHORT:
                around.short |= dict.fromkeys(ended.about, len(around.entries))
            around.entries.append(ended.text)
        if tag in BLOCKS:
            self.end_block(ended)
        else:
            around.about += ended.about

    def end_block(self, ended: Element) -> None:
        text = " ".join(ended.text.split())
        if ended.tag in LISTS:
            for decision in self.goes_on:
                self.found[decision] += f" {text}"
            self.goes_on = []
            for decision, place in ended.short.items():  # with the whole list, or the item before it
                before = " ".join(ended.entries[max(0, place - 1) : place + 1])
                self.found[decision] = text if len(text) <= LONGEST else " ".join(before.split())
        about = ended.about
        if ended.tag in ("p", "li"):
            about, self.awaits = [*about, *self.awaits], []
        for decision in about:
            self.found[decision] = text
        if text.endswith(":"):
            self.goes_on = about


def tidy(text: str) -> str:
    """A single paragraph, truncated after a sentence."""
    for mark in (".", ",", ":", ";", ")"):
        text = text.replace(f" {mark}", mark)
    if len(text) <= LONGEST:
        return text
    end = max(text.rfind(mark, 0, LONGEST) for mark in SENTENCE)
    return text[: end + 1].rstrip(";") if end > 0 else f"{text[:LONGEST]}…"


@cache
def paragraphs(game: Game, language: str) -> dict[str, str]:
    """By decision; English if the language has no rules page, empty if the game has none."""
    for each in (language, ENGLISH):
        file = resources.files(game.package) / FOLDER / f"rules.{each}.html"
        if file.is_file():
            reader = Reader()
            reader.feed(file.read_text(encoding="utf-8"))
            return {decision: tidy(text) for decision, text in reader.found.items()}
    return {}


def paragraph(game: Game, decision: str | None, language: str) -> str:
    return paragraphs(game, language).get(decision or "", "")


def with_components(html: str, own: Tables) -> str:
    """Numbers that we have reconstructed, replaced by a table's own; those that it does not have stay marked."""

    def number(found: re.Match[str]) -> str:
        numbers = numbers_at(own, found[1])
        return escape("/".join(map(str, numbers))) if numbers else found[0]

    return MARKED.sub(number, html)


def numbers_at(tables: Tables, path: str) -> list[Any]:
    """The different values at a path such as church.wood, in the order of the rows."""
    name, *keys = path.split(".")
    content = tables.get(name, [])
    found: dict[Any, None] = {}
    for row in content if isinstance(content, list) else [content]:
        for key in keys:
            row = row[key]
        found[row] = None
    return list(found)
