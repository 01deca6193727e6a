"""Selling, buying and hiring: further cases and rulings."""

from __future__ import annotations

import pytest

import zunft
from tests.games.norenberc import invariants
from tests.games.norenberc.positions import (
    BAKERS,
    BLUE,
    BREWERS,
    ORANGE,
    YELLOW,
    A,
    B,
    all_pass,
    choices,
    dealt,
    draw_guests,
    events,
    give_goods,
    give_only,
    goods,
    in_stack,
    kinds,
    names,
    plan,
    play,
    put_guest,
    send_guest_away,
    send_to_roof,
    set_agents,
    set_talers,
    stocks,
    store,
    storehouse,
    talers,
    visit,
)
from zunft.games.norenberc import action_phase, steps
from zunft.games.norenberc.game import Norenberc


def test_every_agent_on_the_roof_is_worth_a_taler_to_the_one_who_hires() -> None:
    """X15, A7: all agents up there count, also of players who passed; the one on the card does not."""
    table = dealt()
    for player in (BLUE, ORANGE, YELLOW):
        send_to_roof(table, BREWERS, player)
    put_guest(table, BREWERS, B, "nobleman-2")
    visit(table, BREWERS, BLUE)
    play(table, "hire B", "pay paper", "stay")
    assert talers(table)[BLUE] == 25 + 3
    assert table.houses[BREWERS].roof == [2, 1, 1]


def test_a_mayor_on_the_roof_is_not_an_agent() -> None:
    """A7: he earns nothing for the hiring player."""
    table = dealt()
    put_guest(table, BREWERS, A, "mayor")
    visit(table, BREWERS, BLUE)
    play(table, "hire A", "mayor brewers", "stay")
    assert talers(table)[BLUE] == 25
    put_guest(table, BREWERS, A, "nobleman-2")
    give_goods(table, BLUE, beer=1)
    visit(table, BREWERS, BLUE)
    play(table, "hire A", "stay")
    assert talers(table)[BLUE] == 25 + 1, "for the agent of the turn before"


def test_what_cannot_be_paid_is_not_offered() -> None:
    """X28, A3: with 11 talers at a price of 6 only one good can be bought."""
    table = dealt()
    set_talers(table, blue=11)
    visit(table, BREWERS, BLUE)
    assert [text for text in choices(table) if text.startswith("buy")] == ["buy 1 beer"]
    play(table, "buy 1 beer")
    assert talers(table)[BLUE] == 5
    assert table.turn == 2, "there is no question about a second good"


def test_paid_goods_can_be_bought_where_they_lie() -> None:
    """X29, A6: shoes paid to the brewers cost their master's price there."""
    table = dealt()
    visit(table, BREWERS, ORANGE, BLUE)
    play(table, "hire B", "pay shoes")
    assert storehouse(table, BREWERS) == {"beer": 10, "shoes": 1}
    play(table, "buy 1 shoes")
    assert goods(table, BLUE)["shoes"] == 2
    assert talers(table)[BLUE] == 25 - 6


def test_any_good_may_be_of_the_guilds_own_type() -> None:
    """A6: room B with two beer."""
    table = dealt()
    give_only(table, BLUE, beer=2)
    visit(table, BREWERS, BLUE)
    play(table, "hire B", "pay beer", "stay")
    assert goods(table, BLUE) == {}
    assert storehouse(table, BREWERS) == {"beer": 10}


def test_at_least_one_good_is_sold_each_at_the_price() -> None:
    """A2: one, two or three beer; selling none is called doing nothing."""
    table = dealt()
    give_goods(table, BLUE, beer=3)
    visit(table, BREWERS, BLUE)
    assert [text for text in choices(table) if text.startswith("sell")] == ["sell 1", "sell 2", "sell 3"]
    play(table, "sell 3")
    assert talers(table)[BLUE] == 25 + 3 * 6


def test_only_the_guilds_own_goods_are_sold() -> None:
    """A2: pastries cannot be sold to the brewers."""
    table = dealt()
    give_only(table, BLUE, pastry=3)
    visit(table, BREWERS, BLUE)
    assert "sell" not in kinds(table)


def test_goods_of_several_types_are_bought_in_one_action_up_to_the_limit() -> None:
    """A3: two beer and a pair of shoes, or less, but never four."""
    table = dealt()
    store(table, BREWERS, "shoes", 2)
    visit(table, BREWERS, BLUE)
    play(table, "buy 2 beer")
    assert choices(table) == ["buy 1 shoes", "enough"]
    play(table, "buy 1 shoes")
    assert talers(table)[BLUE] == 25 - 3 * 6
    assert table.turn == 2


def test_an_empty_storehouse_sells_nothing() -> None:
    """A3: all beer is in Orange's hands, so Blue can sell or hire, but not buy."""
    table = dealt()
    give_goods(table, ORANGE, beer=10)
    assert storehouse(table, BREWERS) == {}
    visit(table, BREWERS, BLUE)
    assert kinds(table) == {"sell", "hire", "nothing"}


def test_the_first_turns_limit_counts_cards_whatever_they_are_used_for() -> None:
    """A4: three of four players revealed the card, so each may buy two; selling is unlimited."""
    table = dealt(4)
    give_goods(table, YELLOW, beer=4)
    visit(table, BREWERS, BLUE, ORANGE, YELLOW)
    play(table, "nothing")
    assert "buy 3 beer" not in choices(table)
    play(table, "buy 2 beer")
    assert table.current_player() == YELLOW
    play(table, "sell 4")
    assert goods(table, YELLOW).get("beer", 0) == 0


def test_own_goods_cannot_be_replaced() -> None:
    """A5: with many other goods but one beer, rooms A to C are affordable, D is not."""
    table = dealt()
    put_guest(table, BREWERS, A, "nobleman-2")
    give_only(table, BLUE, beer=1, pastry=3, shoes=3)
    visit(table, BREWERS, BLUE)
    assert [text for text in choices(table) if text.startswith("hire")] == ["hire A", "hire B", "hire C"]
    with pytest.raises(zunft.IllegalAction):
        play(table, "hire D")


def test_an_empty_room_cannot_be_hired_from() -> None:
    """A5: room A is empty."""
    table = dealt()
    give_goods(table, BLUE, beer=3)
    visit(table, BREWERS, BLUE)
    assert "hire A" not in choices(table)


def test_room_d_takes_two_own_and_two_others() -> None:
    """A5: the third beer may be replaced by two other goods."""
    table = dealt()
    give_only(table, BLUE, beer=2, pastry=1, shoes=1)
    visit(table, BREWERS, BLUE)
    play(table, "hire D")
    assert choices(table) == ["pay pastry"]
    play(table, "pay pastry", "pay shoes", "stay")
    assert goods(table, BLUE) == {}
    assert names(table.players[BLUE].tiles) == ["musician-3"]


def test_goods_of_an_earlier_guild_replace_the_last_own_one() -> None:
    """A5: at the bakers, room C for a pastry and two beer."""
    table = dealt()
    give_only(table, BLUE, beer=2, pastry=1)
    visit(table, BAKERS, BLUE)
    play(table, "hire C")
    assert choices(table) == ["pay beer"]
    play(table, "pay beer", "pay beer", "stay")
    assert goods(table, BLUE) == {}


OTHER_ROOMS = [
    {"id": "A", "own": 2, "any": 0, "instead": 0},
    {"id": "B", "own": 1, "any": 2, "instead": 0},
    {"id": "C", "own": 2, "any": 0, "instead": 1},
    {"id": "D", "own": 3, "any": 0, "instead": 2},
]


def dealt_with_other_rooms(**goods: int) -> Norenberc:
    """Blue has these goods and acts at the brewers, whose room A has a guest, too."""
    table = dealt(components={"room": OTHER_ROOMS})
    put_guest(table, BREWERS, A, "nobleman-2")
    give_only(table, BLUE, **goods)
    visit(table, BREWERS, BLUE)
    return table


def test_a_component_file_can_change_the_cost_of_rooms() -> None:
    """A5: only rooms that say so take other goods in place of the last own one."""
    table = dealt_with_other_rooms(beer=1, pastry=1, shoes=1, paper=1)
    assert [text for text in choices(table) if text.startswith("hire")] == ["hire B", "hire C"]


def test_two_goods_of_any_type_are_paid_one_by_one() -> None:
    """A5: with room B changed to a beer and two goods of any type."""
    table = dealt_with_other_rooms(beer=1, pastry=1, shoes=1, paper=1)
    play(table, "hire B")
    assert choices(table) == ["pay pastry", "pay shoes"]
    play(table, "pay pastry")
    assert choices(table) == ["pay shoes", "pay paper"]
    play(table, "pay shoes", "stay")
    assert goods(table, BLUE) == {"paper": 1}


def test_a_single_good_may_replace_the_last_own_one() -> None:
    """A5: with room C changed so that one other good is enough."""
    table = dealt_with_other_rooms(beer=1, pastry=1, shoes=1)
    play(table, "hire C")
    assert choices(table) == ["pay pastry", "pay shoes"]
    play(table, "pay shoes")
    assert choices(table) == ["first", "stay"]
    assert goods(table, BLUE) == {"pastry": 1}


def test_the_steps_of_hiring_come_in_their_order() -> None:
    """A7: pay, take the guest, talers for the roof, turn order, agent to the roof."""
    table = dealt()
    send_to_roof(table, BREWERS, YELLOW)
    table.journal = []
    visit(table, BREWERS, BLUE)
    play(table, "hire B", "pay paper")
    assert choices(table) == ["first", "stay"]
    assert table.houses[BREWERS].roof == [0, 0, 1], "Blue's agent still stands on the card"
    play(table, "first")
    assert table.houses[BREWERS].roof == [1, 0, 1]
    steps = ["pays", "pays", "hires", "gains_agent", "back_to_stack", "hire_bonus", "moves_first"]
    assert [event.key for event in table.journal if event.key in steps] == steps


def test_moving_to_the_front_shifts_only_those_before() -> None:
    """A8: from the next guild on the new order counts."""
    table = dealt()
    plan(table, {BLUE: "1 2", ORANGE: "1 2", YELLOW: "1 2"})
    play(table, "nothing", "hire B", "pay paper", "first", "nothing")
    assert table.turn_order == (BLUE, ORANGE, YELLOW)
    assert table.called == BAKERS
    assert table.current_player() == BLUE


def test_a_citizen_may_be_hired_in_vain() -> None:
    """A10: a Councillor for a player with eight agents, just for the talers of the roof and the first place."""
    table = dealt()
    set_agents(table, BLUE, stock=8)
    send_to_roof(table, BREWERS, ORANGE, 2)
    visit(table, BREWERS, BLUE)
    play(table, "hire B", "pay paper", "first")
    assert talers(table)[BLUE] == 25 + 2
    assert table.turn_order[0] == BLUE
    assert stocks(table)[BLUE] == 7


def test_more_than_needed_cannot_be_paid() -> None:
    """A12: with two beer room C costs the two beer, or one of them and two other goods."""
    table = dealt()
    give_only(table, BLUE, beer=2, pastry=2)
    visit(table, BREWERS, BLUE)
    play(table, "hire C")
    assert choices(table) == ["pay beer", "pay pastry"]
    rich = table.clone()
    play(rich, "pay beer", "stay")
    assert goods(rich, BLUE) == {"pastry": 2}
    play(table, "pay pastry")
    assert choices(table) == ["pay pastry"], "the second good that stands in cannot be a beer"


def test_a_player_who_can_do_nothing_is_not_asked() -> None:
    """A13: without beer, money or goods for a guest, Blue's agent just goes to the roof."""
    table = dealt()
    give_only(table, BLUE)
    set_talers(table, blue=5)
    table.journal = []
    visit(table, BREWERS, BLUE)
    assert table.turn == 2
    assert table.houses[BREWERS].roof == [1, 0, 0]
    assert [event.key for event in table.journal].count("does_nothing") == 1


def test_money_buys_nothing_in_an_empty_storehouse() -> None:
    """A13: Blue has talers but no beer, and neither has the storehouse."""
    table = dealt()
    give_only(table, BLUE)
    give_goods(table, ORANGE, beer=11)
    assert storehouse(table, BREWERS) == {}
    visit(table, BREWERS, BLUE)
    assert table.turn == 2
    assert table.houses[BREWERS].roof == [1, 0, 0]


def test_a_purchase_ends_at_the_limit() -> None:
    """A3: after three beer the shoes in the storehouse are not offered."""
    table = dealt()
    store(table, BREWERS, "shoes", 2)
    visit(table, BREWERS, BLUE)
    play(table, "buy 3 beer")
    assert table.turn == 2


def test_money_for_a_single_good_is_enough_to_be_asked() -> None:
    """A13: the price is 6."""
    table = dealt()
    give_only(table, BLUE)
    set_talers(table, blue=6)
    visit(table, BREWERS, BLUE)
    assert choices(table) == ["buy 1 beer", "nothing"]


@pytest.mark.parametrize(("money", "offered"), [(12, ["buy 1 shoes", "enough"]), (11, None)])
def test_further_goods_are_offered_while_the_money_lasts(money: int, offered: list[str] | None) -> None:
    """A3: after a beer for 6 talers, another 6 are exactly the price of the shoes."""
    table = dealt()
    set_talers(table, blue=money)
    store(table, BREWERS, "shoes")
    visit(table, BREWERS, BLUE)
    play(table, "buy 1 beer")
    assert (choices(table) if table.agenda[-1].step == steps.BUY_MORE else None) == offered


def test_cards_turned_up_are_one_revelation() -> None:
    """A1: a guild that nobody has planned shows nothing."""
    table = dealt()
    for player in (BLUE, ORANGE):
        table.players[player].plan = 1 << BAKERS
    before = table.reveals
    action_phase.call(table, BREWERS)
    assert table.reveals == before
    action_phase.call(table, BAKERS)
    assert table.reveals == before + 1


@pytest.mark.parametrize(("cards", "logged"), [(2, []), (3, [2])])
def test_the_log_mentions_a_lower_limit(cards: int, logged: list[int]) -> None:
    """A4: four players in the first turn; in the second turn there is none."""
    table = dealt(4)
    table.journal = []
    visit(table, BREWERS, *range(cards))
    limits = [event["count"] for event in events(table, "buy_limit")]
    assert limits == logged
    play(table, *["nothing"] * cards)
    table.journal = []
    visit(table, BREWERS, *range(cards))
    assert events(table, "buy_limit") == []


def test_the_bank_never_runs_out() -> None:
    """B1: it still pays with a thousand talers in the players' hands."""
    table = dealt()
    set_talers(table, blue=1000, orange=1000, yellow=1000)
    visit(table, BREWERS, BLUE)
    play(table, "sell 1")
    assert talers(table)[BLUE] == 1006
    all_pass(table)
    draw_guests(table)
    assert talers(table) == [1009, 1003, 1003]


def test_a_craftsman_with_an_agent_icon_brings_an_agent_at_once() -> None:
    """P3: he stays with the player; from the supply to the stock."""
    table = dealt()
    put_guest(table, BREWERS, A, "bakers-2+")
    visit(table, BREWERS, BLUE)
    play(table, "hire A", "stay")
    assert names(table.players[BLUE].tiles) == ["bakers-2+"]
    assert (table.players[BLUE].stock, table.players[BLUE].supply) == (4, 3)
    assert in_stack(table, "bakers-2+") == 0


def test_a_house_without_guests_still_trades() -> None:
    """A5: no guests to hire, but goods to sell and buy."""
    table = dealt()
    for room in range(4):
        send_guest_away(table, BREWERS, room)
    invariants.check(table)
    visit(table, BREWERS, BLUE)
    assert kinds(table) == {"sell", "buy", "nothing"}
