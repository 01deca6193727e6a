"""The review of a game, one part for each action of its record.

A part depends only on the record, the evaluator and its own number, so that parts can be computed one by one, stored,
and resumed in another process.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from zunft.bots.seat import Seat
from zunft.core.errors import BadRecord, IllegalAction, ZunftError
from zunft.core.game import Game
from zunft.core.record import Record
from zunft.core.state import CHANCE, State, Task
from zunft.review.evaluator import Choice, Decision, Evaluator
from zunft.review.reasons import Reason

MOST_CHOICES: Final = 12  # kept per decision: the best ones, and the one made
MOST_REASONS: Final = 8  # features; several of them may be said as one
MOST_TEXT: Final = 200  # characters of an action or a feature in a stored part


class BadReview(ZunftError):
    """A stored part that cannot be read or does not belong to the game."""


@dataclass
class Part:
    """One action: a draw with its luck, a decision with its choices, or an action without an alternative.

    `luck` is that of a draw, for each player: the static chance minus the expectation over all outcomes. `choices` are
    those of a decision, the best one first; `reasons` say why it is better than the one made, or than the next best.
    """

    number: int  # of the action in the record, from 0
    player: int  # CHANCE for a draw
    action: int
    after: list[float] | None  # static chances after it; None inside a sealed choice, which is not judged
    luck: list[float] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    simulations: int = 0

    def best(self) -> Choice:
        return self.choices[0]

    def chosen(self) -> Choice:
        return next(choice for choice in self.choices if choice.action == self.action)

    def loss(self) -> float:
        return self.chosen().loss if self.choices else 0.0

    def to_dict(self, game: Game) -> dict[str, Any]:
        return {
            "number": self.number,
            "player": self.player,
            "action": game.text(self.action),
            "after": self.after,
            "luck": self.luck,
            "choices": [choice_dict(choice, game) for choice in self.choices],
            "reasons": [asdict(reason) for reason in self.reasons],
            "simulations": self.simulations,
        }


def choice_dict(choice: Choice, game: Game) -> dict[str, Any]:
    return {
        "action": game.text(choice.action),
        "chance": choice.chance,
        "error": choice.error,
        "loss": choice.loss,
        "loss_error": choice.loss_error,
        "guesses": choice.guesses,
    }


# Computing


def check(record: Record) -> None:
    """Only finished games are reviewed; a record with more actions than the game allows is refused unreplayed."""
    if len(record.actions) > record.game.bound:
        raise BadRecord(f"{len(record.actions)} actions; {record.game.title} has at most {record.game.bound}")
    if not record.replay().is_over():
        raise BadRecord("the game is not over; only finished games can be reviewed")


def parts(record: Record, evaluator: Evaluator, done: Collection[int] = ()) -> Iterator[Part]:
    """The parts of a finished game in order, except those already done."""
    check(record)
    sealed = SealedChoice()
    state = record.new()
    sealed.is_half_made(state)
    for number in range(len(record.actions)):
        action, decider = record.actions[number], record.deciders[number]
        player = state.current_player() if decider is None else decider
        before = state.clone()
        state.apply(action, decider)
        after = None if sealed.is_half_made(state) else evaluator.static(state)
        if number in done:
            continue
        part = Part(number, player, action, after)
        if player == CHANCE:
            part.luck = luck(before, action, evaluator)
        elif len(before.legal_actions(player)) > 1:
            judge(part, evaluator.decision(Seat(before, player), action, number))
        yield part


def luck(state: State, drawn: int, evaluator: Evaluator) -> list[float]:
    """What the draw brought each player, compared with the exact expectation over all outcomes: zero on average."""
    outcomes, weights = state.legal_actions(), state.chance_weights()
    total, found = sum(weights), [0.0] * state.setting.players
    for place in range(len(outcomes)):
        other = state.clone()
        other.apply(outcomes[place])
        values = evaluator.static(other)
        share = weights[place] / total
        for player in range(len(values)):
            found[player] += ((1.0 if outcomes[place] == drawn else 0.0) - share) * values[player]
    return found


def judge(part: Part, decision: Decision) -> None:
    kept = decision.choices[:MOST_CHOICES]
    chosen = decision.of(part.action)
    part.choices = kept if chosen in kept else [*kept, chosen]
    rival = chosen if chosen.loss else decision.choices[min(1, len(decision.choices) - 1)]
    best = decision.best()
    part.reasons = decision.reasons(best.action, [rival.action])[:MOST_REASONS] if rival is not best else []
    part.simulations = decision.simulations


class SealedChoice:
    """Tracks whether a sealed choice is incomplete: its tasks are above one that waits for its end."""

    depth: int  # of the agenda below the sealed tasks; -1 if there are none
    below: Task | None

    def __init__(self) -> None:
        self.depth = -1
        self.below = None

    def is_half_made(self, state: State) -> bool:
        """Call this after every action."""
        agenda = state.agenda
        if self.depth >= 0 and self.continues(agenda):
            return True
        self.depth = -1
        if agenda and agenda[-1].sealed:
            self.depth = len(agenda) - 1
            while self.depth and agenda[self.depth - 1].sealed:
                self.depth -= 1
            self.below = agenda[self.depth - 1] if self.depth else None
        return False

    def continues(self, agenda: list[Task]) -> bool:
        if len(agenda) <= self.depth or not agenda[self.depth].sealed:
            return False
        return self.depth == 0 or agenda[self.depth - 1] is self.below


# Reading stored parts


def part_from(content: Any, record: Record) -> Part:
    """A part as stored by `to_dict`; refused if it does not match the record."""
    if not isinstance(content, Mapping):
        raise BadReview("a part must be a table")
    number = whole(content, "number")
    if not 0 <= number < len(record.actions):
        raise BadReview(f"part {number}: the record has {len(record.actions)} actions")
    try:
        return read_part(content, number, record)
    except (IllegalAction, BadReview) as error:
        raise BadReview(f"part {number}: {error}") from None


def read_part(content: Mapping[str, Any], number: int, record: Record) -> Part:
    action = record.game.parse(text(content, "action"))
    if action != record.actions[number]:
        raise BadReview("belongs to another record")
    player = whole(content, "player")
    if not (player == CHANCE or 0 <= player < record.players):
        raise BadReview(f"there is no player {player}")
    part = Part(number, player, action, None)
    if content.get("after") is not None:
        part.after = numbers(content, "after", record.players)
    part.luck = numbers(content, "luck", record.players if player == CHANCE else 0)
    part.choices = [read_choice(each, record.game) for each in listed(content, "choices", MOST_CHOICES + 1)]
    part.reasons = [read_reason(each) for each in listed(content, "reasons", MOST_REASONS)]
    part.simulations = whole(content, "simulations")
    if part.choices and all(choice.action != action for choice in part.choices):
        raise BadReview("the action that was chosen is not among the choices")
    return part


def read_choice(content: Any, game: Game) -> Choice:
    if not isinstance(content, Mapping):
        raise BadReview("a choice must be a table")
    chance, error, loss, loss_error = [decimal(content, key) for key in ("chance", "error", "loss", "loss_error")]
    return Choice(game.parse(text(content, "action")), chance, error, loss, loss_error, whole(content, "guesses"))


def read_reason(content: Any) -> Reason:
    if not isinstance(content, Mapping) or type(content.get("more")) is not bool:
        raise BadReview("a reason must be a table with feature, worth and more")
    error = decimal(content, "error") if "error" in content else 0.0
    return Reason(text(content, "feature"), decimal(content, "worth"), bool(content["more"]), error)


def text(content: Mapping[str, Any], key: str) -> str:
    value = content.get(key)
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise BadReview(f"{key} must be a string of at most {MOST_TEXT} characters")
    return value


def whole(content: Mapping[str, Any], key: str) -> int:
    value = content.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadReview(f"{key} must be an integer")
    return value


def decimal(content: Mapping[str, Any], key: str) -> float:
    return checked_number(content.get(key), key)


def checked_number(value: Any, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise BadReview(f"{key} must be a number")
    return float(value)


def listed(content: Mapping[str, Any], key: str, most: int) -> list[Any]:
    value = content.get(key)
    if not isinstance(value, list) or len(value) > most:
        raise BadReview(f"{key} must be a list of at most {most} entries")
    return value


def numbers(content: Mapping[str, Any], key: str, count: int) -> list[float]:
    found = [checked_number(each, key) for each in listed(content, key, count)]
    if len(found) != count:
        raise BadReview(f"{key} must have {count} entries")
    return found
