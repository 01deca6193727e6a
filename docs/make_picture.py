"""Draws docs/board.svg: the terminal in the middle of a game, as `zunft play` shows it."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

from rich.console import Console

import zunft
from zunft.terminal.screen import Block, Screen

PICTURE = Path(__file__).resolve().parent / "board.svg"
GAME, PLAYERS, SEED = "norenberc", 3, 3
NAMES = ["Agnes", "Konrad", "Barbara"]
WIDTH = 112
PLAYED = 60  # decisions before the picture is taken
MOST_CHOICES = 12


def main() -> None:
    game = zunft.load(GAME)
    state = moment(game)
    say = game.texts["en"].with_names(NAMES)
    player = state.current_player()
    view, actions = state.view(player), state.legal_actions(player)[:MOST_CHOICES]
    screen = Screen(NAMES)
    screen.console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False)
    screen.show(screen.board(game.sheets(view, say)), "")
    screen.say(say.say(f"prompt.{view['decision']}"), "bold")
    labels = [game.label(action, view, say) for action in actions]
    screen.show(screen.choices([Block(labels, [game.text(action) for action in actions])]))
    drawn = screen.console.export_svg(title=game.title, unique_id="board")
    PICTURE.write_text(without_trailing_spaces(drawn), encoding="utf-8")


def moment(game: zunft.Game) -> zunft.State:
    """A position in which somebody has several choices, but not a screen full."""
    state, rng = game.new(PLAYERS), random.Random(SEED)
    decisions = 0
    while decisions < PLAYED or len(state.legal_actions()) < 4 or state.agenda[-1].sealed:
        zunft.deal(state, rng)
        state.apply(rng.choice(state.legal_actions()))
        zunft.deal(state, rng)
        decisions += 1
    return state


def without_trailing_spaces(text: str) -> str:
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


if __name__ == "__main__":
    main()
