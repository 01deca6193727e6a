"""Rulings without an example in the rulebook, by number."""

from __future__ import annotations

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
    single_stacks,
)
from zunft.core.state import Task
from zunft.games.strasbourg import steps
from zunft.games.strasbourg.city import CORNER_IDS, SQUARE_IDS
from zunft.games.strasbourg.game import ROUND, Strasbourg
from zunft.games.strasbourg.names import GUILDS, STEPS

SHOEMAKERS = GUILDS.index("shoemakers")


def test_the_winner_of_g_takes_the_seat_without_any_goods() -> None:
    """R35: even if nothing is sold, because there is nothing to sell."""
    table = at_step("G", single_stacks(PETER, NICOLE), seats={"merchants": THOMAS, "church": SANDRA})
    play(table, "pass", "reveal 1")
    assert holder(table, "merchants") == PETER
    assert (question(table), table.current_player()) == ("chapel", SANDRA)


def test_the_seat_of_the_merchants_is_not_for_those_who_pass() -> None:
    """R21, R35: no bids, no changes."""
    table = at_step("G", single_stacks(PETER), seats={"merchants": THOMAS, "church": SANDRA}, start=NICOLE)
    play(table, "pass")
    assert (holder(table, "merchants"), table.start) == (THOMAS, NICOLE)


def test_reclaimed_cards_lie_in_the_order_they_were_reclaimed() -> None:
    """R31: each below the previous one, over several steps."""
    table = at_step("C", {NICOLE: [[6], [5]], PETER: [[3, 2], [4, 1]]})
    reveal(table, 6)
    reveal(table, 3, 2)
    play(table, "reclaim 3", "pass", "pass")
    reveal(table, 5)
    reveal(table, 4, 1)
    play(table, "reclaim 1")
    assert table.view(None)["players"][PETER]["bottom"] == [3, 1]


def test_a_card_reclaimed_goes_below_those_reclaimed_before() -> None:
    """R31: a pile with a reclaimed 6 gets the 2 below it."""
    table = at_step("C", {NICOLE: [[6]], PETER: [[2, 1]]})
    table.players[PETER].bottom = (6,)
    play(table, "reveal 1", "reveal 1", "reclaim 2")
    assert table.players[PETER].bottom == (6, 2)
    later = planning({PETER: ((), (6, 2))})
    play(later, "card 1", "card 1", "card 1")
    play_as(later, PETER, "draw")
    assert later.view(PETER)["players"][PETER]["hand"] == [2]  # the 6 started a stack


def test_points_are_those_of_the_components() -> None:
    """Section 7, with other numbers: 2 for a member, 3 for a chapel, 4 for a privilege."""
    final = {"per_city_member": 2, "per_chapel_touch": 3, "per_unused_privilege": 4}
    table = game_over({NICOLE: ["r1c1", "r1c2", "r6c9"]}, ["1/1"], privileges={NICOLE: 2}, components={"final": final})
    points = table.points()[NICOLE]
    assert (points["members"], points["chapels"], points["privileges"]) == (6, 6, 8)


def test_at_the_end_tasks_are_shown_one_by_one() -> None:
    """They become public once; the log has the points of each."""
    table = game_over({NICOLE: ["r1c1", "r1c9"]}, kept={NICOLE: ["T22", "T23"], PETER: ["T18"]})
    for listening in (True, False):
        copy = table.clone()
        copy.journal = [] if listening else None
        copy.reveals = 0
        copy.agenda = [Task(steps.GAME_END)]
        copy.advance()
        assert copy.reveals == 1
        logged = [(event.key, event.args.get("player"), event.args.get("points")) for event in copy.journal or []]
        expected = [("task_failed", NICOLE, -3), ("task_fulfilled", NICOLE, 5), ("task_failed", PETER, -3)]
        assert logged == ([*expected, ("game_ends", None, None)] if listening else [])


@pytest.mark.parametrize(
    ("scores", "members", "winners"), [((3, 2), (1, 1), [0]), ((2, 2), (1, 2), [1]), ((2, 2), (1, 1), [0, 1])]
)
def test_victory_goes_by_points_then_members(
    scores: tuple[int, int], members: tuple[int, int], winners: list[int]
) -> None:
    """R48."""
    fields = ["r1c1", "r1c4", "r6c9"]
    city = {0: fields[: members[0]], 1: fields[members[0] : sum(members)]}
    prestige = {player: scores[player] - members[player] for player in (0, 1)}
    table = game_over(city, players=3, prestige={**prestige, 2: -9})
    assert table.winners() == winners
    assert GAME.new(3).winners() == []


def test_a_master_takes_the_good_of_the_guild_whose_step_it_is() -> None:
    """R26, R27: step D of tile 1 is the smiths'."""
    table = at_step("D", single_stacks(NICOLE))
    reveal(table, 6)
    assert (holder(table, "smiths"), goods_of(table, NICOLE)) == (NICOLE, {"armour": 1})


def test_the_council_phase_logs_the_points_of_each_player_who_scores() -> None:
    """R39: a line for each member's owner, none for players without a seat."""
    table = at_step("I", seats={"nobility": THOMAS, "church": THOMAS, "smiths": SANDRA})
    table.journal = []
    play(table, "build r2c3")
    logged = [event.args for event in table.journal if event.key == "council_prestige"]
    assert logged == [{"player": SANDRA, "count": 1}, {"player": THOMAS, "count": 2}]


def test_the_lowest_stack_can_be_revealed() -> None:
    """R16: a single 1 is a bid like any other."""
    table = at_step("A", {NICOLE: [[1]], PETER: [[2]]})
    assert choices(table) == ["reveal 1", "pass"]


def test_all_free_fields_of_the_guild_are_offered() -> None:
    """R28: the shoemakers' fields include the corner of the city."""
    table = at_step("F", single_stacks(NICOLE), coins={NICOLE: 20})
    reveal(table, 6)
    city = table.parts.city
    assert choices(table) == [*(f"field {SQUARE_IDS[square]}" for square in city.fields[SHOEMAKERS]), "decline"]
    assert "field r1c1" in choices(table)


def vintner_apprentice(*free: str) -> Strasbourg:
    """Sandra is the vintners' apprentice and places a member; Thomas has members on all but these vintner fields."""
    fields = ["r4c3", "r4c4", "r4c5", "r5c2", "r5c3", "r5c5", "r6c1", "r6c2", "r6c3"]
    taken = {THOMAS: [field for field in fields if field not in free]}
    table = at_step("B", single_stacks(NICOLE, PETER, SANDRA), coins={SANDRA: 9}, city=taken)
    play(table, "reveal 1", "reveal 1", "reveal 1", "decline", "decline", "place")
    return table


def test_an_apprentice_with_one_field_to_choose_places_there_at_once() -> None:
    """R29: with two there is a choice."""
    assert fields_of(vintner_apprentice("r6c1"), SANDRA) == ["r6c1"]
    assert choices(vintner_apprentice("r6c1", "r6c2")) == ["field r6c1", "field r6c2"]


def seat_events(table: Strasbourg) -> list[tuple[str, int]]:
    found = [event for event in table.journal or () if event.key in ("loses_seat", "takes_seat")]
    return [(event.key, event.args["player"]) for event in found]


@pytest.mark.parametrize(
    ("before", "logged"),
    [({"vintners": PETER}, [("loses_seat", PETER), ("takes_seat", NICOLE)]), ({}, [("takes_seat", NICOLE)])],
)
def test_a_new_member_sends_the_old_one_home(before: dict[str, int], logged: list[tuple[str, int]]) -> None:
    """R24: nobody loses a vacant seat."""
    table = at_step("B", single_stacks(NICOLE), seats=before)
    table.journal = []
    reveal(table, 6)
    assert holder(table, "vintners") == NICOLE
    assert seat_events(table) == logged


def test_a_bid_is_one_revelation() -> None:
    """R18: bids are public, passing shows nothing."""
    table = at_step("A", single_stacks(NICOLE, PETER))
    before = table.reveals
    reveal(table, 6)
    assert table.reveals == before + 1
    play(table, "pass")
    assert table.reveals == before + 1


@pytest.mark.parametrize(("number", "asked"), [(4, "reclaim"), (5, "bid")])
def test_in_the_last_round_nothing_is_reclaimed(number: int, asked: str) -> None:
    """R33: cards under the pile would never be drawn again."""
    table = at_step("C", {NICOLE: [[6], [1]], PETER: [[5]]}, round=number)
    reveal(table, 6)
    reveal(table, 5)
    assert question(table) == asked


def chapel_step(free: int) -> Strasbourg:
    """Step H, Sandra has the church seat; chapels on all but the last spots."""
    table = at_step("I", seats={"church": SANDRA, "nobility": THOMAS})
    table.chapels = tuple(table.parts.city.spots[: len(table.parts.city.spots) - free])
    table.agenda = ROUND[: len(ROUND) - STEPS.index("H")]
    table.advance()
    return table


def test_a_chapel_stands_on_any_free_spot() -> None:
    """R36: the spots of the city without a chapel; the last one is taken without asking."""
    table = chapel_step(free=2)
    spots = table.parts.city.spots
    assert choices(table) == [f"chapel {CORNER_IDS[spot]}" for spot in spots[-2:]]
    table = chapel_step(free=1)
    assert table.chapels == tuple(spots)
    assert (question(table), table.current_player()) == ("building", THOMAS)
