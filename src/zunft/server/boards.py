"""Boards: a position as HTML, from what its viewer may see and choose, and from nothing else.

A game draws its board in `web/board.html` of its package, from parts that are templates of their own and are cached by
what is put into them; a game without one is shown as its sheets. docs/boards.md tells what a template has at hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import jinja2
import msgspec
from markupsafe import Markup, escape

from zunft.core.game import Game
from zunft.core.state import State
from zunft.core.text import Texts, load
from zunft.server.rendering import make_environment, pieces, rendered

FOLDER = "web"
BOARD = "board.html"
SUMMARY = "summary.toml"
SIGN = "sign.html"
SEAT_LETTERS = "ABCDE"
KEPT_PARTS = 8192
KEPT_NAMES = 1024  # of the people at so many tables

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder().decode


class Choice(msgspec.Struct, frozen=True):
    """One legal action as a person meets it."""

    text: str
    kind: str
    args: dict[str, str]
    label: str
    help: str = ""


def choices_of(state: State, player: int | None, view: Mapping[str, Any], say: Texts) -> list[Choice]:
    """What this player may choose now."""
    if player is None or player not in state.deciders():
        return []
    game = state.setting.game
    found = []
    helps: dict[str, str] = {}
    for action in state.legal_actions(player):
        parted = game.codes.take_apart(action)
        kind = parted.kind
        if kind not in helps:
            helps[kind] = say.say(f"help.{kind}") if isinstance(say.find(f"help.{kind}"), str) else ""
        found.append(Choice(game.text(action), kind, parted.args, game.label(action, view, say), helps[kind]))
    return found


class Boards:
    """Draws the boards of one game in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.language = language
        speech = Speech(game.texts[language])
        self.environment = make_environment(
            jinja2.FunctionLoader(self.source),
            icon=icon,
            mark=mark,
            pick=pick,
            piece=piece,
            language=language,
            say=speech.say,
            word=speech.word,
        )
        self.environment.filters["by"] = by
        self.is_drawn = self.source(BOARD) is not None
        self.remembered = lru_cache(KEPT_PARTS)(self.render)
        self.at_hand = lru_cache(KEPT_NAMES)(self.put_at_hand)

    def source(self, name: str) -> str | None:
        file = resources.files(self.game.package) / FOLDER / name
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def sign(self) -> Markup:
        """What hangs above the game's door in the lobby; nothing if the game brings none."""
        if self.source(SIGN) is None:
            return Markup("")
        return Markup(rendered(self.environment, SIGN, {}))

    def draw(self, view: Mapping[str, Any], choices: Sequence[Choice], names: Sequence[str]) -> list[str]:
        """The board as this viewer sees it, in pieces: those that look the same again are the same text."""
        if not self.is_drawn:
            return [sheets(self.game, view, self.game.texts[self.language].with_names(names))]
        by_text = {choice.text: choice for choice in choices}

        def of(kind: str) -> list[Choice]:
            return [choice for choice in choices if choice.kind == kind]

        values = {"view": view, "seat": view["viewer"], "choices": list(choices), "find": by_text.get, "of": of}
        return pieces(self.environment, BOARD, values, self.at_hand(tuple(names)))

    def put_at_hand(self, names: tuple[str, ...]) -> dict[str, Any]:
        """What board and parts can use alike."""
        speech = Speech(self.game.texts[self.language].with_names(names))

        def part(template: str, /, **args: Any) -> Markup:
            return self.remembered(template, encode(args), names)

        return {
            **self.environment.globals,
            "names": list(names),
            "say": speech.say,
            "word": speech.word,
            "part": part,
        }

    def render(self, name: str, encoded: bytes, names: tuple[str, ...]) -> Markup:
        """A part, from the encoded values that were put into it: what it does not get, it cannot show."""
        return Markup(rendered(self.environment, name, decode(encoded), self.at_hand(names)))


class Speech:
    """The game's texts as templates ask for them."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def say(self, key: str, /, **args: Any) -> str:
        return self.texts.say(key, **args)

    def word(self, identifier: Any, section: str, /, **args: Any) -> str:
        """`word("beer", "good")`: the text of the section for this id."""
        return self.texts.put(identifier, section, args)


@cache
def boards(game: Game, language: str) -> Boards:
    return Boards(game, language)


# What every template can call


@lru_cache(4096)
def icon(name: str, css: str = "", label: str = "") -> Markup:
    """An icon of the sprite; a picture with a name for those who do not see it, or decoration."""
    use = f'<use href="/static/built/icons.svg#{escape(name)}"></use>'
    return Markup(f'<svg class="icon {escape(css)}" {spoken(label)}>{use}</svg>')


@lru_cache(4096)
def mark(player: int, label: str = "") -> Markup:
    """A player's token: colour, shape and letter, so that colour never stands alone."""
    return Markup(f'<span class="mark mark-{player}" {spoken(label)}><b>{SEAT_LETTERS[player]}</b></span>')


def spoken(label: str) -> str:
    return f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'


def pick(
    choice: Choice | Mapping[str, Any] | None,
    css: str = "",
    place: str = "",
    tip: str = "",
    caller: Callable[[], str] | None = None,
) -> Markup:
    """A thing on the board: a button if it can be chosen now, else just what it is."""
    content = caller() if caller else ""  # Jinja has escaped it
    attributes = f' data-place="{escape(place)}"' if place else ""
    if choice is None:
        if tip:
            attributes += f' data-tip="{escape(tip)}" tabindex="-1"'
        return Markup(f'<div class="{escape(css)}"{attributes}>{content}</div>')
    text, label = (choice.text, choice.label) if isinstance(choice, Choice) else (choice["text"], choice["label"])
    said = escape(label)
    told = f"{said}\n{escape(tip)}" if tip else said
    return Markup(
        f'<button type="submit" name="action" value="{escape(text)}" class="pick {escape(css)}" aria-label="{said}"'
        f' data-tip="{told}"{attributes}>{content}</button>'
    )


def piece(css: str = "", place: str = "", tip: str = "", caller: Callable[[], str] | None = None) -> Markup:
    """A thing on the board that is only looked at."""
    return pick(None, css, place, tip, caller)


def by(choices: Sequence[Mapping[str, Any]], *names: str) -> dict[str, Mapping[str, Any]]:
    """The filter `choices|by("card")`: in a part, its choices by the card that each of them names."""
    found = {}
    for choice in choices:
        args = choice["args"]
        for name in names:
            if name in args:
                found[args[name]] = choice
                break
    return found


def sheets(game: Game, view: Mapping[str, Any], say: Texts) -> Markup:
    """The position as plain tables, for games whose board nobody has drawn."""
    found = Markup("")
    for sheet in game.sheets(view, say):
        head = Markup("").join(Markup('<th scope="col">{}</th>').format(title) for title in sheet.head)
        body = Markup("").join(
            Markup("<tr>{}</tr>").format(
                Markup("").join(Markup('<td class="cell {}">{}</td>').format(cell.style, cell.text) for cell in row)
            )
            for row in sheet.rows
        )
        table = Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(head, body)
        found += Markup('<section class="sheet"><h3>{}</h3>{}</section>').format(
            sheet.title, table if sheet.rows else ""
        )
    return Markup('<div class="sheets">{}</div>').format(found)


@cache
def summary_events(game: Game) -> frozenset[str]:
    """What sums up a round or a scoring, as the game's web/summary.toml says."""
    file = resources.files(game.package) / FOLDER / SUMMARY
    return frozenset(tomllib.loads(file.read_text(encoding="utf-8"))["events"]) if file.is_file() else frozenset()


@cache
def program_texts() -> dict[str, Texts]:
    """The site's own words."""
    return load("zunft.server")
