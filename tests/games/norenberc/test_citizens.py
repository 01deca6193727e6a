"""The citizens: their effects, when they apply, and where the tile goes."""

from __future__ import annotations

import pytest

from tests.games.norenberc import invariants
from tests.games.norenberc.positions import (
    BAKERS,
    BLUE,
    BREWERS,
    ORANGE,
    PRINTERS,
    SHOEMAKERS,
    YELLOW,
    A,
    B,
    D,
    advance_to_round,
    all_pass,
    choices,
    dealt,
    draw_guests,
    final,
    finish_round,
    give_goods,
    give_only,
    give_tiles,
    goods,
    in_stack,
    names,
    play,
    points,
    put_guest,
    put_mayor,
    put_peddler,
    send_guest_away,
    send_to_roof,
    set_agents,
    set_workshop,
    stocks,
    storehouse,
    talers,
    visit,
)
from zunft.games.norenberc.game import Norenberc
from zunft.games.norenberc.round_end import income, strength
from zunft.games.norenberc.tiles import TILE_OF
from zunft.games.norenberc.workshop import price


def hired(name: str, **options: bool) -> Norenberc:
    """Blue has just hired this citizen from room A of the brewers, for a beer."""
    table = dealt(**options)
    put_guest(table, BREWERS, A, name)
    visit(table, BREWERS, BLUE)
    play(table, "hire A")
    return table


# Councillor


def test_the_councillor_brings_an_agent_and_goes_back() -> None:
    """T1: the tile may come again."""
    table = dealt()
    in_play = in_stack(table, "councillor")
    visit(table, BREWERS, BLUE)
    play(table, "hire B", "pay paper", "stay")
    assert stocks(table)[BLUE] == 4
    assert in_stack(table, "councillor") == in_play + 1
    assert table.players[BLUE].tiles == ()


@pytest.mark.parametrize("name", ["councillor", "bakers-2+"])
def test_with_eight_agents_nothing_is_won(name: str) -> None:
    """X14, P6, T1: neither a Councillor nor an agent icon brings a ninth; the Councillor still returns."""
    table = dealt()
    put_guest(table, BREWERS, A, name)
    set_agents(table, BLUE, stock=8)
    before = in_stack(table, "councillor")
    visit(table, BREWERS, BLUE)
    play(table, "hire A", "stay")
    assert (table.players[BLUE].stock, table.players[BLUE].supply) == (7, 0)
    assert in_stack(table, "councillor") == before + (name == "councillor")
    assert names(table.players[BLUE].tiles) == ([] if name == "councillor" else [name])


# Thief


def test_the_bank_pays_the_victim_what_each_goods_own_master_would() -> None:
    """X10: paper at 7 and beer at 6, stolen at the brewers'; the storehouses do not change."""
    table = dealt()
    set_workshop(table, PRINTERS, "7", "6", "5", "3", "2")
    put_guest(table, BREWERS, A, "thief")
    visit(table, BREWERS, BLUE)
    play(table, "hire A")
    stored = [storehouse(table, guild) for guild in range(4)]
    play(table, "rob 3", "steal beer", "steal paper")
    assert talers(table) == [25, 25, 25 + 6 + 7]
    assert goods(table, YELLOW) == {"pastry": 1, "shoes": 1}
    assert goods(table, BLUE) == {"beer": 1, "pastry": 1, "shoes": 1, "paper": 2}
    assert [storehouse(table, guild) for guild in range(4)] == stored


def test_a_thief_who_finds_nothing_asks_nothing() -> None:
    """X11: no other player has goods; the Thief returns to the stack."""
    table = dealt()
    put_guest(table, BREWERS, A, "thief")
    give_only(table, ORANGE)
    give_only(table, YELLOW)
    before = in_stack(table, "thief")
    visit(table, BREWERS, BLUE)
    play(table, "hire A")
    assert choices(table) == ["first", "stay"]
    assert in_stack(table, "thief") == before + 1


def test_the_thief_robs_one_player_of_two_goods_or_nobody() -> None:
    """T2: any other player, even one who has passed; declining is allowed."""
    table = hired("thief")
    assert choices(table) == ["rob 2", "rob 3", "decline"]
    honest = table.clone()
    play(honest, "decline")
    assert choices(honest) == ["first", "stay"]
    assert goods(honest, BLUE) == {"pastry": 1, "shoes": 1, "paper": 1}
    play(table, "rob 2")
    assert choices(table) == ["steal beer", "steal pastry", "steal shoes"], "the first of two in rising order"
    play(table, "steal shoes")
    assert choices(table) == ["first", "stay"], "only paper was left as the second"
    assert goods(table, ORANGE) == {"beer": 1, "pastry": 1}


def test_a_single_good_is_stolen_as_it_is_and_a_peddlers_good_is_safe() -> None:
    """T2: Orange has one loose good and one on a Peddler."""
    table = dealt()
    put_guest(table, BREWERS, A, "thief")
    give_only(table, ORANGE, pastry=1, shoes=1)
    put_peddler(table, ORANGE, "shoes")
    visit(table, BREWERS, BLUE)
    play(table, "hire A", "rob 2")
    assert goods(table, ORANGE) == {}
    assert len(table.players[ORANGE].peddlers) == 1
    assert goods(table, BLUE)["pastry"] == 2
    assert talers(table)[ORANGE] == 25 + 2


def test_two_goods_of_one_type_can_be_stolen() -> None:
    """T2: the hiring player chooses which two."""
    table = dealt()
    put_guest(table, BREWERS, A, "thief")
    give_goods(table, YELLOW, shoes=3)
    visit(table, BREWERS, BLUE)
    play(table, "hire A", "rob 3", "steal shoes", "steal shoes")
    assert goods(table, YELLOW)["shoes"] == 1
    assert talers(table)[YELLOW] == 25 + 2 * 5


# Guard


def test_the_guard_swaps_two_craftsmen_of_one_guild() -> None:
    """X23: one in a window, one in a room of another house; the prices of later rounds follow."""
    table = hired("guard")
    assert names(table.houses[SHOEMAKERS].windows) == [f"shoemakers-{value}" for value in (5, 6, 4, 3, 2)]
    offered = choices(table)
    assert not any(text.endswith("window-1") for text in offered), "never a master"
    assert "swap brewers-room-D" not in offered, "never a citizen"
    play(table, "swap bakers-room-D")
    assert "swap shoemakers-window-2" in choices(table)
    play(table, "swap shoemakers-window-2")
    assert names(table.houses[BAKERS].rooms)[3] == "shoemakers-6"
    assert names(table.houses[SHOEMAKERS].windows)[1] == "shoemakers-7"
    play(table, "stay")
    finish_round(table)
    assert price(table, SHOEMAKERS) == 7


def test_guests_in_the_first_and_the_last_room_can_be_swapped() -> None:
    """T3: room A of the bakers and room D of the printers, the last house."""
    table = dealt()
    put_guest(table, BREWERS, A, "guard")
    put_guest(table, BAKERS, A, "shoemakers-2+")
    put_guest(table, PRINTERS, D, "shoemakers-3+")
    visit(table, BREWERS, BLUE)
    play(table, "hire A", "swap bakers-room-A", "swap printers-room-D")
    assert names(table.houses[BAKERS].rooms)[A] == "shoemakers-3+"
    assert names(table.houses[PRINTERS].rooms)[D] == "shoemakers-2+"


def test_the_guard_goes_back_at_once() -> None:
    """T3: he is in the stack again before the swap is chosen."""
    table = dealt()
    put_guest(table, BREWERS, A, "guard")
    before = in_stack(table, "guard")
    visit(table, BREWERS, BLUE)
    play(table, "hire A")
    assert in_stack(table, "guard") == before + 1


def test_in_the_last_round_only_guests_and_covered_tiles_can_be_swapped() -> None:
    """X24: every other tile of a workshop is a master by then."""
    table = dealt()
    advance_to_round(table, 4)
    put_guest(table, BREWERS, A, "guard")
    put_guest(table, BREWERS, B, "brewers-2+")
    visit(table, BREWERS, BLUE)
    play(table, "hire A")
    assert "swap brewers-covered" in choices(table)
    assert not any("window" in text for text in choices(table))
    play(table, "swap brewers-covered", "swap brewers-room-B")
    assert names(table.houses[BREWERS].windows) == ["brewers-3", "brewers-2+"]
    assert stocks(table)[BLUE] == 3, "an icon works when a tile is won, not when it is moved"


def test_both_tiles_of_the_double_window_can_be_swapped_with_each_other() -> None:
    """T3: the covered one ends up on top."""
    table = hired("guard")
    play(table, "swap brewers-window-4", "swap brewers-covered")
    assert names(table.houses[BREWERS].windows) == [f"brewers-{value}" for value in (6, 4, 5, 2, 3)]


def test_the_guard_may_be_declined_and_goes_back() -> None:
    """T3: nothing is moved."""
    table = hired("guard")
    before = [house.windows[:] for house in table.houses], in_stack(table, "guard")
    play(table, "decline", "stay")
    assert ([house.windows for house in table.houses], in_stack(table, "guard")) == before
    assert before[1] >= 1


def test_a_guard_without_a_pair_does_nothing() -> None:
    """T3, A10: in round 4, without craftsmen in the rooms, no guild has two tiles to swap."""
    table = dealt()
    advance_to_round(table, 4)
    for guild in range(4):
        for room in range(4):
            send_guest_away(table, guild, room)
    put_guest(table, BREWERS, A, "guard")
    invariants.check(table)
    visit(table, BREWERS, BLUE)
    play(table, "hire A")
    assert choices(table) == ["first", "stay"]


# Musician


def test_a_musician_plays_at_every_income_beginning_with_the_round_of_hiring() -> None:
    """T4: 3 talers and 5 for the Musician, in the last round too."""
    table = dealt()
    put_guest(table, BREWERS, A, "musician-5")
    visit(table, BREWERS, BLUE)
    play(table, "hire A", "stay")
    for number in range(1, 5):
        all_pass(table)
        assert talers(table)[BLUE] == 25 + number * (3 + 5)
        draw_guests(table)
    assert table.is_over()


# Peddler


def test_a_peddler_with_his_good_counts_four() -> None:
    """X7, T5: five with a loose good of the same kind, four alone; several Peddlers add up."""
    table = dealt()
    give_goods(table, BLUE, pastry=2)
    put_peddler(table, BLUE, "pastry")
    assert strength(table, BLUE, BAKERS) == 5
    give_goods(table, BLUE, pastry=0)
    assert strength(table, BLUE, BAKERS) == 4
    give_goods(table, BLUE, pastry=1)
    put_peddler(table, BLUE, "pastry")
    assert strength(table, BLUE, BAKERS) == 8


def test_a_favourite_hands_in_the_peddlers_good_if_he_has_no_other() -> None:
    """X8: it is not returned to him; the Peddler goes into the stack."""
    table = dealt()
    put_peddler(table, BLUE, "pastry")
    before = in_stack(table, "peddler")
    assert "pastry" not in goods(table, BLUE)
    all_pass(table)
    assert table.players[BLUE].crests[BAKERS] == 1
    assert "pastry" not in goods(table, BLUE)
    assert table.players[BLUE].peddlers == ()
    assert in_stack(table, "peddler") == before + 1
    invariants.check(table)


def test_only_the_peddler_whose_good_is_handed_in_leaves_at_once() -> None:
    """T5: Blue's other Peddler stays until all favourites are chosen; then his shoes come back."""
    table = dealt()
    put_peddler(table, BLUE, "pastry")
    put_peddler(table, BLUE, "shoes")
    give_goods(table, ORANGE, shoes=5)
    before = in_stack(table, "peddler")
    all_pass(table)
    assert (table.players[BLUE].crests[BAKERS], table.players[ORANGE].crests[SHOEMAKERS]) == (1, 1)
    assert "pastry" not in goods(table, BLUE)
    assert goods(table, BLUE)["shoes"] == 1
    assert in_stack(table, "peddler") == before + 2
    invariants.check(table)


def test_a_peddler_hired_with_the_last_good_goes_straight_back() -> None:
    """X9: the talers for the roof and the turn order follow as usual."""
    table = dealt()
    put_guest(table, BREWERS, A, "peddler")
    send_to_roof(table, BREWERS, ORANGE)
    give_only(table, BLUE, beer=1)
    before = in_stack(table, "peddler")
    visit(table, BREWERS, BLUE)
    play(table, "hire A")
    assert in_stack(table, "peddler") == before + 1
    assert table.players[BLUE].peddlers == ()
    assert talers(table)[BLUE] == 26
    assert choices(table) == ["first", "stay"]


def test_the_only_good_left_is_put_on_the_peddler_without_asking() -> None:
    """T5: Blue has paid the beer and has only shoes left."""
    table = dealt()
    put_guest(table, BREWERS, A, "peddler")
    give_only(table, BLUE, beer=1, shoes=1)
    visit(table, BREWERS, BLUE)
    play(table, "hire A")
    assert table.players[BLUE].peddlers == (SHOEMAKERS,)
    assert goods(table, BLUE) == {}
    assert choices(table) == ["first", "stay"]


def test_a_good_must_be_put_on_the_peddler_and_comes_back_after_the_favourites() -> None:
    """T5: any loose good; it cannot be sold in the meantime."""
    table = hired("peddler")
    assert choices(table) == ["put pastry", "put shoes", "put paper"]
    play(table, "put pastry", "stay")
    assert goods(table, BLUE) == {"shoes": 1, "paper": 1}
    give_goods(table, ORANGE, pastry=5)
    visit(table, BAKERS, BLUE)
    assert not any(text.startswith("sell") for text in choices(table))
    play(table, "nothing")
    before = in_stack(table, "peddler")
    all_pass(table)
    assert table.players[ORANGE].crests[BAKERS] == 1, "five pastries beat the Peddler's four"
    assert goods(table, BLUE)["pastry"] == 1
    assert in_stack(table, "peddler") == before + 1


def test_a_peddlers_good_pays_for_nothing() -> None:
    """T5: with a beer on the Peddler and no other, no guest of the brewers is affordable."""
    table = dealt()
    put_guest(table, BREWERS, A, "nobleman-2")
    put_peddler(table, BLUE, "beer")
    visit(table, BREWERS, BLUE)
    assert not any(text.startswith("hire") for text in choices(table))


# Mayor


def test_the_mayor_pays_for_each_craftsman_of_his_guild() -> None:
    """X12: three bakers earn 3 talers besides the income, with a Musician 5 more; every owner of bakers is paid."""
    table = dealt()
    put_mayor(table, BAKERS)
    give_tiles(table, BLUE, "bakers-2+", "bakers-3+", "bakers-6")
    give_tiles(table, ORANGE, "bakers-4")
    assert [income(table, player) for player in (BLUE, ORANGE, YELLOW)] == [6, 4, 3]
    give_tiles(table, BLUE, "musician-5")
    assert income(table, BLUE) == 11


def test_two_mayors_on_one_roof_pay_twice() -> None:
    """X13: 3 talers and 2 for each of two craftsmen."""
    table = dealt()
    put_mayor(table, BAKERS)
    put_mayor(table, BAKERS)
    give_tiles(table, BLUE, "bakers-2+", "bakers-3+")
    assert income(table, BLUE) == 3 + 4


def test_the_mayor_is_placed_on_any_roof_in_play_and_stays() -> None:
    """T6: craftsmen won by the favourites of the same round already count."""
    table = hired("mayor")
    assert choices(table) == ["mayor brewers", "mayor bakers", "mayor shoemakers", "mayor printers"]
    play(table, "mayor bakers", "stay")
    assert TILE_OF["mayor"] not in table.players[BLUE].tiles
    give_goods(table, YELLOW, pastry=4)
    all_pass(table)
    assert names(table.players[YELLOW].tiles)[0] == "bakers-2"
    assert talers(table)[YELLOW] == 25 + 3 + 1
    draw_guests(table)
    assert table.houses[BAKERS].mayors == 1


# Suns


def test_tax_collectors_add_up_and_keep_the_money() -> None:
    """X31, T7: two of them with 29 talers bring 4 points, and 29 talers still count for the richest."""
    table = final(3, [["tax_collector", "tax_collector"]], talers=[29, 28, 0])
    assert points(table, "tax_collectors") == [4, 0, 0]
    assert points(table, "richest") == [5, 0, 0]


def test_equal_suns_add_up() -> None:
    """T7: both Noblemen, two Apprentices, two Engravers."""
    table = final(
        3,
        [["nobleman-2", "nobleman-3", "apprentice", "apprentice", "engraver", "engraver", "bakers-2"], ["bakers-7"]],
    )
    assert points(table, "noblemen")[0] == 5
    assert points(table, "apprentices")[0] == 2
    assert points(table, "crests")[0] == 0, "two are too few"


def test_the_foreman_counts_craftsmen_of_his_value_in_all_guilds() -> None:
    """X30: three craftsmen of value 2 in three guilds."""
    table = final(3, [["foreman-2", "brewers-2", "bakers-2+", "printers-2", "printers-3"]])
    assert points(table, "foremen") == [3, 0, 0]


def test_the_apprentice_counts_tied_places_but_not_an_inherited_one() -> None:
    """T8: a tied second and a tied third count; a first without rivals has no second place."""
    table = final(
        4,
        [
            ["bakers-5", "apprentice", "brewers-4", "shoemakers-2"],
            ["bakers-5", "brewers-4", "shoemakers-7"],
            ["bakers-7", "brewers-7", "shoemakers-6"],
            ["brewers-6", "shoemakers-2+"],
        ],
    )
    assert points(table, "apprentices")[0] == 3, "tied second baker, tied third brewer, tied third shoemaker"
    alone = final(3, [["bakers-5", "apprentice"]])
    assert points(alone, "apprentices") == [0, 0, 0]
