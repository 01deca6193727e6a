"""A puzzle, or a mistake in a reviewed game, as its solver sees it: board and choices of one seat, then the answer with
its reason."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from zunft.core.game import Game
from zunft.core.record import Record
from zunft.review import Choice as JudgedChoice
from zunft.review import Part, Review, why
from zunft.review.account import is_clearly_worse
from zunft.review.collection import StoredPuzzle
from zunft.review.words import points, share
from zunft.server.people.names import BOT_NAMES
from zunft.server.texts import site_texts
from zunft.server.views.boards import Choice, boards, choices_of


class PuzzleView(msgspec.Struct):
    """Built only from the solver's own view and legal actions."""

    board: Markup
    prompt: str
    choices: list[Choice]
    names: list[str]
    player: int


class AnswerView(msgspec.Struct):
    verdict: str
    best: str
    why: str
    others: list[str]  # about the solver's choice, and the one in the game


def names_of(puzzle: StoredPuzzle) -> list[str]:
    return list(BOT_NAMES[: puzzle.record.players])


def puzzle_view(puzzle: StoredPuzzle, language: str, answered: bool = False) -> PuzzleView:
    """Once answered, there are no more choices."""
    return position_view(puzzle.record, puzzle.player, names_of(puzzle), language, answered)


def position_view(record: Record, player: int, names: list[str], language: str, answered: bool) -> PuzzleView:
    game: Game = record.game
    say = game.texts[language].with_names(names)
    state = record.replay()
    view = state.view(player)
    choices = [] if answered else choices_of(state, player, view, say)
    drawn = boards(game, language).draw(view, choices, names)
    decision = view["decision"]
    prompt = say.say(f"prompt.{decision}") if decision else ""
    return PuzzleView(Markup("".join(drawn)), prompt, choices, names, player)


def answer_view(puzzle: StoredPuzzle, chosen: int, language: str) -> AnswerView:
    game, ui = puzzle.record.game, site_texts()[language]
    say = game.texts[language].with_names(names_of(puzzle))
    view = puzzle.record.replay().view(puzzle.player)
    best = ui.say(
        "puzzles.best",
        label=game.label(puzzle.solution, view, say),
        chance=share(puzzle.chance),
        margin=points(puzzle.margin),
        error=points(puzzle.margin_error),
    )
    is_right = chosen == puzzle.solution
    others = [] if is_right else [ui.say("puzzles.yours", label=game.label(chosen, view, say))]
    return AnswerView(
        ui.say("puzzles.right" if is_right else "puzzles.wrong"), best, why(puzzle.reasons, game, language), others
    )


# Mistakes in a reviewed game


class Lesson:
    """One of a player's mistakes, with the position before it."""

    part: Part
    record: Record
    names: list[str]
    number: int  # from 1
    count: int

    def __init__(self, review: Review, names: Sequence[str], player: int, number: int) -> None:
        found = review.lessons(player)
        self.part = found[number - 1]
        self.record = review.record.before(self.part.number)
        self.names = list(names)
        self.number = number
        self.count = len(found)

    def view(self, language: str, answered: bool) -> PuzzleView:
        """Once answered, there are no more choices."""
        found = position_view(self.record, self.part.player, self.names, language, answered)
        found.prompt = (
            site_texts()[language]
            .with_names(self.names)
            .say("lesson.prompt", player=self.part.player, made=self.label(self.part.action, language))
        )
        return found

    def answer(self, chosen: int, language: str) -> AnswerView:
        """A choice without a clear difference from the best one is right as well."""
        ui, part = site_texts()[language], self.part
        judged = next((choice for choice in part.choices if choice.action == chosen), None)
        if chosen == part.best().action:
            verdict = ui.say("lesson.right")
        else:
            verdict = ui.say("lesson.as_good" if judged and not is_clearly_worse(judged) else "puzzles.wrong")
        best = ui.say("lesson.best", label=self.label(part.best().action, language), chance=share(part.best().chance))
        others = [] if chosen in (part.action, part.best().action) else [self.said("yours", chosen, judged, language)]
        others.append(self.said("made", part.action, part.chosen(), language))
        return AnswerView(verdict, best, why(part.reasons, self.record.game, language), others)

    def said(self, key: str, action: int, judged: JudgedChoice | None, language: str) -> str:
        ui, label = site_texts()[language], self.label(action, language)
        if judged is None:
            return ui.say("lesson.unknown", label=label)
        return ui.say(f"lesson.{key}", label=label, loss=points(judged.loss), error=points(judged.loss_error))

    def label(self, action: int, language: str) -> str:
        game: Game = self.record.game
        say = game.texts[language].with_names(self.names)
        return game.label(action, self.record.replay().view(self.part.player), say)
