"""The rulebook's example of a first round, step by step, its printed tables, and a list of all numbered cases."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import zunft
from tests.games.norenberc import invariants
from tests.games.norenberc.positions import (
    BAKERS,
    BLUE,
    BREWERS,
    GAME,
    ORANGE,
    PRINTERS,
    SHOEMAKERS,
    YELLOW,
    A,
    B,
    C,
    all_pass,
    choices,
    dealt,
    draw_guests,
    example_bought,
    example_hired,
    example_planned,
    example_round_over,
    example_second_turn,
    example_sold,
    give_only,
    goods,
    in_stack,
    kinds,
    names,
    passed,
    plan,
    play,
    put_guest,
    set_workshop,
    stocks,
    store,
    storehouse,
    talers,
    visit,
)
from zunft.games.norenberc.components import Components
from zunft.games.norenberc.workshop import price

CASES = [
    *(f"E{number}" for number in range(1, 28)),
    *("E2b", "E6b", "E8b"),
    *(f"X{number}" for number in range(1, 33)),
]
RULINGS = [
    *(f"P{number}" for number in range(1, 9)),
    *(f"A{number}" for number in range(1, 14)),
    "B1",
    *(f"T{number}" for number in range(1, 9)),
    *(f"R{number}" for number in range(1, 8)),
    *(f"V{number}" for number in range(1, 11)),
    *("H1", "H2"),
]


def numbers_in_docstrings() -> list[str]:
    """The text before the colon in the docstrings of this folder's tests: "E6" or "X18, R1"."""
    found = []
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                numbers, colon, _ = (ast.get_docstring(node) or "").partition(":")
                found += numbers.split(", ") if colon else []
    return found


TESTED = set(numbers_in_docstrings())


@pytest.mark.parametrize("number", CASES + RULINGS)
def test_every_numbered_case_and_ruling_has_a_test(number: str) -> None:
    assert number in TESTED


def test_no_test_names_a_number_that_does_not_exist() -> None:
    assert {*CASES, *RULINGS} >= TESTED


# The example


def test_the_highest_master_makes_his_guild_the_prestige_guild() -> None:
    """E1: the brewers' master is worth 6, more than the others."""
    table = dealt()
    assert [price(table, guild) for guild in range(4)] == [6, 2, 5, 4]
    assert table.prestige_guild == BREWERS
    assert [house.prestige_crest for house in table.houses] == [True, False, False, False]
    assert table.prestige_supply == 3


def test_everybody_plans_up_to_as_many_cards_as_agents() -> None:
    """E2: Yellow keeps one card, Blue two, Orange none; the others see how many were laid."""
    table = dealt()
    assert stocks(table) == [4, 4, 4]
    assert "plan 2 3 4" in choices(table, YELLOW)
    assert "plan 1 3" in choices(table, BLUE)
    assert "plan 1 2 3 4" in choices(table, ORANGE)
    table.journal = []
    plan(table, {YELLOW: "2 3 4", BLUE: "1 3", ORANGE: "1 2 3 4"})
    logged = {event.args["player"]: event.args["count"] for event in table.journal if event.key == "plans"}
    assert logged == {YELLOW: 3, BLUE: 2, ORANGE: 4}


def test_a_plan_needs_an_agent_for_each_card() -> None:
    """E2b: more cards than agents are rejected; a guild twice cannot even be encoded."""
    table = dealt()
    table.players[ORANGE].stock, table.players[ORANGE].supply = 3, 5
    with pytest.raises(zunft.IllegalAction):
        play(table, "plan 1 2 3 4")
    with pytest.raises(zunft.IllegalAction):
        play(table, "plan 1 1")
    with pytest.raises(zunft.IllegalAction):
        play(table, "plan 5")


def test_a_called_guild_shows_its_cards_with_an_agent_on_each() -> None:
    """E3: Blue and Orange planned the brewers, Yellow did not; all other cards stay face down."""
    table = example_planned()
    assert table.called == BREWERS
    assert [me.on_card for me in table.players] == [1, 1, 0]
    assert stocks(table) == [3, 3, 4]
    seen = table.view(None)["players"]
    assert [player["cards"] for player in seen] == [1, 3, 3]
    assert [player["plan"] for player in seen] == [None, None, None]
    assert table.current_player() == ORANGE


def test_selling_pays_the_masters_price() -> None:
    """E4: Orange sells a beer for 6 talers."""
    table = example_planned()
    assert storehouse(table, BREWERS) == {"beer": 9}
    play(table, "sell 1")
    assert talers(table)[ORANGE] == 31
    assert "beer" not in goods(table, ORANGE)
    assert storehouse(table, BREWERS) == {"beer": 10}
    assert table.houses[BREWERS].roof == [0, 1, 0]
    assert table.players[ORANGE].on_card == 0


def test_a_guest_can_be_hired_from_a_room_that_can_be_paid() -> None:
    """E5: with one of each good Blue can afford rooms B and C; A is empty, D needs two beer."""
    table = example_sold()
    assert goods(table, BLUE) == {"beer": 1, "pastry": 1, "shoes": 1, "paper": 1}
    assert names(table.houses[BREWERS].rooms) == ["", "councillor", "printers-7", "musician-3"]
    assert [text for text in choices(table) if text.startswith("hire")] == ["hire B", "hire C"]
    dearer = table.clone()
    play(dearer, "hire C")
    assert choices(dearer) == ["pay pastry", "pay shoes"], "the first of two others; paper can only be the second"
    play(dearer, "pay pastry", "pay paper", "stay")
    assert goods(dearer, BLUE) == {"shoes": 1}


def test_hiring_pays_for_the_roof_and_may_change_the_turn_order() -> None:
    """E6: the Councillor brings an agent and goes back; a taler for Orange's agent; Blue moves to the front."""
    table = example_sold()
    stack = len(table.stack)
    play(table, "hire B", "pay shoes")
    assert choices(table) == ["first", "stay"]
    play(table, "first")
    blue = table.players[BLUE]
    assert (blue.stock, blue.supply, blue.talers) == (4, 3, 26)
    assert (stack, len(table.stack), in_stack(table, "councillor")) == (24, 25, 3)
    assert blue.tiles == ()
    assert table.turn_order == (BLUE, ORANGE, YELLOW)
    assert storehouse(table, BREWERS) == {"beer": 11, "shoes": 1}
    assert table.houses[BREWERS].roof == [1, 1, 0]
    assert table.houses[BREWERS].rooms[B] == -1
    invariants.check(table)


def test_after_hiring_a_player_may_keep_their_place() -> None:
    """E6b: the turn order stays, everything else is the same."""
    moved, stayed = example_hired("first"), example_hired("stay")
    assert stayed.turn_order == (ORANGE, BLUE, YELLOW)
    assert talers(stayed) == talers(moved)
    assert stocks(stayed) == stocks(moved)
    assert storehouse(stayed, BREWERS) == storehouse(moved, BREWERS)


def test_the_next_guild_is_called_when_all_have_acted() -> None:
    """E7: Orange and Yellow reveal the bakers; Orange comes first."""
    table = example_hired()
    assert table.called == BAKERS
    assert [me.on_card for me in table.players] == [0, 1, 1]
    assert table.current_player() == ORANGE


def test_buying_costs_the_masters_price_for_up_to_three_goods() -> None:
    """E8: Orange pays 6 talers for three pastries; a fourth is not offered."""
    table = example_hired()
    assert "buy 3 pastry" in choices(table)
    play(table, "buy 3 pastry")
    assert talers(table)[ORANGE] == 25
    assert goods(table, ORANGE)["pastry"] == 4
    assert storehouse(table, BAKERS) == {"pastry": 6}
    assert table.current_player() == YELLOW, "Orange is not asked for a fourth"


def test_foreign_goods_cost_the_same_here() -> None:
    """E8b: another guild's good in the bakers' storehouse costs 2 as well."""
    table = example_hired()
    store(table, BAKERS, "shoes")
    play(table, "buy 2 pastry", "buy 1 shoes")
    assert talers(table)[ORANGE] == 31 - 3 * 2
    assert goods(table, ORANGE) == {"pastry": 3, "shoes": 2, "paper": 1}


def test_doing_nothing_still_uses_the_agent() -> None:
    """E9: Yellow's agent goes to the roof, the card back to the hand, nothing else happens."""
    table = example_bought()
    before = goods(table, YELLOW), talers(table)[YELLOW]
    play(table, "nothing")
    assert table.houses[BAKERS].roof == [0, 1, 1]
    assert (goods(table, YELLOW), talers(table)[YELLOW]) == before
    assert table.called == SHOEMAKERS


def test_every_guild_is_called_in_the_new_turn_order() -> None:
    """E10: Blue, Orange, Yellow at the shoemakers; Orange and Yellow at the printers."""
    table = example_bought()
    play(table, "nothing")
    acted = []
    while table.turn == 1:
        acted.append((table.called, table.current_player()))
        play(table, "nothing")
    at_shoemakers = [(SHOEMAKERS, BLUE), (SHOEMAKERS, ORANGE), (SHOEMAKERS, YELLOW)]
    assert acted == [*at_shoemakers, (PRINTERS, ORANGE), (PRINTERS, YELLOW)]


def test_a_player_out_of_agents_has_passed() -> None:
    """E11: Yellow has 1 agent left, Blue 3, Orange none; the second turn proceeds without Orange."""
    table = example_second_turn()
    assert stocks(table) == [3, 0, 1]
    assert passed(table) == {ORANGE}
    assert (table.round, table.turn) == (1, 2)
    assert set(table.deciders()) == {BLUE, YELLOW}


def test_the_round_ends_when_all_have_passed() -> None:
    """E12: Yellow passes, Blue uses her last three agents."""
    table = example_second_turn()
    table.journal = []
    plan(table, {BLUE: "1 2 3"})
    assert passed(table) == {ORANGE, YELLOW}
    play(table, *["nothing"] * 3)
    assert [event.key for event in table.journal].count("round_ends") == 1
    assert stocks(table) == [5, 4, 4], "all agents are back"


def test_the_favourite_gets_master_crest_and_prestige_crest() -> None:
    """E13: only Yellow has beer."""
    table = example_round_over()
    yellow = table.players[YELLOW]
    assert "beer" not in goods(table, YELLOW)
    assert storehouse(table, BREWERS)["beer"] == 12
    assert names(yellow.tiles) == ["brewers-6"]
    assert yellow.crests[BREWERS] == 1
    assert table.houses[BREWERS].crests == 3
    assert yellow.prestige_crests == 1


def test_the_next_craftsman_becomes_master_and_the_rooms_are_refilled() -> None:
    """E14: a 4 is the new brewers' master; the two guests move left, two new ones enter C and D."""
    table = example_round_over()
    brewers = table.houses[BREWERS]
    assert price(table, BREWERS) == 4
    assert names(brewers.rooms) == ["printers-7", "musician-3", "", ""]
    assert table.box == (), "room A was empty everywhere, so nobody had to leave"
    play(table, "draw guard")
    assert names(table.houses[BREWERS].rooms) == ["printers-7", "musician-3", "guard", ""]
    play(table, "draw thief")
    assert names(table.houses[BREWERS].rooms) == ["printers-7", "musician-3", "guard", "thief"]


def test_the_last_prestige_guild_cannot_be_the_next() -> None:
    """E15: shoemakers and printers are highest with 6 each; the lower number decides."""
    table = example_round_over()
    draw_guests(table)
    assert [price(table, guild) for guild in range(4)] == [4, 3, 6, 6]
    assert table.prestige_guild == SHOEMAKERS
    assert table.prestige_supply == 2
    assert (table.round, table.turn) == (2, 1)


# Printed tables


@pytest.mark.parametrize(
    ("players", "guilds", "goods_left", "citizens", "stack"),
    [(2, 3, 10, 8, 17), (3, 4, 9, 12, 24), (4, 5, 8, 16, 31), (5, 6, 7, 20, 38)],
)
def test_set_up_for_each_number_of_players(
    players: int, guilds: int, goods_left: int, citizens: int, stack: int
) -> None:
    """E23: guilds, goods, citizens and guests; 25 talers, 4 agents and 1 good of each guild per player."""
    table = dealt(players)
    assert len(table.houses) == guilds
    assert [house.storehouse[guild] for guild, house in enumerate(table.houses)] == [goods_left] * guilds
    assert 26 - len(table.left_out) == citizens
    assert len(table.stack) == stack
    assert all(house.rooms[A] == -1 and -1 not in house.rooms[B:] for house in table.houses)
    assert all(len(house.windows) == 5 and house.crests == 4 for house in table.houses)
    for me in table.players:
        assert (me.talers, me.stock, me.supply, sum(me.goods)) == (25, 4, 4, guilds)


@pytest.mark.parametrize(
    ("players", "limits"),
    [(2, [3, 3]), (3, [3, 3, 3]), (4, [3, 3, 2, 2]), (5, [3, 3, 2, 1, 1])],
)
def test_in_the_very_first_turn_many_buyers_may_buy_less(players: int, limits: list[int]) -> None:
    """E24: the limit depends on players and on cards for this guild."""
    for cards, limit in enumerate(limits, 1):
        table = dealt(players)
        visit(table, BREWERS, *range(cards))
        assert table.limit == limit
        assert ("buy 3 beer" in choices(table), "buy 2 beer" in choices(table)) == (limit > 2, limit > 1)


def test_later_turns_have_no_special_limit() -> None:
    """E24: neither the second turn of round 1 nor the first of round 2."""
    table = dealt(5)
    visit(table, BREWERS, *range(5))
    assert table.limit == 1
    play(table, *["nothing"] * 5)
    assert (table.round, table.turn) == (1, 2)
    visit(table, BREWERS, *range(5))
    assert table.limit == 3
    play(table, *["nothing"] * 5)
    all_pass(table)
    draw_guests(table)
    assert (table.round, table.turn) == (2, 1)
    visit(table, BREWERS, *range(5))
    assert table.limit == 3


@pytest.mark.parametrize(
    ("own", "others", "rooms"),
    [
        (0, 3, ""),
        (1, 0, "A"),
        (1, 1, "AB"),
        (1, 2, "ABC"),
        (2, 0, "ABC"),
        (2, 1, "ABC"),
        (2, 2, "ABCD"),
        (3, 0, "ABCD"),
    ],
)
def test_each_room_has_its_cost(own: int, others: int, rooms: str) -> None:
    """E25: the rooms affordable with this many goods of this guild and of others."""
    table = dealt()
    put_guest(table, BREWERS, A, "guard")
    give_only(table, BLUE, beer=own, pastry=others)
    visit(table, BREWERS, BLUE)
    hires = [f"hire {room}" for room in rooms]
    assert [text for text in choices(table) if text.startswith("hire")] == hires


def test_the_printed_tables_are_those_of_the_rulebook() -> None:
    """E23: values from the component file."""
    parts = Components(GAME.tables)
    assert parts.citizens_in_play == {2: 8, 3: 12, 4: 16, 5: 20}
    assert (parts.rounds, parts.start_talers, parts.income, parts.buy_limit) == (4, 25, 3, 3)
    assert len(parts.craftsmen) == 6 * 11
    assert len(parts.citizens) == 26


def test_a_room_taken_stays_empty_and_its_house_goes_on() -> None:
    """A9: no guest moves up and no new one comes during a round."""
    table = example_hired()
    assert names(table.houses[BREWERS].rooms) == ["", "", "printers-7", "musician-3"]
    play(table, "nothing", "nothing", *["nothing"] * 5)
    assert table.turn == 2
    assert names(table.houses[BREWERS].rooms) == ["", "", "printers-7", "musician-3"]


def test_a_card_is_one_action() -> None:
    """A11: after selling, the same player cannot also buy or hire here in this turn."""
    table = example_planned()
    assert kinds(table) == {"sell", "buy", "hire", "nothing"}
    play(table, "sell 1")
    assert table.current_player() == BLUE
    play(table, "nothing")
    assert table.called == BAKERS


def test_set_workshop_keeps_the_components_together() -> None:
    """The builders themselves create reachable positions."""
    table = dealt()
    set_workshop(table, BREWERS, "7", "2+", "2", "3+", "3")
    put_guest(table, BREWERS, C, "mayor")
    invariants.check(table)
    assert price(table, BREWERS) == 7


@pytest.mark.parametrize(
    ("room", "said"),
    [
        ({"own": 1, "any": 0, "instead": 2}, "room C must still cost a good of its own guild"),
        ({"own": 2, "any": 1, "instead": 2}, "room C cannot have both any and instead"),
    ],
)
def test_a_room_that_could_not_be_paid_is_refused(room: dict[str, int], said: str) -> None:
    rows = [{**row, **(room if row["id"] == "C" else {})} for row in GAME.tables["room"]]
    with pytest.raises(zunft.BadComponents, match=said):
        GAME.new(3, components={"room": rows})
