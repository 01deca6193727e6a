"""Ratings per game and number of players, for people with accounts and for bots alike."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from zunft.core.record import HUMAN
from zunft.server import store
from zunft.server.database import Session
from zunft.server.table import Table


class Rating(msgspec.Struct):
    """Somebody's strength at one game with one number of players."""

    who: str
    name: str
    mu: float
    sigma: float
    games: int
    wins: float

    @property
    def shown(self) -> int:
        """What lists sort by: careful with newcomers."""
        return round(100 * (self.mu - 2 * self.sigma))


@cache
def model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rate(session: Session, table: Table) -> None:
    """A finished table counts, if nothing known was taken back and two of its players can be told apart.

    Whoever resigned counts as last; a bot that only took over counts for nobody.
    """
    if table.beyond or table.setup.origin:
        return
    accounts = store.accounts_at(session, table.setup.id)
    players = [
        player(session, table, seat, accounts[seat])
        for seat, chair in enumerate(table.chairs)
        if accounts[seat] or (chair.kind != HUMAN and not chair.substitute)
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
    for who in sorted(changed):  # always in this order: two games that end at once must not wait for each other
        save(session, table, changed[who], known[who])


def ranks(table: Table) -> list[int]:
    """Winners first, then by points; whoever resigned comes last."""
    winners, scores = table.winners(), table.state.scores()

    def rank(seat: int) -> int:
        if table.chairs[seat].resigned:
            return len(scores)
        if seat in winners:
            return 0
        return 1 + sum(score > scores[seat] for other, score in enumerate(scores) if other not in winners)

    return [rank(seat) for seat in range(len(scores))]


def player(session: Session, table: Table, seat: int, account: str) -> tuple[int, Rating]:
    chair = table.chairs[seat]
    who = f"account:{account}" if account else f"bot:{chair.bot}"
    name = chair.name if account else chair.bot
    found = session.one(
        "select mu, sigma, games, wins from ratings where game = :game and players = :players and who = :who",
        game=table.setup.game,
        players=table.setup.players,
        who=who,
    )
    if found is None:
        fresh = model().rating()
        return seat, Rating(who, name, fresh.mu, fresh.sigma, 0, 0.0)
    return seat, Rating(who, name, found[0], found[1], found[2], found[3])


def save(session: Session, table: Table, rating: Rating, known: Rating) -> None:
    """What has changed since it was known is added to what is there now: another game may have ended meanwhile."""
    session.run(
        "insert into ratings (game, players, who, name, mu, sigma, games, wins)"
        " values (:game, :players, :who, :name, :mu, :sigma, :games, :wins) on conflict (game, players, who)"
        " do update set name = excluded.name, mu = ratings.mu + :gain, sigma = ratings.sigma * :factor,"
        " games = ratings.games + :more_games, wins = ratings.wins + :more_wins",
        game=table.setup.game,
        players=table.setup.players,
        who=rating.who,
        name=rating.name,
        mu=rating.mu,
        sigma=rating.sigma,
        games=rating.games,
        wins=rating.wins,
        gain=rating.mu - known.mu,
        factor=rating.sigma / known.sigma,
        more_games=rating.games - known.games,
        more_wins=rating.wins - known.wins,
    )


def ratings(session: Session, game: str, players: int) -> list[Rating]:
    found = session.all(
        "select who, name, mu, sigma, games, wins from ratings where game = :game and players = :players",
        game=game,
        players=players,
    )
    return sorted((Rating(*row) for row in found), key=lambda rating: -rating.shown)
