"""Boards: a position rendered as HTML, only from what its viewer may see and choose.

A game draws its board in `web/board.html` of its package, from parts that are separate templates and are cached by
their arguments; a game without one is shown as its sheets. docs/boards.md lists what a template can use.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import jinja2
import msgspec
from markupsafe import Markup, escape

from zunft.core.game import Game
from zunft.core.sheet import Sheet
from zunft.core.state import State
from zunft.core.text import Texts
from zunft.server.views import rendering
from zunft.server.views.rendering import make_environment, pieces, rendered

FOLDER = "web"
BOARD = "board.html"
SUMMARY = "summary.toml"
SIGN = "sign.html"
PICTURE = "picture.html"
KEPT_PARTS = 8192
KEPT_NAMES = 1024  # tables whose player names are cached

WhyNot = Callable[[str], str]  # from an action's text to the reason against it; "" if legal

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder().decode


class Choice(msgspec.Struct, frozen=True):
    """A legal action as shown to a person."""

    text: str
    kind: str
    args: dict[str, str]
    label: str
    help: str = ""

    @property
    def is_bare(self) -> bool:
        """An action without arguments: pass, decline, stop."""
        return self.text == self.kind


class Unavailable(msgspec.Struct, frozen=True):
    """A thing on the board that cannot be chosen now, and why."""

    why: str
    text: str = ""  # of the action, if there is one
    kind: str = ""
    args: dict[str, str] = {}
    label: str = ""
    help: str = ""
    minor: bool = False  # one of very many: skipped by the Tab key


def choices_of(state: State, player: int | None, view: Mapping[str, Any], say: Texts) -> list[Choice]:
    """The player's current choices, in the order in which they are listed."""
    if player is None or player not in state.deciders():
        return []
    game = state.setting.game
    return [choice_of(game, action, view, say) for action in game.codes.listed(state.legal_actions(player))]


def choice_of(game: Game, action: int, view: Mapping[str, Any], say: Texts) -> Choice:
    """An action with its label and help."""
    parted = game.codes.take_apart(action)
    key = f"help.{parted.kind}"
    help = say.say(key) if isinstance(say.find(key), str) else ""
    return Choice(game.text(action), parted.kind, parted.args, game.label(action, view, say), help)


class Boards:
    """Draws the boards of one game in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.language = language
        self.folder = resources.files(game.package) / FOLDER
        speech = Speech(game.texts[language])
        self.environment = make_environment(
            jinja2.FileSystemLoader(str(self.folder)),
            pick=pick,
            piece=piece,
            refuse=refuse,
            language=language,
            say=speech.say,
            word=speech.word,
        )
        self.environment.filters["by"] = by
        self.is_drawn = (self.folder / BOARD).is_file()
        self.remembered = lru_cache(0 if rendering.reloading else KEPT_PARTS)(self.render)
        self.shared = lru_cache(KEPT_NAMES)(self.make_shared)

    def sign(self) -> Markup:
        """The game's sign in the lobby; empty if the game has none."""
        return self.drawn(SIGN)

    def picture(self) -> Markup:
        """The course of the game in pictures, for its summary; empty if the game has none."""
        return self.drawn(PICTURE)

    def drawn(self, template: str) -> Markup:
        if not (self.folder / template).is_file():
            return Markup("")
        return Markup(rendered(self.environment, template, {}))

    def draw(
        self, view: Mapping[str, Any], choices: Sequence[Choice], names: Sequence[str], why: WhyNot | None = None
    ) -> list[str]:
        """The board as this viewer sees it, in pieces: unchanged parts are the identical strings.

        `why` gives the reason against an action; without it the board shows none.
        """
        if not self.is_drawn:
            return [sheets(self.game, view, self.game.texts[self.language].with_names(names))]
        by_text = {choice.text: choice for choice in choices}

        def of(kind: str) -> list[Choice]:
            return [choice for choice in choices if choice.kind == kind]

        def offer(text: str, minor: bool = False) -> Choice | Unavailable | None:
            reason = "" if text in by_text or why is None else why(text)
            return by_text.get(text) or (Unavailable(reason, text, minor=minor) if reason else None)

        def refusals(kind: str, among: Collection[str] | None = None) -> list[Unavailable]:
            if why is None:
                return []
            return [
                Unavailable(reason, text, kind, args)
                for text, args in self.actions_of(kind).items()
                if text not in by_text and (among is None or among_them(args, among)) and (reason := why(text))
            ]

        values = {"view": view, "seat": view["viewer"], "choices": list(choices), "find": by_text.get, "of": of}
        values |= {"offer": offer, "refusals": refusals, "is_asked": why is not None}
        return pieces(self.environment, BOARD, {**self.shared(tuple(names)), **values})

    def actions_of(self, kind: str) -> dict[str, dict[str, str]]:
        """All actions of a kind: arguments by text."""
        codes = self.game.codes
        return {codes.texts[code]: action.args for code, action in enumerate(codes.actions) if action.kind == kind}

    def make_shared(self, names: tuple[str, ...]) -> dict[str, Any]:
        """Names available to the board and all its parts."""
        speech = Speech(self.game.texts[self.language].with_names(names))

        def part(template: str, /, **args: Any) -> Markup:
            return self.remembered(template, encode(args), names)

        return {"names": list(names), "say": speech.say, "word": speech.word, "part": part}

    def render(self, name: str, encoded: bytes, names: tuple[str, ...]) -> Markup:
        """A part, from its encoded arguments: it cannot show anything else."""
        return Markup(rendered(self.environment, name, {**self.shared(names), **decode(encoded)}))


class Speech:
    """The game's texts, as used in templates."""

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


# Available in every template


def refuse(why: str, minor: bool = False) -> Unavailable:
    """For a thing without an action: `pick(refuse(say("why.not_called")), …)`."""
    return Unavailable(why, minor=minor)


def pick(
    choice: Choice | Unavailable | Mapping[str, Any] | None,
    css: str = "",
    place: str = "",
    tip: str = "",
    caller: Callable[[], str] | None = None,
) -> Markup:
    """A thing on the board: a button if it can be chosen now, with a reason if it is refused, else plain."""
    content = caller() if caller else ""  # already escaped by Jinja
    attributes = f' data-place="{escape(place)}"' if place else ""
    if isinstance(choice, Unavailable) or (choice is not None and not isinstance(choice, Choice) and "why" in choice):
        refusal = choice if isinstance(choice, Unavailable) else Unavailable(choice["why"], minor=choice["minor"])
        return refused(refusal, f"{css} refused", attributes, tip, content)
    if choice is None:
        if tip:
            attributes += f' data-tip="{escape(tip)}" tabindex="-1"'
        return Markup(f'<div class="{escape(css)}"{attributes}>{content}</div>')
    text, label = (choice.text, choice.label) if isinstance(choice, Choice) else (choice["text"], choice["label"])
    name = escape(label)
    tooltip = f"{name}\n{escape(tip)}" if tip else name
    return Markup(
        f'<button type="submit" name="action" value="{escape(text)}" class="pick {escape(css)}" aria-label="{name}"'
        f' data-tip="{tooltip}"{attributes}>{content}</button>'
    )


def refused(refusal: Unavailable, css: str, attributes: str, tip: str, content: str) -> Markup:
    """Focusable, so that keyboard and touch can reach the reason."""
    why, stop = escape(refusal.why), -1 if refusal.minor else 0
    tooltip = f"{why}\n{escape(tip)}" if tip else why
    return Markup(
        f'<div role="group" aria-disabled="true" aria-description="{why}" tabindex="{stop}" class="{escape(css)}"'
        f' data-why data-tip="{tooltip}"{attributes}>{content}</div>'
    )


def among_them(args: Mapping[str, str], wanted: Collection[str]) -> bool:
    return any(value in wanted for value in args.values())


def piece(css: str = "", place: str = "", tip: str = "", caller: Callable[[], str] | None = None) -> Markup:
    """A thing on the board that is never chosen."""
    return pick(None, css, place, tip, caller)


def by(choices: Sequence[Mapping[str, Any]], *names: str) -> dict[str, Mapping[str, Any]]:
    """The filter `choices|by("card")`: a part's choices, keyed by the card in their arguments."""
    found = {}
    for choice in choices:
        args = choice["args"]
        for name in names:
            if name in args:
                found[args[name]] = choice
                break
    return found


def sheets(game: Game, view: Mapping[str, Any], say: Texts) -> Markup:
    """The position as plain tables, for games without a board template."""
    found = Markup("").join(sheet_html(sheet) for sheet in game.sheets(view, say))
    return Markup('<div class="sheets">{}</div>').format(found)


def sheet_html(sheet: Sheet) -> Markup:
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(title) for title in sheet.head)
    body = Markup("").join(
        Markup("<tr>{}</tr>").format(
            Markup("").join(Markup('<td class="cell {}">{}</td>').format(cell.style, cell.text) for cell in row)
        )
        for row in sheet.rows
    )
    table = Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(head, body)
    return Markup('<section class="sheet"><h3>{}</h3>{}</section>').format(sheet.title, table if sheet.rows else "")


@cache
def summary(game: Game) -> dict[str, Any]:
    """The game's web/summary.toml."""
    file = resources.files(game.package) / FOLDER / SUMMARY
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def line_kinds(game: Game) -> dict[str, str]:
    """Kind of log line by event: summaries of a round or scoring, and headings that begin a turn."""
    found = summary(game)
    headings = dict.fromkeys(found.get("headings", []), "heading")
    return headings | dict.fromkeys(found.get("events", []), "summary")


def summary_title(game: Game) -> str:
    """Kind of summary: "round" or "scoring"."""
    return "scoring" if summary(game).get("title") == "scoring" else "round"
