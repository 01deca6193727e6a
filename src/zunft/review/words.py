"""Reviews in words: why a choice is good, by the features of the judgement that differ most; and chances as text."""

from __future__ import annotations

from functools import cache
from typing import Final

from zunft.core.game import Game
from zunft.core.text import Texts, load
from zunft.review.evaluator import RESULT, Reason

SMALL: Final = 0.1  # of the strongest reason: weaker ones are not mentioned


@cache
def catalogues() -> dict[str, Texts]:
    return load("zunft.review")


def texts(language: str) -> Texts:
    return catalogues()[language]


def share(chance: float) -> str:
    return f"{chance:.0%}"


def points(chance: float) -> str:
    """In percentage points of the chance of winning."""
    return f"{100 * chance:.1f}"


def signed(chance: float) -> str:
    return f"{100 * chance:+.1f}".replace("-", "−")


def why(reasons: list[Reason], game: Game, language: str) -> str:
    """A sentence or two with the reasons for and against a choice; empty if there are none."""
    strongest = max([abs(reason.worth) for reason in reasons], default=0.0)
    relevant = [reason for reason in reasons if abs(reason.worth) > SMALL * strongest]
    parts = [
        sentence("why.good", [reason for reason in relevant if reason.worth > 0], game, language),
        sentence("why.bad", [reason for reason in relevant if reason.worth < 0], game, language),
    ]
    return " ".join([part for part in parts if part])


def sentence(key: str, reasons: list[Reason], game: Game, language: str) -> str:
    if not reasons:
        return ""
    say = texts(language)
    return say.say(key, terms=", ".join([term(reason, game, language) for reason in reasons]))


def term(reason: Reason, game: Game, language: str) -> str:
    """ "talers (more)"; the result of the game has its own wording."""
    direction = "more" if reason.more else "less"
    say = texts(language)
    if reason.feature == RESULT:
        return say.say(f"why.result_{direction}")
    return say.say(f"why.{direction}", name=feature_name(reason.feature, game, language))


def feature_name(feature: str, game: Game, language: str) -> str:
    """From the game's own texts, then the shared ones; defaults to the feature's name in the code."""
    own = game.texts[language]
    if isinstance(own.find(f"judgement.{feature}"), str):
        return own.say(f"judgement.{feature}")
    key = f"judgement.{game.name}.{feature}"
    say = texts(language)
    return say.say(key) if isinstance(say.find(key), str) else feature.replace("_", " ")
