"""Placing a disc and the nine actions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.calimala.positions import (
    P1,
    P2,
    P3,
    can,
    choices,
    cloth,
    contribute,
    deliver,
    donate,
    draw,
    fresh,
    give,
    give_hand,
    give_houses,
    give_ships,
    give_workshops,
    hand,
    offers,
    owner_acting,
    place,
    play,
    put_stack,
    store,
    to_move,
    use_up_supply,
)
from zunft.core.state import CHANCE
from zunft.core.tuples import added
from zunft.games.calimala.game import Calimala
from zunft.games.calimala.names import ACTION_COUNT, ART_SITES, CHURCHES


def is_over_for(table: Calimala, player: int) -> bool:
    """The next player is to place a disc."""
    return table.active != player


# Placing and acting


def test_a_coloured_disc_lets_each_action_be_executed_once() -> None:
    """T6."""
    table = fresh()
    place(table, P1, "h01")
    play(table, "do wood", "do brick")
    assert store(table, P1) == (1, 1, 0)
    assert hand(table, P1) == ["transport"]
    assert is_over_for(table, P1)


@pytest.mark.parametrize(
    "order",
    [
        ("do wood", "do brick", "do wood", "do brick"),
        ("do wood", "do wood", "do brick", "do brick"),
        ("do brick", "do wood", "do wood", "do brick"),
    ],
)
def test_a_white_disc_lets_each_action_be_executed_twice_in_any_order(order: tuple[str, ...]) -> None:
    """T7."""
    table = fresh()
    place(table, P1, "h01", "white")
    play(table, *order)
    assert store(table, P1) == (2, 2, 0)
    assert hand(table, P1) == ["transport"]
    assert is_over_for(table, P1)


def test_an_action_that_cannot_be_executed_brings_one_card() -> None:
    """T8: no material to build with."""
    table = fresh()
    place(table, P1, "v25")
    play(table, "do weave")
    draw(table, "ship")
    assert table.players[P1].workshops == (1,)
    assert hand(table, P1) == ["ship", "transport"]
    assert is_over_for(table, P1)


def test_a_space_where_nothing_can_be_executed_is_not_offered() -> None:
    """T9: no ship, no house, no cloth."""
    assert not offers(fresh(), P1, "h78")


def test_a_full_warehouse_takes_nothing() -> None:
    """T10."""
    table = fresh()
    give(table, P1, wood=3)
    place(table, P1, "h01")
    assert choices(table) == {"do brick", "cannot wood"}
    play(table, "cannot wood")
    draw(table, "ship")
    assert store(table, P1) == (3, 1, 0), "brick was the only choice left"
    assert len(hand(table, P1)) == 2


def test_skipping_brings_no_card() -> None:
    """T11: and the active player cannot skip both."""
    table = fresh()
    place(table, P1, "h01")
    play(table, "do brick", "skip wood")
    assert hand(table, P1) == ["transport"]
    table = fresh()
    place(table, P1, "h01")
    play(table, "skip wood")
    assert store(table, P1) == (0, 1, 0), "brick was the only choice left"


def test_an_action_executed_in_part_brings_no_card() -> None:
    """T12: one workshop built, nothing left for a second piece."""
    table = fresh()
    give(table, P1, wood=1, brick=1)
    place(table, P1, "v25", "white")
    play(table, "do build", "cannot build", "do weave", "do weave")
    assert table.players[P1].workshops == (2, 2)
    assert hand(table, P1) == ["transport"]


def test_executions_are_counted() -> None:
    """T7: everybody sees how often the disc in use has executed each action."""
    table = fresh()
    place(table, P1, "h01", "white")
    play(table, "do wood", "do wood")
    assert table.view(None)["activation"]["done"] == {"wood": 2, "brick": 0}


def test_a_white_disc_brings_a_card_for_an_action_not_executed_at_all() -> None:
    """T13."""
    table = fresh()
    place(table, P1, "v25", "white")
    play(table, "do weave", "do weave")
    draw(table, "ship")
    assert table.players[P1].workshops == (2,)
    assert len(hand(table, P1)) == 2
    assert is_over_for(table, P1)


def test_a_ship_costs_two_wood_that_go_back_to_the_supply() -> None:
    """T14: the only affordable piece is built automatically."""
    table = fresh()
    give(table, P1, wood=2)
    place(table, P1, "h12")
    play(table, "do build")
    assert store(table, P1) == (0, 0, 0)
    assert table.players[P1].ships == 1
    assert table.players[P1].cubes == 40


def test_only_one_house_in_each_city() -> None:
    """T15."""
    table = fresh()
    give(table, P1, brick=2)
    give_houses(table, P1, "troyes")
    place(table, P1, "v25")
    play(table, "do build")
    assert choices(table) == {"house bruges", "house hamburg"}
    play(table, "house hamburg")
    assert store(table, P1) == (0, 0, 0)


def test_nothing_is_left_to_build() -> None:
    """T16: three ships, three houses, three workshops."""
    table = fresh()
    give(table, P1, wood=3, brick=3)
    give_ships(table, P1, 3)
    give_houses(table, P1, "troyes", "bruges", "hamburg")
    give_workshops(table, P1, 0, 0, 0)
    give_hand(table, P1)
    place(table, P1, "v25")
    assert choices(table) == {"do weave", "cannot build"}
    play(table, "cannot build")
    draw(table, "wood")
    assert hand(table, P1) == ["wood"]


def shipping() -> Calimala:
    table = fresh()
    give_ships(table, P1, 2)
    give_workshops(table, P1, 3)
    place(table, P1, "h67")
    play(table, "do ship")
    assert choices(table) == {"port barcelona", "port lisbon", "port london"}
    return table


@pytest.mark.parametrize(
    ("texts", "london", "lisbon"),
    [
        (("port london", "port london"), 2, 0),
        (("port london", "port lisbon"), 1, 1),
        (("port london", "stop"), 1, 0),
    ],
)
def test_each_ship_carries_one_cloth_to_any_port(texts: tuple[str, ...], london: int, lisbon: int) -> None:
    """T17: fewer are allowed; never a card for shipping, one for the artwork that lacks marble."""
    table = shipping()
    play(table, *texts)
    draw(table, "wood")
    assert (cloth(table, P1, "london"), cloth(table, P1, "lisbon")) == (london, lisbon)
    assert len(hand(table, P1)) == 2


@pytest.mark.parametrize(
    ("texts", "result"),
    [
        (("trade troyes", "trade troyes"), (2, 0)),
        (("trade hamburg", "trade hamburg"), (0, 2)),
        (("trade troyes", "trade hamburg"), (1, 1)),
        (("trade troyes", "stop"), (1, 0)),
        (("trade hamburg", "stop"), (0, 1)),
    ],
)
def test_each_house_sends_one_cloth_to_a_city_where_the_player_has_a_house(
    texts: tuple[str, ...], result: tuple[int, int]
) -> None:
    """T18: the same city again is allowed, one without a house is not."""
    table = fresh()
    give_houses(table, P1, "troyes", "hamburg")
    give_workshops(table, P1, 2)
    give_hand(table, P1)
    place(table, P1, "v58")
    play(table, "do transport")
    assert choices(table) == {"trade troyes", "trade hamburg"}
    play(table, *texts)
    assert (cloth(table, P1, "troyes"), cloth(table, P1, "hamburg")) == result
    assert cloth(table, P1, "bruges") == 0
    assert hand(table, P1) == []


def test_transport_needs_a_house_and_cloth() -> None:
    """T19: otherwise it earns a card."""
    table = fresh()
    give_houses(table, P1, "troyes")
    assert not can(table, P1, "transport")
    give_workshops(table, P1, 1)
    assert can(table, P1, "transport")
    table = fresh()
    give_workshops(table, P1, 1)
    assert not can(table, P1, "transport")
    place(table, P1, "v58")
    play(table, "cannot transport")
    draw(table, "wood")
    assert len(hand(table, P1)) == 2


def test_palazzo_vecchio_takes_artworks_but_no_material() -> None:
    """T20."""
    table = fresh()
    give(table, P1, marble=1)
    place(table, P1, "v36")
    play(table, "do artwork")
    assert choices(table) == {f"art {site}" for site in ART_SITES}
    table = fresh()
    give(table, P1, marble=1)
    place(table, P1, "v14")
    play(table, "do contribute")
    assert choices(table) == {f"church {church}" for church in CHURCHES}


def test_no_artwork_without_marble_or_art_space() -> None:
    """T21."""
    table = fresh()
    assert not can(table, P1, "artwork")
    give(table, P1, marble=1)
    assert can(table, P1, "artwork")
    donate(table, P2, san_miniato=4, santa_croce=4)
    donate(table, P3, santa_maria=4, palazzo_vecchio=4)
    assert not can(table, P1, "artwork")
    place(table, P1, "v36")
    play(table, "cannot artwork")
    draw(table, "wood")
    assert len(hand(table, P1)) == 2


def test_contribute_needs_a_free_space_of_the_same_material() -> None:
    """T22: only wood in store, all wood spaces full, brick spaces free."""
    table = fresh()
    give(table, P1, wood=1)
    assert can(table, P1, "contribute")
    for church in CHURCHES:
        contribute(table, P2, church, wood=4)
    assert not can(table, P1, "contribute")
    place(table, P1, "v14")
    play(table, "cannot contribute")
    draw(table, "ship")
    assert len(hand(table, P1)) == 2


def test_a_card_can_be_played_only_if_its_action_is_executable() -> None:
    """T23: a wood card with a full wood warehouse."""
    table = fresh(card="wood")
    give(table, P1, wood=3)
    place(table, P1, "v25")
    assert "card wood" not in choices(table)
    table = fresh(card="wood")
    place(table, P1, "v25")
    assert "card wood" in choices(table)


def test_a_card_just_drawn_can_be_played_at_once() -> None:
    """T24: before the second action."""
    table = fresh()
    place(table, P1, "v25")
    play(table, "cannot build")
    draw(table, "marble")
    assert "card marble" in choices(table)
    play(table, "card marble")
    assert table.players[P1].workshops == (1,), "weaving was all that was left"
    assert store(table, P1) == (0, 0, 1)
    assert sum(table.discard) == 1
    assert hand(table, P1) == ["transport"]


def test_nobody_plays_cards_in_the_turn_of_another() -> None:
    """T25: P1's lower disc acts in P2's turn."""
    table = fresh(card="marble")
    put_stack(table, "h01", P1)
    place(table, P2, "h01")
    assert "card marble" in choices(table)
    play(table, "do wood", "do brick", "finish")
    assert (table.active, table.current_player()) == (P2, P1)
    assert choices(table) == {"do wood", "do brick", "skip wood", "skip brick"}


def test_a_new_workshop_lies_right_of_the_others_and_is_empty() -> None:
    """T26."""
    table = fresh()
    give(table, P1, wood=1, brick=1)
    give_workshops(table, P1, 2)
    place(table, P1, "v25")
    play(table, "do build", "skip weave")
    assert table.players[P1].workshops == (2, 0)


# The duty


def test_cards_in_hand_make_a_space_legal_and_must_then_be_played() -> None:
    """U1: a marble card for the artwork; the ship earns a card."""
    table = fresh(card="marble")
    place(table, P1, "h67")
    assert choices(table) == {"card marble", "cannot ship"}
    play(table, "card marble", "do artwork", "art santa_croce")
    draw(table, "wood")
    play(table, "finish")
    assert hand(table, P1) == ["wood"]
    assert is_over_for(table, P1)


def test_a_card_that_does_not_help_makes_no_space_legal() -> None:
    """U2: weave alone gives neither a ship nor a marble."""
    assert not offers(fresh(card="weave"), P1, "h67")


def test_a_card_must_be_used_so_that_the_duty_stays_possible() -> None:
    """U3: building the workshop would rule out a ship, so only the ship is built."""
    table = fresh(card="build")
    give(table, P1, wood=2, brick=1)
    give_workshops(table, P1, 1)
    place(table, P1, "h78")
    assert choices(table) == {"card build", "cannot transport"}
    play(table, "card build")
    assert table.players[P1].ships == 1
    assert table.players[P1].workshops == (1,)


def test_a_longer_chain_of_cards_counts_too() -> None:
    """C5: two bricks, a house, cloth: then transport is possible."""
    table = fresh()
    give_hand(table, P1, "brick", "brick", "build", "weave")
    assert offers(table, P1, "h78")
    give_hand(table, P1, "brick", "brick", "build")
    assert not offers(table, P1, "h78")


def test_without_a_possible_space_any_is_allowed_and_there_is_no_duty() -> None:
    """U4: nothing is executed, one card, and the game continues."""
    table = fresh(components={"city": small_cities(), "church": small_churches(), "palazzo_vecchio": {"art": 0}})
    give(table, P1, wood=3, brick=3, marble=3)
    give_ships(table, P1, 3)
    give_houses(table, P1, "troyes", "bruges", "hamburg")
    give_workshops(table, P1, 3, 3, 3)
    to_move(table, P1)
    play(table, "disc coloured")
    assert len(choices(table)) == 12
    play(table, "space h01")
    assert choices(table) == {"cannot wood", "cannot brick"}
    play(table, "cannot wood")
    draw(table, "ship")
    assert store(table, P1) == (3, 3, 3)
    assert hand(table, P1) == ["ship", "transport"], "the second action brought no card"
    assert is_over_for(table, P1)


def small_cities() -> list[dict[str, object]]:
    names = ("barcelona", "lisbon", "london", "troyes", "bruges", "hamburg")
    return [{"id": name, "spaces": 0} for name in names]


def small_churches() -> list[dict[str, object]]:
    return [{"id": church, "wood": 0, "brick": 0, "marble": 0, "art": 0} for church in CHURCHES]


def test_the_order_of_actions_can_bring_a_card() -> None:
    """U5: contribute before marble."""
    table = fresh()
    place(table, P1, "h34")
    play(table, "cannot contribute")
    draw(table, "ship")
    assert store(table, P1) == (0, 0, 1), "marble was all that was left"
    assert len(hand(table, P1)) == 2
    table = fresh()
    place(table, P1, "h34")
    play(table, "do marble", "do contribute", "church san_miniato")
    assert store(table, P1) == (0, 0, 0)
    assert hand(table, P1) == ["transport"]


def test_the_order_of_actions_brings_no_card_by_the_option() -> None:
    """U5: with order_draws_cards = false, contribute cannot be given up while marble is unsettled."""
    table = fresh(order_draws_cards=False)
    place(table, P1, "h34")
    assert store(table, P1) == (0, 0, 1), "marble was the only choice"
    assert choices(table) == {"do contribute", "skip contribute"}
    table = fresh(order_draws_cards=False)
    put_stack(table, "h34", P1)
    place(table, P2, "h34")
    play(table, "skip contribute")
    assert table.current_player() == P1
    assert choices(table) == {"do marble", "skip marble"}, "P1's lower disc has no duty, but must settle marble first"


# Cubes, workshops, cities


def test_weaving_fills_every_workshop_with_room() -> None:
    """U6."""
    table = fresh()
    give_workshops(table, P1, 3, 3, 2)
    place(table, P1, "h45", "white")
    play(table, "do weave")
    assert table.players[P1].workshops == (3, 3, 3)
    table = fresh()
    give(table, P1, wood=2)
    give_workshops(table, P1, 3, 3, 3)
    place(table, P1, "v25")
    play(table, "cannot weave")
    draw(table, "ship")
    assert len(hand(table, P1)) == 2
    table = fresh()
    give_workshops(table, P1, 3, 1)
    place(table, P1, "h45")
    play(table, "do weave")
    assert table.players[P1].workshops == (3, 2)


def test_the_last_cubes_go_to_the_emptiest_workshops() -> None:
    """U7."""
    table = fresh()
    give_workshops(table, P1, 2, 0)
    use_up_supply(table, P1, leave=1)
    place(table, P1, "h45")
    play(table, "do weave")
    assert table.players[P1].workshops == (2, 1)
    assert table.players[P1].cubes == 0


def test_without_cubes_nothing_is_gained_or_woven() -> None:
    """U8: building returns cubes."""
    table = fresh()
    give(table, P1, wood=2)
    use_up_supply(table, P1)
    assert not any(can(table, P1, action) for action in ("wood", "brick", "marble", "weave"))
    place(table, P1, "h12")
    play(table, "cannot brick")
    draw(table, "ship")
    assert table.players[P1].ships == 1, "building was the only choice left"
    assert table.players[P1].cubes == 2


def test_a_full_city_with_the_only_own_house_stops_transport() -> None:
    """U9: there is space only in a city without a house."""
    table = fresh()
    give_houses(table, P1, "bruges")
    give_workshops(table, P1, 1)
    assert can(table, P1, "transport")
    deliver(table, P2, bruges=12)
    assert not can(table, P1, "transport")
    place(table, P1, "v58")
    play(table, "cannot transport")
    draw(table, "ship")
    assert len(hand(table, P1)) == 2


def test_cloth_leaves_the_fullest_workshop() -> None:
    """U10."""
    table = fresh()
    give_ships(table, P1, 1)
    give_workshops(table, P1, 3, 1)
    give_hand(table, P1)
    place(table, P1, "h67")
    play(table, "do ship", "port london")
    assert table.players[P1].workshops == (2, 1)


# Action cards


def test_cards_around_own_lower_discs() -> None:
    """U20: allowed unless the option forbids it."""
    for allowed in (True, False):
        table = fresh(card="marble", cards_at_own_lower_discs=allowed)
        put_stack(table, "h01", P1)
        place(table, P1, "h01")
        play(table, "do wood", "do brick", "finish")
        assert owner_acting(table) == (P1, 2)
        assert ("card marble" in choices(table)) == allowed


@pytest.mark.parametrize("options", [{"own_turn_card_limit": 1}, {"edition": 2}])
def test_the_active_player_draws_one_card_at_most_by_the_option(options: dict[str, Any]) -> None:
    """U21: although nothing is executable for the lower discs."""
    table = fresh(**options)
    lone_gain(table)
    assert len(hand(table, P1)) == 2


def test_without_the_limit_every_own_disc_brings_its_cards() -> None:
    """C8: none for the top disc, which executes both; then two for each lower one."""
    table = fresh()
    lone_gain(table)
    assert len(hand(table, P1)) == 5


def lone_gain(table: Calimala) -> None:
    """P1 on [P1, P1] at h01: the warehouses are full after the top disc."""
    give(table, P1, wood=2, brick=2)
    put_stack(table, "h01", P1, P1)
    place(table, P1, "h01")
    play(table, "do wood", "do brick")
    while table.active == P1:
        if table.current_player() == CHANCE:
            draw(table, "ship")
        else:
            play(table, sorted(choices(table))[0])


def test_an_empty_deck_is_made_from_the_discard_pile() -> None:
    """U23: six cards there; and without any the game continues without a card."""
    table = fresh()
    put_deck_away(table, 6)
    place(table, P1, "v25")
    play(table, "do weave")
    assert table.current_player() == CHANCE
    assert sum(table.deck) == 6 and sum(table.discard) == 0
    draw(table, "wood")
    assert sum(table.deck) == 5
    table = fresh()
    put_deck_away(table, 0)
    place(table, P1, "v25")
    play(table, "do weave")
    assert hand(table, P1) == ["transport"]
    assert is_over_for(table, P1)


def put_deck_away(table: Calimala, discarded: int) -> None:
    """This many wood and brick cards on the discard pile, all others with P2."""
    table.discard = [0] * ACTION_COUNT
    for card in (0, 1):
        number = discarded // 2
        table.discard[card] = number
        table.deck[card] -= number
    for card in range(ACTION_COUNT):
        table.players[P2].hand = added(table.players[P2].hand, card, table.deck[card])
    table.deck = [0] * ACTION_COUNT
