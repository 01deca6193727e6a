"""A game's public interface: name, players, options, actions, texts; and the register of games."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import metadata, resources
from typing import Any

from zunft.core import components as parts
from zunft.core import text as texts
from zunft.core.actions import Action, Codes
from zunft.core.admission import fault
from zunft.core.errors import BadOption, BrokenGame, UnknownGame, shown
from zunft.core.judgement import Judgement
from zunft.core.observation import Layout
from zunft.core.option import COMPONENTS as COMPONENTS
from zunft.core.option import File
from zunft.core.option import Members as Members
from zunft.core.option import Number as Number
from zunft.core.option import Option as Option
from zunft.core.reason import Reason
from zunft.core.score_part import ScorePart
from zunft.core.sheet import Sheet
from zunft.core.standings import Standing
from zunft.core.state import Setting, State, Task
from zunft.core.text import Texts
from zunft.core.tutorial import Tutorial, load_tutorial

ENTRY_POINTS = "zunft.games"
OURS = "zunft.games."
MOST_SETTINGS = 128  # cached per game; one with its own component tables can take a few hundred kB


class Game:
    """One game, created once at the end of its package; `start` builds a new table for a setting."""

    name: str
    title: str
    rules: int  # incremented by every change that alters a recorded game
    players: range
    codes: Codes
    decisions: Mapping[int, str]  # names of the steps that players decide, for views and texts
    num_actions: int  # all codes, chance's included
    num_player_actions: int  # what players can choose: the size of a mask and of an action space
    options: dict[str, Option]
    bound: int  # no game takes more actions than this, chance included
    package: str
    start: Callable[[Setting], State]
    schema: parts.Schema
    make_components: Callable[[parts.Tables], Any]
    sheets: Callable[[Mapping[str, Any], Texts], list[Sheet]]
    details: Callable[[Mapping[str, Any], Action], dict[str, Any]]
    reference: Callable[[Mapping[str, Any], Texts], list[Sheet]]  # reference sheets beside the board
    reason: Callable[[Any, Task, int], Reason | None] | None  # table, task, illegal action: why it is refused
    standings: Callable[[Mapping[str, Any], Setting], list[Standing]] | None  # from a view and the setting
    judgement: Judgement | None  # for bots; without it they play out whole games
    layout: Layout | None  # of the numeric observation, if the game has one
    observe: Callable[[Any, int], bytes] | None
    score_parts: Callable[[Any], list[ScorePart]]  # of a finished table: the breakdown of each source's points
    texts: dict[str, Texts]  # by language; missing texts fall back to English
    languages: tuple[str, ...]  # those the game has texts for
    tables: parts.Tables
    guided: Tutorial | None
    is_guided_known: bool  # whether tutorial.toml was looked for
    settings: dict[str, Setting]  # cache, keyed by the request and by the result; most recent last

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
        decisions: Mapping[int, str] | None = None,
        details: Callable[[Mapping[str, Any], Action], dict[str, Any]] | None = None,
        reference: Callable[[Mapping[str, Any], Texts], list[Sheet]] | None = None,
        reason: Callable[[Any, Task, int], Reason | None] | None = None,
        standings: Callable[[Mapping[str, Any], Setting], list[Standing]] | None = None,
        options: dict[str, Option] | None = None,
        schema: parts.Schema | None = None,
        make_components: Callable[[parts.Tables], Any] | None = None,
        judgement: Judgement | None = None,
        layout: Layout | None = None,
        observe: Callable[[Any, int], bytes] | None = None,
        score_parts: Callable[[Any], list[ScorePart]] | None = None,
    ) -> None:
        self.name = name
        self.title = title
        self.rules = rules
        self.players = players
        self.codes = codes
        self.decisions = decisions or {}
        self.num_actions = len(codes)
        self.num_player_actions = len(codes.player_codes)
        self.bound = bound
        self.package = package
        self.start = start
        self.sheets = sheets
        self.details = details or no_details
        self.reference = reference or no_reference
        self.reason = reason
        self.standings = standings
        self.layout = layout
        self.observe = observe
        self.schema = schema or {}
        self.make_components = make_components or dict
        self.judgement = judgement
        self.score_parts = score_parts or no_score_parts
        self.texts = texts.load(package)
        self.languages = tuple([language for language in self.texts if self.texts[language].entries])
        self.tables = self.printed_tables()
        self.options = dict(options or {})
        if self.schema:
            self.options[COMPONENTS] = File()
        for option_name, option in self.options.items():
            option.help = option.help or self.option_text(option_name, "help", self.texts[texts.ENGLISH])
        self.settings = {}
        self.guided, self.is_guided_known = None, False

    def printed_tables(self) -> parts.Tables:
        """The package's components.toml; an error in it is a bug, so it is raised at import."""
        if not self.schema:
            return {}
        file = resources.files(self.package) / "components.toml"
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        parts.check(tables, self.schema)
        return tables

    def new(self, players: int | None = None, **options: Any) -> State:
        """A new table; `players` defaults to the game's minimum."""
        return self.start(self.agree(players if players is not None else self.players[0], options))

    def agree(self, players: int, options: Mapping[str, Any]) -> Setting:
        """Validate players and options; equal settings are the same object, with components loaded once."""
        asked = request_key(players, options)
        known = self.cached_setting(asked)
        if known is not None:
            return known
        self.check_players(players)
        chosen = {name: option.default for name, option in self.options.items()}
        for name, value in options.items():
            chosen[name] = self.checked_option(name, value)
        tables = self.tables
        if chosen.get(COMPONENTS) is not None:
            tables = parts.with_replacement(tables, chosen[COMPONENTS])
            parts.check(tables, self.schema)
        key = json.dumps([players, chosen], sort_keys=True)
        setting = self.cached_setting(key) or Setting(self, players, chosen, self.make_components(tables))
        self.cache_setting(key, setting)
        self.cache_setting(asked, setting)
        return setting

    def cached_setting(self, key: str) -> Setting | None:
        """A cached setting, marked as most recently used."""
        setting = self.settings.pop(key, None)
        if setting is not None:
            self.settings[key] = setting
        return setting

    def cache_setting(self, key: str, setting: Setting) -> None:
        """Cache a setting, evicting the least recently used."""
        if key:
            self.settings[key] = setting
        while len(self.settings) > MOST_SETTINGS:
            self.settings.pop(next(iter(self.settings)), None)

    def check_players(self, players: object) -> None:
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            least, most = self.players[0], self.players[-1]
            raise BadOption(f"{self.title} is for {least} to {most} players, not {shown(players)}")

    def checked_option(self, name: str, value: Any) -> Any:
        option = self.options.get(name)
        if option is None:
            known = ", ".join(self.options) or "none"
            raise BadOption(f"{self.title} has no option {shown(name)}; its options are: {known}")
        problem = option.problem(value)
        if problem:
            raise BadOption(f"option {name} of {self.title} {problem}")
        return option.normalised(value)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name."""
        return load, (self.name,)

    def text(self, action: int) -> str:
        return self.codes.text(action)

    def parse(self, text: str) -> int:
        return self.codes.parse(text)

    def label(self, action: int, view: Mapping[str, Any], say: Texts) -> str:
        """An action's label among the choices, in the position of this view."""
        decoded = self.codes.take_apart(action)
        return say.say(f"action.{decoded.kind}", **{**decoded.args, **self.details(view, decoded)})

    def tutorial(self) -> Tutorial | None:
        """The guided first game, if there is one; loaded on first use."""
        if not self.is_guided_known:
            self.guided, self.is_guided_known = load_tutorial(self), True
        return self.guided

    def option_text(self, name: str, part: str, say: Texts) -> str:
        """The text of the option's `name` or `help`; defaults to the option's identifier."""
        found = say.find(f"option.{name}.{part}")
        return found if isinstance(found, str) else name

    def value_text(self, name: str, value: object, say: Texts) -> str:
        """The text for one of an option's values or members."""
        found = say.find(self.options[name].text_key(name, value))
        return found if isinstance(found, str) else str(value)


def request_key(players: int, options: Mapping[str, Any]) -> str:
    """A cache key for the request; empty with component tables, which are always re-read, or with a huge number."""
    if COMPONENTS in options:
        return ""
    try:
        return repr((players, options)) if options else repr(players)
    except ValueError:  # Python refuses to print ints of several thousand digits
        return ""


def no_details(view: Mapping[str, Any], action: Action) -> dict[str, Any]:
    return {}


def no_reference(view: Mapping[str, Any], say: Texts) -> list[Sheet]:
    return []


def no_score_parts(table: Any) -> list[ScorePart]:
    return []


# The register

loaded: dict[str, Game] = {}
faults: dict[str, str] = {}  # by name of a broken game: why, in one line


@cache
def installed() -> dict[str, metadata.EntryPoint]:
    """Entry points by name. Other packages cannot override the built-in games."""
    found: dict[str, metadata.EntryPoint] = {}
    for point in metadata.entry_points(group=ENTRY_POINTS):
        if point.name not in found or point.value.startswith(OURS):
            found[point.name] = point
    return found


def game_names() -> tuple[str, ...]:
    """All playable games, built in or from other packages; `broken_games` has the others."""
    return tuple([name for name in sorted({*installed(), *loaded}) if is_playable(name)])


def broken_games() -> dict[str, str]:
    """Installed games that cannot be played, each with the reason in one line."""
    return {name: faults[name] for name in sorted(installed()) if not is_playable(name)}


def is_playable(name: str) -> bool:
    try:
        load(name)
    except BrokenGame:
        return False
    return True


def load(name: str) -> Game:
    if name in loaded:
        return loaded[name]
    point = installed().get(name)
    if point is None:
        raise UnknownGame(f"there is no game {shown(name)}; installed: {', '.join(game_names()) or 'none'}")
    if name not in faults:
        admit(name, point)
    if name in faults:
        raise BrokenGame(f"the game {name} cannot be played: {faults[name]}")
    return loaded[name]


def admit(name: str, point: metadata.EntryPoint) -> None:
    """Load and check a game; a failure in it must not affect the others."""
    try:
        game = point.load()
        reason = fault(name, game) if isinstance(game, Game) else f"{point.value} is not a zunft.Game"
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
    if reason is None:
        loaded[name] = game
    else:
        faults[name] = reason


def load_setting(name: str, players: int, options: Mapping[str, Any]) -> Setting:
    return load(name).agree(players, options)
