"""Bots in separate processes: any program that speaks the line protocol, and third-party Python bots.

The protocol is one JSON object per line over stdin and stdout; docs/protocol.md describes it. A Python bot from a
file runs in such a process too (`python -m zunft.bots.program FILE.py:Class`). It receives a guess of the table,
based on what its player knows: by the view law a seat at that guess shows, allows and guesses the same as one at the
true table, so there is nothing to peek at.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import queue
import random
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import IO, Any, Final

from zunft.bots import register
from zunft.bots.seat import Seat
from zunft.bots.thinking import REQUESTS, Thinking
from zunft.core.errors import ZunftError
from zunft.core.state import Event, State

PROTOCOL: Final = 1
EXEC: Final = "exec:"
PATIENCE: Final = 30.0  # default timeout for an answer, in seconds
FAREWELL: Final = 1.0  # seconds to exit by itself
LONGEST_ANSWER: Final = 65536  # characters
LONGEST_STDERR: Final = 65536  # bytes kept of it


class BotFailed(ZunftError):
    """A bot crashed, timed out, or gave an invalid answer."""


class ProgramBot:
    """A child process that answers line by line, within a timeout."""

    def __init__(self, command: Sequence[str], seed: int, patience: float = PATIENCE, python: bool = False) -> None:
        self.seed = seed
        self.patience = patience
        self.python = python  # is sent guesses to search on
        self.rng = random.Random(seed)  # for guesses that the program requests
        self.reported = 0  # how much of the journal it has received
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        try:
            self.process = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, start_new_session=True
            )
        except OSError as error:
            self.errors.close()
            raise BotFailed(f"cannot be started: {error.strerror}: {command[0]}") from None
        self.answers: queue.Queue[bytes] = queue.Queue()
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin: IO[bytes] = self.process.stdin
        self.listener = threading.Thread(target=self.listen, args=(self.process.stdout,), daemon=True)
        self.listener.start()

    def listen(self, stdout: IO[bytes]) -> None:
        with stdout:
            while line := stdout.readline(LONGEST_ANSWER):
                self.answers.put(line)
        self.answers.put(b"")

    def begin(self, state: State, player: int) -> None:
        setting = state.setting
        options = {name: value for name, value in setting.options.items() if value is not None}
        answer = self.ask(
            {
                "type": "game",
                "protocol": PROTOCOL,
                "game": setting.game.name,
                "rules": setting.game.rules,
                "players": setting.players,
                "options": options,
                "player": player,
                "num_actions": setting.game.num_actions,
                "seed": self.seed,
                "requests": list(REQUESTS),
            },
            time.monotonic() + self.patience,
        )
        if answer.get("type") != "ready" or answer.get("protocol") != PROTOCOL:
            raise BotFailed(f'did not answer "ready" with protocol {PROTOCOL}')

    def choose_at(self, state: State, player: int, nodes: int | None, seconds: float | None) -> int:
        actions = state.legal_actions(player)
        question: dict[str, Any] = {
            "type": "choose",
            "view": state.view(player),
            "actions": actions,
            "texts": [state.setting.game.text(action) for action in actions],
            "nodes": nodes,
            "seconds": seconds,
        }
        if self.python:
            guess = state.resample(player, random.Random(self.seed))
            guess.journal = None
            question["table"] = base64.b64encode(pickle.dumps(guess)).decode()
        else:
            question["events"] = self.new_events(state, player)
        action = self.answer_to(question, Thinking(state, player, self.rng)).get("action")
        if type(action) is not int or action not in actions:
            raise BotFailed(f"chose {action!r}, which is not legal now")
        return action

    def new_events(self, state: State, player: int) -> list[dict[str, Any]]:
        """Events since the last question that this player may see."""
        journal = state.journal or []
        events = [event for event in journal[self.reported :] if event.is_visible_to(player)]
        self.reported = len(journal)
        return [event_row(event, state) for event in events]

    def answer_to(self, question: dict[str, Any], thinking: Thinking) -> dict[str, Any]:
        """The answer to a question; before it the program may request guesses. All within one timeout."""
        end = time.monotonic() + self.patience
        message = self.ask(question, end)
        while message.get("type") in REQUESTS:
            message = self.ask(thinking.answer(message), end)
        return message

    def ask(self, question: dict[str, Any], end: float) -> dict[str, Any]:
        """The answer within the timeout, which includes sending, since the program may not be reading."""
        sender = threading.Thread(target=self.send, args=(question,), daemon=True)
        sender.start()
        sender.join(max(0.0, end - time.monotonic()))
        if sender.is_alive():
            raise BotFailed(f"read nothing for {self.patience:g} seconds")
        try:
            line = self.answers.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            raise BotFailed(f"gave no answer for {self.patience:g} seconds") from None
        return self.understood(line)

    def send(self, message: dict[str, Any]) -> None:
        with contextlib.suppress(OSError, ValueError):
            self.stdin.write(json.dumps(message).encode() + b"\n")
            self.stdin.flush()

    def understood(self, line: bytes) -> dict[str, Any]:
        if not line:
            raise BotFailed(f"ended{self.last_words()}")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise BotFailed(f"answered {line[:80].decode(errors='replace').strip()!r}, which is not a JSON object")
        if "error" in answer:
            raise BotFailed(str(answer["error"])[:200])
        return answer

    def last_words(self) -> str:
        """The last line it wrote to stderr."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        return last_line(self.stderr().encode())

    def stderr(self) -> str:
        """Everything it has written to stderr, truncated to the end."""
        size = self.errors.seek(0, os.SEEK_END)
        left_out = max(0, size - LONGEST_STDERR)
        self.errors.seek(left_out)
        text = self.errors.read(LONGEST_STDERR).decode(errors="replace")
        return f"({left_out} bytes left out)\n{text}" if left_out else text

    def end(self, state: State | None = None) -> None:
        """Send the result and close; if it does not exit, kill it and its children."""
        if state is not None and state.is_over():
            sender = threading.Thread(
                target=self.send, args=({"type": "over", "scores": state.scores(), "winners": state.winners()},)
            )
            sender.daemon = True
            sender.start()
            sender.join(FAREWELL)
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                if not sender.is_alive():
                    self.stdin.close()
                self.process.wait(FAREWELL)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, 9)
        self.process.wait()
        self.listener.join(FAREWELL)
        with contextlib.suppress(OSError):
            self.stdin.close()
        self.errors.close()


def event_row(event: Event, state: State) -> dict[str, Any]:
    """An event as data and as text."""
    game, players = state.setting.game, state.setting.players
    say = game.texts["en"].with_names([f"P{seat + 1}" for seat in range(players)])
    text = say.say(f"log.{event.key}", **event.args)
    return {"key": event.key, "args": event.args, "source": event.source, "target": event.target, "text": text}


def last_line(errors: bytes) -> str:
    """The last line of stderr, preceded by a colon."""
    lines = errors[-LONGEST_ANSWER:].decode(errors="replace").split("\n")
    words = [line.strip() for line in lines if line.strip()]
    return f": {words[-1][:200]}" if words else ""


def is_program(name: str) -> bool:
    """Whether this bot runs in a separate process: programs, files, and bots from other packages."""
    if name.startswith(EXEC):
        return True
    point = register.installed().get(register.plain_name(name))
    return point is None or not point.value.startswith("zunft.")


def check(name: str) -> None:
    """Fail before the first game if a bot does not exist."""
    if not name.startswith(EXEC):
        register.load(name)
    elif not shlex.split(name.removeprefix(EXEC)):
        raise register.UnknownBot("exec: needs a program")


def start(name: str, seed: int, patience: float = PATIENCE) -> ProgramBot:
    if name.startswith(EXEC):
        return ProgramBot(shlex.split(name.removeprefix(EXEC)), seed, patience)
    return ProgramBot([sys.executable, "-m", "zunft.bots.program", name], seed, patience, python=True)


# The other end: a Python bot in this process


def serve(name: str, source: IO[str], answer_to: IO[str]) -> None:
    make = register.load(name)
    bot: Any = None
    player = 0
    for line in source:
        message = json.loads(line)
        if message["type"] == "game":
            bot, player = make(message["seed"]), message["player"]
            reply: dict[str, Any] = {"type": "ready", "protocol": PROTOCOL}
        elif message["type"] == "choose":
            table = pickle.loads(base64.b64decode(message["table"]))
            reply = {"action": bot.choose(Seat(table, player, message["nodes"], message["seconds"]))}
        else:
            return
        print(json.dumps(reply, default=str), file=answer_to, flush=True)


if __name__ == "__main__":
    own_stdout, sys.stdout = sys.stdout, sys.stderr  # a bot may print
    serve(sys.argv[1], sys.stdin, own_stdout)
