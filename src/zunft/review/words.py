"""Reviews in words: why a choice is good, by the features of the judgement that differ most; and chances as text."""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Final

from zunft.core.game import Game
from zunft.core.text import ENGLISH, Texts, load
from zunft.review.account import Account, Review
from zunft.review.reasons import POINTS, RESULT, Reason

MOST_SAID: Final = 3  # reasons in one text
SMALL: Final = 0.2  # of the strongest reason: weaker ones are not mentioned
ERRORS: Final = 1.0  # standard errors: smaller effects may be chance and are not mentioned


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


def summary(review: Review, account: Account, say: Texts) -> str:
    """A player's game in a sentence: luck and losses with their errors, and how many choices were wrong."""
    return say.say(
        "summary.sentence",
        player=account.player,
        fortune=say.say(f"summary.{account.fortune()}"),
        luck=signed(account.luck),
        decisions=account.decisions,
        **review.verdicts(account.player),
        losses=points(account.losses),
        error=points(account.losses_error),
        mean=points(account.mean_loss()),
        mean_error=points(account.mean_loss_error()),
    )


def why(reasons: list[Reason], game: Game, language: str) -> str:
    """A sentence or two with the strongest reasons for and against a choice; empty if there are none."""
    said = [(reason, phrase(reason, game, language)) for reason in gathered(reasons, game)]
    said = [(reason, words) for reason, words in said if words]
    strongest = max([abs(reason.worth) for reason, _ in said], default=0.0)
    relevant = [
        (reason, words) for reason, words in said if abs(reason.worth) > max(SMALL * strongest, ERRORS * reason.error)
    ][:MOST_SAID]
    parts = [
        sentence("why.good", [words for reason, words in relevant if reason.worth > 0], language),
        sentence("why.bad", [words for reason, words in relevant if reason.worth < 0], language),
    ]
    return " ".join([part for part in parts if part])


def sentence(key: str, phrases: list[str], language: str) -> str:
    return texts(language).say(key, terms=", ".join(phrases)) if phrases else ""


def gathered(reasons: list[Reason], game: Game) -> list[Reason]:
    """Features of one group become one reason, with what they are worth together: "more chapters with three cards" and
    "fewer with four" are one thing for a person. The strongest reason first."""
    known = groups(game)
    parts: dict[str, list[Reason]] = {}
    for reason in reasons:
        parts.setdefault(known.get(reason.feature, reason.feature), []).append(reason)
    found = [together(name, each) if name in known.values() else each[0] for name, each in parts.items()]
    return sorted(found, key=lambda reason: -abs(reason.worth))


def together(name: str, reasons: list[Reason]) -> Reason:
    worth = sum([reason.worth for reason in reasons])
    return Reason(name, worth, worth > 0, sqrt(sum([reason.error**2 for reason in reasons])))


def groups(game: Game) -> dict[str, str]:
    """The group of each feature that is in one."""
    found: dict[str, str] = {}
    for words, table in tables(game, ENGLISH):
        for name, group in (words.find(f"{table}.groups") or {}).items():
            found |= dict.fromkeys(group["of"], name)
    return found


def tables(game: Game, language: str) -> list[tuple[Texts, str]]:
    """Where the words for a game's features are: in its own texts, or here."""
    return [(game.texts[language], "judgement"), (texts(language), f"judgement.{game.name}")]


def source_of(name: str, game: Game, language: str) -> str:
    words = game.texts[language]
    return words.say(f"source.{name}") if words.has(f"source.{name}") else name.replace("_", " ")


def phrase(reason: Reason, game: Game, language: str) -> str:
    """ "more talers"; the result of the game has its own wording.

    Empty where it would only confuse: weights of related features are trained together, so one of them may count "more
    craftsmen" against a choice while others count the same craftsmen in its favour.
    """
    say, direction = texts(language), "more" if reason.more else "less"
    if reason.feature == RESULT:
        return say.say(f"why.result_{direction}")
    if reason.feature.startswith(POINTS):
        return say.say(f"why.points_{direction}", source=source_of(reason.feature.removeprefix(POINTS), game, language))
    for words, table in tables(game, language):
        if words.has(f"{table}.groups.{reason.feature}"):
            return words.say(f"{table}.groups.{reason.feature}.{direction}")
        if isinstance(words.find(f"{table}.{reason.feature}"), str):
            return say.say(f"why.{direction}", name=words.say(f"{table}.{reason.feature}"))
        wanted = table if reason.more == (reason.worth > 0) else f"{table}.burdens"
        if words.has(f"{table}.{reason.feature}") or words.has(f"{table}.burdens.{reason.feature}"):
            key = f"{wanted}.{reason.feature}.{direction}"
            return words.say(key) if words.has(key) else ""
    return say.say(f"why.{direction}", name=reason.feature.replace("_", " "))
