"""Stacks: the order of acting, and the fourth disc."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.calimala.positions import (
    P1,
    P2,
    P3,
    W,
    choices,
    draw,
    finish_turn,
    fresh,
    give,
    give_hand,
    hand,
    next_tile,
    offers,
    owner_acting,
    place,
    play,
    put_stack,
    score_card,
    seat,
    spread,
    stack,
    store,
    to_move,
)
from zunft.core.state import CHANCE
from zunft.games.calimala.game import Calimala
from zunft.games.calimala.names import EMPTY_SEAT, TILES


def acting_order(table: Calimala) -> list[tuple[int, int]]:
    """Owner and level of each acting disc until the turn ends; all players execute both actions."""
    order: list[tuple[int, int]] = []
    turn = table.turn
    while table.turn == turn and not table.is_over():
        if owner_acting(table) not in order:
            order.append(owner_acting(table))
        play(table, sorted(choices(table))[0])
        while table.current_player() == CHANCE:
            draw(table, "ship")
    return order


def on_h01(*discs: int, **options: Any) -> Calimala:
    """h01 is wood and brick: all players can execute both."""
    table = fresh(**options)
    put_stack(table, "h01", *discs)
    return table


# Order


def test_the_second_disc_acts_after_the_top_one() -> None:
    """T27: no scoring."""
    table = on_h01(P2)
    place(table, P1, "h01")
    assert acting_order(table) == [(P1, 1), (P2, 2)]
    assert store(table, P1) == store(table, P2) == (1, 1, 0)
    assert table.scored == 0


def test_top_second_third() -> None:
    """T28."""
    table = on_h01(P2, P1)
    place(table, P3, "h01")
    assert acting_order(table) == [(P3, 1), (P1, 2), (P2, 3)]


def test_the_log_names_the_lower_discs_that_act() -> None:
    """C11: the top disc has just been placed, which the log says already."""
    table = on_h01(P2, P1)
    table.journal = []
    place(table, P3, "h01")
    acting_order(table)
    logged = [(event.args["player"], event.args["level"]) for event in table.journal if event.key == "activates"]
    assert logged == [(P1, 2), (P2, 3)]


def test_a_disc_is_in_use_from_its_placing_to_the_end_of_the_turn() -> None:
    """C11: neither before the first disc nor between two turns."""
    table = on_h01(P2)
    assert table.view(None)["activation"] is None
    place(table, P1, "h01")
    assert table.view(None)["activation"]["level"] == 1
    play(table, "do wood", "do brick")
    assert table.view(None)["activation"]["level"] == 2
    play(table, "do wood", "do brick")
    assert table.view(None)["activation"] is None


def test_a_player_with_three_discs_acts_three_times() -> None:
    """T29: both actions each time."""
    table = on_h01(P1, P1)
    place(table, P1, "h01")
    assert acting_order(table) == [(P1, 1), (P1, 2), (P1, 3)]
    assert store(table, P1) == (3, 3, 0)


def test_a_lower_white_disc_does_nothing() -> None:
    """T30."""
    table = on_h01(P2, W)
    place(table, P3, "h01")
    assert acting_order(table) == [(P3, 1), (P2, 3)]


def test_the_fourth_disc_does_not_act_but_takes_a_seat() -> None:
    """T31."""
    table = on_h01(P2, P1, P3)
    place(table, P1, "h01")
    assert acting_order(table) == [(P1, 1), (P3, 2), (P1, 3)]
    assert store(table, P2) == (0, 0, 0)
    assert table.seats == (P2,)
    assert table.scored == 1
    assert stack(table, "h01") == (P1, P3, P1)


def test_lower_discs_act_once_even_below_a_white_one() -> None:
    """T32."""
    table = on_h01(P2)
    place(table, P1, "h01", "white")
    play(table, "do wood", "do wood", "do brick", "do brick")
    assert owner_acting(table) == (P2, 2)
    play(table, "do wood", "do brick")
    assert (store(table, P1), store(table, P2)) == ((2, 2, 0), (1, 1, 0))
    assert table.active == P2


@pytest.mark.parametrize(
    ("wood", "brick", "texts", "cards"),
    [
        (3, 3, (), 2),
        (3, 0, ("do brick",), 1),
        (0, 0, ("do wood", "do brick"), 0),
        (0, 0, ("skip wood", "skip brick"), 0),
    ],
)
def test_cards_for_a_lower_disc(wood: int, brick: int, texts: tuple[str, ...], cards: int) -> None:
    """T33: two, one or none; forced choices are automatic."""
    table = on_h01(P2)
    give(table, P2, wood=wood, brick=brick)
    place(table, P1, "h01")
    play(table, "do wood", "do brick", *texts)
    for _ in range(cards):
        draw(table, "ship")
    assert len(hand(table, P2)) == 1 + cards
    assert table.active == P2 and table.current_player() == P2


def test_a_lower_disc_that_can_do_nothing_draws_two_cards_at_once() -> None:
    """C8: P2 has neither marble nor a ship."""
    table = fresh()
    put_stack(table, "h67", P2)
    give(table, P1, marble=1)
    place(table, P1, "h67")
    play(table, "do artwork", "art santa_croce")
    while table.current_player() != P2 and table.level == 0:
        draw(table, "wood") if table.current_player() == CHANCE else play(table, sorted(choices(table))[0])
    for _ in range(2):
        draw(table, "brick")
    assert hand(table, P2).count("brick") == 2
    assert table.active == P2


# The council


def test_tiles_are_used_in_order() -> None:
    """T37: the second bottom disc scores the second tile."""
    table = fresh()
    next_tile(table, "t_wood")
    put_stack(table, "h01", P2, P1, P3)
    put_stack(table, "v03", P3, P1, P2)
    table.journal = []
    place(table, P1, "h01")
    finish_turn(table)
    assert "last_round" not in [event.key for event in table.journal]
    assert (table.seats, table.scored, TILES[table.tiles[0]]) == ((P2,), 1, "t_wood")
    place(table, P2, "v03")
    finish_turn(table)
    assert (table.seats, table.scored) == ((P2, P3), 2)


def everybody_does_both(table: Calimala) -> None:
    """The three discs on h01 act."""
    for _ in range(3):
        play(table, "do wood", "do brick")


def white_pushed_out(**options: Any) -> Calimala:
    """P1, with four coloured discs, adds to [W, P2, P3]."""
    table = on_h01(W, P2, P3, **options)
    put_stack(table, "v14", P1, P1, P1)
    put_stack(table, "v36", P1, P1, P1)
    put_stack(table, "v47", P1, P1)
    place(table, P1, "h01")
    assert table.players[P1].coloured == 3
    table.journal = []
    everybody_does_both(table)
    assert table.players[P1].coloured == 2
    assert table.seats == (P1,)
    assert stack(table, "h01") == (P2, P3, P1)
    return table


def moves(table: Calimala) -> list[tuple[str, str, str]]:
    """Disc moves in the log."""
    keys = ("takes_white_disc", "white_disc_leaves", "takes_disc", "takes_seat")
    return [(event.key, event.source, event.target) for event in table.journal or () if event.key in keys]


def test_the_active_player_exchanges_a_white_bottom_disc_for_one_of_his_supply() -> None:
    """U11: the white disc joins the supply."""
    table = white_pushed_out()
    assert [me.white for me in table.players] == [3, 3, 3], "the one that lay on h01 was his own"
    assert moves(table) == [
        ("takes_white_disc", "space-h01", "player-1-discs"),
        ("takes_seat", "player-1-discs", "seat-1"),
    ]


def test_the_white_disc_leaves_the_game_by_the_option() -> None:
    """C28."""
    table = white_pushed_out(white_pushed_out="removed")
    assert [me.white for me in table.players] == [2, 3, 3]
    assert moves(table) == [("white_disc_leaves", "space-h01", "box"), ("takes_seat", "player-1-discs", "seat-1")]


def test_without_a_disc_in_supply_one_from_the_top_of_a_space_takes_the_seat() -> None:
    """U12: the disc just placed may be taken as well."""
    table = on_h01(W, P2, P3)
    for space in ("v14", "v36", "v47"):
        put_stack(table, space, P1, P1, P1)
    put_stack(table, "v25", P1, P1, P2)
    place(table, P1, "h01")
    everybody_does_both(table)
    assert choices(table) == {"seat h01", "seat v14", "seat v36", "seat v47"}
    white = table.players[P1].white
    other = table.clone()
    other.journal = []
    play(table, "seat h01")
    assert stack(table, "h01") == (P2, P3)
    assert table.seats == (P1,)
    assert table.scored == 1
    assert table.players[P1].white == white == 3, "he has the white disc already when he chooses"
    play(other, "seat v36")
    assert stack(other, "v36") == (P1, P1)
    assert moves(other) == [("takes_disc", "", ""), ("takes_seat", "space-v36", "seat-1")]


def test_the_seat_stays_empty_if_no_disc_can_take_it() -> None:
    """U13: all discs of P1 are covered, and P1 placed a white one."""
    table = on_h01(W, P2, P3)
    for space in ("v14", "v36", "v47", "v25", "v58", "h78"):
        put_stack(table, space, P1, P1, P2 if space < "v3" else P3)
    place(table, P1, "h01", "white")
    play(table, "do wood", "do brick")
    everybody_does_both(table)
    assert table.seats == (EMPTY_SEAT,)
    assert table.scored == 1
    assert stack(table, "h01") == (P2, P3, W)
    assert table.players[P1].white == 2, "three, one of them pushed out, one placed, and back came the first"


def test_a_single_disc_on_top_takes_the_seat_without_asking() -> None:
    """C28: the one just placed, since all others of P1 are covered."""
    table = on_h01(W, P2, P3)
    for space in ("v14", "v36", "v47", "v25", "v58"):
        put_stack(table, space, P1, P1, P2 if space < "v3" else P3)
    put_stack(table, "h78", P1, P2)
    place(table, P1, "h01")
    everybody_does_both(table)
    assert table.seats == (P1,)
    assert stack(table, "h01") == (P2, P3)
    assert table.active == P2


def test_no_further_seat_is_left_empty() -> None:
    """C38: beyond the last tile there is no seat that a missing disc could leave empty (C29)."""
    table = fresh(seats_beyond_15=True)
    seat(table, *[P1] * 11, P2, P2, P3, P3)
    put_stack(table, "h01", W, P2, P3)
    put_stack(table, "v14", P1, P2)
    place(table, P1, "h01", "white")
    play(table, "do wood", "do brick")
    everybody_does_both(table)
    assert len(table.seats) == 15
    assert stack(table, "h01") == (P2, P3, W)


def after_the_last_tile(**options: Any) -> Calimala:
    """P1 has scored tile 15; P2 then adds the fourth disc to [P1, P2, P3]."""
    table = fresh(**options)
    seat(table, *[P1, P2, P3] * 5)
    put_stack(table, "h01", P1, P2, P3)
    place(table, P2, "h01")
    everybody_does_both(table)
    assert table.scored == 15
    return table


def test_after_the_last_tile_a_fourth_disc_stays_and_counts_for_nothing() -> None:
    """U18: placing there is no longer possible; the bottom disc is removed at the end."""
    table = after_the_last_tile()
    assert store(table, P1) == (0, 0, 0), "the bottom disc does not act"
    assert len(table.seats) == 15
    assert stack(table, "h01") == (P1, P2, P3, P2)
    assert not offers(table, P3, "h01")
    finish_turn(table)
    assert table.is_over()
    assert stack(table, "h01") == (P2, P3, P2)
    assert score_card(table, "palazzo_vecchio") == [1, 3, 5], "five seats each; the latest seat decides"


@pytest.mark.parametrize("options", [{"seats_beyond_15": True}, {"edition": 2}])
def test_after_the_last_tile_a_fourth_disc_takes_a_further_seat_by_the_option(options: dict[str, Any]) -> None:
    """U18: without a scoring; it counts for Palazzo Vecchio."""
    table = after_the_last_tile(**options)
    assert table.seats[15:] == (P1,)
    assert stack(table, "h01") == (P2, P3, P2)
    assert score_card(table, "palazzo_vecchio") == [5, 1, 3]


def test_who_has_no_disc_is_skipped_but_his_discs_still_act() -> None:
    """U25: play continues until all discs are placed."""
    table = on_h01(P2)
    seat(table, *[P1] * 4, *[P2] * 4, *[P3] * 4)
    spread(table, "h01", p1=2, p3=2)
    place(table, P1, "h01")
    assert acting_order(table) == [(P1, 1), (P2, 2)]
    assert table.active == P3
    while not table.is_over():
        assert table.active != P2
        finish_turn(table)
    assert all(me.coloured == me.white == 0 for me in table.players)
    assert table.scored == 15


def test_a_space_with_four_discs_is_full() -> None:
    """C4: possible only after the last scoring."""
    table = after_the_last_tile()
    to_move(table, P3)
    play(table, "disc coloured")
    assert len(choices(table)) < 12
    give_hand(table, P3)
    assert "space h01" not in choices(table)
