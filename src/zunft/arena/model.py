"""Language models as bots: `llm:COMMAND` starts the command for every decision, with the prompt on stdin; what it
writes to stdout is the answer.

An answer that is not a legal action is counted and retried, with the reason; after some retries a random action is
played. A command that cannot be started, fails or times out is a fault, as with every other bot.
"""

from __future__ import annotations

import contextlib
import os
import random
import shlex
import subprocess
from typing import Final

from zunft.bots.program import BotFailed, last_line
from zunft.bots.register import UnknownBot
from zunft.core.errors import IllegalAction
from zunft.core.state import State
from zunft.core.text import Texts
from zunft.envs import answers, prompt
from zunft.envs.text import default_names

PREFIX: Final = "llm:"
TRIES: Final = 3


def is_model(name: str) -> bool:
    return name.startswith(PREFIX)


def command_of(name: str) -> list[str]:
    words = shlex.split(name.removeprefix(PREFIX))
    if not words:
        raise UnknownBot("llm: needs a command")
    return words


class ModelBot:
    """A command that gets prompts."""

    def __init__(self, name: str, patience: float, rng: random.Random) -> None:
        self.command = command_of(name)
        self.patience = patience
        self.rng = rng  # for decisions after the last retry
        self.notes = prompt.Notes()
        self.answers = 0
        self.illegal = 0

    def choose_at(self, state: State, player: int) -> int:
        game = state.setting.game
        say = game.texts["en"].with_names(default_names(state.setting.players))
        action = self.asked(state, player, say)
        self.notes.choose(state, player, action, say)
        return action

    def asked(self, state: State, player: int, say: Texts) -> int:
        game, view, legal = state.setting.game, state.view(player), state.legal_actions(player)
        texts = [game.text(action) for action in legal]
        labels = [game.label(action, view, say) for action in legal]
        question = f"# RULES\n{prompt.rules(game)}\n\n{prompt.prompt(state, player, self.notes, say)}"
        complaint = ""
        for _ in range(TRIES):
            answer = self.answer(question + complaint)
            self.answers += 1
            try:
                return answers.read(answer, legal, texts, labels)
            except IllegalAction as error:
                self.illegal += 1
                complaint = f"\n\n{error}"
        return self.rng.choice(legal)

    def answer(self, question: str) -> str:
        """What the command writes to stdout; on timeout it is killed with its children."""
        try:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise BotFailed(f"cannot be started: {error.strerror}: {self.command[0]}") from None
        with process:
            try:
                output, errors = process.communicate(question.encode(), timeout=self.patience)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, 9)
                raise BotFailed(f"gave no answer for {self.patience:g} seconds") from None
        if process.returncode:
            raise BotFailed(f"ended with code {process.returncode}{last_line(errors)}")
        return output.decode(errors="replace")
