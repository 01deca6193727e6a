"""Hints for the deciding player, and what a choice would cost: from the player's own knowledge only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from zunft.bots.seat import Seat
from zunft.core.errors import IllegalAction
from zunft.core.game import Game
from zunft.core.state import State
from zunft.review.account import CLEAR
from zunft.review.evaluator import NO_ACTION, Choice, Decision, Evaluator
from zunft.review.parts import choice_dict
from zunft.review.reasons import Reason
from zunft.review.words import why

HINTS: Final = 3
NODES: Final = 400  # simulations for a hint, by default


@dataclass
class Hint:
    """A choice with its chance of winning and the reasons for it, compared with all other choices."""

    choice: Choice
    reasons: list[Reason]

    def to_dict(self, game: Game, language: str) -> dict[str, Any]:
        return {**choice_dict(self.choice, game), "why": why(self.reasons, game, language)}


@dataclass
class Objection:
    """What a choice would cost, and the better one."""

    loss: float
    error: float
    best: Choice
    reasons: list[Reason]  # why the best choice is better

    def is_worth_a_warning(self, allowed: float) -> bool:
        """Whether the loss is more than allowed, and significant."""
        return self.loss > allowed and self.loss >= CLEAR * self.error


class Advice:
    """Hints and objections for one decision, from the same search."""

    decision: Decision

    def __init__(self, decision: Decision) -> None:
        self.decision = decision

    def hints(self, most: int = HINTS) -> list[Hint]:
        """The best choices, the best one first."""
        decision = self.decision
        return [Hint(choice, decision.reasons(choice.action)) for choice in decision.choices[:most]]

    def objection(self, action: int) -> Objection:
        """The objection to a choice before it is made."""
        decision = self.decision
        best, made = decision.best(), decision.of(action)
        reasons = decision.reasons(best.action, [action]) if best is not made else []
        return Objection(made.loss, made.loss_error, best, reasons)

    def objections(self) -> dict[int, Objection]:
        """By action, for every choice that was compared."""
        return {choice.action: self.objection(choice.action) for choice in self.decision.choices}


def hints(
    at: Seat | State, player: int | None = None, evaluator: Evaluator | None = None, most: int = HINTS
) -> list[Hint]:
    """The best choices, the best one first. Of a state only one seat is used: `player`, or the current one."""
    return advice(at, player, evaluator).hints(most)


def advice(at: Seat | State, player: int | None = None, evaluator: Evaluator | None = None) -> Advice:
    """Hints and objections to all choices at once: one search."""
    return Advice(judged(at, player, evaluator))


def objection(
    at: Seat | State, action: int, player: int | None = None, evaluator: Evaluator | None = None
) -> Objection:
    """The tutor's objection to a choice before it is made."""
    return Advice(judged(at, player, evaluator, action)).objection(action)


def judged(at: Seat | State, player: int | None, evaluator: Evaluator | None, keep: int = NO_ACTION) -> Decision:
    judge = evaluator if evaluator is not None else Evaluator(NODES)
    return judge.decision(at if isinstance(at, Seat) else seat_of(at, player), keep)


def seat_of(state: State, player: int | None) -> Seat:
    asked = state.current_player() if player is None else player
    if asked not in state.deciders():
        raise IllegalAction(
            "nobody has to decide now" if asked < 0 else f"player {asked + 1} has nothing to decide now"
        )
    return Seat(state, asked)
