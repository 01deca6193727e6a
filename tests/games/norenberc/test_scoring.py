"""Scoring: the rulebook's end of a game as a whole and source by source, then ties and tie-breaks."""

from __future__ import annotations

import itertools

import pytest

from tests.games.norenberc import invariants
from tests.games.norenberc.positions import (
    BAKERS,
    BLUE,
    BREWERS,
    HATTERS,
    ORANGE,
    PRINTERS,
    SHOEMAKERS,
    TAILORS,
    YELLOW,
    all_pass,
    before_the_example_end,
    craftsmen,
    dealt,
    example_end,
    final,
    finish_round,
    give_crests,
    give_goods,
    majority,
    points,
    set_talers,
)
from zunft.core.ranking import leaders
from zunft.games.norenberc.scoring import guild_places, places_taken, standing, value_in_guild

# The rulebook's example


def test_the_end_of_the_game_played_to_the_last_action() -> None:
    """E22: the last favourites and the last income lead to Blue 25, Orange 30, Yellow 35."""
    table = before_the_example_end()
    all_pass(table)
    invariants.check(table)
    assert table.is_over()
    assert table.scores() == [25, 30, 35]
    assert table.winners() == [YELLOW]


def test_the_end_of_the_game_as_it_lies_there() -> None:
    """E22: the same position, source by source."""
    table = example_end()
    assert table.scores() == [25, 30, 35]
    assert table.winners() == [YELLOW]
    assert {source: points(table, source) for source in table.points()[0]} == {
        "noblemen": [0, 0, 3],
        "tax_collectors": [0, 0, 3],
        "foremen": [2, 0, 0],
        "majorities": [11, 11, 14],
        "apprentices": [1, 0, 0],
        "guild_value": [2, 0, 0],
        "all_guilds": [0, 5, 5],
        "richest": [0, 0, 5],
        "crests": [9, 14, 5],
    }


def test_both_ways_lead_to_the_same_points() -> None:
    """E22: played or set up."""
    played = before_the_example_end()
    all_pass(played)
    assert played.points() == example_end().points()


def test_citizens_in_the_example() -> None:
    """E16: Blue's Foreman 4 finds two craftsmen; Yellow has Nobleman 3 and a Tax collector with 30 to 39 talers."""
    table = final(3, [["foreman-4", "brewers-4", "shoemakers-4"], [], ["nobleman-3", "tax_collector"]], [0, 0, 30])
    for talers in (30, 34, 39):
        set_talers(table, yellow=talers)
        assert points(table, "foremen") == [2, 0, 0]
        assert points(table, "noblemen") == [0, 0, 3]
        assert points(table, "tax_collectors") == [0, 0, 3]


def test_majorities_in_the_example() -> None:
    """E17: guild by guild; with the Apprentice's point Blue has 12, Orange 11, Yellow 14."""
    table = example_end()
    values = [[value_in_guild(table, player, guild) for player in range(3)] for guild in range(4)]
    assert values == [[9, 10, 13], [0, 10, 20], [15, 14, 3], [32, 4, 4]]
    assert majority(table, BREWERS) == [1, 3, 5]
    assert majority(table, BAKERS) == [0, 3, 5 + 1]
    assert majority(table, SHOEMAKERS) == [5, 3, 1]
    assert majority(table, PRINTERS) == [5, 2, 2]
    assert points(table, "apprentices") == [1, 0, 0]
    totals = [sources["majorities"] + sources["apprentices"] for sources in table.points()]
    assert totals == [12, 11, 14]


def test_craftsmen_worth_thirty_in_the_example() -> None:
    """E18: Blue's printers are worth 32."""
    table = final(3, [craftsmen("printers", 3, 5, 5, 6, 6, 7)])
    assert points(table, "guild_value") == [2, 0, 0]


def test_all_types_in_the_example() -> None:
    """E19: Orange and Yellow have craftsmen of all four guilds, Blue has no baker."""
    every = ["brewers-4", "shoemakers-4", "printers-4"]
    table = final(3, [every, ["bakers-5", *craftsmen("brewers", 6), "shoemakers-3", "printers-5"], []])
    assert points(table, "all_guilds") == [0, 5, 0]
    assert points(example_end(), "all_guilds") == [0, 5, 5]


def test_the_richest_in_the_example() -> None:
    """E20: Yellow has most talers."""
    assert points(final(3, [], [20, 28, 34]), "richest") == [0, 0, 5]


def test_crests_in_the_example() -> None:
    """E21: five different, five and an Engraver, four."""
    table = final(3, [[], ["engraver"], []])
    give_crests(table, BLUE, {BREWERS: 1, SHOEMAKERS: 1, PRINTERS: 1}, prestige=2)
    give_crests(table, ORANGE, {BREWERS: 1, BAKERS: 1, SHOEMAKERS: 1, PRINTERS: 1}, prestige=1)
    give_crests(table, YELLOW, {BREWERS: 1, BAKERS: 1, PRINTERS: 1}, prestige=1)
    assert points(table, "crests") == [9, 14, 5]


# Printed tables


@pytest.mark.parametrize(("different", "expected"), list(enumerate([0, 0, 0, 2, 5, 9, 14, 20, 20])))
def test_the_crest_table(different: int, expected: int) -> None:
    """E26: points for 0 to 8 different crests."""
    table = final(5)
    guilds = min(different, 6)
    give_crests(table, BLUE, dict.fromkeys(range(guilds), 1), prestige=different - guilds)
    assert points(table, "crests")[BLUE] == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([7], [9]),
        ([7, 6], [6, 3]),
        ([7, 6, 5], [5, 3, 1]),
        ([6, 6, 5], [4, 4, 1]),
        ([7, 6, 6], [5, 2, 2]),
        ([7, 6, 5, 5], [5, 3, 0, 0]),
        ([7, 6, 5, 4], [5, 3, 1, 0]),
    ],
)
def test_places(values: list[int], expected: list[int]) -> None:
    """E27: alone, two, three owners; tied first, second, third."""
    table = final(5, [craftsmen("bakers", value) for value in values])
    assert majority(table, BAKERS) == expected + [0] * (5 - len(expected))


# Ties


def test_more_tiles_win_a_place_at_equal_value() -> None:
    """X1, V1: 2 and 2 against a single 4."""
    table = final(3, [["bakers-4"], ["bakers-2", "bakers-2+"]])
    assert guild_places(table, BAKERS) == [2, 1, 0]
    assert majority(table, BAKERS) == [3, 6, 0]


def test_three_tied_for_first_leave_the_third_place_to_the_fourth() -> None:
    """X2, V5: read literally, the tie cancels the second place only."""
    table = final(4, [["bakers-2", "bakers-4"], ["bakers-2+", "bakers-4"], ["bakers-3", "bakers-3+"], ["bakers-5"]])
    assert majority(table, BAKERS) == [4, 4, 4, 1]


@pytest.mark.parametrize(("tied", "taken"), [(1, 1), (2, 2), (3, 2), (4, 2)])
def test_a_tie_takes_its_place_and_the_next(tied: int, taken: int) -> None:
    """X2: however many are tied, only one further place is cancelled."""
    assert places_taken(tied) == taken


def test_tied_firsts_inherit_nothing() -> None:
    """X3, V4: two tied, no other player."""
    table = final(3, [["bakers-5"], ["bakers-5"]])
    assert majority(table, BAKERS) == [4, 4, 0]


def test_after_tied_firsts_the_next_are_third() -> None:
    """X4, V2: two tied first, two tied third; an Apprentice counts that third place."""
    table = final(4, [["bakers-5"], ["bakers-5"], ["bakers-4", "apprentice"], ["bakers-4"]])
    assert majority(table, BAKERS) == [4, 4, 0, 0]
    assert points(table, "apprentices") == [0, 0, 1, 0]


def test_all_equally_rich() -> None:
    """X5, V7: 2 points for each of them."""
    assert points(final(3, [], [17, 17, 17]), "richest") == [2, 2, 2]
    assert points(final(3, [], [17, 16, 17]), "richest") == [2, 0, 2]


@pytest.mark.parametrize(
    ("blue", "orange", "expected"),
    [
        (["bakers-7"], ["bakers-2", "bakers-2+"], [ORANGE]),
        (["bakers-4", "brewers-3"], ["bakers-2", "brewers-2"], [BLUE]),
        (["bakers-4", "brewers-2"], ["bakers-2", "brewers-4"], [BLUE, ORANGE]),
    ],
)
def test_equal_points_are_broken_by_craftsmen_then_by_their_value(
    blue: list[str], orange: list[str], expected: list[int]
) -> None:
    """X6, V10: more tiles, then higher value, then shared."""
    table = final(3, [blue, orange])
    assert leaders(standing(table, [20, 20, 10])) == expected


def test_more_points_beat_more_craftsmen() -> None:
    """X6: the tie-breaks only break ties."""
    table = final(3, [["bakers-7", "brewers-7"], []])
    assert leaders(standing(table, [20, 21, 0])) == [ORANGE]


def test_two_players_compete_for_three_guilds() -> None:
    """X32, V6: all types means these three; the new prestige guild is one of two."""
    table = final(2, [["brewers-2", "bakers-2", "shoemakers-2"], ["brewers-3", "bakers-3"]])
    assert points(table, "all_guilds") == [5, 0]
    started = dealt(2)
    seen = [started.prestige_guild]
    while started.round < 4:
        finish_round(started)
        seen.append(started.prestige_guild)
    assert set(seen) <= {BREWERS, BAKERS, SHOEMAKERS}
    assert all(one != following for one, following in itertools.pairwise(seen))


# Rulings


def test_without_a_craftsman_there_is_no_place() -> None:
    """V1: Blue owns no baker and is not third of three."""
    table = final(3, [[], ["bakers-5"], ["bakers-6"]])
    assert guild_places(table, BAKERS) == [0, 2, 1]


def test_the_value_decides_before_the_number_of_tiles() -> None:
    """V1: a 7 beats two tiles worth 4, which beat one tile worth 4."""
    table = final(4, [["bakers-7"], ["bakers-2", "bakers-2+"], ["bakers-4"], ["bakers-3"]])
    assert guild_places(table, BAKERS) == [1, 2, 3, 0]


def test_tied_seconds_leave_no_third_place() -> None:
    """V2: two each for the tied, nothing for the next."""
    table = final(4, [["bakers-7"], ["bakers-5"], ["bakers-5"], ["bakers-4"]])
    assert majority(table, BAKERS) == [5, 2, 2, 0]


def test_a_sole_first_inherits_what_nobody_takes() -> None:
    """V3: but not a place that a tie has cancelled."""
    assert majority(final(3, [["bakers-7"]]), BAKERS) == [9, 0, 0]
    assert majority(final(3, [["bakers-7"], ["bakers-2"]]), BAKERS) == [6, 3, 0]
    assert majority(final(3, [["bakers-7"], ["bakers-4"], ["bakers-4"]]), BAKERS) == [5, 2, 2]


def test_thirty_in_two_guilds_count_twice() -> None:
    """V6: and 29 in a third does not count."""
    thirty = [5, 6, 6, 7]
    table = final(
        5,
        [
            [
                *craftsmen("tailors", *thirty, 4, 2),
                *craftsmen("hatters", *thirty, 4, 4),
                *craftsmen("bakers", *thirty, 5),
            ]
        ],
    )
    assert [value_in_guild(table, BLUE, guild) for guild in (TAILORS, HATTERS, BAKERS)] == [30, 32, 29]
    assert points(table, "guild_value")[BLUE] == 4


def test_equal_crests_count_once_but_every_prestige_crest_counts() -> None:
    """V8: three of the brewers count as one; prestige crests and Engravers are always different."""
    table = final(3, [["engraver"]])
    give_crests(table, BLUE, {BREWERS: 3}, prestige=1)
    assert points(table, "crests")[BLUE] == 2


def test_goods_and_agents_score_nothing() -> None:
    """V9: a hand full of goods changes no score."""
    table = final(3)
    before = table.scores()
    give_goods(table, BLUE, beer=9)
    table.players[BLUE].stock, table.players[BLUE].supply = 8, 0
    assert table.scores() == before


def test_money_scores_only_for_the_richest() -> None:
    """V9: without a Tax collector 90 talers are worth 5 points."""
    table = final(3, [], [90, 10, 10])
    assert table.scores() == [5, 0, 0]
