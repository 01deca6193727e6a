"""Games that a model plays: in this process against bots, or at a site. Both show only the seat's own view."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from threading import RLock
from typing import Any, Final, Protocol

from zunft import bots
from zunft.bots import Seat
from zunft.core.errors import BadOption, IllegalAction
from zunft.core.game import Game
from zunft.core.play import draw, play
from zunft.core.state import CHANCE
from zunft.core.text import Texts
from zunft.envs import answers
from zunft.envs.prompt import Notes, choices, event_lines, prompt, texts
from zunft.envs.text import default_names

MOST_GAMES: Final = 20  # kept at once; the least recently used one is dropped
SEED_BITS: Final = 32


class Session(Protocol):
    """One game, seen from one seat."""

    game: Game
    language: str
    lock: RLock  # a client may call several tools at once

    def prompt(self, wait: float = 0.0) -> str:
        """Who you are, the position, what happened since your last decision, and the choices; waits for your turn."""

    def choices(self) -> str:
        """The legal choices: the text to send and its meaning in this position; then what these kinds of actions do.
        Empty if there is nothing to choose."""

    def choose(self, choice: str) -> None:
        """Play a choice and let the others continue."""

    def log(self) -> list[str]:
        """Everything that happened, as far as the seat may see it."""

    def result(self) -> str:
        """Points and winners once the game is over; empty before."""


class LocalGame:
    """A game in this process, with bots in the other seats."""

    def __init__(
        self,
        game: Game,
        players: int,
        seat: int,
        opponents: Sequence[str],
        options: Mapping[str, Any],
        seed: int | None,
        language: str,
    ) -> None:
        if not 0 <= seat < players:
            raise BadOption(f"seat must be 1 to {players}")
        self.game, self.language, self.player = game, language, seat
        self.state = game.new(players, **options)
        self.state.journal = []
        self.rng = random.Random(seed)
        others = [player for player in range(players) if player != seat]
        self.bots = {
            player: bots.load(opponents[at % len(opponents)])(self.rng.getrandbits(SEED_BITS))
            for at, player in enumerate(others)
        }
        self.say = texts(game, language).with_names(default_names(players))
        self.notes = Notes()
        self.lock = RLock()
        self.advance()

    def advance(self) -> None:
        """Play chance and bots until the seat has to decide or the game is over."""
        while not self.state.is_over():
            player = self.state.current_player()
            if player == self.player:
                return
            if player == CHANCE:
                self.state.apply(draw(self.state, self.rng))
            else:
                play(self.state, self.bots[player].choose(Seat(self.state, player)))

    def prompt(self, wait: float = 0.0) -> str:
        """It is always the seat's turn here."""
        return prompt(self.state, self.player, self.notes, self.say)

    def choices(self) -> str:
        return explained(self.game, self.state.legal_actions(self.player), self.state.view(self.player), self.say)

    def choose(self, choice: str) -> None:
        if self.state.is_over():
            raise IllegalAction("the game is over")
        legal, view = self.state.legal_actions(self.player), self.state.view(self.player)
        labels = [self.game.label(action, view, self.say) for action in legal]
        action = answers.read(choice, legal, [self.game.text(action) for action in legal], labels)
        self.notes.choose(self.state, self.player, action, self.say)
        play(self.state, action, self.player)
        self.advance()

    def log(self) -> list[str]:
        return event_lines(self.state.journal or [], self.player, self.say)

    def result(self) -> str:
        if not self.state.is_over():
            return ""
        winners = [self.say.name(player) for player in self.state.winners()]
        return final(default_names(self.state.setting.players), self.state.scores(), winners)


def explained(game: Game, actions: Sequence[int], view: Mapping[str, Any], say: Texts) -> str:
    """The choices, and a sentence on each kind of action among them."""
    kinds = dict.fromkeys(game.codes.take_apart(action).kind for action in actions)
    helps = "\n".join([f"{kind}: {say.say(f'help.{kind}')}" for kind in kinds])
    return "\n\n".join(part for part in (choices(game, view, actions, say), helps) if part)


def final(names: Sequence[str], scores: Sequence[object], winners: Sequence[str]) -> str:
    points = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
    return f"The game is over. Points: {points}. Won by {', '.join(winners)}."


class Sessions:
    """The games of one server by short ids; a limited number is kept."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self.most = most
        self.kept: dict[str, Session] = {}  # the most recently used last
        self.number = 0
        self.lock = RLock()

    def add(self, session: Session) -> str:
        with self.lock:
            self.number += 1
            name = f"g{self.number}"
            self.kept[name] = session
            while len(self.kept) > self.most:
                self.kept.pop(next(iter(self.kept)))
            return name

    def get(self, name: str) -> Session:
        with self.lock:
            session = self.kept.pop(name, None)
            if session is None:
                known = ", ".join(self.kept) or "none"
                raise BadOption(f"there is no game {name[:20]!r}; open games: {known}. At most {self.most} are kept")
            self.kept[name] = session
            return session

    def end(self, name: str) -> None:
        self.get(name)
        with self.lock:
            self.kept.pop(name, None)


def new_local(
    game: Game,
    players: int | None,
    seat: int,
    opponents: Sequence[str],
    options: Mapping[str, Any],
    seed: int | None,
    language: str,
) -> LocalGame:
    """Installed bots only: a name must not refer to a file or a program."""
    unknown = [name for name in opponents if name not in bots.bot_names()]
    if unknown or not opponents:
        raise BadOption(
            f"opponents must be among {', '.join(bots.bot_names())}, not {', '.join(unknown)[:100] or 'none'}"
        )
    if "components" in options:
        raise BadOption("components cannot be replaced here")
    number = game.players[0] if players is None else players
    game.check_players(number)
    return LocalGame(game, number, seat - 1, opponents, options, seed, language)
