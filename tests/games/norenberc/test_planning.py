"""Planning phase, calling of guilds and end of a turn: further cases and rulings."""

from __future__ import annotations

from itertools import permutations

import pytest

import zunft
from tests.games.norenberc.positions import (
    BAKERS,
    BLUE,
    BREWERS,
    GAME,
    GREEN,
    ORANGE,
    PRINTERS,
    SHOEMAKERS,
    YELLOW,
    B,
    all_pass,
    choices,
    dealt,
    draw_guests,
    events,
    finish_round,
    give_goods,
    passed,
    plan,
    play,
    put_guest,
    set_agents,
    set_workshop,
    stocks,
    visit,
)
from zunft.core.conformance.laws import dump, without_journal


def test_a_round_in_which_all_pass_at_once_ends_at_once() -> None:
    """X25, P4: no guild is called, and the goods in hand decide the favourites."""
    table = dealt()
    give_goods(table, YELLOW, beer=3)
    table.journal = []
    all_pass(table)
    draw_guests(table)
    assert events(table, "guild_called") == []
    assert table.round == 2
    assert table.players[YELLOW].crests[BREWERS] == 1


def test_an_agent_just_won_saves_from_passing() -> None:
    """X26, P3: the Councillor's agent is usable from the next turn on."""
    table = dealt()
    set_agents(table, BLUE, stock=1)
    plan(table, {BLUE: "1"})
    assert stocks(table)[BLUE] == 0
    play(table, "hire B", "pay paper", "stay")
    assert stocks(table)[BLUE] == 1
    assert BLUE not in passed(table)
    assert (table.round, table.turn) == (1, 2)
    assert choices(table, BLUE) == ["pass", "plan 1", "plan 2", "plan 3", "plan 4"]


def test_plans_may_be_laid_in_any_order_and_stay_secret() -> None:
    """X27: the resulting state is the same, and no view changes before the last plan is in."""
    plans = {BLUE: "plan 1 3", ORANGE: "plan 2", YELLOW: "pass"}
    results = []
    for order in permutations(plans):
        table = dealt()
        for player in order[:-1]:
            others = [other for other in plans if other != player]
            before = [table.view(other) for other in (*others, None)]
            zunft.play(table, GAME.parse(plans[player]), player)
            assert [table.view(other) for other in (*others, None)] == before
        zunft.play(table, GAME.parse(plans[order[-1]]), order[-1])
        results.append(dump(without_journal(table)))
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize(("stock", "largest"), [(1, 1), (3, 3), (4, 4), (6, 4)])
def test_a_plan_holds_at_most_one_card_for_each_agent_and_guild(stock: int, largest: int) -> None:
    """P1: at least one card, at most one per guild in play, no more than agents in stock."""
    table = dealt()
    set_agents(table, BLUE, stock=stock)
    plans = [text.split()[1:] for text in choices(table, BLUE) if text != "pass"]
    assert max(len(cards) for cards in plans) == largest
    assert all(len(set(cards)) == len(cards) and set(cards) <= {"1", "2", "3", "4"} for cards in plans)
    assert len(plans) == len({tuple(cards) for cards in plans})


def test_laying_no_card_is_passing_for_the_round() -> None:
    """P1: a player who passed has no decision until the next round, whatever agents are left."""
    table = dealt()
    plan(table, {BLUE: "1", ORANGE: "1"})
    assert passed(table) == {YELLOW}
    play(table, "nothing", "nothing")
    assert table.turn == 2
    assert YELLOW not in table.deciders()
    finish_round(table)
    assert YELLOW in table.deciders()


def test_only_an_empty_stock_forces_a_pass() -> None:
    """P2: at the end of a turn Orange has no agent left and is out; Blue has one and plans."""
    table = dealt()
    set_agents(table, ORANGE, stock=1)
    set_agents(table, BLUE, stock=2)
    visit(table, BREWERS, ORANGE, BLUE)
    play(table, "nothing", "nothing")
    assert passed(table) == {ORANGE, YELLOW}
    assert table.deciders() == (BLUE,)


def test_an_agent_won_by_a_favourite_serves_in_the_next_round() -> None:
    """P3: the master's icon brings an agent after the round is over."""
    table = dealt()
    give_goods(table, YELLOW, pastry=2)
    set_workshop(table, BAKERS, "2+", "3", "4", "5", "6")
    finish_round(table)
    assert stocks(table)[YELLOW] == 5
    assert "plan 1 2 3 4" in choices(table, YELLOW)


def test_cards_are_shown_guild_by_guild_but_counted_by_all() -> None:
    """P5: after planning the number of cards is public, and each card only when its guild is called."""
    table = dealt()
    plan(table, {BLUE: "1 3", ORANGE: "3"})
    assert table.called == BREWERS
    seen = table.view(YELLOW)["players"]
    assert [player["cards"] for player in seen] == [1, 1, 0]
    assert seen[BLUE]["plan"] is None
    assert table.view(BLUE)["players"][BLUE]["plan"] == ["shoemakers"]
    play(table, "nothing")
    assert table.called == SHOEMAKERS
    assert [me.on_card for me in table.players] == [1, 1, 0]


def test_nobody_has_more_than_eight_agents() -> None:
    """P6: stock, cards and roofs count; with all of them won a Councillor brings nothing."""
    table = dealt()
    set_agents(table, BLUE, stock=3, supply=0)
    visit(table, BREWERS, BLUE)
    play(table, "hire B", "pay paper", "stay")
    me = table.players[BLUE]
    assert (me.stock, me.supply) == (2, 0)
    assert sum(house.roof[BLUE] for house in table.houses) == 6


@pytest.mark.parametrize(
    ("planning", "order"), [("turn_order", [ORANGE, BLUE, YELLOW]), ("reverse_order", [YELLOW, BLUE, ORANGE])]
)
def test_plans_laid_in_order_show_their_number(planning: str, order: list[int]) -> None:
    """P7: with this option it is public at once how many cards were laid, or who passed, but not which cards."""
    table = dealt(planning=planning)
    assert table.deciders() == (order[0],)
    play(table, "plan 2 4")
    assert table.deciders() == (order[1],)
    first = table.view(order[1])["players"][order[0]]
    assert (first["cards"], first["plan"]) == (2, None)
    play(table, "pass")
    assert table.view(order[2])["players"][order[1]]["passed"]
    assert table.view(None)["acting"] == [order[2]]


def test_the_turn_order_stays_from_round_to_round() -> None:
    """P8: only hiring changes it."""
    table = dealt()
    visit(table, BREWERS, YELLOW)
    play(table, "hire B", "pay paper", "first")
    assert table.turn_order == (YELLOW, ORANGE, BLUE)
    finish_round(table)
    assert table.round == 2
    assert table.turn_order == (YELLOW, ORANGE, BLUE)


def test_a_guild_nobody_planned_is_not_called() -> None:
    """P4: the printers are called next, bakers and shoemakers are skipped."""
    table = dealt()
    table.journal = []
    plan(table, {BLUE: "1 4"})
    play(table, "nothing")
    assert table.called == PRINTERS
    assert [event["guild"] for event in events(table, "guild_called")] == ["brewers", "printers"]


def test_a_planned_card_must_be_carried_out_and_is_chosen_late() -> None:
    """A1: Yellow decides after seeing what Orange did, and can at least do nothing."""
    table = dealt()
    store_before = table.houses[BREWERS].storehouse[0]
    visit(table, BREWERS, ORANGE, YELLOW)
    play(table, "buy 3 beer")
    assert table.current_player() == YELLOW
    assert table.view(YELLOW)["houses"][BREWERS]["storehouse"]["beer"] == store_before - 3
    assert "nothing" in choices(table)
    play(table, "nothing")
    assert table.houses[BREWERS].roof == [0, 1, 1]


def test_moving_to_the_front_does_not_change_who_still_acts_here() -> None:
    """X16, A8: the third of four goes to the front; the fourth still acts at this guild."""
    table = dealt(4)
    visit(table, BREWERS, BLUE, ORANGE, YELLOW, GREEN)
    play(table, "nothing", "nothing", "hire B", "pay paper", "first")
    assert table.turn_order == (YELLOW, BLUE, ORANGE, GREEN)
    assert (table.called, table.current_player()) == (BREWERS, GREEN)


def test_the_first_player_is_not_asked_about_the_turn_order() -> None:
    """X17: Orange is already in front."""
    table = dealt()
    put_guest(table, BREWERS, B, "nobleman-2")
    visit(table, BREWERS, ORANGE)
    play(table, "hire B", "pay paper")
    assert table.turn == 2
    assert table.turn_order == (ORANGE, BLUE, YELLOW)
