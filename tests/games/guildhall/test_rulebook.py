"""The rulebooks' examples (E) and component counts (C)."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import zunft
from tests.games.guildhall.positions import (
    GAME,
    ME,
    OTHER,
    asked,
    cards,
    complete,
    end_turn,
    hall,
    hand,
    options,
    pile,
    play,
    position,
)
from zunft.games.guildhall.cards import PRESTIGE, PROFESSIONS
from zunft.games.guildhall.setup import MODES

CASES = [
    "E1", "E2", "E3a", "E3b", "E3c", "E3d", "E3e", "E4a", "E4b", "E4c", "E5", "E6", "E6b",
    *(f"E{number}" for number in range(7, 22)),
    *(f"C{number}" for number in range(1, 7)),
    *(f"X{number}" for number in range(1, 49)),
]  # fmt: skip


def test_every_case_of_the_specification_has_a_test() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = set(re.findall(r'"""([ECX]\d+[a-e]?):', sources))
    assert named == set(CASES)


def plays(table: Any) -> list[str]:
    return [text for text in options(table) if text.startswith("play")]


# Playing a card


def test_one_card_of_a_profession_in_a_turn() -> None:
    """E1: after a Robber no Robber of any colour."""
    table = position({"hand": "red robber, blue robber, red hunter"}, {"hall": "red scholar"})
    play(table, "play red robber")
    assert plays(table) == ["play red hunter"]


def test_no_card_whose_twin_is_in_the_hall() -> None:
    """E2: a blue Bricklayer in the hall forbids playing another one."""
    table = position({"hand": "blue bricklayer, red bricklayer", "hall": "blue bricklayer"}, {})
    assert plays(table) == ["play red bricklayer"]


def peddler_played() -> Any:
    """Two Peddlers in the hall, a third one is played."""
    table = position(
        {"hand": "yellow peddler, red robber, blue robber, green hunter", "hall": "red peddler, blue peddler"},
        {"hall": "red scholar, blue scholar, green bricklayer"},
    )
    play(table, "play yellow peddler")
    return table


def test_levels_up_to_the_cards_in_the_hall() -> None:
    """E3a: with two Peddlers in the hall none, level 0 or level 2, but not 4."""
    assert options(peddler_played()) == ["decline", "level 0", "level 2"]


def test_peddler_swaps_two_for_two() -> None:
    """E3b: two hand cards go to that hall, two of its cards to hand, and an extra action."""
    table = peddler_played()
    play(table, "level 2", "give red robber", "give blue robber", "take red scholar", "take green bricklayer")
    assert hand(table) == "red scholar, green hunter, green bricklayer"
    assert hall(table, OTHER) == "red robber, blue robber, blue scholar"
    assert table.actions_left == 1 and asked(table) == "1 action"


def test_peddler_at_a_lower_level() -> None:
    """E3c: level 0 swaps one for one, still with the extra action."""
    table = peddler_played()
    play(table, "level 0", "give red robber", "take blue scholar")
    assert hand(table) == "blue robber, blue scholar, green hunter"
    assert hall(table, OTHER) == "red robber, red scholar, green bricklayer"
    assert table.actions_left == 1


def test_an_effect_may_be_declined() -> None:
    """E3d: nothing changes, and there is no extra action."""
    table = peddler_played()
    play(table, "decline")
    assert hand(table) == "red robber, blue robber, green hunter"
    assert hall(table, OTHER) == "red scholar, blue scholar, green bricklayer"
    assert table.actions_left == 0


def test_all_or_nothing() -> None:
    """E3e: a player who gives two must take two."""
    table = peddler_played()
    play(table, "level 2", "give red robber", "give blue robber", "take red scholar")
    assert options(table) == ["take blue scholar", "take green bricklayer"]
    assert len(table.given) == 2


# Complete chapters


def four_bricklayers() -> Any:
    return position(
        {"hand": "red bricklayer, blue hunter", "hall": "all but purple bricklayer, red robber"},
        {},
        pile="green scholar, purple bricklayer, red scholar",
    )


def test_the_twin_is_not_playable() -> None:
    """E4a: the red Bricklayer is already in the hall."""
    assert plays(four_bricklayers()) == ["play blue hunter"]


def test_hunter_completes_a_chapter() -> None:
    """E4b: the purple Bricklayer comes from the discard pile, the card given lies on top of it."""
    table = four_bricklayers()
    play(table, "play blue hunter", "level 0", "take purple bricklayer", "give red robber")
    assert complete(table) == ["bricklayer"]
    assert hall(table) == ""
    assert pile(table) == "green scholar, red scholar, red robber"


def test_a_new_chapter_may_be_begun_at_once() -> None:
    """E4c: the red Bricklayer is playable in the same turn, at level 0 only, and starts a new chapter."""
    table = four_bricklayers()
    play(table, "play blue hunter", "level 0", "take purple bricklayer", "give red robber")
    assert "play red bricklayer" in options(table)
    play(table, "play red bricklayer")
    assert options(table) == ["decline", "level 0"]
    play(table, "decline")
    assert hall(table) == "blue hunter, red bricklayer"


def test_the_twin_of_a_card_in_the_action_area_may_be_placed() -> None:
    """E5: a green Scholar from the deck completes the chapter; the one played starts a new one."""
    table = position({"hand": "green scholar", "hall": "all but green scholar"}, {"hand": "red robber"}, actions=1)
    play(table, "play green scholar", "level 4")
    play(table, "draw red robber", "draw green scholar", "draw blue scholar", "draw red robber", "draw yellow hunter")
    assert complete(table) == ["scholar"]
    assert hall(table) == "red robber, blue scholar, green scholar, yellow hunter"
    assert pile(table) == "red robber"


# Identical cards


def test_identical_cards_may_be_swapped_between_hand_and_hall() -> None:
    """E6: the Peddler swaps a yellow Scholar for a yellow Scholar."""
    table = position({"hand": "red peddler, yellow scholar"}, {"hall": "yellow scholar, red robber"})
    play(table, "play red peddler", "level 0")
    assert hall(table, OTHER) == "red robber, yellow scholar"
    assert hand(table) == "yellow scholar"
    assert table.actions_left == 1


def test_identical_cards_may_be_swapped_between_halls() -> None:
    """E6b: the Trader swaps a yellow Dancer for a yellow Dancer; the other three cannot be taken for it."""
    table = position(
        {"hand": "red trader", "hall": "yellow dancer"},
        {"hall": "yellow dancer, red dancer"},
        mode="first_edition",
    )
    play(table, "play red trader")
    assert options(table) == ["decline", "level 0"]
    play(table, "level 0")
    assert hall(table) == "yellow dancer" and hall(table, OTHER) == "red dancer, yellow dancer"


def buy(table: Any, card: str) -> None:
    play(table, f"buy {card}")


def test_a_chapter_with_a_duplicate_cannot_move() -> None:
    """E7: the player's hall has one kind of the Scholars, so only the Robbers can be taken."""
    table = position(
        {"hall": "red scholar", "complete": "hunter"},
        {"hall": "red scholar, blue scholar, green robber"},
        row=("p2_chapter", "p5", "p5", "p5", "p9"),
    )
    buy(table, "p2_chapter")
    play(table, "accept")
    assert hall(table) == "green robber, red scholar"
    assert hall(table, OTHER) == "red scholar, blue scholar"


# Professions of the first edition


def test_weaver_places_two_for_one() -> None:
    """E8: two hand cards into the hall, one hall card to hand; level 0 or none are possible too."""
    table = position(
        {"hand": "yellow weaver, red farmer, blue farmer, green farmer", "hall": "red weaver, blue weaver"},
        {},
        mode="first_edition",
    )
    play(table, "play yellow weaver")
    assert options(table) == ["decline", "level 0", "level 2"]
    play(table, "level 2", "place red farmer", "place blue farmer", "take red weaver")
    assert hall(table) == "red farmer, blue farmer, blue weaver"
    assert hand(table) == "green farmer, red weaver"


def test_farmer_earns_by_the_farmers_in_the_hall() -> None:
    """E9: the fourth Farmer earns two points; the first one nothing."""
    table = position({"hand": "red farmer", "hall": "all but red farmer"}, {}, mode="first_edition")
    play(table, "play red farmer")
    assert options(table) == ["decline", "level 1", "level 3"]
    table = position(
        {"hand": "red farmer", "hall": "blue farmer, green farmer, yellow farmer"}, {}, mode="first_edition"
    )
    play(table, "play red farmer", "level 3")
    assert table.scores()[ME] == 2
    table = position({"hand": "red farmer"}, {}, mode="first_edition")
    play(table, "play red farmer")
    assert asked(table) == "1 action"


def test_a_dancer_just_brought_counts() -> None:
    """E10: the Trader brings a Dancer; the Dancer played next draws one card and gives an extra action."""
    table = position(
        {"hand": "red trader, red dancer", "hall": "green farmer"}, {"hall": "blue dancer"}, mode="first_edition"
    )
    play(table, "play red trader", "level 0")
    assert hall(table) == "blue dancer"
    play(table, "play red dancer", "level 1", "draw green weaver")
    assert hand(table) == "green weaver"
    assert asked(table) == "1 action" and table.actions_left == 0


@pytest.mark.parametrize(("dancers", "drawn"), [("", 0), ("all but red dancer", 4), ("blue dancer, green dancer", 2)])
def test_dancer_draws_as_many_as_dancers_in_the_hall(dancers: str, drawn: int) -> None:
    """E11: none or several; an extra action each time."""
    table = position({"hand": "red dancer", "hall": dancers}, {}, mode="first_edition")
    play(table, "play red dancer", f"level {drawn}")
    zunft.deal(table, random.Random(1))
    assert len(table.players[ME].hand) == drawn
    assert table.actions_left == 1


def test_tax_collector_without_tax_collectors() -> None:
    """E12: no points, but a card may be given away; or declined."""
    table = position({"hand": "red tax_collector", "hall": "blue robber, green robber"}, {})
    play(table, "play red tax_collector")
    assert options(table) == ["decline", "level 0"]
    play(table, "level 0", "give blue robber")
    assert hall(table, OTHER) == "blue robber"
    assert table.scores() == [0, 0]


# Set-up


def opened(players: int, seed: int = 1, **settings: Any) -> Any:
    """A random opening, up to the first turn."""
    table: Any = GAME.new(players, **settings)
    rng = random.Random(seed)
    while table.turn == 0:
        zunft.deal(table, rng)
        table.apply(rng.choice(table.legal_actions()))
        zunft.deal(table, rng)
    return table


def all_cards(table: Any) -> int:
    dealt: int = sum(len(me.hand) + me.hall.bit_count() for me in table.players)
    return int(table.deck_size) + len(table.pile) + dealt


def test_set_up_of_one_set() -> None:
    """E13: 120 cards, four of each kind; five prestige cards in the row; nine cards each, then six and three."""
    table: Any = GAME.new(3)
    assert table.deck_copies == [4] * 30
    rng = random.Random(1)
    zunft.deal(table, rng)
    assert [len(me.hand) for me in table.players] == [9, 9, 9]
    table = opened(3)
    assert all_cards(table) == 120
    assert len(table.row) == 5
    assert [(len(me.hand), me.hall.bit_count()) for me in table.players] == [(6, 3)] * 3


@pytest.mark.parametrize("players", [2, 3])
def test_fewer_prestige_cards_for_two_or_three(players: int) -> None:
    """E14: two fives and one of each other kind stay in the box."""
    few: Any = GAME.new(players)
    many: Any = GAME.new(4)
    removed = [there - here for there, here in zip(many.prestige_deck, few.prestige_deck, strict=True)]
    assert removed == [2 if card == "p5" else 1 for card in PRESTIGE]


# End of the turn, effects that fail, the end of the game


def test_a_played_card_whose_kind_came_into_the_hall_is_discarded() -> None:
    """E15: the Scholar brings its own twin from the deck."""
    table = position({"hand": "red scholar"}, {"hand": "red robber"}, actions=1)
    play(table, "play red scholar", "level 0", "draw red scholar")
    assert hall(table) == "red scholar"
    assert pile(table) == "red scholar"


def test_tax_collector_without_a_possible_gift() -> None:
    """E16: no level is offered, no points are earned."""
    table = position(
        {"hand": "red tax_collector", "hall": "blue tax_collector"}, {"hall": "blue tax_collector, red robber"}
    )
    play(table, "play red tax_collector")
    assert asked(table) == "1 action"
    assert table.scores() == [0, 0]


def test_scholar_discards_a_duplicate() -> None:
    """E17: a card whose kind is in the hall goes to the discard pile."""
    table = position({"hand": "red scholar", "hall": "blue robber"}, {})
    play(table, "play red scholar", "level 0", "draw blue robber")
    assert hall(table) == "blue robber" and pile(table) == "blue robber"


def test_robber_discards_where_all_are_duplicates() -> None:
    """E18: both hand cards of the other player are duplicates, so the chosen one is discarded."""
    table = position(
        {"hand": "red robber", "hall": "blue robber, green robber, red hunter"},
        {"hand": "blue robber, red hunter"},
    )
    play(table, "play red robber", "level 2")
    assert options(table) == ["take blue robber", "take red hunter"]
    play(table, "take red hunter")
    assert pile(table) == "red hunter"
    assert hand(table, OTHER) == "blue robber"


def test_twenty_points_at_the_end_of_your_turn_win() -> None:
    """E19: from 19 to 21 points."""
    table = position({"hand": "red tax_collector", "hall": "all but red tax_collector", "chits": 17}, {}, actions=1)
    play(table, "play red tax_collector", "level 4", "give blue tax_collector")
    assert table.is_over() and table.winners() == [ME]
    assert table.scores() == [21, 0]


def test_a_fourth_complete_chapter_must_go() -> None:
    """E20: the owner chooses at once which one is discarded."""
    table = position(
        {"hand": "red scholar", "hall": "all but green robber", "complete": "hunter peddler bricklayer"}, {}
    )
    play(table, "play red scholar", "level 0", "draw green robber")
    assert asked(table) == "1 overflow"
    assert options(table) == ["chapter robber", "chapter hunter", "chapter peddler", "chapter bricklayer"]
    play(table, "chapter peddler")
    assert complete(table) == ["robber", "hunter", "bricklayer"]
    assert sorted(table.pile) == cards("red peddler, blue peddler, yellow peddler, green peddler, purple peddler")


@pytest.mark.parametrize("mode", MODES)
def test_mixed_games(mode: str) -> None:
    """E21: six professions, or twelve; one set of prestige cards."""
    table = opened(4, mode=mode)
    assert len(table.professions) == (12 if mode == "mega" else 6)
    assert sum(table.prestige_deck) + len(table.row) == 30


# Counting


def prestige_points(table: Any) -> int:
    return sum(copies * points for copies, points in zip(table.prestige_deck, table.parts.vp, strict=True))


def test_prestige_cards_for_four() -> None:
    """C1: three of each of eight kinds, six fives, 138 points; 25 remain when the row is full."""
    table: Any = GAME.new(4)
    assert [table.prestige_deck[card] for card in range(len(PRESTIGE))] == [
        6 if card == "p5" else 3 for card in PRESTIGE
    ]
    assert prestige_points(table) == 138
    assert sum(opened(4).prestige_deck) == 25


def test_prestige_cards_for_two_and_three() -> None:
    """C2: two of each, four fives, 92 points; 15 remain when the row is full."""
    for players in (2, 3):
        table: Any = GAME.new(players)
        assert list(table.prestige_deck) == [4 if card == "p5" else 2 for card in PRESTIGE]
        assert prestige_points(table) == 92
        assert sum(opened(players).prestige_deck) == 15


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mode", ["job_faire", "first_edition"])
def test_cards_after_the_opening(mode: str, players: int) -> None:
    """C3: deck and discard pile have all cards that are in no hand or hall."""
    table = opened(players, mode=mode)
    assert table.deck_size + len(table.pile) == 120 - 9 * players


def test_the_mega_game() -> None:
    """C4: 240 cards of 60 kinds; a hall may hold twelve chapters."""
    table = opened(4, mode="mega")
    assert all_cards(table) == 240
    assert len(table.professions) == 12
    start: Any = GAME.new(4, mode="mega")
    assert start.deck_copies == [4] * 60


def test_nine_cards_hold_three_kinds() -> None:
    """C5: even the most uniform hand of nine opens a hall."""
    table: Any = GAME.new(2)
    play(table, *["show p5"] * 4, "show p9", "start 1")
    play(table, *["draw red robber"] * 4, *["draw blue robber"] * 4, "draw green robber")
    zunft.deal(table, random.Random(1))
    play(table, "stop")
    assert hall(table) == "red robber, blue robber, green robber"


def test_six_random_professions() -> None:
    """C6: six different ones of twelve, 120 cards; each in about half of all games."""
    seen = dict.fromkeys(range(len(PROFESSIONS)), 0)
    for seed in range(400):
        table: Any = GAME.new(2, mode="six_random")
        rng = random.Random(seed)
        for _ in range(6):
            table.apply(zunft.draw(table, rng))
        assert len(set(table.professions)) == 6 and table.deck_size == 120
        for profession in table.professions:
            seen[profession] += 1
    assert all(150 < times < 250 for times in seen.values()), seen


def test_the_first_player_opens_first() -> None:
    """Halls are opened clockwise from the first player, each seeing the earlier ones (G54, G61)."""
    table: Any = GAME.new(3)
    play(table, *["show p5"] * 4, "show p9", "start 2")
    zunft.deal(table, random.Random(3))
    assert asked(table) == "2 exchange"
    play(table, "stop")
    while asked(table) == "2 opening_hall":
        table.apply(table.legal_actions()[0])
    assert asked(table) == "3 exchange"
    assert len(table.view(2)["players"][1]["hall"]) == 3


def test_two_actions_then_the_next_player() -> None:
    """Refreshing twice without discarding is a turn."""
    table = position({"hand": "red robber"}, {"hand": "blue robber"})
    end_turn(table)
    assert table.active == OTHER
