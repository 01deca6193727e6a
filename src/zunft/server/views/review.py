"""A review as shown in the replay: a chart over its positions, notable moments, and the values of the choices in one
position. Nothing in it is secret: the game is over."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, Final, NamedTuple

import msgspec

from zunft.core.record import Record
from zunft.core.state import CHANCE
from zunft.core.text import Texts
from zunft.review import Part, Review, verdict, why
from zunft.review.words import points, share, signed, summary, texts
from zunft.server.tables.table import Table
from zunft.server.views.memo import memoised

WIDTH: Final = 320.0
HEIGHT: Final = 150.0
LEFT: Final = 30.0
RIGHT: Final = 8.0
TOP: Final = 8.0
BOTTOM: Final = 142.0
SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)  # grid lines of the chart
MOST_CHOICES: Final = 6  # shown per decision, plus the one that was made


class Spot(msgspec.Struct, frozen=True):
    """A marker in the chart with its line in the list below: a mistake or a lucky draw."""

    kind: str  # mistake, draw
    at: int  # the position it links to
    part: int
    player: int
    x: float
    y: float
    text: str
    why: str = ""


class Curve(msgspec.Struct, frozen=True):
    player: int
    points: str  # SVG points


class ChoiceValue(msgspec.Struct, frozen=True):
    label: str
    chance: str
    loss: str  # with its error; empty for the best choice
    best: bool
    chosen: bool


class Judged(msgspec.Struct, frozen=True):
    """A decision in the current position."""

    part: int
    player: int
    choices: list[ChoiceValue]
    verdict: str
    turned_out: str
    why: str


class Chart(msgspec.Struct, frozen=True):
    """The part that is the same for all positions."""

    curves: list[Curve]
    lines: list[tuple[float, str]]  # y and label
    spots: list[Spot]
    last: int
    rows: list[list[str]]  # one per player
    headings: list[str]
    summary: list[str]  # a sentence for each player
    lessons: list[bool]  # for each player, whether there are mistakes to learn from
    values: dict[int, str]  # every player's chance by position, in words


class Panel(msgspec.Struct, frozen=True):
    """A finished review next to one position."""

    chart: Chart
    x: float  # of the current position
    value: str
    judged: list[Judged]


class Places(NamedTuple):
    """For each action of the record, the replay's positions before and after it."""

    before: list[int]
    after: list[int]


def places(table: Table, viewer: int | None) -> Places:
    """Chance outcomes belong to the decision before them; others' secret choices appear with the next entry."""
    seen, last = list(table.seen_by(viewer)), table.number(viewer)
    begun = max(1, bisect_left(seen, table.moves[0].entry)) if table.moves else last
    before, after = [begun] * len(table.opening), [begun] * len(table.opening)
    for move in table.moves:
        first = max(1, bisect_left(seen, move.entry))
        then = min(last, max(bisect_right(seen, move.entry), first + 1))
        before += [first] * len(move.actions)
        after += [then] * len(move.actions)
    return Places(before, after)


def panel(review: Review, table: Table, viewer: int | None, language: str, number: int) -> Panel:
    found = chart(review, table, viewer, language)
    x = across(number, found.last)
    return Panel(found, x, found.values.get(number, ""), judged(review, table, viewer, language, number))


def chart(review: Review, table: Table, viewer: int | None, language: str) -> Chart:
    return memoised(table, ("review", viewer, language), lambda: Drawing(review, table, viewer, language).chart())


def across(number: int, last: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * (number - 1) / max(1, last - 1), 1)


def up(chance: float) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * chance, 1)


class Drawing:
    """Maps a review onto the positions of one viewer's replay."""

    def __init__(self, review: Review, table: Table, viewer: int | None, language: str) -> None:
        self.review = review
        self.places = places(table, viewer)
        self.last = table.number(viewer)
        self.language = language
        self.say = texts(language).with_names(table.names)
        self.game_say = table.game.texts[language].with_names(table.names)

    def chart(self) -> Chart:
        review = self.review
        chances = self.chances()
        spots = [self.mistake(part) for part in review.mistakes()]
        spots += [self.draw(part, player) for part, player in review.luckiest()]
        return Chart(
            [self.curve(player, chances) for player in range(review.record.players)],
            [(up(each), share(each)) for each in SHARES],
            spots,
            self.last,
            [self.row(account) for account in review.accounts()],
            [self.say.say(f"report.column.{column}") for column in ("start", "result", "luck", "losses", "others")],
            [summary(review, account, self.say) for account in review.accounts()],
            [bool(review.lessons(player)) for player in range(review.record.players)],
            {at: self.value(each) for at, each in chances.items()},
        )

    def chances(self) -> dict[int, list[float]]:
        """By position of the replay, in order; if several of the review coincide, the last."""
        found: dict[int, list[float]] = {}
        for position in self.review.positions:
            found[self.places.after[position.number - 1] if position.number else 1] = position.chances
        return found

    def curve(self, player: int, chances: dict[int, list[float]]) -> Curve:
        corners = [f"{across(at, self.last):g},{up(each[player]):g}" for at, each in chances.items()]
        return Curve(player, " ".join(corners))

    def value(self, chances: list[float]) -> str:
        return ", ".join(f"{self.say.name(player)} {share(chance)}" for player, chance in enumerate(chances))

    def mistake(self, part: Part) -> Spot:
        best, chosen = part.best(), part.chosen()
        labels = labels_of(self.review.record, part, [best.action, chosen.action], self.game_say)
        text = self.say.say(
            "site.mistake",
            player=part.player,
            chosen=labels[chosen.action],
            best=labels[best.action],
            loss=points(chosen.loss),
            error=points(chosen.loss_error),
        )
        at, chance = self.places.before[part.number], self.review.before(part).chances[part.player]
        reason = why(part.reasons, self.review.record.game, self.language)
        return Spot("mistake", at, part.number, part.player, across(at, self.last), up(chance), text, reason)

    def draw(self, part: Part, player: int) -> Spot:
        drawn = labels_of(self.review.record, part, [part.action], self.game_say)[part.action]
        text = self.say.say("site.draw", player=player, drawn=drawn, luck=signed(part.luck[player]))
        at, chance = self.places.after[part.number], self.review.after(part).chances[player]
        return Spot("draw", at, part.number, player, across(at, self.last), up(chance), text)

    def row(self, account: Any) -> list[str]:
        losses = f"{signed(-account.losses)} ± {points(account.losses_error)}"
        middle = [share(account.start), share(account.result), signed(account.luck), losses]
        return [self.say.name(account.player), *middle, signed(account.others)]


def judged(review: Review, table: Table, viewer: int | None, language: str, number: int) -> list[Judged]:
    """The decisions made in this position: one, or one per player if the choice was sealed."""
    before = memoised(table, ("places", viewer), lambda: places(table, viewer)).before
    found = [part for part in review.decisions() if before[part.number] == number]
    return [judged_part(review, part, table, language) for part in found]


def judged_part(review: Review, part: Part, table: Table, language: str) -> Judged:
    say, game_say = texts(language), table.game.texts[language].with_names(table.names)
    shown = [choice for place, choice in enumerate(part.choices) if place < MOST_CHOICES or choice is part.chosen()]
    labels = labels_of(review.record, part, [choice.action for choice in shown], game_say)
    choices = [
        ChoiceValue(
            labels[choice.action],
            share(choice.chance),
            "" if choice is part.best() else f"−{points(choice.loss)} ± {points(choice.loss_error)}",
            choice is part.best(),
            choice.action == part.action,
        )
        for choice in shown
    ]
    turned_out = review.turned_out(part)
    return Judged(
        part.number,
        part.player,
        choices,
        say.say(f"verdict.{verdict(part)}"),
        say.say(f"verdict.{turned_out}") if turned_out else "",
        why(part.reasons, table.game, language),
    )


def labels_of(record: Record, part: Part, actions: list[int], say: Texts) -> dict[int, str]:
    """Labels as read by the player who decided; chance outcomes as everyone reads them."""
    game = record.game
    view = record.replay(part.number).view(None if part.player == CHANCE else part.player)
    found = {}
    for action in actions:
        known = say.has(f"action.{game.codes.take_apart(action).kind}")
        found[action] = game.label(action, view, say) if known else game.text(action)
    return found


def review_data(review: Review, table: Table, viewer: int | None, language: str) -> dict[str, Any]:
    """For programs: the complete review, with the replay's positions and a sentence for each decision."""
    found = review.to_dict()
    where = places(table, viewer)
    for part, data in zip(review.parts, found["parts"], strict=True):
        data["before"], data["after_number"] = where.before[part.number], where.after[part.number]
        if part.choices:
            data["why"] = why(part.reasons, table.game, language)
    return found
