"""Records: a whole game as a readable file. Options and actions, chance included, determine everything."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from zunft.core.errors import BadComponents, BadOption, BadRecord, IllegalAction, UnknownGame, shown
from zunft.core.game import COMPONENTS, Game, load
from zunft.core.play import play
from zunft.core.state import CHANCE, State

FORMAT = 1
HUMAN = "human"

MOST_CHARACTERS = 4 * 1024 * 1024  # in a record; the longest games use a third of it
MOST_IN_NAME = 100


class Record:
    """Game, rules version, options, names, actions; and the scores, once the game is over."""

    game: Game
    rules: int
    players: int
    options: dict[str, Any]
    names: list[str]
    seats: list[str]  # HUMAN or a bot's name; empty if unknown
    actions: list[int]
    deciders: list[int | None]  # who acted, if not the current player (sealed choices in another order)
    scores: list[int] | None

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] = (),
        seats: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.players = players
        self.options = dict(options or {})
        self.names = list(names)
        self.seats = list(seats)
        self.actions = []
        self.deciders = []
        self.scores = None

    @staticmethod
    def of(state: State, names: Sequence[str] = (), seats: Sequence[str] = ()) -> Record:
        """An empty record for a newly set up table."""
        setting = state.setting
        defaults = setting.game.options
        changed = {name: value for name, value in setting.options.items() if value != defaults[name].default}
        return Record(setting.game, setting.players, changed, names, seats)

    def add(self, state: State, action: int, player: int | None = None) -> None:
        """Check an action, apply it to the state and append it."""
        decider = None if player is None or player == state.current_player() else player
        play(state, action, player)
        self.actions.append(action)
        self.deciders.append(decider)
        self.scores = state.scores() if state.is_over() else None

    def new(self) -> State:
        return self.game.new(self.players, **self.options)

    def before(self, number: int) -> Record:
        """The record up to an action, without names and result."""
        found = Record(self.game, self.players, self.options)
        found.actions, found.deciders = self.actions[:number], self.deciders[:number]
        return found

    def states(self, journal: bool = False) -> Iterator[State]:
        """The state before each action and after the last. Always the same object: clone it to keep it."""
        state = self.new()
        if journal:
            state.journal = []
        yield state
        for number, (action, decider) in enumerate(zip(self.actions, self.deciders, strict=True), 1):
            try:
                play(state, action, decider)
            except IllegalAction as error:
                raise BadRecord(f"action {number}: {error}") from None
            yield state

    def decisions(self) -> Iterator[tuple[int, int, State]]:
        """The players' decisions: the action's number from 0, who decides, and the state before it; at the end of the
        loop that state, always the same object, is the last one."""
        for number, state in enumerate(self.states()):
            if number < len(self.actions):
                decider = self.deciders[number]
                player = state.current_player() if decider is None else decider
                if player != CHANCE:
                    yield number, player, state

    def replay(self, upto: int | None = None, journal: bool = False) -> State:
        """The state after all actions, or after the first `upto`."""
        if upto is not None and not 0 <= upto <= len(self.actions):
            raise BadRecord(f"the record has {len(self.actions)} actions; {upto} is not among 0 to {len(self.actions)}")
        state = self.new()
        for number, state in enumerate(self.states(journal)):  # noqa: B007 - the state at the break is the answer
            if number == upto:
                break
        if upto is None and self.scores is not None:
            self.check_scores(state)
        return state

    def check_scores(self, state: State) -> None:
        if not state.is_over():
            raise BadRecord(f"the record has the scores {self.scores}, but its actions do not end the game")
        if self.scores != state.scores():
            raise BadRecord(f"the record has the scores {self.scores}, but its actions lead to {state.scores()}")

    def to_json(self) -> str:
        lines = ",\n  ".join(json.dumps(line, ensure_ascii=False) for line in self.lines())
        head = {
            "zunft": FORMAT,
            "game": self.game.name,
            "rules": self.rules,
            "players": self.players,
            "options": self.options,
            "names": self.names,
            "seats": self.seats,
            "scores": self.scores,
        }
        opening = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
        return f'{opening},\n "actions": [\n  {lines}\n ]\n}}\n'

    def lines(self) -> list[str]:
        """Actions as text; "@2 plan 1 3" if player 2 was not the current player."""
        return [
            self.game.text(action) if decider is None else f"@{decider + 1} {self.game.text(action)}"
            for action, decider in zip(self.actions, self.deciders, strict=True)
        ]

    @staticmethod
    def from_json(text: str) -> Record:
        if len(text) > MOST_CHARACTERS:
            raise BadRecord(f"not a record: longer than {MOST_CHARACTERS} characters")
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"not a record: {error}") from None
        if not isinstance(content, dict) or "zunft" not in content:
            raise BadRecord("not a Zunft record: the key 'zunft' is missing")
        if content["zunft"] != FORMAT:
            raise BadRecord(f"record format {shown(content['zunft'])}; this version reads format {FORMAT}")
        try:
            return parse(content)
        except (UnknownGame, BadOption, BadComponents) as error:
            raise BadRecord(str(error)) from None


def parse(content: dict[str, Any]) -> Record:
    game = load(field(content, "game", str))
    rules = field(content, "rules", int)
    if rules != game.rules:
        raise BadRecord(
            f"the record was played by rules version {shown(rules)} of {game.title}; "
            f"this Zunft plays rules version {game.rules} and cannot replay it"
        )
    record = Record(game, field(content, "players", int), field(content, "options", dict))
    if isinstance(record.options.get(COMPONENTS), str):
        raise BadRecord("option components: a record holds the tables themselves, not the name of a file")
    game.agree(record.players, record.options)
    record.names = words(content, "names", record.players)
    record.seats = words(content, "seats", record.players) if "seats" in content else []
    lines: list[object] = field(content, "actions", list)
    if len(lines) > game.bound:
        raise BadRecord(f"the record has {len(lines)} actions; no game of {game.title} takes more than {game.bound}")
    for number, line in enumerate(lines, 1):
        add_line(record, number, line)
    scores = content.get("scores")
    if scores is not None and not (isinstance(scores, list) and all(type(score) is int for score in scores)):
        raise BadRecord("scores must be a list of integers")
    record.scores = scores
    return record


def add_line(record: Record, number: int, line: object) -> None:
    if not isinstance(line, str):
        raise BadRecord(f"action {number}: must be a string, not {shown(line)}")
    seat, text = line[1:].split(" ", 1) if line.startswith("@") and " " in line else ("", line)
    seats = [str(player + 1) for player in range(record.players)]
    if seat and seat not in seats:
        raise BadRecord(f"action {number}: there is no player {shown(seat)}")
    try:
        record.actions.append(record.game.parse(text))
    except IllegalAction as error:
        raise BadRecord(f"action {number}: {error}") from None
    record.deciders.append(int(seat) - 1 if seat else None)


def words(content: dict[str, Any], key: str, most: int) -> list[str]:
    found: list[Any] = field(content, key, list)
    if len(found) > most or not all(isinstance(word, str) and len(word) <= MOST_IN_NAME for word in found):
        raise BadRecord(f"{key} must be a list of texts, one for each player, of at most {MOST_IN_NAME} characters")
    return found


def field(content: dict[str, Any], key: str, kind: type) -> Any:
    value = content.get(key)
    if type(value) is not kind:
        wanted = {str: "a string", int: "an integer", dict: "a table", list: "a list"}[kind]
        raise BadRecord(f"{key} must be {wanted}")
    return value
