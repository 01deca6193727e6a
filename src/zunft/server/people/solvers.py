"""Puzzle solvers: the first answer to each puzzle counts as a game between solver and puzzle."""

from __future__ import annotations

from typing import Final

import msgspec

from zunft.server.people.accounts import Account
from zunft.server.people.ratings import Rating, model, rating_of, save_in
from zunft.server.store.database import KeyTaken, Session
from zunft.server.store.queries import insert

ALONE: Final = 0  # number of players: puzzles have a separate rating list


class Solver(msgspec.Struct):
    """An account's puzzles of one game."""

    answered: dict[str, bool]  # by puzzle: whether the first answer was right
    rating: Rating | None

    @property
    def solved(self) -> int:
        return sum(self.answered.values())


def solver(session: Session, account: Account, game: str) -> Solver:
    found = session.all(
        "select puzzle, solved from puzzle_answers where account = :account and puzzle like :prefix",
        account=account.id,
        prefix=f"{game}-%",
    )
    answered = {puzzle: bool(solved) for puzzle, solved in found}
    return Solver(answered, own_rating(session, account, game) if answered else None)


def own_rating(session: Session, account: Account, game: str) -> Rating:
    return rating_of(session, game, ALONE, f"account:{account.id}", account.name)


def note_answer(session: Session, account: Account, game: str, puzzle: str, solved: bool, now: int) -> bool:
    """Whether it counted: only the first answer does."""
    try:
        insert(session, "puzzle_answers", account=account.id, puzzle=puzzle, solved=int(solved), at=now)
    except KeyTaken:
        return False
    before = [own_rating(session, account, game), rating_of(session, game, ALONE, f"puzzle:{puzzle}", puzzle)]
    teams = [[model().rating(each.mu, each.sigma)] for each in before]
    after = model().rate(teams, ranks=[0, 1] if solved else [1, 0])
    for known, [new], won in zip(before, after, (solved, not solved), strict=True):
        changed = msgspec.structs.replace(known, mu=new.mu, sigma=new.sigma)
        changed.games += 1
        changed.wins += float(won)
        save_in(session, game, ALONE, changed, known)
    return True
