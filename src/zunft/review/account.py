"""The account of a reviewed game: for every player, exactly `result - start = luck - losses + others`.

Luck is what the draws brought beyond their expectation. Losses are what the player's own decisions cost, given what
the player knew. Others is the rest: opponents' choices, hidden cards, and evaluation errors.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from zunft.core.record import Record
from zunft.core.state import CHANCE
from zunft.review.evaluator import Choice, Evaluator, fingerprint
from zunft.review.parts import BadReview, Part, part_from, parts

FORMAT: Final = 1
CLEAR: Final = 2.0  # standard errors from which a loss is significant
MISTAKE: Final = 0.05  # of the chance of winning
BLUNDER: Final = 0.15
SWING: Final = 0.05  # of the chance in the full state, from which an outcome is lucky or unlucky
MARKED: Final = 3  # mistakes and draws marked in a chart
LESSONS: Final = 10  # mistakes of a player to learn from
NOTICED: Final = 0.005  # of the chance of winning: luckier draws are worth a mention
FORTUNE: Final = 0.05  # luck in a whole game from which a player is called lucky or unlucky,
GREAT_FORTUNE: Final = 0.15  # very lucky or very unlucky

# Verdicts on a decision
BEST: Final = "best"
EVEN: Final = "even"  # no significant difference
SLIP: Final = "slip"
WRONG: Final = "mistake"
WORST: Final = "blunder"

JUDGED_BAD: Final = (WORST, WRONG, SLIP)

# How it turned out
UNLUCKY: Final = "right_unlucky"
LUCKY: Final = "wrong_lucky"


@dataclass
class Account:
    """One player's totals for the game."""

    player: int
    start: float
    result: float
    luck: float = 0.0
    losses: float = 0.0
    losses_error: float = 0.0
    others: float = 0.0
    decisions: int = 0  # with a real choice

    def mean_loss(self) -> float:
        return self.losses / self.decisions if self.decisions else 0.0

    def mean_loss_error(self) -> float:
        return self.losses_error / self.decisions if self.decisions else 0.0

    def fortune(self) -> str:
        """The luck of the whole game in a word."""
        if abs(self.luck) < FORTUNE:
            return "usual"
        name = "lucky" if self.luck > 0 else "unlucky"
        return f"very_{name}" if abs(self.luck) >= GREAT_FORTUNE else name

    def adjusted(self) -> float:
        """The result without its luck: the same on average, with less noise where the judgement recognises the luck."""
        return self.result - self.luck

    def to_dict(self) -> dict[str, Any]:
        return {
            **asdict(self),
            "mean_loss": self.mean_loss(),
            "mean_loss_error": self.mean_loss_error(),
            "fortune": self.fortune(),
        }


@dataclass
class Position:
    """All players' static chances after `number` actions."""

    number: int
    chances: list[float]


class Review:
    """All parts of a finished game."""

    record: Record
    head: dict[str, Any]
    parts: list[Part]  # one for each action, in order
    positions: list[Position]  # the chart: excludes incomplete sealed choices
    guided: Collection[int]  # actions that a guide asked for: they are judged, but nobody's mistakes

    def __init__(
        self, record: Record, head: dict[str, Any], found: Iterable[Part], guided: Collection[int] = ()
    ) -> None:
        self.record = record
        self.head = head
        self.guided = guided
        self.parts = sorted(found, key=by_number)
        if [part.number for part in self.parts] != list(range(len(record.actions))):
            raise BadReview(f"{len(self.parts)} parts for {len(record.actions)} actions")
        self.positions = [Position(0, head["start"])]
        for part in self.parts:
            if part.after is not None:
                self.positions.append(Position(part.number + 1, part.after))

    # The account

    def accounts(self) -> list[Account]:
        """Totals for each player. Nothing inside a sealed choice is judged: it counts at the end of the choice."""
        found = [
            Account(player, self.positions[0].chances[player], self.positions[-1].chances[player])
            for player in range(self.record.players)
        ]
        squares = [0.0] * len(found)
        for part in self.parts:
            for player, swing in enumerate(part.luck):
                found[player].luck += swing
            if part.choices:
                account, chosen = found[part.player], part.chosen()
                account.decisions += 1
                account.losses += chosen.loss
                squares[part.player] += chosen.loss_error * chosen.loss_error
        for account in found:
            account.losses_error = squares[account.player] ** 0.5
            account.others = sum(self.others(account.player))
        return found

    def others(self, player: int) -> list[float]:
        """From each position of the chart to the next: what neither luck nor the player's own losses explain."""
        found: list[float] = []
        last, explained = self.positions[0].chances[player], 0.0
        for part in self.parts:
            explained += part.luck[player] if part.luck else 0.0
            explained -= part.loss() if part.player == player else 0.0
            if part.after is not None:
                found.append(part.after[player] - last - explained)
                last, explained = part.after[player], 0.0
        return found

    # What stands out

    def decisions(self, player: int | None = None) -> list[Part]:
        return [part for part in self.parts if part.choices and player in (None, part.player)]

    def mistakes(self, player: int | None = None, most: int = MARKED) -> list[Part]:
        """The largest significant losses."""
        lost = [part for part in self.decisions(player) if is_clear(part) and part.number not in self.guided]
        return sorted(lost, key=by_loss)[:most]

    def lessons(self, player: int, most: int = LESSONS) -> list[Part]:
        """The player's largest mistakes, in the order of the game."""
        return sorted(self.mistakes(player, most), key=by_number)

    def verdicts(self, player: int) -> dict[str, int]:
        """How many of the player's decisions were blunders, mistakes and slips."""
        found = dict.fromkeys(JUDGED_BAD, 0)
        for part in self.decisions(player):
            judged = verdict(part)
            if judged in found:
                found[judged] += 1
        return found

    def luckiest(self, player: int | None = None, most: int = MARKED) -> list[tuple[Part, int]]:
        """The luckiest draws for this player (None: for any), each with the player."""
        wanted = range(self.record.players) if player is None else [player]
        swings = [max([(part.luck[each], -part.number, each) for each in wanted]) for part in self.parts if part.luck]
        lucky = sorted([swing for swing in swings if swing[0] >= NOTICED], reverse=True)
        return [(self.parts[-number], each) for _, number, each in lucky[:most]]

    def before(self, part: Part) -> Position:
        """The last position of the chart up to this part."""
        return [position for position in self.positions if position.number <= part.number][-1]

    def after(self, part: Part) -> Position:
        """The first position of the chart after this part: the next one, or at the end of a sealed choice."""
        return next(position for position in self.positions if position.number > part.number)

    def outcome(self, part: Part) -> Position:
        """The result of the choice and its draws: the first later position in which a player decides, or the end."""
        for position in self.positions:
            if position.number > part.number and not self.is_before_draw(position.number):
                return position
        return self.positions[-1]

    def is_before_draw(self, number: int) -> bool:
        return number < len(self.parts) and self.parts[number].player == CHANCE

    def swing(self, part: Part) -> float:
        """How a decision turned out for its player, in the full state."""
        return self.outcome(part).chances[part.player] - self.before(part).chances[part.player]

    def turned_out(self, part: Part) -> str:
        """A right choice that was unlucky, a wrong one that was lucky, or neither."""
        swing = self.swing(part)
        if is_clear(part):
            return LUCKY if swing >= SWING else ""
        return UNLUCKY if swing <= -SWING else ""

    def to_dict(self) -> dict[str, Any]:
        """The whole review, JSON-ready."""
        return {
            **self.head,
            "title": self.record.game.title,
            "accounts": [
                {**account.to_dict(), "verdicts": self.verdicts(account.player)} for account in self.accounts()
            ],
            "positions": [{"number": each.number, "chances": each.chances} for each in self.positions],
            "mistakes": [part.number for part in self.mistakes()],
            "luckiest": [{"number": part.number, "player": player} for part, player in self.luckiest()],
            "parts": [self.part_dict(part) for part in self.parts],
        }

    def part_dict(self, part: Part) -> dict[str, Any]:
        found = part.to_dict(self.record.game)
        if part.choices:
            found |= {"verdict": verdict(part), "swing": self.swing(part), "turned_out": self.turned_out(part)}
        return found


def by_number(part: Part) -> int:
    return part.number


def by_loss(part: Part) -> tuple[float, int]:
    return -part.loss(), part.number


def is_clear(part: Part) -> bool:
    return is_clearly_worse(part.chosen())


def is_clearly_worse(choice: Choice) -> bool:
    """The loss is significant."""
    return choice.loss > 0 and choice.loss >= CLEAR * choice.loss_error


def verdict(part: Part) -> str:
    if part.best().action == part.action:
        return BEST
    if not is_clear(part):
        return EVEN
    loss = part.loss()
    return WORST if loss >= BLUNDER else WRONG if loss >= MISTAKE else SLIP


def head_of(record: Record, evaluator: Evaluator) -> dict[str, Any]:
    """What the parts depend on besides the record; never mix parts with different heads."""
    return {
        "review": FORMAT,
        "game": record.game.name,
        "rules": record.rules,
        "players": record.players,
        "actions": len(record.actions),
        "judgement": fingerprint(record.game),
        "nodes": evaluator.nodes if evaluator.seconds is None else None,
        "seconds": evaluator.seconds,
        "seed": evaluator.seed,
        "start": evaluator.static(record.new()),
    }


def review(record: Record, evaluator: Evaluator | None = None, stored: Iterable[Any] = ()) -> Review:
    """The whole review at once; `stored` are parts of an interrupted one, from `Part.to_dict`."""
    judge = evaluator if evaluator is not None else Evaluator()
    known = [part_from(content, record) for content in stored]
    numbers = {part.number for part in known}
    return Review(record, head_of(record, judge), [*known, *parts(record, judge, numbers)])
