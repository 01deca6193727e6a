"""The examples and rules of the rulebook, by their numbers in the rule specification."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from tests.games.strasbourg.positions import (
    GAME,
    NICOLE,
    PETER,
    SANDRA,
    THOMAS,
    at_step,
    choices,
    fields_of,
    game_over,
    goods_of,
    holder,
    planning,
    play,
    play_as,
    question,
    reveal,
    seats_of,
    single_stacks,
    tasks_dealt,
)
from zunft.core.errors import UnknownStep
from zunft.core.state import CHANCE, Task
from zunft.games.strasbourg import cards
from zunft.games.strasbourg.components import TaskCard
from zunft.games.strasbourg.game import Strasbourg
from zunft.games.strasbourg.tasks import is_fulfilled

CASES = [f"E{number}" for number in range(1, 29)] + [f"F{number}" for number in range(1, 22)]


def test_every_case_of_the_specification_is_tested() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = set(re.findall(r'"""((?:E|F)\d+)', sources))
    assert [case for case in CASES if case not in named] == []


# Planning


def nicole_plans() -> Strasbourg:
    """Nicole's pile from the top: 5, 2, 2, 3, 6; all others have drawn a first card."""
    table = planning({player: ([1, 2, 2, 3, 4, 5, 6], ()) for player in range(4)})
    play(table, "card 5", "card 1", "card 1", "card 1")
    return table


def nicole_draws_five() -> Strasbourg:
    table = nicole_plans()
    play_as(table, NICOLE, "draw", "card 2", "draw", "card 2", "draw", "card 3", "draw", "card 6", "stop")
    return table


def others_stop(table: Strasbourg) -> None:
    for player in (PETER, SANDRA, THOMAS):
        play_as(table, player, "stop")


def test_planning_draws_card_by_card_and_splits_the_hand() -> None:
    """E1: 5, 2, 2, 3, 6 into {3, 2}, {5}, {2}, {6}; the sizes 2, 1, 1, 1 are public."""
    table = nicole_plans()
    play_as(table, NICOLE, "draw", "card 2", "draw", "card 2", "draw", "card 3", "draw", "card 6")
    assert cards.falling(table.players[NICOLE].hand) == [6, 5, 3, 2, 2]
    play_as(table, NICOLE, "stop", "new-stack", "new-stack", "join 3", "new-stack")
    others_stop(table)
    assert table.view(NICOLE)["players"][NICOLE]["contents"] == [[3, 2], [6], [5], [2]]
    assert table.view(PETER)["players"][NICOLE]["stacks"] == [2, 1, 1, 1]
    assert table.view(PETER)["players"][NICOLE]["contents"] is None


@pytest.mark.parametrize(
    ("splits", "sizes"),
    [
        (["join 1", "join 1", "new-stack", "join 2"], [3, 2]),
        (["join 1", "join 1", "join 1", "join 1"], [5]),
        (["new-stack", "new-stack", "new-stack", "new-stack"], [1, 1, 1, 1, 1]),
    ],
)
def test_any_number_of_stacks_is_legal(splits: list[str], sizes: list[int]) -> None:
    """E1: sizes 3 + 2, one stack of five and five stacks of one are legal as well."""
    table = nicole_draws_five()
    play_as(table, NICOLE, *splits)
    others_stop(table)
    assert table.view(None)["players"][NICOLE]["stacks"] == sizes


def test_a_card_may_join_one_of_several_equal_stacks() -> None:
    """E1: of equal stacks only one is offered, so no choice appears twice."""
    table = planning({NICOLE: ([2, 2, 1, 6], ())})
    play(table, "card 2", "card 1", "card 1", "card 1")
    play_as(table, NICOLE, "draw", "card 2", "draw", "card 1", "stop", "new-stack")
    assert choices(table, NICOLE) == ["new-stack", "join 1"]


# Bidding


def vintners(coins: int = 5) -> Strasbourg:
    """Step B, start player Nicole; each player has the stack of the example and one more."""
    stacks = {NICOLE: [[5], [1]], PETER: [[1, 2], [1]], SANDRA: [[4, 1], [1]], THOMAS: [[6], [1]]}
    return at_step("B", stacks, coins=dict.fromkeys(range(4), coins))


def vintners_revealed() -> Strasbourg:
    table = vintners()
    reveal(table, 5)
    reveal(table, 2, 1)
    reveal(table, 4, 1)
    reveal(table, 6)
    return table


def test_ranking_by_influence_points() -> None:
    """E2: Thomas 6, Nicole 5 as start player, Sandra 5, Peter 3; Thomas is start player and first in step C."""
    table = vintners_revealed()
    assert (table.current_player(), question(table)) == (THOMAS, "field")
    assert table.start == THOMAS
    play(table, "decline")
    assert (table.current_player(), question(table)) == (NICOLE, "field")
    play(table, "decline")
    assert (table.current_player(), question(table)) == (SANDRA, "apprentice")
    play(table, "good")
    assert (table.current_player(), question(table)) == (PETER, "reclaim")
    play(table, "leave")
    assert (table.view(None)["step"], table.current_player(), question(table)) == ("C", THOMAS, "bid")


def test_a_player_without_an_award_may_reclaim_a_card() -> None:
    """E3: Peter's 2 goes under his pile, his 1 and all other cards into the box; the others have no choice."""
    table = vintners_revealed()
    play(table, "decline", "decline", "good")
    before = table.view(None)["players"][PETER]["pile"]
    assert choices(table) == ["reclaim 1", "reclaim 2", "leave"]
    play(table, "reclaim 2")
    seen = table.view(None)["players"]
    assert (seen[PETER]["pile"], seen[PETER]["bottom"], seen[PETER]["used"]) == (before + 1, [2], [1])
    assert [seen[player]["used"] for player in (THOMAS, NICOLE, SANDRA)] == [[6], [5], [4, 1]]
    assert (table.view(None)["step"], question(table)) == ("C", "bid")


def test_master() -> None:
    """E4: Thomas takes the vintners' seat, a barrel and field r5c3 for 4 coins."""
    table = vintners_revealed()
    play(table, "field r5c3")
    assert holder(table, "vintners") == THOMAS
    assert goods_of(table, THOMAS) == {"barrel": 1}
    assert table.players[THOMAS].coins == 1
    assert fields_of(table, THOMAS) == ["r5c3"]


@pytest.mark.parametrize(("field", "left"), [("r6c1", 2), ("r4c3", 1)])
def test_journeyman(field: str, left: int) -> None:
    """E5: Nicole gets a barrel and may take any other vintner field for 3 or 4 coins, or decline."""
    table = vintners_revealed()
    play(table, "field r5c3")
    council = table.council[:]
    assert goods_of(table, NICOLE) == {"barrel": 1}
    others = ["r4c3", "r4c4", "r4c5", "r5c2", "r5c5", "r6c1", "r6c2", "r6c3"]
    assert choices(table) == [*(f"field {name}" for name in others), "decline"]
    prices = {table.parts.city.price[table.parts.city.fields[1][place]] for place in range(9)}
    assert prices == {3, 4}
    play(table, f"field {field}")
    assert table.players[NICOLE].coins == left
    assert table.council == council


def test_apprentice() -> None:
    """E6: Sandra takes the good: one barrel, no member, no coin paid."""
    table = vintners_revealed()
    play(table, "field r5c3", "field r6c1", "good")
    assert goods_of(table, SANDRA) == {"barrel": 1}
    assert (fields_of(table, SANDRA), table.players[SANDRA].coins) == ([], 5)


def test_an_apprentice_who_places_a_member_gets_no_good_and_cannot_decline() -> None:
    """E6: the other choice: a field for its price."""
    table = vintners_revealed()
    play(table, "field r5c3", "field r6c1", "place")
    assert "decline" not in choices(table)
    play(table, "field r6c2")
    assert (goods_of(table, SANDRA), fields_of(table, SANDRA), table.players[SANDRA].coins) == ({}, ["r6c2"], 2)


def test_nobility_and_church() -> None:
    """E7: rank 1 has the nobility seat, rank 2 the church seat, the others may reclaim."""
    table = at_step("A", single_stacks(SANDRA, THOMAS, PETER, NICOLE))
    play(table, "reveal 1", "reveal 1", "reveal 1", "reveal 1")
    assert (holder(table, "nobility"), holder(table, "church")) == (SANDRA, THOMAS)
    assert (table.current_player(), question(table)) == (PETER, "reclaim")
    play(table, "leave")
    assert (table.current_player(), question(table)) == (NICOLE, "reclaim")


def test_with_three_players_there_is_no_journeyman() -> None:
    """E8: master, apprentice, and nothing for rank 3."""
    table = at_step("B", single_stacks(0, 1, 2), players=3)
    play(table, "reveal 1", "reveal 1", "reveal 1", "decline")
    assert (holder(table, "vintners"), goods_of(table, 0)) == (0, {"barrel": 1})
    assert (table.current_player(), question(table), choices(table)) == (1, "apprentice", ["good", "place"])
    assert goods_of(table, 1) == {}
    play(table, "good")
    assert (table.current_player(), question(table)) == (2, "reclaim")


@pytest.mark.parametrize(("step", "seat"), [("C", None), ("E", None), ("G", NICOLE)])
def test_selling_to_the_merchants(step: str, seat: int | None) -> None:
    """E9: armour, barrel and shoe bring 12 coins; only in G the winner takes the merchants' seat."""
    table = at_step(step, single_stacks(NICOLE, PETER), goods={NICOLE: ["armour", "barrel", "shoe"]})
    play(table, "reveal 1", "pass")
    assert choices(table) == ["sell armour", "sell barrel", "sell shoe", "enough"]
    play(table, "sell armour", "sell barrel", "sell shoe")
    assert (goods_of(table, NICOLE), table.players[NICOLE].coins) == ({}, 17)
    assert holder(table, "merchants") == seat


def test_selling_only_some_goods() -> None:
    """E9: any selection; the rest is kept (R34)."""
    table = at_step("C", single_stacks(NICOLE, PETER), goods={NICOLE: ["armour", "barrel", "shoe"]})
    play(table, "reveal 1", "pass", "sell barrel", "enough")
    assert (goods_of(table, NICOLE), table.players[NICOLE].coins) == ({"armour": 1, "shoe": 1}, 9)


def touching(table: Strasbourg, player: int) -> int:
    return table.points()[player]["chapels"]


def test_chapel() -> None:
    """E10: Sandra on the church seat puts the chapel where it touches two of her members."""
    table = at_step("H", seats={"church": SANDRA}, city={SANDRA: ["r1c1", "r2c1"]})
    assert (table.current_player(), question(table), len(choices(table))) == (SANDRA, "chapel", 12)
    play(table, "chapel 1/1")
    assert touching(table, SANDRA) == 2


def test_building() -> None:
    """E11: Thomas on the nobility seat builds the tavern next to two of his members."""
    table = at_step("I", round=3, seats={"nobility": THOMAS}, city={THOMAS: ["r2c4", "r3c3"]})
    assert (table.current_player(), question(table)) == (THOMAS, "building")
    before = table.points()[THOMAS]["buildings"]
    play(table, "build r2c3")
    assert table.points()[THOMAS]["buildings"] == before + 2 * 4


def test_council_phase() -> None:
    """E12: Thomas and Nicole +2 and a privilege each, Peter and Sandra +1."""
    seats = {
        "nobility": THOMAS,
        "vintners": THOMAS,
        "church": SANDRA,
        "smiths": NICOLE,
        "shoemakers": PETER,
        "merchants": NICOLE,
    }
    table = at_step("I", seats=seats)
    play(table, "build r2c3")
    assert [me.prestige for me in table.players] == [2, 1, 1, 2]
    assert [me.privileges for me in table.players] == [1, 0, 0, 1]


def test_privileges_let_players_wait() -> None:
    """E13: Thomas and Nicole defer, Peter reveals, Sandra passes, Thomas defers again: Nicole must decide first."""
    stacks = {player: [[player + 1], [6]] for player in range(4)}
    table = at_step("D", stacks, start=THOMAS, privileges={THOMAS: 2, NICOLE: 1})
    play(table, "defer", "defer")
    assert (table.current_player(), "defer" in choices(table)) == (PETER, False)
    reveal(table, 6)
    play(table, "pass", "defer")
    assert (table.current_player(), "defer" in choices(table)) == (NICOLE, False)
    reveal(table, 1)
    table.players[THOMAS].privileges = 1
    assert (table.current_player(), "defer" in choices(table)) == (THOMAS, False)
    table.players[THOMAS].privileges = 0
    assert [me.privileges for me in table.players] == [0, 0, 0, 0]
    reveal(table, 4)
    assert table.start == PETER
    assert [cards.worth(me.bid) for me in table.players] == [1, 6, 0, 4]


def test_final_scoring() -> None:
    """E14: Peter 7, Sandra 4, Thomas 14, Nicole 1."""
    city = {PETER: ["r2c2", "r6c9"], SANDRA: ["r1c1", "r2c1"], THOMAS: ["r2c4", "r3c3", "r2c5"], NICOLE: ["r1c4"]}
    table = game_over(city, ["1/1"], {"building_4": "r2c3", "building_3": "r3c5"})
    points = table.points()
    assert points[PETER] == {"council": 0, "members": 2, "chapels": 1, "buildings": 4, "privileges": 0, "tasks": 0}
    assert (points[SANDRA]["members"], points[SANDRA]["chapels"], points[SANDRA]["buildings"]) == (2, 2, 0)
    assert (points[THOMAS]["members"], points[THOMAS]["chapels"], points[THOMAS]["buildings"]) == (3, 0, 11)
    assert points[NICOLE]["buildings"] == 0
    assert table.scores() == [1, 7, 4, 14]
    assert table.winners() == [THOMAS]


def test_all_pass() -> None:
    """E15: no award, the start player stays, no stack is used, no card is reclaimed."""
    table = at_step("B", single_stacks(0, 1, 2, 3), start=SANDRA)
    play(table, "pass", "pass", "pass", "pass")
    assert (table.view(None)["step"], table.start, question(table)) == ("C", SANDRA, "bid")
    assert [len(me.stacks) for me in table.players] == [1, 1, 1, 1]
    assert holder(table, "vintners") is None


@pytest.mark.parametrize("start", range(4))
def test_ties_go_by_seat_from_the_start_player(start: int) -> None:
    """E16: the start player wins every tie, then the nearest clockwise."""
    table = at_step("A", {player: [[3]] for player in range(4)}, start=start)
    play(table, "reveal 1", "reveal 1", "reveal 1", "reveal 1")
    assert table.start == start
    assert (holder(table, "nobility"), holder(table, "church")) == (start, (start + 1) % 4)
    assert table.current_player() == (start + 2) % 4


def test_two_bids_in_a_guild() -> None:
    """E17: master and journeyman, no apprentice; players who passed get nothing."""
    table = at_step("B", single_stacks(0, 1, 2, 3))
    play(table, "pass", "reveal 1", "pass", "reveal 1", "decline", "decline")
    assert (holder(table, "vintners"), goods_of(table, PETER), goods_of(table, THOMAS)) == (
        PETER,
        {"barrel": 1},
        {"barrel": 1},
    )
    assert (goods_of(table, NICOLE), goods_of(table, SANDRA)) == ({}, {})
    assert (table.view(None)["step"], question(table)) == ("C", "bid")


def test_a_master_without_coins() -> None:
    """E18: seat and good, no field offered, no reclaim."""
    table = at_step("B", {NICOLE: [[6], [1]]}, coins={NICOLE: 2})
    reveal(table, 6)
    assert (holder(table, "vintners"), goods_of(table, NICOLE)) == (NICOLE, {"barrel": 1})
    assert (table.view(None)["step"], question(table)) == ("C", "bid")


def test_unused_stacks_leave_unseen() -> None:
    """E19: the cards are gone, unseen; the pile is unchanged."""
    table = at_step("I", {NICOLE: [[6, 5]]}, seats={"nobility": PETER})
    table.journal = []
    pile = table.view(PETER)["players"][NICOLE]["pile"]
    play(table, "build r2c3")
    seen = table.view(PETER)["players"][NICOLE]
    assert (seen["pile"], seen["stacks"], seen["lost"], seen["used"]) == (pile, None, 2, [])
    assert cards.falling(table.players[NICOLE].lost) == [6, 5]
    events = [event.args for event in table.journal if event.key == "stacks_unused"]
    assert events == [{"player": NICOLE, "count": 1}]


def test_set_up() -> None:
    """E20: two seats, 5 coins, 24 cards, 5 tasks, at least one kept."""
    table = tasks_dealt(start=SANDRA)
    assert (holder(table, "nobility"), holder(table, "church")) == (SANDRA, THOMAS)
    assert (seats_of(table, NICOLE), seats_of(table, PETER)) == ([], [])
    for me in table.players:
        assert (me.coins, cards.size(me.pile), cards.worth(me.pile), len(me.dealt)) == (5, 24, 84, 5)
    for player in range(4):
        play_as(table, player, "return", "return", "return", "return")
        assert table.players[player].kept.bit_count() == 1


def test_tasks_count_once_or_cost_three() -> None:
    """E21: two rows of three bring the points of one; a failed task costs 3."""
    rows = ["r1c1", "r1c2", "r1c3", "r3c1", "r3c2", "r3c3"]
    table = game_over({NICOLE: rows}, kept={NICOLE: ["T12"], PETER: ["T12", "T15"]})
    assert (table.points()[NICOLE]["tasks"], table.points()[PETER]["tasks"]) == (4, -6)


def test_unused_privileges() -> None:
    """E22: three of them bring 3 points."""
    assert game_over(privileges={SANDRA: 3}).scores() == [0, 0, 3, 0]


@pytest.mark.parametrize(
    ("city", "prestige", "winners"),
    [
        ({NICOLE: ["r1c4", "r1c5"], PETER: ["r1c6"]}, {PETER: 1}, [NICOLE]),
        ({NICOLE: ["r1c4"], PETER: ["r1c6"]}, {}, [NICOLE, PETER]),
    ],
)
def test_ties_for_victory(city: dict[int, list[str]], prestige: dict[int, int], winners: list[int]) -> None:
    """E23: equal totals: more members in the city; still equal: both win."""
    table = game_over(city, prestige=prestige)
    assert table.scores()[NICOLE] == table.scores()[PETER]
    assert table.winners() == winners


def test_a_new_master_sends_the_old_one_home() -> None:
    """E24: Sandra becomes master of the bakers, Peter has one seat fewer."""
    table = at_step("F", single_stacks(SANDRA, PETER), round=2, seats={"bakers": PETER, "merchants": PETER})
    before = seats_of(table, PETER)
    play(table, "pass", "reveal 1", "decline")
    assert holder(table, "bakers") == SANDRA
    assert seats_of(table, PETER) == [seat for seat in before if seat != "bakers"]


def test_the_new_holder_of_the_church_seat_builds_the_chapel() -> None:
    """E25: the current seats count."""
    table = at_step("A", single_stacks(THOMAS, SANDRA), seats={"church": PETER})
    play(table, "reveal 1", "reveal 1")
    assert holder(table, "church") == SANDRA
    assert (table.view(None)["step"], table.current_player(), question(table)) == ("H", SANDRA, "chapel")


def test_the_second_at_the_merchants_gets_nothing() -> None:
    """E26: only rank 1 has an award; rank 2 may reclaim."""
    table = at_step("C", single_stacks(NICOLE, PETER), goods={PETER: ["shoe"]})
    play(table, "reveal 1", "reveal 1")
    assert (table.current_player(), question(table), choices(table)) == (PETER, "reclaim", ["reclaim 5", "leave"])


def test_the_start_marker_stays_for_the_next_round() -> None:
    """E27: after step I comes step A of the second tile, started by the last winning bidder."""
    table = at_step("G", single_stacks(SANDRA, PETER))
    play(table, "reveal 1", "reveal 1", "leave")
    assert table.view(None)["step"] == "H"
    play(table, "chapel 1/1", "build r2c3")
    assert (table.round, table.start, table.view(None)["step"]) == (2, SANDRA, None)
    play(table, "card 1", "card 1", "card 1", "card 1")
    for player in range(4):
        play_as(table, player, "stop")
    assert (table.view(None)["step"], table.current_player()) == ("A", SANDRA)


def test_passing_keeps_the_stacks() -> None:
    """E28: they can be used in later steps of the round."""
    table = at_step("A", single_stacks(NICOLE))
    play(table, "pass")
    assert (table.view(None)["step"], choices(table)) == ("B", ["reveal 1", "pass"])


# Further cases


def test_a_pile_of_one_card_is_drawn_without_asking() -> None:
    """F1: hand 1, no decision; with an empty pile no stacks and no decisions, but points."""
    table = planning({NICOLE: ([4], ()), PETER: ((), ())}, round=4)
    assert table.current_player() == CHANCE
    play(table, "card 4", "card 1", "card 1")
    assert NICOLE not in table.deciders() and PETER not in table.deciders()
    play_as(table, SANDRA, "stop")
    play_as(table, THOMAS, "stop")
    assert [table.view(None)["players"][player]["stacks"] for player in range(4)] == [[1], [], [1], [1]]
    assert table.view(None)["queue"] == [NICOLE, SANDRA, THOMAS]
    assert len(table.points()[PETER]) == 6


def test_an_empty_pile_takes_the_reclaimed_card() -> None:
    """F2: a 6 reclaimed onto an empty pile is the first card of the next round, and publicly known."""
    stacks = {NICOLE: [[5]], PETER: [[6]]}
    table = at_step("C", stacks, round=3, start=NICOLE)
    me = table.players[PETER]
    me.lost, me.pile = me.pile, 0
    table.players[NICOLE].stacks = [cards.of([5, 4])]
    table.players[NICOLE].pile -= cards.of([4])
    play(table, "reveal 1", "reveal 1", "reclaim 6")
    while table.round == 3:
        play(table, choices(table)[0])
    assert table.agenda[-1].place == NICOLE and table.current_player() == CHANCE
    play(table, *["card 1"] * 3)
    play_as(table, NICOLE, "stop")
    play_as(table, SANDRA, "stop")
    play_as(table, THOMAS, "stop")
    assert table.view(SANDRA)["players"][PETER]["known"] == [6]
    assert cards.falling(me.stacks[0]) == [6]
    guesses = [table.resample(SANDRA, random.Random(seed)) for seed in range(5)]
    assert all(cards.falling(guess.players[PETER].stacks[0]) == [6] for guess in guesses)


def test_deferring_needs_somebody_with_a_stack_to_wait_for() -> None:
    """F3: once the other has decided, the last cannot defer; players without stacks do not count."""
    table = at_step("B", single_stacks(NICOLE, SANDRA), privileges={NICOLE: 2})
    assert "defer" in choices(table)
    play(table, "defer")
    assert table.current_player() == SANDRA
    play(table, "pass")
    assert (table.current_player(), choices(table)) == (NICOLE, ["reveal 1", "pass"])


def test_the_only_player_with_stacks_cannot_defer() -> None:
    """F4: no player is left to wait for."""
    table = at_step("B", single_stacks(NICOLE), privileges={NICOLE: 2})
    assert choices(table) == ["reveal 1", "pass"]


def test_deferring_does_not_change_ties() -> None:
    """F5: start player Thomas reveals a 6 after Nicole's 6 and ranks first."""
    table = at_step("A", {THOMAS: [[6]], NICOLE: [[6]]}, start=THOMAS, privileges={THOMAS: 1})
    play(table, "defer", "reveal 1", "reveal 1")
    assert (holder(table, "nobility"), holder(table, "church"), table.start) == (THOMAS, NICOLE, THOMAS)


def test_one_player_may_hold_both_seats() -> None:
    """F6: only Peter reveals in A and already holds the church: he does both H and I."""
    table = at_step("A", single_stacks(PETER), seats={"church": PETER})
    play(table, "reveal 1")
    assert (holder(table, "nobility"), holder(table, "church")) == (PETER, PETER)
    assert (table.current_player(), question(table)) == (PETER, "chapel")
    play(table, "chapel 1/1")
    assert (table.current_player(), question(table)) == (PETER, "building")


def test_a_seat_held_already_does_not_change() -> None:
    """F7: rank 1 of A already holds the nobility seat."""
    table = at_step("A", single_stacks(NICOLE), seats={"nobility": NICOLE, "church": PETER})
    table.journal = []
    play(table, "reveal 1")
    assert (holder(table, "nobility"), holder(table, "church")) == (NICOLE, PETER)
    assert [event for event in table.journal if event.key in ("takes_seat", "loses_seat")] == []


def test_a_field_of_price_0_needs_no_coins() -> None:
    """F8: a baker field of price 0 is offered to a player without coins."""
    table = at_step("F", single_stacks(NICOLE), round=2, coins={NICOLE: 0})
    play(table, "reveal 1")
    free = ["r3c9", "r5c9", "r6c5", "r6c7", "r6c8", "r6c9"]
    assert choices(table) == [*(f"field {field}" for field in free), "decline"]


def test_an_apprentice_without_coins_takes_the_good() -> None:
    """F9: every field of the smiths costs coins, so there is no choice."""
    table = at_step("D", single_stacks(NICOLE, PETER, SANDRA), coins={SANDRA: 0})
    play(table, "reveal 1", "reveal 1", "reveal 1", "decline", "decline")
    assert goods_of(table, SANDRA) == {"armour": 1}
    assert table.view(None)["step"] == "H"


def test_winning_the_merchants_without_goods() -> None:
    """F10: start player, no coins, no reclaim."""
    table = at_step("C", {PETER: [[6], [1]]})
    reveal(table, 6)
    assert (table.start, table.players[PETER].coins, table.players[PETER].bottom) == (PETER, 5, ())
    assert (table.view(None)["step"], question(table)) == ("D", "bid")


def test_a_member_scores_for_two_buildings_and_for_two_chapels() -> None:
    """F11: r5c5 between buildings 5 and 6: 12; r1c5 at chapels 1/4 and 1/5: 3."""
    assert game_over({NICOLE: ["r5c5"]}, (), {"building_5": "r5c4", "building_6": "r5c6"}).scores()[NICOLE] == 12
    assert game_over({NICOLE: ["r1c5"]}, ["1/4", "1/5"]).scores()[NICOLE] == 3


def test_returning_four_tasks_keeps_the_fifth() -> None:
    """F17: automatically."""
    table = tasks_dealt()
    play_as(table, PETER, "return", "return", "return", "return")
    assert PETER not in table.deciders()
    assert table.view(PETER)["players"][PETER]["kept"] == ["T10"]


def test_unused_privileges_count_for_the_task_and_for_themselves() -> None:
    """F18: two of them: +3 and +2."""
    points = game_over(kept={NICOLE: ["T25"]}, privileges={NICOLE: 2}).points()[NICOLE]
    assert (points["tasks"], points["privileges"]) == (3, 2)


@pytest.mark.parametrize("planned", ["sealed", "turn_order"])
def test_the_order_of_stacks_reveals_nothing(planned: str) -> None:
    """F19: {6, 1}, {5}, {2} and {5, 2}, {6}, {1} look the same to the others."""
    views: list[Any] = []
    for splits in (["new-stack", "new-stack", "join 1"], ["new-stack", "join 2", "new-stack"]):
        table = planning({NICOLE: ([6, 5, 2, 1, 1], ())}, planning=planned)
        table.journal = []
        play(table, "card 6", *["card 1"] * (3 if planned == "sealed" else 0))
        play_as(table, NICOLE, "draw", "card 5", "draw", "card 2", "draw", "card 1", "stop", *splits)
        for player in (PETER, SANDRA, THOMAS):
            if planned == "turn_order":
                play(table, "card 1")
            play_as(table, player, "stop")
        events = [event.args for event in table.journal if event.is_visible_to(PETER)]
        views.append([table.view(PETER), events, table.legal_actions(NICOLE)])
        assert table.view(PETER)["players"][NICOLE]["stacks"] == [2, 1, 1]
    assert views[0] == views[1]


def test_planning_in_turn_order_shows_sizes_at_once() -> None:
    """F20: the second player sees the first one's stack sizes before drawing; sealed, nothing."""
    table = planning({NICOLE: ([6, 5, 2], ())}, planning="turn_order")
    play(table, "card 6", "draw", "card 5", "stop", "join 1", "card 1")
    assert (table.current_player(), question(table)) == (PETER, "draw")
    assert table.view(PETER)["players"][NICOLE]["stacks"] == [2]
    sealed = planning({NICOLE: ([6, 5, 2], ())})
    before = sealed.view(PETER)["players"][NICOLE]
    play(sealed, "card 6", "card 1", "card 1", "card 1")
    play_as(sealed, NICOLE, "draw", "card 5", "stop", "join 1")
    seen = sealed.view(PETER)["players"][NICOLE]
    assert seen == before
    assert (seen["stacks"], seen["hand_size"], seen["pile"]) == (None, None, 3)


def test_open_holdings() -> None:
    """F21: coins, goods and privileges of others are hidden, or shown as numbers; the game is the same."""
    closed, opened = at_step("C", single_stacks(0, 1)), at_step("C", single_stacks(0, 1), open_holdings=True)
    hidden, shown = closed.view(PETER)["players"][NICOLE], opened.view(PETER)["players"][NICOLE]
    assert [hidden[key] for key in ("coins", "goods", "privileges")] == [None, None, None]
    assert [shown[key] for key in ("coins", "privileges")] == [5, 0]
    assert shown["goods"] == dict.fromkeys(("armour", "barrel", "shoe", "meat", "bread"), 0)
    assert closed.view(NICOLE)["players"][NICOLE]["coins"] == 5
    assert [GAME.text(action) for action in closed.legal_actions()] == choices(opened)
    play(closed, "reveal 1", "pass")
    play(opened, "reveal 1", "pass")
    assert closed.scores() == opened.scores() and closed.view(NICOLE)["step"] == opened.view(NICOLE)["step"]


# The agenda


@pytest.mark.parametrize("player", [NICOLE, CHANCE])
def test_an_unknown_step_is_never_carried_out(player: int) -> None:
    """Neither offered nor decided: an agenda with one is invalid."""
    table = at_step("B", single_stacks(0, 1))
    table.agenda.append(Task(999, player))
    with pytest.raises(UnknownStep):
        table.legal_actions()
    with pytest.raises(UnknownStep):
        table.apply(GAME.parse("pass"))


def test_an_unknown_step_has_no_weights_and_does_not_settle() -> None:
    table = at_step("B", single_stacks(0, 1))
    with pytest.raises(UnknownStep):
        table.weights(Task(999, CHANCE))
    table.agenda.append(Task(999))
    with pytest.raises(UnknownStep):
        table.advance()


def test_unknown_awards_tasks_and_letters_are_refused() -> None:
    table = game_over()
    with pytest.raises(ValueError, match="no award 99"):
        table.award(99, NICOLE)
    with pytest.raises(ValueError, match="no step 9"):
        table.begin_step(9)
    with pytest.raises(ValueError, match="no step -1"):
        table.begin_step(-1)
    card = TaskCard(GAME.tables["task"][0])
    card.kind = 99
    with pytest.raises(ValueError, match="no kind of task 99"):
        is_fulfilled(table, NICOLE, card)
