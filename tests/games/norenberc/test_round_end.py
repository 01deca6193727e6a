"""End of a round: favourites, income, new masters, refilled rooms, the new prestige guild."""

from __future__ import annotations

import itertools

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
    D,
    advance_to_round,
    all_pass,
    choices,
    dealt,
    draw_guests,
    empty_stack,
    events,
    finish_round,
    give_only,
    give_tiles,
    goods,
    in_stack,
    names,
    play,
    put_guest,
    put_mayor,
    put_peddler,
    send_guest_away,
    set_talers,
    set_workshop,
    stocks,
    storehouse,
    take_from_box,
    talers,
    visit,
)
from zunft.core.state import CHANCE
from zunft.games.norenberc.round_end import favourite, income
from zunft.games.norenberc.workshop import price


def test_equal_goods_are_decided_by_money_then_by_the_turn_order() -> None:
    """X18, R1: the tied players reveal their talers."""
    table = dealt()
    for player in (BLUE, ORANGE, YELLOW):
        give_only(table, player, beer=1, pastry=1)
    set_talers(table, blue=20, orange=20, yellow=30)
    assert favourite(table, BREWERS) == YELLOW
    give_only(table, YELLOW)
    table.journal = []
    reveals = table.reveals
    assert favourite(table, BREWERS) == ORANGE, "with equal money Orange is further in front"
    assert table.reveals == reveals + 1
    shown = [(event["player"], event["talers"]) for event in events(table, "tie_shown")]
    assert shown == [(ORANGE, 20), (BLUE, 20)]


def test_more_goods_need_no_money() -> None:
    """R1: and no talers are revealed."""
    table = dealt()
    give_only(table, BLUE, beer=2)
    set_talers(table, blue=0)
    table.journal = []
    assert favourite(table, BREWERS) == BLUE
    assert events(table, "tie_shown") == []


def test_money_does_not_change_while_favourites_are_chosen() -> None:
    """R1: the same money decides at all guilds; the income comes later."""
    table = dealt()
    set_talers(table, blue=26)
    table.journal = []
    all_pass(table)
    assert [event["player"] for event in events(table, "favourite")] == [BLUE] * 4
    assert {event["talers"] for event in events(table, "tie_shown")} == {25, 26}


def test_without_a_favourite_master_and_prestige_crest_leave_the_game() -> None:
    """X19, R2: no player has beer; the guild's crest stays on its stack."""
    table = dealt()
    for player in range(3):
        give_only(table, player, pastry=1)
    assert table.prestige_guild == BREWERS
    all_pass(table)
    assert "brewers-6" in names(table.box)
    assert table.houses[BREWERS].crests == 4
    assert table.prestige_box == 1
    assert not table.houses[BREWERS].prestige_crest
    invariants.check(table)


def test_the_last_round_gives_two_tiles_and_income_and_ends_the_game() -> None:
    """X20, R3, R4: without a refill or a new prestige guild."""
    table = dealt()
    advance_to_round(table, 4)
    set_workshop(table, BREWERS, "3", "2+")
    give_only(table, BLUE, beer=1)
    give_only(table, ORANGE)
    give_only(table, YELLOW)
    before, rooms, prestige = talers(table), [house.rooms[:] for house in table.houses], table.prestige_guild
    table.journal = []
    all_pass(table)
    assert table.is_over()
    assert events(table, "covered_tile") == [{"player": BLUE, "tile": "brewers-2+"}]
    assert names(table.players[BLUE].tiles) == ["brewers-3", "brewers-2+"]
    assert stocks(table)[BLUE] == 5, "the icon of the tile under the master works too"
    assert talers(table) == [number + 3 for number in before]
    assert [house.rooms for house in table.houses] == rooms
    assert table.prestige_guild == prestige
    assert len([name for name in names(table.box) if name.startswith("bakers")]) >= 2, "both tiles without a favourite"


def test_the_last_income_counts_for_the_richest() -> None:
    """R4: a Musician makes Blue the richest at the very end."""
    table = dealt()
    advance_to_round(table, 4)
    give_tiles(table, BLUE, "musician-5")
    set_talers(table, blue=20, orange=24, yellow=0)
    all_pass(table)
    assert talers(table)[:2] == [28, 27]
    assert [sources["richest"] for sources in table.points()] == [5, 0, 0]


def test_a_guest_in_room_a_leaves_and_the_others_move_left() -> None:
    """X21: B, C and D move to A, B and C; one new guest enters D."""
    table = dealt()
    put_guest(table, BREWERS, A, "guard")
    all_pass(table)
    assert "guard" in names(table.box)
    assert names(table.houses[BREWERS].rooms) == ["councillor", "printers-7", "musician-3", ""]
    play(table, "draw thief")
    assert names(table.houses[BREWERS].rooms)[D] == "thief"


def test_a_short_stack_fills_the_first_houses_from_left_to_right() -> None:
    """X22: two tiles for five free rooms."""
    table = dealt()
    send_guest_away(table, BREWERS, C)
    empty_stack(table, "thief", "guard")
    for player in range(3):
        give_only(table, player)
    all_pass(table)
    free = sum(house.rooms.count(-1) for house in table.houses)
    assert (free, len(table.stack)) == (5, 2)
    assert choices(table) == ["draw thief", "draw guard"]
    play(table, "draw guard")
    assert choices(table) == ["draw thief"]
    play(table, "draw thief")
    assert table.round == 2
    assert names(table.houses[BREWERS].rooms) == ["councillor", "musician-3", "guard", "thief"]
    assert [house.rooms[D] for house in table.houses[1:]] == [-1, -1, -1]
    invariants.check(table)


def test_a_tile_shuffled_back_into_an_empty_stack_can_be_drawn() -> None:
    """R5: a Councillor goes back and is then the whole stack."""
    table = dealt()
    empty_stack(table)
    visit(table, BREWERS, BLUE)
    play(table, "hire B", "pay paper", "stay")
    assert len(table.stack) == 1
    all_pass(table)
    assert choices(table) == ["draw councillor"]
    play(table, "draw councillor")
    assert names(table.houses[BREWERS].rooms) == ["printers-7", "musician-3", "councillor", ""]
    assert table.round == 2


def test_without_a_stack_the_next_round_begins_at_once() -> None:
    """R5: the rooms just stay empty."""
    table = dealt()
    empty_stack(table)
    all_pass(table)
    assert table.round == 2
    assert all(house.rooms[D] == -1 for house in table.houses)


def test_a_prestige_guild_pauses_for_a_round() -> None:
    """R6: never twice in a row; the round after that it may be again."""
    table = dealt()
    set_workshop(table, BREWERS, "6", "7", "5", "3", "2")
    seen = [table.prestige_guild]
    while table.round < 4:
        finish_round(table)
        seen.append(table.prestige_guild)
    assert seen[0] == BREWERS
    assert seen[1] == SHOEMAKERS, "6, though the brewers' master is a 7"
    assert all(one != next_one for one, next_one in itertools.pairwise(seen))


def test_in_the_first_round_nothing_is_excluded_and_the_lower_number_wins() -> None:
    """R6: shoemakers and printers are equal, brewers and bakers lower."""
    table = dealt()
    set_workshop(table, BREWERS, "3", "4", "5", "6", "2")
    finish_round(table)
    assert [price(table, guild) for guild in (SHOEMAKERS, PRINTERS)] == [6, 6]
    assert table.prestige_guild == SHOEMAKERS


def test_new_masters_count_for_the_new_prestige_guild() -> None:
    """R7: the bakers' second craftsman is highest, so the prestige is theirs."""
    table = dealt()
    set_workshop(table, BAKERS, "2", "7", "4", "5", "6")
    finish_round(table)
    assert price(table, BAKERS) == 7
    assert table.prestige_guild == BAKERS


def test_the_double_tile_moves_as_one_and_the_covered_one_is_never_master() -> None:
    """R3: in round 4 the 3 lies on the 2 in the master's window."""
    table = dealt()
    masters = [price(table, BREWERS)]
    for number in (2, 3, 4):
        advance_to_round(table, number)
        masters.append(price(table, BREWERS))
    assert masters == [6, 4, 5, 3]
    assert names(table.houses[BREWERS].windows) == ["brewers-3", "brewers-2"]


def test_peddlers_leave_before_the_rooms_are_refilled() -> None:
    """R5: so a Peddler may be drawn again at once."""
    table = dealt()
    empty_stack(table)
    take_from_box(table, "peddler")
    put_peddler(table, BLUE, "shoes")
    all_pass(table)
    assert table.current_player() == CHANCE
    assert choices(table) == ["draw peddler"]


def test_all_agents_come_back_and_everybody_gets_three_talers() -> None:
    """P2: pass markers are turned back, so all can plan."""
    table = dealt()
    visit(table, BREWERS, ORANGE, BLUE)
    play(table, "nothing", "nothing")
    all_pass(table)
    assert stocks(table) == [4, 4, 4]
    assert all(house.roof == [0, 0, 0] for house in table.houses)
    assert talers(table) == [28, 28, 28]
    draw_guests(table)
    assert set(table.deciders()) == {BLUE, ORANGE, YELLOW}


def test_what_a_mayor_pays_is_a_component() -> None:
    """T6: two talers per craftsman if the component table says so."""
    table = dealt(components={"scoring": {**GAME.tables["scoring"], "mayor_talers": 2}})
    put_mayor(table, BAKERS)
    give_tiles(table, BLUE, "bakers-2+", "bakers-3+", "bakers-6")
    assert income(table, BLUE) == 3 + 3 * 2


def test_the_favourite_returns_a_good() -> None:
    """R1: to the guild's own storehouse, one for each guild won."""
    table = dealt()
    give_only(table, BLUE, beer=2, pastry=2)
    before = storehouse(table, BREWERS)["beer"]
    all_pass(table)
    assert goods(table, BLUE) == {"beer": 1, "pastry": 1}
    assert storehouse(table, BREWERS)["beer"] == before + 1


def test_guests_sent_to_the_box_never_come_back() -> None:
    """R5: four rounds later the Guard still lies there."""
    table = dealt()
    put_guest(table, BREWERS, A, "guard")
    in_play = in_stack(table, "guard")
    all_pass(table)
    assert names(table.box).count("guard") == 1
    assert in_stack(table, "guard") == in_play
    draw_guests(table)
    advance_to_round(table, 4)
    assert names(table.box).count("guard") >= 1


def test_rooms_keep_their_guests_until_the_round_ends() -> None:
    """A9: nothing moves during a round."""
    table = dealt()
    visit(table, BREWERS, BLUE)
    play(table, "hire B", "pay paper", "stay")
    assert table.houses[BREWERS].rooms[B] == -1
    assert names(table.houses[BREWERS].rooms)[C] == "printers-7"
