"""Tutorials: a guided first game as data, beside the game's texts.

`tutorial.toml` has the deal, and stops that each explain one thing and play a few actions. The rules determine whose
decision a line is: the learner makes their own, the others' and chance's are played automatically. docs/contract.md
describes the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib import resources
from typing import TYPE_CHECKING, Any

from zunft.core.errors import BadTutorial, IllegalAction, ZunftError, shown
from zunft.core.play import play
from zunft.core.state import CHANCE, NOBODY, State
from zunft.core.text import ENGLISH, LANGUAGES

if TYPE_CHECKING:
    from zunft.core.game import Game

FILE = "tutorial.toml"
MOST_BYTES = 256 * 1024
MOST_STOPS = 60
MOST_LINES = 500  # of the deal, or of a stop's actions
MOST_LIT = 20  # places that a stop highlights
MOST_ANSWERS = 20  # to wrong attempts at one stop
LONGEST_TEXT = 600  # characters
LONGEST_LINE = 200

EITHER = " | "  # between the alternatives of a line
ANYTHING = "*"  # among the alternatives: the others are suggestions


@dataclass
class Answer:
    """The reply to a wrong attempt."""

    on: list[str]  # patterns of the actions' texts, like "sell *"
    texts: dict[str, str]  # by language


@dataclass
class Stop:
    """One explanation with a task for the learner."""

    name: str
    texts: dict[str, str]  # by language
    light: list[str]  # places on the board to highlight, besides the choices
    answers: list[Answer]


@dataclass
class Beat:
    """One decision of the script with the chance draws after it; or, for NOBODY, a pause to read on."""

    stop: int
    player: int
    accepted: list[str]  # patterns of action texts, the script's own action first
    action: int
    draws: list[int] = field(default_factory=list)

    def is_reading(self) -> bool:
        return self.player == NOBODY

    def accepts(self, text: str) -> bool:
        return matches(text, self.accepted)

    def proposed(self) -> list[str]:
        """Where everything is accepted, what the text suggests."""
        return [pattern for pattern in self.accepted if pattern != ANYTHING]


class Tutorial:
    """The whole script; `beats` are its decisions and reading pauses in order."""

    game: Game
    players: int
    learner: int  # the seat
    names: dict[str, list[str]]  # of the other players, by language
    deal: list[int]  # chance draws before the first decision
    stops: list[Stop]
    beats: list[Beat]
    ending: dict[str, str]  # shown when the guided part is over, by language

    def __init__(self, game: Game, content: dict[str, Any]) -> None:
        self.game = game
        check_rules(game, content.get("rules"))
        self.players = number(content, "players", 1, game.players[-1])
        self.learner = number(content, "learner", 1, self.players) - 1
        self.names = names(content.get("names"), self.players - 1)
        self.ending = texts_of(content.get("ending"), "ending")
        stops = tables(content.get("stop"), "stop", MOST_STOPS)
        if not stops:
            raise BadTutorial("there is no [[stop]]")
        self.stops = [stop_of(entry, place) for place, entry in enumerate(stops, 1)]
        check_different([stop.name for stop in self.stops])
        state = game.new(self.players)
        self.deal = dealt(state, words(content.get("deal"), "deal", MOST_LINES))
        self.beats = []
        for place, entry in enumerate(stops):
            name = self.stops[place].name
            lines = words(entry.get("play", []), f"stop {name!r}: play", MOST_LINES)
            self.beats += played(state, place, name, lines, self.learner)

    def texts(self) -> list[tuple[str, dict[str, str]]]:
        """All texts of the script, each with the name of its stop."""
        found = []
        for stop in self.stops:
            found.append((stop.name, stop.texts))
            found += [(stop.name, answer.texts) for answer in stop.answers]
        return [*found, ("ending", self.ending)]

    def answer(self, stop: Stop, action: str, language: str) -> str:
        """Why this action is not what the stop asks for."""
        for answer in stop.answers:
            if matches(action, answer.on):
                return in_language(answer.texts, language)
        return in_language(stop.texts, language)


def load_tutorial(game: Game) -> Tutorial | None:
    """The game's tutorial.toml, validated by playing it; None if the game has none."""
    file = resources.files(game.package) / FILE
    if not file.is_file():
        return None
    content = file.read_bytes()
    if len(content) > MOST_BYTES:
        raise BadTutorial(f"{game.title}: {FILE} is longer than {MOST_BYTES} bytes")
    try:
        return Tutorial(game, tomllib.loads(content.decode("utf-8")))
    except (ValueError, RecursionError) as error:
        raise BadTutorial(f"{game.title}: {FILE} cannot be read: {error}") from None
    except ZunftError as error:
        raise BadTutorial(f"{game.title}: {FILE}: {error}") from None


def matches(text: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(text, pattern) for pattern in patterns)


def in_language(texts: dict[str, str], language: str) -> str:
    return texts.get(language, texts[ENGLISH])


# The script, played


def dealt(state: State, lines: list[str]) -> list[int]:
    found = []
    for line in lines:
        if state.current_player() != CHANCE:
            raise BadTutorial(f"deal: {shown(line)} comes when a player has to decide; a deal has only chance draws")
        found.append(play_line(state, line, "deal"))
    if state.current_player() == CHANCE:
        raise BadTutorial("deal: chance has more to draw before anybody decides")
    return found


def played(state: State, stop: int, name: str, lines: list[str], learner: int) -> list[Beat]:
    """The beats of a stop. A stop without a learner's decision begins with a reading pause."""
    found: list[Beat] = []
    where = f"stop {name!r}"
    for line in lines:
        if state.current_player() != CHANCE:
            decider, accepted = parse_line(line, where)
            player = state.current_player() if decider is None else decider
            for pattern in accepted[1:]:
                check_pattern(state, pattern, where)
            found.append(Beat(stop, player, accepted, play_line(state, accepted[0], where, decider)))
        elif found:
            found[-1].draws.append(play_line(state, line, where))
        else:
            raise BadTutorial(f"{where}: {shown(line)} is drawn right after a decision: it belongs to the stop before")
    if not any(beat.player == learner for beat in found):
        found.insert(0, Beat(stop, NOBODY, [], -1))
    return found


def parse_line(line: str, where: str) -> tuple[int | None, list[str]]:
    """Parse "@2 plan 1 | plan 2": a player who is not the current one, and the accepted actions."""
    seat, rest = line[1:].split(" ", 1) if line.startswith("@") and " " in line else ("", line)
    if seat and not (seat.isascii() and seat.isdecimal() and len(seat) < 3):
        raise BadTutorial(f"{where}: there is no player {shown(seat)}")
    return int(seat) - 1 if seat else None, rest.split(EITHER)


def check_pattern(state: State, pattern: str, where: str) -> None:
    """A pattern without a star is the text of an action."""
    try:
        if "*" not in pattern:
            state.setting.game.parse(pattern)
    except IllegalAction as error:
        raise BadTutorial(f"{where}: {error}") from None


def play_line(state: State, text: str, where: str, player: int | None = None) -> int:
    try:
        action = state.setting.game.parse(text)
        play(state, action, player)
    except IllegalAction as error:
        raise BadTutorial(f"{where}: {error}") from None
    return action


# Reading the file


def check_rules(game: Game, version: object) -> None:
    if version != game.rules:
        raise BadTutorial(f"written for rules version {shown(version)}; {game.title} has rules version {game.rules}")


def check_different(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise BadTutorial(f"there are two stops {name!r}")


def number(content: dict[str, Any], key: str, least: int, most: int) -> int:
    value = content.get(key)
    if type(value) is not int or not least <= value <= most:
        raise BadTutorial(f"{key} must be an integer from {least} to {most}, not {shown(value)}")
    return value


def tables(value: object, where: str, most: int) -> list[dict[str, Any]]:
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > most or not all(isinstance(entry, dict) for entry in value):
        raise BadTutorial(f"{where} must be at most {most} tables")
    return value


def words(value: object, where: str, most: int) -> list[str]:
    if not isinstance(value, list) or len(value) > most:
        raise BadTutorial(f"{where} must be a list of at most {most} texts")
    for line in value:
        if not isinstance(line, str) or not 0 < len(line) <= LONGEST_LINE:
            raise BadTutorial(f"{where}: {shown(line)} must be a string of at most {LONGEST_LINE} characters")
    return value


def names(value: object, others: int) -> dict[str, list[str]]:
    if not isinstance(value, dict) or ENGLISH not in value:
        raise BadTutorial(f"names.{ENGLISH} must name the other players")
    found = {language: words(value[language], f"names.{language}", others) for language in value}
    for language, spoken in found.items():
        if len(spoken) != others:
            raise BadTutorial(f"names.{language} must have {others} names")
    return found


def stop_of(entry: dict[str, Any], place: int) -> Stop:
    name = entry.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_LINE:
        raise BadTutorial(f"stop {place} must have a name")
    where = f"stop {name!r}"
    light = words(entry.get("light", []), f"{where}: light", MOST_LIT)
    wrong = tables(entry.get("wrong"), f"{where}: wrong", MOST_ANSWERS)
    return Stop(name, texts_of(entry, where), light, [answer_of(each, where) for each in wrong])


def answer_of(entry: dict[str, Any], where: str) -> Answer:
    return Answer(words(entry.get("on"), f"{where}: on", MOST_ANSWERS), texts_of(entry, f"{where}: wrong"))


def texts_of(entry: object, where: str) -> dict[str, str]:
    """The entry's text in each language it has; English is required."""
    if not isinstance(entry, dict):
        raise BadTutorial(f"{where} must be a table of texts")
    found: dict[str, Any] = {language: entry[language] for language in LANGUAGES if language in entry}
    for language, text in found.items():
        if not isinstance(text, str) or not 0 < len(text) <= LONGEST_TEXT:
            raise BadTutorial(f"{where}: {language} must be a string of at most {LONGEST_TEXT} characters")
    if ENGLISH not in found:
        raise BadTutorial(f"{where}: there is no text in English")
    return found
