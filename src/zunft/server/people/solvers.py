"""Puzzle solvers: the first answer to each puzzle counts as a game between solver and puzzle."""

from __future__ import annotations

from typing import Final

import msgspec

from zunft.server.people.accounts import Account
from zunft.server.people.ratings import Rating, model, rating_of, ratings_of, save
from zunft.server.store.database import KeyTaken, Session
from zunft.server.store.queries import insert

ALONE: Final = 0  # number of players: puzzles have a separate rating list


class Solver(msgspec.Struct):
    """An account's puzzles of one game."""

    answered: dict[str, bool]  # by puzzle: whether the first answer was right
    rating: Rating

    @property
    def solved(self) -> int:
        return sum(self.answered.values())


def solvers(session: Session, account: str) -> dict[str, Solver]:
    """By game, for the games with an answered puzzle."""
    answers = session.all("select puzzle, solved from puzzle_answers where account = :account", account=account)
    return {
        game: Solver({puzzle: bool(solved) for puzzle, solved in answers if puzzle.startswith(f"{game}-")}, rating)
        for game, players, rating in ratings_of(session, account)
        if players == ALONE
    }


def note_answer(session: Session, account: Account, game: str, puzzle: str, solved: bool, now: int) -> bool:
    """Whether it counted: only the first answer does."""
    try:
        insert(session, "puzzle_answers", account=account.id, puzzle=puzzle, solved=int(solved), at=now)
    except KeyTaken:
        return False
    both = (f"account:{account.id}", account.name), (f"puzzle:{puzzle}", puzzle)
    before = [rating_of(session, game, ALONE, *each) for each in both]
    teams = [[model().rating(each.mu, each.sigma)] for each in before]
    after = model().rate(teams, ranks=[0, 1] if solved else [1, 0])
    for known, [new], won in zip(before, after, (solved, not solved), strict=True):
        changed = msgspec.structs.replace(known, mu=new.mu, sigma=new.sigma)
        changed.games += 1
        changed.wins += float(won)
        save(session, game, ALONE, changed, known)
    return True
