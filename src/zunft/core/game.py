"""A game as others see it: name, players, options, actions, texts; and the register of games."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from importlib import metadata, resources
from typing import Any

from zunft.core import components as parts
from zunft.core import text as texts
from zunft.core.actions import Action, Codes
from zunft.core.errors import BadOption, UnknownGame
from zunft.core.judgement import Judgement
from zunft.core.observation import Layout
from zunft.core.sheet import Sheet
from zunft.core.state import Setting, State
from zunft.core.text import Texts

ENTRY_POINTS = "zunft.games"
COMPONENTS = "components"


class Option:
    """A variant or a ruling: its default, what it can be, and a sentence about it.

    With a check of its own an option can be anything that passes; the choices are then examples.
    """

    default: Any
    choices: tuple[Any, ...]
    help: str
    check: parts.Check | None

    def __init__(
        self, default: Any, choices: tuple[Any, ...] = (), help: str = "", check: parts.Check | None = None
    ) -> None:
        self.default = default
        self.choices = choices
        self.help = help
        self.check = check


class Game:
    """One game, made once at the end of its package; `start` builds a new table for a setting."""

    name: str
    title: str
    rules: int  # raised by every change that alters a recorded game
    players: range
    codes: Codes
    num_actions: int
    options: dict[str, Option]
    bound: int  # no game takes more actions than this, chance included
    package: str
    start: Callable[[Setting], State]
    schema: parts.Schema
    make_components: Callable[[parts.Tables], Any]
    sheets: Callable[[Mapping[str, Any], Texts], list[Sheet]]
    details: Callable[[Mapping[str, Any], Action], dict[str, Any]]
    judgement: Judgement | None  # for bots; without it they play games to the end
    layout: Layout | None  # of the numeric observation, if the game has one
    observe: Callable[[Any, int], bytes] | None
    texts: dict[str, Texts]
    tables: parts.Tables
    settings: dict[str, Setting]  # by what was asked for, and by what was agreed

    def __init__(
        self,
        *,
        name: str,
        title: str,
        rules: int,
        players: range,
        codes: Codes,
        bound: int,
        package: str,
        start: Callable[[Setting], State],
        sheets: Callable[[Mapping[str, Any], Texts], list[Sheet]],
        details: Callable[[Mapping[str, Any], Action], dict[str, Any]] | None = None,
        options: dict[str, Option] | None = None,
        schema: parts.Schema | None = None,
        make_components: Callable[[parts.Tables], Any] | None = None,
        judgement: Judgement | None = None,
        layout: Layout | None = None,
        observe: Callable[[Any, int], bytes] | None = None,
    ) -> None:
        self.name = name
        self.title = title
        self.rules = rules
        self.players = players
        self.codes = codes
        self.num_actions = len(codes)
        self.bound = bound
        self.package = package
        self.start = start
        self.sheets = sheets
        self.details = details or no_details
        self.layout = layout
        self.observe = observe
        self.schema = schema or {}
        self.make_components = make_components or dict
        self.judgement = judgement
        self.texts = texts.load(package)
        self.tables = self.printed_tables()
        self.options = dict(options or {})
        if self.schema:
            self.options[COMPONENTS] = Option(None)
        for option_name, option in self.options.items():
            option.help = option.help or self.texts["en"].say(f"option.{option_name}.help")
        self.settings = {}

    def printed_tables(self) -> parts.Tables:
        """components.toml of the package; an error here is ours, so it is found at import."""
        if not self.schema:
            return {}
        file = resources.files(self.package) / "components.toml"
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        parts.check(tables, self.schema)
        return tables

    def new(self, players: int | None = None, **options: Any) -> State:
        """A new table; without `players` as many as the game needs at least."""
        return self.start(self.agree(players if players is not None else self.players[0], options))

    def agree(self, players: int, options: Mapping[str, Any]) -> Setting:
        """Check players and options; the same agreement is the same object, with components loaded once."""
        asked = repr((players, options)) if options else repr(players)
        if COMPONENTS not in options and asked in self.settings:
            return self.settings[asked]
        self.check_players(players)
        chosen = {name: option.default for name, option in self.options.items()}
        for name, value in options.items():
            chosen[name] = self.checked_option(name, value)
        tables = self.tables
        if chosen.get(COMPONENTS) is not None:
            tables = parts.with_replacement(tables, chosen[COMPONENTS])
            parts.check(tables, self.schema)
        key = json.dumps([players, chosen], sort_keys=True)
        if key not in self.settings:
            self.settings[key] = Setting(self, players, chosen, self.make_components(tables))
        if COMPONENTS not in options:
            self.settings[asked] = self.settings[key]
        return self.settings[key]

    def check_players(self, players: object) -> None:
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            least, most = self.players[0], self.players[-1]
            raise BadOption(f"{self.title} is for {least} to {most} players, not {players!r}")

    def checked_option(self, name: str, value: Any) -> Any:
        option = self.options.get(name)
        if option is None:
            known = ", ".join(self.options) or "none"
            raise BadOption(f"{self.title} has no option {name!r}; its options are: {known}")
        if name == COMPONENTS:
            return None if value is None else parts.read(value)
        if option.check is not None:
            complaint = option.check(value)
            if complaint:
                raise BadOption(f"option {name} of {self.title} must be {complaint}, not {value!r}")
        elif not any(value == choice and type(value) is type(choice) for choice in option.choices):
            choices = ", ".join(str(choice) for choice in option.choices)
            raise BadOption(f"option {name} of {self.title} can be {choices}, not {value!r}")
        return value

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels by name."""
        return load, (self.name,)

    def text(self, action: int) -> str:
        return self.codes.text(action)

    def parse(self, text: str) -> int:
        return self.codes.parse(text)

    def label(self, action: int, view: Mapping[str, Any], say: Texts) -> str:
        """An action as a person reads it among the choices, in the position of this view."""
        parted = self.codes.take_apart(action)
        return say.say(f"action.{parted.kind}", **{**parted.args, **self.details(view, parted)})


def no_details(view: Mapping[str, Any], action: Action) -> dict[str, Any]:
    return {}


loaded: dict[str, Game] = {}


def installed() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=ENTRY_POINTS)}


def game_names() -> tuple[str, ...]:
    """All games there are, ours and those that other packages bring."""
    return tuple(sorted(set(installed()) | set(loaded)))


def load(name: str) -> Game:
    if name not in loaded:
        point = installed().get(name)
        if point is None:
            raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(game_names()) or 'none'}")
        loaded[name] = point.load()
    return loaded[name]


def agreed(name: str, players: int, options: Mapping[str, Any]) -> Setting:
    return load(name).agree(players, options)
