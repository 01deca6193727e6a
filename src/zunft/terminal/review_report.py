"""A review as text, for the terminal and the HTML page."""

from __future__ import annotations

from typing import Any, Final

from zunft.core.state import CHANCE, State
from zunft.review import Part, Review, verdict, why
from zunft.review.account import Account
from zunft.review.words import points, share, signed, summary, texts
from zunft.terminal import words

COLUMNS: Final = ("player", "start", "result", "luck", "losses", "others", "decisions", "mean_loss")
DECISION_COLUMNS: Final = ("number", "player", "chosen", "chance", "best", "loss", "swing", "verdict")


class Report:
    """A review with its texts: players' names, actions' labels, reasons."""

    def __init__(self, review: Review, player: int | None, language: str) -> None:
        self.review = review
        self.player = player
        self.language = language
        self.record = review.record
        self.say = texts(language).with_names(review.record.names)
        self.game_say = words.game_texts(review.record.game, language, review.record.names)
        self.labels = self.all_labels()

    def all_labels(self) -> list[dict[int, str]]:
        """For each part the labels of its actions, in the position where they were legal."""
        return [
            self.labels_at(part, state) for part, state in zip(self.review.parts, self.record.states(), strict=False)
        ]

    def labels_at(self, part: Part, state: State) -> dict[int, str]:
        view = state.view(None if part.player == CHANCE else part.player)
        actions = [part.action, *[choice.action for choice in part.choices]]
        return {action: self.label(action, view) for action in actions}

    def label(self, action: int, view: dict[str, Any]) -> str:
        game = self.record.game
        known = self.game_say.has(f"action.{game.codes.take_apart(action).kind}")
        return game.label(action, view, self.game_say) if known else game.text(action)

    def mistakes(self) -> list[Part]:
        return self.review.mistakes(self.player)

    def luckiest(self) -> list[tuple[Part, int]]:
        return self.review.luckiest(self.player)

    def decisions(self) -> list[Part]:
        return self.review.decisions(self.player)

    # Sentences

    def head(self) -> str:
        return self.say.say("report.head", title=self.record.game.title, count=len(self.record.actions))

    def budget(self) -> str:
        head = self.review.head
        key = "report.nodes" if head["seconds"] is None else "report.seconds"
        return self.say.say(key, nodes=head["nodes"], seconds=head["seconds"], seed=head["seed"])

    def mistake(self, part: Part) -> str:
        best, chosen, labels = part.best(), part.chosen(), self.labels[part.number]
        sentence = self.say.say(
            "report.mistake",
            number=part.number + 1,
            player=part.player,
            chosen=labels[chosen.action],
            chosen_chance=share(chosen.chance),
            best=labels[best.action],
            best_chance=share(best.chance),
            loss=points(chosen.loss),
            error=points(chosen.loss_error),
        )
        return " ".join([sentence, self.why(part)]).strip()

    def why(self, part: Part) -> str:
        return why(part.reasons, self.record.game, self.language)

    def draw(self, part: Part, player: int) -> str:
        return self.say.say(
            "report.draw",
            number=part.number + 1,
            player=player,
            drawn=self.labels[part.number][part.action],
            luck=signed(part.luck[player]),
        )

    def headings(self) -> list[str]:
        return [self.say.say(f"report.column.{column}") for column in COLUMNS]

    def row(self, account: Account) -> list[str]:
        return [
            self.say.name(account.player),
            share(account.start),
            share(account.result),
            signed(account.luck),
            with_error(signed(-account.losses), account.losses_error),
            signed(account.others),
            str(account.decisions),
            f"{100 * account.mean_loss():.1f}",
        ]

    def summary(self, account: Account) -> str:
        return summary(self.review, account, self.say)

    def decision_headings(self) -> list[str]:
        return [self.say.say(f"report.decision.{column}") for column in DECISION_COLUMNS]

    def decision_row(self, part: Part) -> list[str]:
        best, chosen, labels = part.best(), part.chosen(), self.labels[part.number]
        turned_out = self.review.turned_out(part)
        verdicts = [f"verdict.{verdict(part)}", *([f"verdict.{turned_out}"] if turned_out else [])]
        return [
            str(part.number + 1),
            self.say.name(part.player),
            labels[chosen.action],
            share(chosen.chance),
            "" if best is chosen else f"{labels[best.action]} ({share(best.chance)})",
            with_error(points(chosen.loss), chosen.loss_error),
            signed(self.review.swing(part)),
            "; ".join([self.say.say(key) for key in verdicts]),
        ]

    def to_dict(self) -> dict[str, Any]:
        found = {**self.review.to_dict(), "names": self.record.names, "player": self.player}
        found["mistakes"] = [part.number for part in self.mistakes()]
        found["luckiest"] = [{"number": part.number, "player": player} for part, player in self.luckiest()]
        for part, data in zip(self.review.parts, found["parts"], strict=True):
            data["label"] = self.labels[part.number][part.action]
            if part.choices:
                data["why"] = self.why(part)
        return found


def with_error(number: str, error: float) -> str:
    """With non-breaking spaces."""
    return f"{number}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{points(error)}"
