"""Ratings per game and number of players, for accounts and bots alike."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from zunft.core.record import HUMAN
from zunft.server.store.database import Session
from zunft.server.store.queries import seat_accounts
from zunft.server.tables.table import Table

SETTLED: Final = 5  # games until a rating is meaningful


class Rating(msgspec.Struct):
    """Strength of an account or bot at one game with one number of players."""

    who: str
    name: str
    mu: float
    sigma: float
    games: int
    wins: float

    @property
    def shown(self) -> int:
        """The number lists are sorted by: a conservative estimate, low for newcomers."""
        return round(100 * (self.mu - 2 * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """Too few games for a meaningful number."""
        return self.games < SETTLED


@cache
def model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rate(session: Session, table: Table) -> None:
    """A finished table counts if no revealed move was undone, no hint was given, and two of its players are distinct.

    Players who resigned, left or stayed away rank last; a substitute bot counts for nobody.
    """
    if table.undone_by_consent or table.hinted or table.setup.origin:
        return
    accounts = seat_accounts(session, table.setup.id)
    players = [
        player(session, table, seat, accounts[seat])
        for seat, occupant in enumerate(table.seats)
        if accounts[seat] or (occupant.kind != HUMAN and not occupant.substitute)
    ]
    if len({rating.who for _, rating in players}) < 2:
        return
    places = ranks(table)
    teams = [[model().rating(rating.mu, rating.sigma)] for _, rating in players]
    after = model().rate(teams, ranks=[places[seat] for seat, _ in players])
    first = places.count(0)
    known = {rating.who: rating for _, rating in players}
    changed = {who: msgspec.structs.replace(rating) for who, rating in known.items()}
    for (seat, rating), [old], [new] in zip(players, teams, after, strict=True):
        found = changed[rating.who]  # the same bot may sit on several seats
        found.mu += new.mu - old.mu
        found.sigma *= new.sigma / old.sigma
        found.games += 1
        found.wins += 0.0 if places[seat] else 1 / first
    for who in sorted(changed):  # fixed order: games that end at the same time must not deadlock
        save(session, table.setup.game, table.setup.players, changed[who], known[who])


def ranks(table: Table) -> list[int]:
    """Winners first, then by points; players who resigned, left or stayed away come last."""
    winners, scores = table.winners(), table.state.scores()

    def rank(seat: int) -> int:
        if table.seats[seat].resigned or table.seats[seat].away:
            return len(scores)
        if seat in winners:
            return 0
        return 1 + sum(score > scores[seat] for other, score in enumerate(scores) if other not in winners)

    return [rank(seat) for seat in range(len(scores))]


def player(session: Session, table: Table, seat: int, account: str) -> tuple[int, Rating]:
    occupant = table.seats[seat]
    who = f"account:{account}" if account else f"bot:{occupant.bot}"
    name = account_name(session, account) if account else occupant.bot
    return seat, rating_of(session, table.setup.game, table.setup.players, who, name)


def rating_of(session: Session, game: str, players: int, who: str, name: str) -> Rating:
    """The current rating; for newcomers the model's default."""
    found = session.one(
        "select mu, sigma, games, wins from ratings where game = :game and players = :players and who = :who",
        game=game,
        players=players,
        who=who,
    )
    if found is None:
        fresh = model().rating()
        found = (fresh.mu, fresh.sigma, 0, 0.0)
    return Rating(who, name, *found)


def account_name(session: Session, account: str) -> str:
    """Not the name typed at the table: that could be anyone's."""
    found = session.one("select name from accounts where id = :id", id=account)
    return str(found[0]) if found else ""


def save(session: Session, game: str, players: int, rating: Rating, known: Rating) -> None:
    """Adds the change to the stored value: another game may have ended meanwhile."""
    session.run(
        "insert into ratings (game, players, who, name, mu, sigma, games, wins)"
        " values (:game, :players, :who, :name, :mu, :sigma, :games, :wins) on conflict (game, players, who)"
        " do update set name = excluded.name, mu = ratings.mu + :gain, sigma = ratings.sigma * :factor,"
        " games = ratings.games + :more_games, wins = ratings.wins + :more_wins",
        game=game,
        players=players,
        **msgspec.structs.asdict(rating),
        gain=rating.mu - known.mu,
        factor=rating.sigma / known.sigma,
        more_games=rating.games - known.games,
        more_wins=rating.wins - known.wins,
    )


def ratings_of(session: Session, account: str) -> list[tuple[str, int, Rating]]:
    """Game, number of players, and the rating there."""
    found = session.all(
        "select game, players, who, name, mu, sigma, games, wins from ratings where who = :who order by game, players",
        who=f"account:{account}",
    )
    return [(game, players, Rating(*rating)) for game, players, *rating in found]


def ratings(session: Session, limit: int = 100) -> dict[tuple[str, int], list[Rating]]:
    """The best, by game and number of players."""
    lists: dict[tuple[str, int], list[Rating]] = {}
    for game, players, *rating in session.all(
        "select game, players, who, name, mu, sigma, games, wins from (select *, row_number() over"
        " (partition by game, players order by mu - 2 * sigma desc) as place from ratings) r"
        " where place <= :limit order by game, players, place",
        limit=limit,
    ):
        lists.setdefault((game, players), []).append(Rating(*rating))
    return lists
