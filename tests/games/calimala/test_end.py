"""The end of the game: both ways, scoring cards, the winner."""

from __future__ import annotations

from tests.games.calimala.positions import (
    P1,
    P2,
    P3,
    P4,
    deliver,
    donate,
    finish_turn,
    fresh,
    place,
    put_stack,
    seat,
    spread,
)
from zunft.games.calimala import game_end, scoring
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
    told = [event.key for event in table.journal if event.key in ("tile_scored", "shows_card", "face_up_card_scored")]
    assert told == ["tile_scored"] * 4 + ["shows_card"] * 3 + ["face_up_card_scored"]


def last_tile_by(player: int) -> Calimala:
    """Four players; the player's turn brings the fifteenth scoring."""
    table = fresh(4)
    seat(table, *[P1] * 4, *[P2] * 4, *[P3] * 3, *[P4] * 3)
    put_stack(table, "h01", P1, P2, P3)
    place(table, player, "h01")
    finish_turn(table)
    assert table.scored == 15
    return table


def test_the_round_of_the_last_tile_is_completed() -> None:
    """T40: end (b): P2 triggers tile 15, then P3 and P4 have a turn, P1 has not."""
    table = last_tile_by(P2)
    assert table.active == P3
    finish_turn(table)
    assert table.active == P4
    finish_turn(table)
    assert table.is_over()


def test_the_last_player_of_a_round_ends_the_game_at_once() -> None:
    """T41: P4 triggers tile 15."""
    assert last_tile_by(P4).is_over()


def test_discs_can_run_out_in_the_last_round() -> None:
    """C39: P3 has none left, so only P4 has a turn."""
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
    """T44: with three players four cards: three kept ones and the open one."""
    table = fresh()
    cards = [me.kept for me in table.players] + [table.face_up]
    assert [SCORING_CARDS[card] for card in cards] == ["barcelona", "troyes", "san_miniato", "palazzo_vecchio"]
    deliver(table, P2, barcelona=1, troyes=1)
    donate(table, P2, san_miniato=1, palazzo_vecchio=1)
    game_end.score_cards(table)
    assert [me.card_points for me in table.players] == [0, 20, 0]


def tied(influence_1: int, influence_2: int) -> list[int]:
    table = fresh()
    table.players[P1].tile_points = 31
    table.players[P2].tile_points = 30
    table.players[P2].card_points = 1
    seat(table, *[P1] * influence_1, *[P2] * influence_2)
    return scoring.winners(table)


def test_council_influence_breaks_a_tie_for_the_win() -> None:
    """T45: 31 points each, influence 4 against 3."""
    assert tied(4, 3) == [P1]
    assert tied(3, 4) == [P2]


def test_a_full_tie_is_a_shared_victory() -> None:
    """U19."""
    assert tied(2, 2) == [P1, P2]
