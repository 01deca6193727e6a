"""The tools of the server: new game, join, position, choices, choose, log, rules.

Every result is text, built only from the seat's own view. The model gets refusals, too, and can react to them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from zunft import bots
from zunft.core.errors import BadOption, ZunftError
from zunft.core.game import Game, game_names, load
from zunft.core.text import LANGUAGES
from zunft.envs.prompt import rules, texts
from zunft.mcp.sessions import Session, Sessions, new_local
from zunft.mcp.site import LONGEST_WAIT, join
from zunft.version import __version__

P = ParamSpec("P")
OptionValue = str | int | bool | list[str]  # as text, or as JSON has it

LONGEST_NAME: Final = 40
MOST_OPTIONS: Final = 20
MOST_LINES: Final = 500
DEFAULT_LINES: Final = 50
DEFAULT_BOT: Final = "journeyman"
TURN: Final = 10.0  # seconds that `choose` waits for the next turn at a site

INSTRUCTIONS: Final = """Play board games. Start with `new_game` (against bots) or `join_game` (a seat at a site, by its
link) and read `rules` once. Then call `choose` until the game is over: each result has the new position and your
choices. You see only what the player in your seat may see."""


def answered(tool: Callable[P, str]) -> Callable[P, str]:
    """Turns refusals of a game or a site into tool errors that the model can read."""

    @wraps(tool)
    def call(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return tool(*args, **kwargs)
        except ZunftError as error:
            raise ToolError(str(error)) from None

    return call


class Tools:
    """The tools of one connection."""

    def __init__(self, sessions: Sessions | None = None) -> None:
        self.sessions = sessions or Sessions()

    def all(self) -> list[Callable[..., str]]:
        return [
            self.list_games,
            self.rules,
            self.new_game,
            self.join_game,
            self.position,
            self.choices,
            self.choose,
            self.log,
            self.end_game,
        ]

    def list_games(self) -> str:
        """List the games with their numbers of players and options, and the bots you can play against."""
        lines = []
        for name in game_names():
            game = load(name)
            options = "; ".join(
                f"{key}={option.values()}" for key, option in game.options.items() if key != "components"
            )
            players = f"{game.players[0]} to {game.players[-1]} players"
            lines.append(f"{name}: {players}. {texts(game, 'en').say('about')} Options: {options or 'none'}")
        return "\n".join([*lines, f"Bots: {', '.join(bots.bot_names())}"])

    def rules(self, game: str, language: str = "en") -> str:
        """A summary of a game's rules, its kinds of actions, and how to read a position. Languages: en, de, ru."""
        return rules(named(game), checked_language(language))

    def new_game(
        self,
        game: str,
        players: int | None = None,
        seat: int = 1,
        opponents: str | list[str] | None = None,
        options: dict[str, OptionValue] | None = None,
        seed: int | None = None,
        language: str = "en",
    ) -> str:
        """Start a game against bots. `seat`: yours, from 1; `opponents`: names of bots, which take the other seats in
        turn; the same `seed` gives the same deal. Returns the id of the game and the first position."""
        wanted = options or {}
        chosen = [opponents] if isinstance(opponents, str) else opponents or [DEFAULT_BOT]
        if len(wanted) > MOST_OPTIONS or len(chosen) > MOST_OPTIONS:
            raise BadOption(f"at most {MOST_OPTIONS} options and bots")
        found = named(game)
        read = {
            name: found.options[name].read(value) if isinstance(value, str) and name in found.options else value
            for name, value in wanted.items()
        }
        return self.opened(new_local(found, players, seat, chosen, read, seed, checked_language(language)))

    def join_game(self, link: str, name: str = "Model", language: str = "en") -> str:
        """Take a seat at a site by its link (https://site/t/TABLE/s/SECRET): an invitation, or your own seat. Returns
        the id of the game and the position."""
        return self.opened(join(link, name[:LONGEST_NAME], checked_language(language)))

    def opened(self, session: Session) -> str:
        return position_text(self.sessions.add(session), session, 0.0)

    def position(self, game_id: str, wait_seconds: float = 0.0) -> str:
        """Who you are, the position, what happened since your last decision, and your choices. At a site, waits up to
        `wait_seconds` (at most 60) for your turn."""
        session = self.sessions.get(game_id)
        with session.lock:
            return position_text(game_id, session, max(0.0, min(wait_seconds, LONGEST_WAIT)))

    def choices(self, game_id: str) -> str:
        """Your legal choices with their meaning in this position, and a sentence on each kind of action among them."""
        session = self.sessions.get(game_id)
        with session.lock:
            return session.choices() or "You have nothing to choose now."

    def choose(self, game_id: str, choice: str) -> str:
        """Make a choice: send the text before the bar. Returns the next position."""
        session = self.sessions.get(game_id)
        with session.lock:
            session.choose(choice)
            return position_text(game_id, session, TURN)

    def log(self, game_id: str, last: int = DEFAULT_LINES) -> str:
        """The last lines of the log (at most 500), as far as your seat may see it."""
        session = self.sessions.get(game_id)
        with session.lock:
            return "\n".join(session.log()[-max(1, min(last, MOST_LINES)) :]) or "Nothing has happened yet."

    def end_game(self, game_id: str) -> str:
        """Drop a game you no longer want to play; a seat at a site stays yours."""
        self.sessions.end(game_id)
        return f"Game {game_id} was dropped."


def position_text(name: str, session: Session, wait: float) -> str:
    text = session.prompt(wait)
    return "\n\n".join(part for part in (f"Game id: {name}", session.result(), text) if part)


def named(game: str) -> Game:
    """Models also write the game's title."""
    return load(game.strip().lower())


def checked_language(language: str) -> str:
    if language not in LANGUAGES:
        raise BadOption(f"language must be one of {', '.join(LANGUAGES)}, not {language[:20]!r}")
    return language


def server(tools: Tools | None = None) -> Any:
    """The server with all tools; `server().run("stdio")` serves one client."""
    found = MCPServer("zunft", title="Zunft", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    for tool in (tools or Tools()).all():
        found.add_tool(answered(tool), name=tool.__name__)
    return found
