"""The end of the game: both ways, scoring cards, the winner."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.calimala.positions import (
    P1,
    P2,
    P3,
    P4,
    W,
    deliver,
    donate,
    finish_turn,
    fresh,
    next_tile,
    place,
    put_stack,
    seat,
    spread,
)
from zunft.games.calimala import game_end
from zunft.games.calimala.game import Calimala
from zunft.games.calimala.names import SCORING_CARDS


def test_all_discs_placed() -> None:
    """T39: end (a): eleven tiles were triggered, the other four are scored without seats, then the cards."""
    table = fresh()
    table.journal = []
    seat(table, *[P1] * 4, *[P2] * 4, *[P3] * 3)
    spread(table, "h01", p1=1)
    place(table, P1, "h01")
    finish_turn(table)
    assert table.is_over()
    assert len(table.seats) == 11
    assert table.scored == 15
    logged = [event.key for event in table.journal if event.key in ("tile_scored", "shows_card", "face_up_card_scored")]
    assert logged == ["tile_scored"] * 4 + ["shows_card"] * 3 + ["face_up_card_scored"]


def last_tile_by(player: int) -> Calimala:
    """Four players; this player's turn triggers the fifteenth scoring."""
    table = fresh(4)
    seat(table, *[P1] * 4, *[P2] * 4, *[P3] * 3, *[P4] * 3)
    put_stack(table, "h01", P1, P2, P3)
    table.journal = []
    place(table, player, "h01")
    finish_turn(table)
    assert table.scored == 15
    assert [event.key for event in table.journal].count("last_round") == 1
    return table


def test_the_round_of_the_last_tile_is_completed() -> None:
    """T40: end (b): P2 triggers tile 15, then P3 and P4 have a turn, P1 does not."""
    table = last_tile_by(P2)
    assert table.active == P3
    finish_turn(table)
    assert table.active == P4
    finish_turn(table)
    assert table.is_over()


def test_no_tile_is_left_over_after_the_last_one() -> None:
    """C39: and the log mentions none."""
    table = last_tile_by(P2)
    table.journal = []
    while not table.is_over():
        finish_turn(table)
    assert "discs_used_up" not in [event.key for event in table.journal]


def test_showing_the_scoring_cards_is_one_revelation() -> None:
    """Section 9: the last one of the game."""
    table = fresh()
    before = table.reveals
    game_end.score_cards(table)
    assert table.reveals == before + 1


def test_the_last_player_of_a_round_ends_the_game_at_once() -> None:
    """T41: P4 triggers tile 15."""
    assert last_tile_by(P4).is_over()


def test_discs_can_run_out_in_the_last_round() -> None:
    """C39: P3 is out of discs, so only P4 has a turn."""
    table = fresh(4)
    seat(table, *[P1] * 4, *[P2] * 4, *[P3] * 3, *[P4] * 3)
    put_stack(table, "h01", P1, P2, P3)
    me = table.players[P3]
    put_stack(table, "h12", *[P3] * 3)
    put_stack(table, "h34", *[P3] * me.coloured)
    table.players[P4].white += me.white
    me.white = 0
    place(table, P2, "h01")
    finish_turn(table)
    assert table.active == P4
    finish_turn(table)
    assert table.is_over()


def test_every_card_is_scored_for_all_players() -> None:
    """T44: with three players four cards: three kept ones and the face-up one."""
    table = fresh()
    cards = [me.kept for me in table.players] + [table.face_up]
    assert [SCORING_CARDS[card] for card in cards] == ["barcelona", "troyes", "san_miniato", "palazzo_vecchio"]
    deliver(table, P2, barcelona=1, troyes=1)
    donate(table, P2, san_miniato=1, palazzo_vecchio=1)
    game_end.score_cards(table)
    assert [me.card_points for me in table.players] == [0, 20, 0]


def tied(*seats: int, palazzo: tuple[int, ...] = (), start_player: int = P1) -> list[int]:
    """P1 and P2 have 31 points each, these seats in order, and these artworks in Palazzo Vecchio from the left."""
    table = fresh()
    table.players[P1].tile_points = 31
    table.players[P2].tile_points = 30
    table.players[P2].card_points = 1
    seat(table, *seats)
    for player in palazzo:
        donate(table, player, palazzo_vecchio=1)
    table.start_player = start_player
    game_end.end_game(table)
    table.agenda = []
    return table.winners()


def test_council_influence_breaks_a_tie_for_the_win() -> None:
    """T45: 31 points each, influence 4 against 3."""
    assert tied(*[P1] * 4, *[P2] * 3) == [P1]
    assert tied(*[P2] * 4, *[P1] * 3) == [P2]
    assert tied(P2, P1, palazzo=(P1, P1)) == [P1]


def test_there_is_always_one_winner() -> None:
    """U19: more seats, then the latest seat, then the leftmost artwork, then turn order from the start player."""
    assert tied(P1, P1, P2, palazzo=(P2,)) == [P1], "two seats against a seat and an artwork"
    assert tied(P2, P2, P1, palazzo=(P1,)) == [P2]
    assert tied(P1, P2, P2, P1) == [P1], "the latest seat"
    assert tied(P2, P1, P1, P2) == [P2]
    assert tied(palazzo=(P3, P2, P1)) == [P2], "the leftmost artwork"
    assert tied(palazzo=(P1, P2, P2, P1)) == [P1]
    assert tied(start_player=P1) == [P1]
    assert tied(start_player=P2) == [P2]
    assert tied(start_player=P3) == [P1], "the first after the start player"


def out_of_discs(**options: Any) -> Calimala:
    """P2 places the last disc; P1 and P3 have several, and eight tiles are scored."""
    table = fresh(**options)
    seat(table, *[P1] * 3, *[P2] * 3, *[P3] * 2)
    spread(table, "h01", p1=3, p2=1, p3=3)
    table.journal = []
    place(table, P2, "h01")
    finish_turn(table)
    return table


def announced(table: Calimala) -> list[int]:
    """Players announced as out of discs."""
    return [event.args["player"] for event in table.journal or () if event.key == "last_disc_placed"]


def test_only_the_first_without_a_disc_is_announced() -> None:
    """C36: P2 and P3 run out in the same round; none is announced after the last tile."""
    table = fresh(4, end_when="any_out")
    seat(table, P1)
    spread(table, "h01", "h12", p1=3, p2=1, p3=1, p4=3)
    table.journal = []
    place(table, P2, "h01")
    finish_turn(table)
    assert table.active == P3
    place(table, P3, "h12")
    finish_turn(table)
    assert announced(table) == [P2]
    table = fresh(4, end_when="any_out")
    seat(table, *[P1] * 4, *[P2] * 4, *[P3] * 4, *[P4] * 3)
    spread(table, "h01", p1=3, p2=1, p3=2, p4=3)
    table.journal = []
    place(table, P2, "h01")
    finish_turn(table)
    assert announced(table) == []


def test_the_game_goes_on_until_nobody_has_a_disc() -> None:
    """C36: the first edition's end."""
    table = out_of_discs()
    assert table.active == P3 and not table.view(None)["last_round"]
    assert announced(table) == []
    while not table.is_over():
        assert table.active != P2
        finish_turn(table)
    assert all(me.coloured == me.white == 0 for me in table.players)
    assert table.scored == 15


@pytest.mark.parametrize("options", [{"end_when": "any_out"}, {"edition": 2}])
def test_the_second_edition_ends_with_the_round_in_which_a_player_runs_out(options: dict[str, Any]) -> None:
    """U26: P3 still has a turn, P1 does not; the remaining tiles are scored."""
    table = out_of_discs(**options)
    assert table.active == P3 and table.view(None)["last_round"]
    finish_turn(table)
    assert table.is_over() and not table.view(None)["last_round"]
    assert table.players[P1].coloured == 3
    assert table.scored == 15
    assert announced(table) == [P2]
    assert [event.key for event in table.journal or ()].count("discs_used_up") == 1


def test_the_last_of_a_round_to_run_out_ends_the_game_at_once() -> None:
    """C36: P3 places the last disc, and the next player is the start player."""
    table = fresh(end_when="any_out")
    spread(table, "h01", p1=3, p2=3, p3=1)
    place(table, P3, "h01")
    finish_turn(table)
    assert table.is_over()


def test_who_gets_a_white_disc_in_exchange_is_not_out() -> None:
    """C36: P1 placed the last disc, but has a white one at the end of the turn."""
    table = fresh(end_when="any_out")
    put_stack(table, "h01", W, P2, P3)
    spread(table, "h01", p1=2, p2=3, p3=3)
    place(table, P1, "h01")
    finish_turn(table)
    assert (table.players[P1].coloured, table.players[P1].white) == (0, 1)
    assert not table.view(None)["last_round"]


def test_the_start_player_counts_as_active_at_the_end() -> None:
    """C33: P1 and P2 are tied for every remaining tile; P2 is the start player, P1 had the last turn."""
    table = fresh()
    table.start_player = P2
    seat(table, *[P3] * 11)
    deliver(table, P1, troyes=1)
    deliver(table, P2, troyes=1)
    next_tile(table, "t_troyes")
    spread(table, "h01", p1=1)
    place(table, P1, "h01")
    finish_turn(table)
    assert table.is_over() and table.active == P2
    assert table.players[P2].tile_points > table.players[P1].tile_points
