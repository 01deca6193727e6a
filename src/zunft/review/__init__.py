"""Reviews of finished games, hints and puzzles: chances of winning, from one evaluator."""

from zunft.review.account import Account, Position, Review, head_of, review, verdict
from zunft.review.evaluator import Choice, Decision, Estimate, Evaluator, fingerprint
from zunft.review.hints import Advice, Hint, Objection, advice, hints, objection
from zunft.review.parts import BadReview, Part, part_from, parts
from zunft.review.reasons import Reason
from zunft.review.words import why

__all__ = [
    "Account",
    "Advice",
    "BadReview",
    "Choice",
    "Decision",
    "Estimate",
    "Evaluator",
    "Hint",
    "Objection",
    "Part",
    "Position",
    "Reason",
    "Review",
    "advice",
    "fingerprint",
    "head_of",
    "hints",
    "objection",
    "part_from",
    "parts",
    "review",
    "verdict",
    "why",
]
