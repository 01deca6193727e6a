"""Scoring: what tiles and cards count, ranks and ties."""

from __future__ import annotations

from typing import Any

from tests.games.calimala.positions import (
    P1,
    P2,
    P3,
    P4,
    contribute,
    deliver,
    donate,
    fresh,
    give,
    next_tile,
    place,
    play,
    put_stack,
    score,
    score_card,
    seat,
)
from zunft.games.calimala import scoring
from zunft.games.calimala.game import Calimala
from zunft.games.calimala.names import SCORING_CARDS, TILES


def troyes(*cloth: int, **options: Any) -> Calimala:
    """A table with this much cloth of each player in Troyes."""
    table = fresh(len(cloth), **options)
    for player, number in enumerate(cloth):
        deliver(table, player, troyes=number)
    return table


def test_ranks_of_a_tile() -> None:
    """T34."""
    assert score(troyes(4, 2, 1, 0), "t_troyes") == [3, 2, 1, 0]


def test_council_influence_breaks_ties() -> None:
    """T35: one artwork in Palazzo Vecchio against two."""
    table = troyes(3, 3, 1)
    donate(table, P1, palazzo_vecchio=1)
    donate(table, P2, palazzo_vecchio=2)
    assert score(table, "t_troyes") == [2, 3, 1]


def test_all_ports_count_together() -> None:
    """T36."""
    table = fresh()
    deliver(table, P1, london=2, lisbon=1)
    deliver(table, P2, barcelona=2, hamburg=9)
    assert score(table, "t_ports") == [3, 2, 0]


def test_all_trade_cities_count_together() -> None:
    """5.4: ports do not count there."""
    table = fresh()
    deliver(table, P1, london=9, troyes=1)
    deliver(table, P2, bruges=1, hamburg=1)
    assert score(table, "t_trade") == [2, 3, 0]


def test_a_church_card_counts_materials_and_artworks() -> None:
    """T38: together."""
    table = fresh()
    contribute(table, P1, "santa_croce", wood=2)
    contribute(table, P2, "santa_croce", marble=1)
    donate(table, P2, santa_croce=2)
    donate(table, P3, san_miniato=4)
    assert score_card(table, "santa_croce") == [3, 5, 0]


def test_ranks_of_a_card_and_its_ties() -> None:
    """T42: the third has more influence than the second."""
    table = fresh(4, components={"city": wide_cities()})
    for player, number in ((P1, 5), (P2, 4), (P3, 4), (P4, 1)):
        deliver(table, player, hamburg=number)
    donate(table, P3, palazzo_vecchio=1)
    assert score_card(table, "hamburg") == [5, 1, 3, 0]


def test_only_ranked_players_earn_points_for_a_card() -> None:
    """C32, C35: three ranks; players with nothing are not ranked."""
    card = SCORING_CARDS.index("troyes")
    assert scoring.card_points(troyes(4, 3, 2, 1), card) == [5, 3, 1, 0]
    assert scoring.card_points(troyes(0, 3, 0), card) == [0, 5, 0]


def wide_cities() -> list[dict[str, object]]:
    """More than twelve cloths in one city."""
    names = ("barcelona", "lisbon", "london", "troyes", "bruges", "hamburg")
    return [{"id": name, "spaces": 20} for name in names]


def test_the_palazzo_card_counts_seats_and_artworks_there() -> None:
    """T43."""
    table = fresh()
    seat(table, P1, P1, P1, P2, P2, P3)
    donate(table, P2, palazzo_vecchio=2, santa_croce=1)
    donate(table, P3, santa_maria=3)
    assert score_card(table, "palazzo_vecchio") == [3, 5, 1]


def test_equal_influence_goes_to_the_latest_seat() -> None:
    """U14: P1 on seats 1 and 4, P2 on 2 and 3."""
    table = troyes(3, 3, 1)
    seat(table, P1, P2, P2, P1)
    assert score(table, "t_troyes") == [3, 2, 1]


def test_a_tie_on_the_palazzo_card_goes_to_the_latest_seat() -> None:
    """C34."""
    table = fresh()
    seat(table, P1, P2, P2, P1)
    assert score_card(table, "palazzo_vecchio") == [5, 3, 0]


def test_equal_influence_goes_to_more_seats() -> None:
    """C33: two seats against a seat and an artwork in Palazzo Vecchio, though that seat is the latest."""
    table = troyes(3, 3, 1)
    seat(table, P1, P1, P2)
    donate(table, P2, palazzo_vecchio=1)
    assert score(table, "t_troyes") == [3, 2, 1]


def test_without_seats_the_leftmost_artwork_in_palazzo_vecchio_decides() -> None:
    """U27: an artwork each there; artworks elsewhere do not count."""
    table = troyes(2, 2, 2)
    donate(table, P3, palazzo_vecchio=1)
    donate(table, P1, palazzo_vecchio=1)
    donate(table, P2, palazzo_vecchio=1, santa_croce=2)
    assert score(table, "t_troyes") == [2, 1, 3]


def test_an_artwork_in_palazzo_vecchio_is_better_than_none_there() -> None:
    """C33: with all artworks as influence, one here against one elsewhere."""
    table = troyes(2, 2, 0, tie_artworks="all")
    donate(table, P1, santa_croce=1)
    donate(table, P2, palazzo_vecchio=1)
    assert score(table, "t_troyes") == [2, 3, 0]


def test_a_full_tie_goes_to_the_active_player_or_the_next_in_turn_order() -> None:
    """C33: regardless of the start player."""
    for active, points in ((P1, [3, 2, 1]), (P2, [1, 3, 2]), (P3, [2, 1, 3])):
        table = troyes(2, 2, 2)
        table.start_player = P2
        table.active = active
        assert score(table, "t_troyes") == points


def test_artworks_stand_in_palazzo_vecchio_in_the_order_of_their_donation() -> None:
    """C33: from the left."""
    table = fresh()
    give(table, P1, marble=2)
    give(table, P2, marble=1)
    put_stack(table, "v36", P2)
    place(table, P1, "v36")
    play(table, "do artwork", "art palazzo_vecchio", "skip marble")
    play(table, "do artwork", "art palazzo_vecchio", "skip marble")
    assert table.gallery == (P1, P2)
    assert table.view(None)["gallery"] == [P1, P2]


def test_a_new_seat_counts_for_its_own_scoring() -> None:
    """U15: P1 and P2 are tied, P2's bottom disc triggers."""
    table = troyes(1, 1, 0)
    next_tile(table, "t_troyes")
    put_stack(table, "h01", P2, P3, P3)
    place(table, P1, "h01")
    play(table, *["do wood", "do brick"] * 3)
    assert [me.tile_points for me in table.players] == [2, 3, 0]


def test_who_has_nothing_is_not_ranked() -> None:
    """U16: only P3 has cubes there; with the option off all players are ranked."""
    assert score(troyes(0, 0, 1), "t_troyes") == [0, 0, 3]
    assert score(troyes(0, 0, 1, need_one_to_rank=False), "t_troyes") == [2, 1, 3]


def test_what_each_kind_of_tile_counts() -> None:
    """U17: an artwork does not count as contributed marble; a church counts both; artworks count everywhere."""
    table = fresh()
    me = table.players[P1]
    contribute(table, P1, "santa_croce", marble=2, wood=1)
    donate(table, P1, santa_croce=1, san_miniato=1, palazzo_vecchio=1)
    counts = {tile: scoring.tile_count(me, at) for at, tile in enumerate(TILES)}
    assert counts["t_marble"] == 2
    assert counts["t_santa_croce"] == 4
    assert counts["t_artwork"] == 3
    assert counts["t_wood"] == 1 and counts["t_brick"] == 0
    assert counts["t_san_miniato"] == 1 and counts["t_santa_maria"] == 0


def test_which_artworks_break_ties() -> None:
    """U24: P1 has a seat and two artworks in Santa Croce, P2 two seats."""
    for option, points in (("palazzo", [2, 3, 0]), ("all", [3, 2, 0])):
        table = troyes(1, 1, 0, tie_artworks=option)
        seat(table, P1, P2, P2)
        donate(table, P1, santa_croce=2)
        assert score(table, "t_troyes") == points
