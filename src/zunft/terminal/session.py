"""A session at a terminal: shows the table to the deciding player, reads choices, runs commands."""

from __future__ import annotations

import contextlib
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from zunft.bots import Seat
from zunft.core.errors import ZunftError
from zunft.core.play import why_not
from zunft.core.text import Texts
from zunft.terminal import hinting, scoring, typed, words
from zunft.terminal.choices import Choices
from zunft.terminal.match import Match
from zunft.terminal.screen import GAP, Screen

COMMANDS: Final = ("undo", "hint", "save", "log", "board", "standings", "help", "quit")
EXPLAIN: Final = "?"
PROMPT: Final = "> "
LEAST_LOG: Final = 5  # log lines that are always shown
LEAST_CHOICES: Final = 8  # lines always available to the choices
LAST_LOG: Final = 20
OTHER_LINES: Final = 5
MOST_ALIKE: Final = 12
SIGNAL: Final = 128


class Quit(Exception):
    """The user quits; a game worth saving is saved."""


class Session:
    """One game from its current position to its end, or until a player quits."""

    def __init__(self, match: Match, say: Texts, path: Path) -> None:
        self.match = match
        self.say = say.with_names(match.names)
        self.game_say = words.game_texts(match.game, say.language, match.names)
        self.screen = Screen(match.names)
        self.path = path
        self.saved = len(match.record.actions) if path.exists() else 0  # number of actions saved
        self.seen = dict.fromkeys(match.humans(), 0)  # by player: events shown before the last decision
        self.sitting: int | None = None  # who is at the screen
        self.hinted = False
        self.signal = signal.SIGINT
        self.commands = {word: command for command in COMMANDS for word in (command, say.say(f"word.{command}"))}

    # The main loop

    def run(self) -> int:
        try:
            with self.ended_by(signal.SIGTERM, "SIGHUP"):
                self.greet()
                self.play()
                self.end()
        except Quit:
            self.screen.say(self.say.say("play.bye"))
        except EOFError:
            self.screen.say("")
            self.leave()
        except KeyboardInterrupt:
            self.screen.say("")
            self.leave()
            return SIGNAL + self.signal
        except ZunftError:
            self.leave()
            raise
        return 0

    @contextlib.contextmanager
    def ended_by(self, *signals: signal.Signals | str) -> Iterator[None]:
        """Closing the window or SIGTERM ends the game like Ctrl-C; Windows lacks some of the signals."""
        numbers = [getattr(signal, name) if isinstance(name, str) else name for name in signals if is_available(name)]
        before = {number: signal.signal(number, self.interrupt) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        self.signal = signal.Signals(number)
        raise KeyboardInterrupt

    def play(self) -> None:
        while (player := self.match.advance()) is not None:
            if player != self.sitting and len(self.match.humans()) > 1:
                self.hand_over(player)
            self.sitting = player
            self.decide(player)

    def greet(self) -> None:
        record = self.match.record
        self.screen.say(
            self.say.say("play.table", title=record.game.title, players=list(range(record.players))), "bold"
        )
        for player in self.match.bots:
            kind = record.seats[player]
            kind = words.text_or(self.say, f"bot.{kind}", kind)
            self.screen.show(self.screen.marked(self.say.say("play.bot", player=player, kind=kind)))

    def hand_over(self, player: int) -> None:
        """Hide everything that the previous player saw."""
        self.screen.clear_scrollback()
        typed.clear_history()
        self.read(self.say.say("play.hand_over", player=player) + " ")

    def end(self) -> None:
        humans = self.match.humans()
        viewer = humans[0] if len(humans) == 1 else None
        self.screen.clear()
        self.draw_board(viewer)
        self.draw_log(viewer, min(self.seen.values()), LAST_LOG)
        scoring.show(self.screen, self.match.state, self.game_say, self.say)
        self.after_the_end(viewer)

    def after_the_end(self, viewer: int | None) -> None:
        """Keep the table on screen until the players leave."""
        self.screen.say(self.say.say("play.after_the_end"), "dim")
        with contextlib.suppress(EOFError):
            while line := self.read(PROMPT).strip():
                word, _, rest = line.partition(" ")
                match self.commands.get(word.casefold()):
                    case "save":
                        self.save(rest.strip())
                    case "log":
                        self.show_log(viewer, rest)
                    case "board":
                        self.draw_board(viewer)
                        scoring.show(self.screen, self.match.state, self.game_say, self.say)
                    case "quit":
                        return
                    case _:
                        self.screen.say(self.say.say("play.after_the_end"), "dim")

    # One decision

    def decide(self, player: int) -> None:
        """Ask until the player has chosen or undone something."""
        view = self.match.state.view(player)
        listed = self.match.game.codes.listed(self.match.state.legal_actions(player))
        choices = Choices(self.match.game, view, listed, self.game_say)
        self.draw(player, view["decision"], choices)
        while not self.run_line(player, choices, self.read(PROMPT).strip()):
            pass

    def run_line(self, player: int, choices: Choices, line: str) -> bool:
        """Run one input line; returns whether the table has changed."""
        place = choices.exactly(line)
        if place is not None:
            self.choose(player, choices.actions[place])
            return True
        word, _, rest = line.partition(" ")
        if word == EXPLAIN:
            self.explain(choices)
        elif word.casefold() in self.commands:
            return self.command(player, self.commands[word.casefold()], rest.strip(), choices)
        elif line:
            return self.choose_like(player, choices, line)
        return False

    def choose(self, player: int, action: int) -> None:
        self.seen[player] = len(self.match.state.journal or [])
        self.match.add(action, player)

    def choose_like(self, player: int, choices: Choices, line: str) -> bool:
        """Accept an abbreviation if only one choice matches it."""
        alike = [] if line.isdecimal() else choices.like(line)
        if len(alike) == 1:
            self.choose(player, choices.actions[alike[0]])
            return True
        if alike:
            self.screen.say(self.say.say("play.which"))
            for place in alike[:MOST_ALIKE]:
                self.screen.show(self.screen.choice(place + 1, choices.labels[place], len(str(len(choices.labels)))))
            if len(alike) > MOST_ALIKE:
                self.screen.say(self.say.say("play.more", count=len(alike) - MOST_ALIKE), "dim")
        else:
            self.screen.say(self.why_not(player, line) or self.no_such_choice(line, choices))
        return False

    def why_not(self, player: int, line: str) -> str:
        """The reason, if the input names an action that is not legal now."""
        wanted = " ".join(line.casefold().split())
        named = [action for action, text in enumerate(self.match.game.codes.texts) if text.casefold() == wanted]
        why = why_not(self.match.state, named[0], player) if named else None
        return "" if why is None else why.say(self.game_say)

    def no_such_choice(self, line: str, choices: Choices) -> str:
        return self.say.say("play.no_such_choice", line=line, count=len(choices.actions))

    # Commands

    def command(self, player: int, command: str, rest: str, choices: Choices) -> bool:
        match command:
            case "undo":
                return self.undo(player)
            case "hint":
                hinting.show(self.screen, Seat(self.match.state, player), choices, self.say)
            case "save":
                self.save(rest)
            case "log":
                self.show_log(player, rest)
            case "board":
                self.draw(player, self.match.state.view(player)["decision"], choices)
            case "standings":
                scoring.show_standings(self.screen, self.match.state, player, self.game_say, self.say)
            case "help":
                self.help(player)
            case _:
                self.quit()
        return False

    def undo(self, player: int) -> bool:
        bar = self.match.bar_to_undo(player)
        if bar is not None:
            self.screen.say(self.say.say(f"undo.{bar}"))
            return False
        self.match.undo()
        for human, seen in self.seen.items():
            self.seen[human] = min(seen, len(self.match.state.journal or []))
        return True

    def save(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.path
        try:
            if not name:
                path.parent.mkdir(parents=True, exist_ok=True)
            self.match.save(path)
        except OSError as error:
            self.screen.say(self.say.say("save.failed", file=path, reason=error.strerror or error))
            return
        self.path, self.saved = path, len(self.match.record.actions)
        self.screen.say(self.say.say("save.done", file=path))

    def show_log(self, viewer: int | None, rest: str) -> None:
        lines = self.log(viewer)
        for line in lines[-int(rest) :] if rest.isdecimal() and int(rest) else lines:
            self.screen.show(line)

    def help(self, player: int) -> None:
        table = Table.grid(padding=(0, GAP))
        for command in COMMANDS:
            table.add_row(Text(self.say.say(f"usage.{command}"), style="bold"), self.say.say(f"usage_help.{command}"))
        table.add_row(Text(EXPLAIN, style="bold"), self.say.say("usage_help.explain"))
        self.screen.say(self.say.say("play.how_to_choose"))
        self.screen.show(table)
        beside = self.match.game.reference(self.match.state.view(player), self.game_say)
        if beside:
            self.screen.show("", self.screen.board(beside))

    def explain(self, choices: Choices) -> None:
        table = Table.grid(padding=(0, GAP))
        for numbers, help in choices.explained():
            table.add_row(Text(numbers, style="bold"), help)
        self.screen.show(table)

    def quit(self) -> None:
        if self.is_worth_saving():
            answer = self.read(self.say.say("save.ask", file=self.path) + " ").strip().casefold()
            if answer not in self.say.find("answer.no"):
                self.leave()
        raise Quit

    def is_worth_saving(self) -> bool:
        return self.match.is_begun() and self.saved != len(self.match.record.actions) and not self.match.state.is_over()

    def leave(self) -> None:
        """Save unsaved progress to the chosen path, or to a fallback."""
        if not self.is_worth_saving():
            return
        for path in (self.path, Path.cwd() / self.path.name, Path(tempfile.gettempdir()) / self.path.name):
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                self.match.save(path)
            except OSError:
                continue
            self.saved = len(self.match.record.actions)
            self.screen.say(self.say.say("save.done", file=path))
            self.screen.say(self.say.say("save.resume_with", file=path))
            return

    # Showing and reading

    def draw(self, player: int, decision: str, choices: Choices) -> None:
        """Show the table, the events since the last decision, the question and its choices."""
        if self.hinted:
            self.screen.clear()
        drawn = self.board(player)
        room = self.room_beside(drawn)
        offered = self.screen.choices(choices.blocks(), max(LEAST_CHOICES, room - LEAST_LOG))
        self.screen.show(drawn, "")
        self.draw_log(player, self.seen[player], max(LEAST_LOG, room - self.screen.height(offered)))
        question = words.text_or(self.game_say, f"prompt.{decision}", decision)
        self.screen.show(Text.assemble(self.screen.player(player), ": ", (question, "bold")))
        self.screen.show(offered)
        if not self.hinted:
            self.screen.say(self.say.say("play.hint"), "dim")
            self.hinted = True

    def room_beside(self, drawn: RenderableType) -> int:
        """Lines left for log and choices, besides the question, the prompt and gaps; unlimited on a pipe."""
        if not self.screen.console.is_terminal:
            return sys.maxsize
        return self.screen.console.height - self.screen.height(drawn) - OTHER_LINES

    def board(self, viewer: int | None) -> RenderableType:
        return self.screen.board(self.match.game.sheets(self.match.state.view(viewer), self.game_say))

    def draw_board(self, viewer: int | None) -> None:
        self.screen.show(self.board(viewer), "")

    def draw_log(self, viewer: int | None, since: int, most: int) -> None:
        lines = self.log(viewer, since)
        if len(lines) > most:
            self.screen.say(self.say.say("play.earlier", count=len(lines) - most), "dim")
        self.screen.show(*lines[-most:], *[""] * bool(lines))

    def log(self, viewer: int | None, since: int = 0) -> list[Text]:
        events = self.match.events(viewer, since)
        return [self.screen.marked(self.game_say.say(f"log.{event.key}", **event.args)) for event in events]

    def read(self, prompt: str) -> str:
        self.screen.console.file.flush()
        return typed.line(prompt)


def is_available(name: signal.Signals | str) -> bool:
    return not isinstance(name, str) or hasattr(signal, name)
