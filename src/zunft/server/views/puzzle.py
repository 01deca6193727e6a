"""A puzzle as its solver sees it: board and choices of one seat, then the answer with its reason."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from zunft.core.game import Game
from zunft.review import why
from zunft.review.collection import StoredPuzzle
from zunft.review.words import points, share
from zunft.server.people.names import BOT_NAMES
from zunft.server.views.boards import Choice, boards, choices_of


class PuzzleView(msgspec.Struct):
    """Built only from the solver's own view and legal actions."""

    board: Markup
    prompt: str
    choices: list[Choice]
    names: list[str]
    player: int


class AnswerView(msgspec.Struct):
    right: bool
    chosen: str
    best: str
    chance: str
    margin: str
    error: str
    why: str


def names_of(puzzle: StoredPuzzle) -> list[str]:
    return list(BOT_NAMES[: puzzle.record.players])


def puzzle_view(puzzle: StoredPuzzle, language: str, answered: bool = False) -> PuzzleView:
    """Once answered, there are no more choices."""
    game: Game = puzzle.record.game
    names = names_of(puzzle)
    say = game.texts[language].with_names(names)
    state = puzzle.record.replay()
    view = state.view(puzzle.player)
    choices = [] if answered else choices_of(state, puzzle.player, view, say)
    drawn = boards(game, language).draw(view, choices, names)
    decision = view["decision"]
    prompt = say.say(f"prompt.{decision}") if decision else ""
    return PuzzleView(Markup("".join(drawn)), prompt, choices, names, puzzle.player)


def answer_view(puzzle: StoredPuzzle, chosen: int, language: str) -> AnswerView:
    game: Game = puzzle.record.game
    say = game.texts[language].with_names(names_of(puzzle))
    view = puzzle.record.replay().view(puzzle.player)
    return AnswerView(
        chosen == puzzle.solution,
        game.label(chosen, view, say),
        game.label(puzzle.solution, view, say),
        share(puzzle.chance),
        points(puzzle.margin),
        points(puzzle.margin_error),
        why(puzzle.reasons, game, language),
    )
