"""Advice as the player reads it: the player's own choices with labels, chances and reasons."""

from __future__ import annotations

import msgspec

from zunft.review import why
from zunft.review.words import share
from zunft.server.tables.commands import choice_in
from zunft.server.tables.hints import GivenAdvice
from zunft.server.tables.table import Table


class HintView(msgspec.Struct, frozen=True):
    action: str  # text to send back
    label: str
    chance: float  # of winning, estimated from what the player knows
    error: float  # standard error of the chance
    loss: float  # compared to the best choice
    loss_error: float
    why: str

    @property
    def share(self) -> str:
        return share(self.chance)


class ObjectionView(msgspec.Struct, frozen=True):
    """The cost of a choice."""

    action: str
    loss: float
    loss_error: float
    warn: bool  # the loss exceeds the tolerance, with certainty
    best: str
    best_label: str
    why: str  # why the best choice is better


def hint_views(table: Table, player: int, language: str, advice: GivenAdvice) -> list[HintView]:
    game, view = table.game, table.state.view(player)
    say = game.texts[language].with_names(table.names)
    return [
        HintView(
            game.text(each.choice.action),
            game.label(each.choice.action, view, say),
            each.choice.chance,
            each.choice.error,
            each.choice.loss,
            each.choice.loss_error,
            why(each.reasons, game, language),
        )
        for each in advice.hints
    ]


def objection_view(
    table: Table, player: int, language: str, advice: GivenAdvice, action: str, allowed: float
) -> ObjectionView:
    """A choice left out by a small search budget was not compared, so there is no objection."""
    game, best = table.game, advice.hints[0].choice.action
    code = choice_in(table.state, player, action, table.names)
    label = game.label(best, table.state.view(player), game.texts[language].with_names(table.names))
    found = advice.objections.get(code)
    if found is None:
        return ObjectionView(action, 0.0, 0.0, False, game.text(best), label, "")
    warn, reason = found.is_worth_a_warning(allowed), why(found.reasons, game, language)
    return ObjectionView(action, found.loss, found.error, warn, game.text(best), label, reason)
