"""Bots in processes of their own: any program that speaks the line protocol, and Python bots of other people.

The protocol is one JSON object a line over stdin and stdout; docs/protocol.md describes it. A Python bot from a file
runs in such a process too (`python -m zunft.bots.program FILE.py:Class`). It is sent a guess at the table, made from
what its player knows: by the view law a seat at that guess shows, allows and guesses the same as one at the true
table, so there is nothing to peek at.
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
from zunft.core.errors import ZunftError
from zunft.core.state import State

PROTOCOL: Final = 1
EXEC: Final = "exec:"
PATIENCE: Final = 30.0  # seconds for an answer, unless the match says otherwise
FAREWELL: Final = 1.0  # seconds to end by itself
LONGEST_ANSWER: Final = 65536  # characters


class BotFailed(ZunftError):
    """A bot crashed, was silent for too long, or answered what makes no sense."""


class ProgramBot:
    """A child process that is asked line by line, with an end to patience."""

    def __init__(self, command: Sequence[str], seed: int, patience: float = PATIENCE, python: bool = False) -> None:
        self.seed = seed
        self.patience = patience
        self.python = python  # gets guesses to think with
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
            }
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
        action = self.ask(question).get("action")
        if type(action) is not int or action not in actions:
            raise BotFailed(f"chose {action!r}, which is not legal now")
        return action

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer within the time of patience; sending counts too, since a deaf program may not read."""
        end = time.monotonic() + self.patience
        sender = threading.Thread(target=self.send, args=(question,), daemon=True)
        sender.start()
        sender.join(self.patience)
        if sender.is_alive():
            raise BotFailed(f"read nothing for {self.patience:g} seconds")
        try:
            line = self.answers.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            raise BotFailed(f"was silent for {self.patience:g} seconds") from None
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
            raise BotFailed(f"answered {line[:80].decode(errors='replace').strip()!r}, which is no JSON object")
        if "error" in answer:
            raise BotFailed(str(answer["error"])[:200])
        return answer

    def last_words(self) -> str:
        """The last line it wrote to stderr."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        self.errors.seek(0)
        lines = self.errors.read()[-LONGEST_ANSWER:].decode(errors="replace").split("\n")
        words = [line.strip() for line in lines if line.strip()]
        return f": {words[-1][:200]}" if words else ""

    def end(self, state: State | None = None) -> None:
        """Tell the result, close, and if that does not end it, kill it and what it started."""
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


def is_program(name: str) -> bool:
    """Whether this bot gets a process of its own: programs, files, and bots that other packages bring."""
    if name.startswith(EXEC):
        return True
    point = register.installed().get(register.plain_name(name))
    return point is None or not point.value.startswith("zunft.")


def check(name: str) -> None:
    """Complain about a bot that is not there before anything is played."""
    if not name.startswith(EXEC):
        register.load(name)
    elif not shlex.split(name.removeprefix(EXEC)):
        raise register.UnknownBot("exec: names no program")


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
