"""Standings: tiles are already scored; of the scoring cards only those known to the viewer are projected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zunft.core.standings import Goal, Part, Standing
from zunft.core.state import Setting
from zunft.games.calimala import scoring
from zunft.games.calimala.names import ART_SITES, CHURCHES, CITIES, EMPTY_SEAT, MATERIALS, SCORING_CARDS
from zunft.games.calimala.table import Player, Table


def standings(view: Mapping[str, Any], setting: Setting) -> list[Standing]:
    if view["over"]:
        return [final(player, points) for player, points in enumerate(view["points"])]
    table, cards = seen(view, setting), known_cards(view)
    projected = [scoring.card_points(table, card) for card in cards]  # as if they were scored now
    return [
        Standing(player, parts(shown["points"], sum([each[player] for each in projected])), goals(table, player, cards))
        for player, shown in enumerate(view["players"])
    ]


def final(player: int, points: Mapping[str, int]) -> Standing:
    return Standing(player, [Part(source, number) for source, number in points.items()])


def parts(scored: int, projected: int) -> list[Part]:
    """`hidden`: the others' secret cards will score for all."""
    return [Part("tiles", scored), Part("cards", projected, projected=True, hidden=True)]


def known_cards(view: Mapping[str, Any]) -> list[int]:
    """The face-up card and the viewer's own, once chosen."""
    own = [player["scoring_card"] for player in view["players"]]
    return [SCORING_CARDS.index(card) for card in (view["face_up_card"], *own) if card is not None]


def goals(table: Table, player: int, cards: list[int]) -> list[Goal]:
    """For each known card the count, and what beats all others."""
    found = []
    for card in cards:
        counts = [scoring.card_count(table, other, card) for other in range(len(table.players))]
        others = max([count for other, count in enumerate(counts) if other != player])
        found.append(Goal("card", {"card": SCORING_CARDS[card]}, counts[player], others + 1))
    return found


def seen(view: Mapping[str, Any], setting: Setting) -> Table:
    """A table for scoring to read."""
    table = Table()
    table.open(setting)
    table.players = [seen_player(player) for player in view["players"]]
    table.seats = seen_seats(view)
    table.gallery = tuple(view["gallery"])
    table.active = view["active"]
    return table


def seen_player(shown: Mapping[str, Any]) -> Player:
    me = Player()
    me.delivered = tuple([shown["cloth"][city] for city in CITIES])
    me.contributed = tuple([shown["material"][church][material] for church in CHURCHES for material in MATERIALS])
    me.artworks = tuple([shown["artworks"][site] for site in ART_SITES])
    return me


def seen_seats(view: Mapping[str, Any]) -> tuple[int, ...]:
    """A scored tile without a disc has a permanently empty seat."""
    seats = [
        EMPTY_SEAT if seat["player"] is None else seat["player"]
        for seat in view["council"]
        if seat["scored"] or seat["player"] is not None
    ]
    return (*seats, *view["further_seats"])
