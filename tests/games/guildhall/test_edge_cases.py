"""Edge cases (X) of the rule specification, section 12."""

from __future__ import annotations

import random
from typing import Any

import pytest

import zunft
from tests.games.guildhall.positions import (
    GAME,
    ME,
    OTHER,
    THIRD,
    asked,
    cards,
    complete,
    end_turn,
    hall,
    hand,
    names,
    options,
    pile,
    play,
    position,
)
from zunft.games.guildhall.setup import SOME_SIX

SIX_ROBBERS = "red robber, blue robber, yellow robber, green robber, purple robber, red robber"
EIGHT = SIX_ROBBERS + ", red hunter, blue hunter"


def row(card: str) -> tuple[str, ...]:
    return (card, "p5", "p5", "p5", "p9")


# Refresh, deck, discard pile


def test_a_large_hand_must_shrink_to_six() -> None:
    """X1: with eight cards two must be discarded before stopping."""
    table = position({"hand": EIGHT}, {})
    play(table, "refresh")
    assert "stop" not in options(table)
    play(table, "discard red hunter")
    assert "stop" not in options(table)
    play(table, "discard blue hunter")
    assert "stop" in options(table)
    play(table, "stop")
    assert len(table.players[ME].hand) == 6 and pile(table) == "red hunter, blue hunter"


def test_refresh_without_discarding() -> None:
    """X2: nothing changes, the action is spent."""
    table = position({"hand": SIX_ROBBERS}, {})
    play(table, "refresh", "stop")
    assert len(table.players[ME].hand) == 6 and table.pile == []
    assert asked(table) == "1 action" and table.actions_left == 0


def test_an_empty_deck_is_refilled_from_the_pile() -> None:
    """X3: two from the deck, then the ten of the pile are reshuffled and three drawn."""
    table = position(
        {"hand": "red robber"},
        {},
        draw_pile="red scholar, blue scholar",
        pile=", ".join(["red peddler, blue peddler, green peddler, yellow peddler, purple peddler"] * 2),
    )
    play(table, "refresh", "stop", "draw red scholar", "draw blue scholar")
    assert table.pile == [] and table.deck_size == 10
    play(table, "draw red peddler", "draw blue peddler", "draw red peddler")
    assert len(table.players[ME].hand) == 6
    assert table.pile == [] and table.deck_size == 7


def test_nothing_left_to_draw() -> None:
    """X4: no card is drawn, nothing breaks."""
    table = position({"hand": "red robber"}, {"hand": "blue robber"}, draw_pile="")
    play(table, "refresh", "stop")
    assert hand(table) == "red robber"
    assert asked(table) == "1 action"


@pytest.mark.parametrize(("deck", "question"), [("", "1 action"), ("blue robber", "1 level")])
def test_a_scholar_needs_a_card_that_can_be_drawn(deck: str, question: str) -> None:
    """G13: one card is enough."""
    table = position({"hand": "red scholar"}, {}, draw_pile=deck)
    play(table, "play red scholar")
    assert asked(table) == question


def test_a_spent_chapter_is_drawn_again() -> None:
    """X42: the five cards of the payment are the new deck."""
    table = position({"complete": "robber"}, {}, draw_pile="", row=row("p4_draw"))
    play(table, "buy p4_draw", "accept")
    assert table.deck_size == 5 and table.pile == []
    zunft.deal(table, random.Random(1))
    assert hand(table) == "red robber, blue robber, yellow robber, green robber, purple robber"


def test_no_limit_of_the_hand_at_the_end_of_the_turn() -> None:
    """X43: ten cards may be kept."""
    table = position({"hand": EIGHT + ", red bricklayer"}, {"hand": "red scholar"}, actions=1)
    play(table, "play red bricklayer", "level 0", "draw red peddler", "draw blue peddler", "draw green peddler")
    play(table, "put_back red robber")
    assert len(table.players[ME].hand) == 10 and table.active == OTHER


# Scholar


def test_equal_cards_from_the_deck() -> None:
    """X5: the first is placed, the second discarded, the third placed."""
    table = position({"hand": "red scholar", "hall": "blue scholar, green scholar"}, {})
    play(table, "play red scholar", "level 2", "draw red hunter", "draw red hunter", "draw blue hunter")
    assert hall(table) == "blue scholar, green scholar, red hunter, blue hunter"
    assert pile(table) == "red hunter"


@pytest.mark.parametrize(
    ("order", "left", "discarded"),
    [(("purple", "red"), "red robber", ""), (("red", "purple"), "", "red robber")],
)
def test_completion_in_the_middle_of_an_effect(order: tuple[str, str], left: str, discarded: str) -> None:
    """X6: its kinds are duplicates until the chapter is complete."""
    table = position({"hand": "red scholar", "hall": "all but purple robber, blue scholar, green scholar"}, {})
    play(table, "play red scholar", "level 2", *(f"draw {colour} robber" for colour in order), "draw blue scholar")
    assert complete(table) == ["robber"]
    assert hall(table) == ", ".join(filter(None, [left, "blue scholar, green scholar"]))
    assert pile(table) == ", ".join(filter(None, [discarded, "blue scholar"]))


def test_a_completion_does_not_allow_the_profession_again() -> None:
    """X35: the Scholar completed the Scholars by its effect; with the option another one may be played."""
    for again in (False, True):
        table = position(
            {"hand": "green scholar, blue scholar", "hall": "all but green scholar"},
            {},
            same_profession_after_completion=again,
        )
        play(table, "play green scholar", "level 0", "draw green scholar")
        assert complete(table) == ["scholar"]
        assert ("play blue scholar" in options(table)) == again


def test_a_completion_in_another_hall_allows_no_profession_again() -> None:
    """X35: the option is about chapters of the player whose turn it is."""
    table = position(
        {"hand": "red peddler, blue peddler, green peddler"},
        {"hall": "all but blue peddler, red hunter"},
        same_profession_after_completion=True,
    )
    play(table, "play red peddler", "level 0", "give blue peddler", "take red hunter")
    assert complete(table, OTHER) == ["peddler"]
    assert "play green peddler" not in options(table)


def test_two_chapters_too_many_are_discarded_one_by_one() -> None:
    """G10: the cards played complete two chapters at the end of the turn, which makes five."""
    table = position(
        {
            "hand": "red robber, red scholar",
            "hall": "all but red robber, all but red scholar",
            "complete": "hunter peddler bricklayer",
        },
        {},
    )
    play(table, "play red robber", "play red scholar", "decline")
    assert asked(table) == "1 overflow"
    play(table, "chapter hunter")
    assert asked(table) == "1 overflow"
    play(table, "chapter peddler")
    assert sorted(complete(table)) == ["bricklayer", "robber", "scholar"]
    assert table.active == OTHER


# Robber


def test_robber_needs_enough_cards() -> None:
    """X7: a player with one card cannot be robbed of two."""
    table = position(
        {"hand": "red robber", "hall": "all but red robber"},
        {"hand": "red hunter"},
        {"hand": "blue hunter, green hunter"},
    )
    play(table, "play red robber", "level 4", "take green hunter")
    assert hall(table) == "blue robber, yellow robber, green robber, purple robber, blue hunter, green hunter"
    assert hand(table, OTHER) == "red hunter" and hand(table, THIRD) == ""


def test_robber_takes_what_can_be_placed() -> None:
    """X8: of a duplicate and a new kind only the new kind may be taken."""
    table = position(
        {"hand": "red robber", "hall": "blue robber, green robber"}, {"hand": "blue robber, red hunter, green hunter"}
    )
    play(table, "play red robber", "level 2")
    assert options(table) == ["take red hunter", "take green hunter"]


def test_robber_among_duplicates() -> None:
    """X9: any of them, and it is discarded."""
    table = position({"hand": "red robber", "hall": "blue robber, green robber"}, {"hand": "blue robber, green robber"})
    play(table, "play red robber", "level 2", "take green robber")
    assert pile(table) == "green robber"


def test_a_random_duplicate_is_discarded() -> None:
    """X10: no second draw, though another card would fit."""
    table = position({"hand": "red robber", "hall": "blue hunter"}, {"hand": "blue hunter, red hunter"})
    play(table, "play red robber", "level 0", "draw blue hunter")
    assert pile(table) == "blue hunter" and hand(table, OTHER) == "red hunter"


# Hunter


def test_hunter_gives_a_chapter_of_one() -> None:
    """X11: three cards in, one out."""
    table = position(
        {"hand": "red hunter", "hall": "all but red hunter, blue robber"},
        {},
        pile="red scholar, blue scholar, green scholar",
    )
    play(table, "play red hunter", "level 4", "chapter robber")
    assert hall(table) == (
        "red scholar, blue scholar, green scholar, blue hunter, yellow hunter, green hunter, purple hunter"
    )
    assert pile(table) == "blue robber"


def test_hunter_needs_three_kinds() -> None:
    """X12: with two cards in the pile level 4 is not offered, level 2 is."""
    table = position({"hand": "red hunter", "hall": "all but red hunter"}, {}, pile="red scholar, blue scholar")
    play(table, "play red hunter")
    assert options(table) == ["decline", "level 0", "level 2"]


def test_hunter_with_an_empty_hall() -> None:
    """X13: no level at all."""
    table = position({"hand": "red hunter"}, {}, pile="red scholar")
    play(table, "play red hunter")
    assert asked(table) == "1 action"


def test_hunter_orders_what_is_given() -> None:
    """The last one given lies on top; cards just given cannot be taken; the rest keeps its order (G31)."""
    table = position(
        {"hand": "red hunter", "hall": "blue hunter, green hunter, red robber"},
        {},
        pile="red scholar, blue scholar, green scholar",
    )
    play(table, "play red hunter", "level 2", "take red scholar", "take green scholar")
    play(table, "give red robber", "give blue hunter")
    assert pile(table) == "blue scholar, red robber, blue hunter"
    assert hall(table) == "red scholar, green scholar, green hunter"


# Peddler


def test_peddler_needs_two_kinds() -> None:
    """X14: two equal hand cards are enough for level 0 only."""
    table = position(
        {"hand": "red peddler, red robber, red robber", "hall": "blue peddler, green peddler"},
        {"hall": "red hunter, blue hunter"},
    )
    play(table, "play red peddler")
    assert options(table) == ["decline", "level 0"]


def test_an_opponent_with_too_many_complete_chapters_decides_out_of_turn() -> None:
    """X15: two cards given complete a chapter of a player who has three complete ones."""
    table = position(
        {"hand": "red peddler, red robber, blue robber", "hall": "all but red peddler"},
        {
            "hall": "yellow robber, green robber, purple robber, red hunter",
            "complete": "scholar bricklayer tax_collector",
        },
    )
    play(table, "play red peddler", "level 4", "chapter hunter")
    assert asked(table) == "2 overflow"
    play(table, "chapter robber")
    assert complete(table, OTHER) == ["scholar", "bricklayer", "tax_collector"]
    assert hand(table) == "red hunter"
    assert asked(table) == "1 action" and table.actions_left == 1


def test_peddler_takes_a_chapter_for_two_cards() -> None:
    """X44: hand minus two plus three, that hall minus three plus two, the player's hall unchanged, an extra action."""
    table = position(
        {"hand": "red peddler, red robber, blue robber", "hall": "all but red peddler"},
        {"hall": "red hunter, blue hunter, green hunter"},
    )
    before = hall(table)
    play(table, "play red peddler", "level 4")
    assert hand(table) == "red hunter, blue hunter, green hunter"
    assert hall(table, OTHER) == "red robber, blue robber" and hall(table) == before
    assert table.actions_left == 1


# Tax Collector


def test_tax_collector_with_four() -> None:
    """X16: four points and one card given, perhaps a Tax Collector."""
    table = position({"hand": "red tax_collector", "hall": "all but red tax_collector, red robber"}, {})
    play(table, "play red tax_collector", "level 4")
    assert table.scores()[ME] == 4
    assert "give blue tax_collector" in options(table)
    play(table, "give blue tax_collector")
    assert hall(table, OTHER) == "blue tax_collector"


def test_tax_collector_when_all_have_everything() -> None:
    """X17: all kinds are in every other hall, so there is no level."""
    table = position(
        {"hand": "red tax_collector", "hall": "red robber"}, {"hall": "red robber"}, {"hall": "red robber, blue robber"}
    )
    play(table, "play red tax_collector")
    assert asked(table) == "1 action"


def test_a_gift_completes_a_chapter_there() -> None:
    """X18: the fifth colour arrives in another hall."""
    table = position({"hand": "red tax_collector", "hall": "green robber"}, {"hall": "all but green robber"})
    play(table, "play red tax_collector", "level 0")
    assert complete(table, OTHER) == ["robber"] and hall(table, OTHER) == ""


def test_twenty_points_count_at_the_end_of_the_turn_only() -> None:
    """X19: the game continues after the first action, and is won when the turn ends."""
    table = position(
        {"hand": "red tax_collector, " + SIX_ROBBERS, "hall": "blue tax_collector", "chits": 19},
        {"hand": SIX_ROBBERS},
    )
    play(table, "play red tax_collector", "level 1")
    assert table.scores()[ME] == 20 and not table.is_over()
    play(table, "refresh", "stop")
    assert table.is_over() and table.winners() == [ME]


def test_tax_collector_gives_a_tax_collector() -> None:
    """X45: two points counted before the gift; one is left, and the one played makes two."""
    table = position(
        {"hand": "red tax_collector", "hall": "blue tax_collector, green tax_collector"},
        {"hand": "red robber"},
        actions=1,
    )
    play(table, "play red tax_collector", "level 2", "give blue tax_collector")
    assert table.scores()[ME] == 2
    assert hall(table) == "red tax_collector, green tax_collector"


# Buying


def test_a_card_for_two_chapters() -> None:
    """X20: ten cards are discarded, nine points counted, no effect offered."""
    table = position({"complete": "robber hunter"}, {})
    play(table, "buy p9", "chapter robber")
    assert len(table.pile) == 10 and complete(table) == []
    assert table.scores()[ME] == 9
    assert table.current_player() == zunft.CHANCE
    play(table, "show p7")
    assert asked(table) == "1 action"


def test_one_chapter_does_not_pay_for_two() -> None:
    """X21: the seven and the nine are not offered."""
    table = position({"complete": "robber"}, {}, row=("p5", "p7", "p9", "p4_draw", "p5"))
    assert [text for text in options(table) if text.startswith("buy")] == ["buy p4_draw", "buy p5"]


def test_extra_actions_of_the_seven() -> None:
    """X22: two more actions; professions played still count."""
    table = position({"hand": "red bricklayer, blue bricklayer", "complete": "robber hunter"}, {}, row=row("p7"))
    play(table, "play red bricklayer", "decline", "buy p7", "chapter robber", "accept", "show p9")
    assert table.actions_left == 1 and asked(table) == "1 action"
    assert options(table) == ["refresh"]


def test_extra_actions_declined() -> None:
    """X23: the turn ends."""
    table = position({"complete": "robber hunter"}, {"hand": "red robber"}, row=row("p7"), actions=1)
    play(table, "buy p7", "chapter robber", "decline", "show p9")
    assert table.active == OTHER


def test_the_twin_of_a_played_card() -> None:
    """X24: an effect placed its twin, so the card played is discarded at the end of the turn."""
    table = position(
        {"hand": "red hunter, red scholar", "hall": "blue robber"},
        {"hand": "red robber"},
        pile="red hunter, red peddler",
    )
    play(table, "play red hunter", "level 0", "take red hunter", "play red scholar", "decline")
    assert hall(table) == "red scholar, red hunter"
    assert pile(table) == "red peddler, blue robber, red hunter"


def test_two_chapters_completed_at_the_end_of_the_turn() -> None:
    """X25: with two complete before there are four, and the owner discards one."""
    table = position(
        {
            "hand": "red robber, red bricklayer",
            "hall": "all but red robber, all but red bricklayer",
            "complete": "hunter peddler",
        },
        {},
    )
    play(table, "play red robber", "play red bricklayer", "decline")
    assert asked(table) == "1 overflow"
    play(table, "chapter bricklayer")
    assert complete(table) == ["robber", "hunter", "peddler"]
    assert table.active == OTHER


def test_complete_chapters_are_out_of_reach() -> None:
    """X26: no effect aims at an opponent's complete chapter."""
    table = position(
        {"hand": "red assassin, red trader", "hall": "red farmer", "complete": "dancer"},
        {"complete": "farmer weaver"},
        mode="first_edition",
        row=row("p2_chapter"),
    )
    play(table, "play red assassin")
    assert asked(table) == "1 action"
    play(table, "buy p2_chapter", "stop", "show p9")
    assert complete(table, OTHER) == ["farmer", "weaver"] and hall(table) == "red assassin, red farmer"


def test_the_row_runs_dry() -> None:
    """X31: with three players the sixteenth purchase leaves four cards in the row; play continues."""
    table = position({"complete": "robber hunter"}, {}, {}, actions=3)
    table.prestige_deck = (0, 0, 0, 0, 0, 0, 0, 0, 1)
    play(table, "buy p5", "chapter robber", "show p9")
    assert len(table.row) == 5 and sum(table.prestige_deck) == 0
    play(table, "buy p5")
    assert len(table.row) == 4 and asked(table) == "1 action"


# Bricklayer


def test_bricklayer_with_an_empty_hand() -> None:
    """X27: draws three, puts one back, and that one is drawn next."""
    table = position({"hand": "red bricklayer"}, {})
    play(table, "play red bricklayer", "level 0", "draw red robber", "draw blue robber", "draw green robber")
    play(table, "put_back blue robber", "refresh", "stop")
    assert hand(table) == "red robber, blue robber, green robber"
    assert table.current_player() == zunft.CHANCE


def test_cards_put_back_are_secret() -> None:
    """X28: a, then b: next draws are b and a; other players' views hold neither."""
    table = position({"hand": "red bricklayer, red hunter", "hall": "blue bricklayer, green bricklayer"}, {}, {})
    play(
        table, "play red bricklayer", "level 2", *(f"draw {name} robber" for name in ("red", "blue", "green", "yellow"))
    )
    play(table, "draw red peddler", "put_back red hunter", "put_back red peddler")
    assert table.view(ME)["deck"]["known"] == ["red-peddler", "red-hunter"]
    for viewer in (OTHER, THIRD, None):
        assert table.view(viewer)["deck"]["known"] == []
    assert names(list(table.put_back)) == "red hunter, red peddler"
    play(table, "refresh", "stop")
    assert hand(table) == "red robber, blue robber, yellow robber, green robber, red hunter, red peddler"


# Other prestige cards


def test_a_swap_one_for_two_with_a_twin() -> None:
    """X29: the given kind is in the other hall too, so it must be among the two taken."""
    table = position(
        {"hall": "red hunter", "complete": "robber"},
        {"hall": "red hunter, blue hunter, green hunter"},
        row=row("p3_swap"),
    )
    play(table, "buy p3_swap", "accept")
    assert table.taken == tuple(cards("red hunter"))
    assert options(table) == ["take blue hunter", "take green hunter"]
    play(table, "take green hunter", "show p9")
    assert hall(table) == "red hunter, green hunter" and hall(table, OTHER) == "red hunter, blue hunter"


def test_equal_halls_have_nothing_to_swap() -> None:
    """X29: of two cards to take, at most one can be the twin of the card given."""
    table = position(
        {"hall": "red robber, blue robber", "complete": "hunter"},
        {"hall": "red robber, blue robber"},
        row=row("p3_swap"),
    )
    play(table, "buy p3_swap")
    assert table.current_player() == zunft.CHANCE, "the row is filled at once"


def test_any_card_can_be_swapped_for_two_new_ones() -> None:
    """X29: the other hall needs two cards that are new here, no more."""
    table = position(
        {"hall": "red robber, blue scholar", "complete": "hunter"},
        {"hall": "red robber, red peddler, blue peddler"},
        row=row("p3_swap"),
    )
    play(table, "buy p3_swap", "accept")
    assert options(table) == ["give red robber", "give blue scholar"]
    play(table, "give blue scholar", "show p9")
    assert hall(table) == "red robber, red peddler, blue peddler"
    assert hall(table, OTHER) == "red robber, blue scholar"


def test_a_swap_one_for_two_completes_chapters_in_both_halls() -> None:
    """G4: at once, in the own hall and in the other one."""
    table = position(
        {"hall": "red hunter, blue hunter, yellow hunter, red peddler", "complete": "robber"},
        {"hall": "green hunter, purple hunter, all but red peddler"},
        row=row("p3_swap"),
    )
    play(table, "buy p3_swap", "accept", "give red peddler", "take green hunter", "take purple hunter")
    assert complete(table) == ["hunter"] and complete(table, OTHER) == ["peddler"]
    assert hall(table) == hall(table, OTHER) == ""


def test_a_new_prestige_card_is_one_revelation() -> None:
    """G48: shown to all."""
    table = position({"complete": "hunter"}, {})
    play(table, "buy p5")
    before = table.reveals
    play(table, "show p9")
    assert table.reveals == before + 1


def test_two_equal_cards_from_hand() -> None:
    """X30: the second enters only after a completion."""
    table = position(
        {"hand": "red hunter, red hunter, blue peddler", "hall": "all but red hunter", "complete": "robber"},
        {},
        row=row("p3_hand"),
    )
    play(table, "buy p3_hand", "accept", "place red hunter")
    assert "place red hunter" in options(table)
    play(table, "place red hunter")
    assert options(table) == ["place blue peddler", "stop"]
    assert complete(table) == ["hunter"] and hall(table) == "red hunter"


def test_a_chapter_joins_and_completes() -> None:
    """X38: two of the player's and the three others make five."""
    table = position(
        {"hall": "red hunter, blue hunter", "complete": "robber"},
        {"hall": "yellow hunter, green hunter, purple hunter"},
        row=row("p2_chapter"),
    )
    play(table, "buy p2_chapter", "accept")
    assert complete(table) == ["hunter"] and hall(table, OTHER) == ""


# First edition


def first(*players: dict[str, Any], **more: Any) -> Any:
    return position(*players, mode="first_edition", **more)


def test_assassin_needs_two_chapters() -> None:
    """X32: against one chapter of three level 2 is not offered, level 4 is."""
    table = first(
        {"hand": "red assassin", "hall": "all but red assassin"}, {"hall": "red dancer, blue dancer, green dancer"}
    )
    play(table, "play red assassin")
    assert options(table) == ["decline", "level 0", "level 4"]
    play(table, "level 4", "discard green dancer", "discard red dancer")
    assert pile(table) == "green dancer, red dancer"


def test_assassin_strikes_two_chapters() -> None:
    """The second card is of another profession than the first (G38)."""
    table = first(
        {"hand": "red assassin", "hall": "blue assassin, green assassin"},
        {"hall": "red dancer, blue dancer, green farmer, red weaver"},
    )
    play(table, "play red assassin", "level 2", "discard blue dancer")
    assert options(table) == ["discard green farmer", "discard red weaver"]


def test_historian_and_a_duplicate_on_top() -> None:
    """X33: not usable, the pile stays as it is."""
    table = first({"hand": "red historian", "hall": "blue dancer"}, {}, pile="red dancer, blue dancer")
    play(table, "play red historian")
    assert asked(table) == "1 action" and pile(table) == "red dancer, blue dancer"


def test_historian_takes_the_top_card() -> None:
    """At level 0 the top card, exposing the next one (G37)."""
    table = first({"hand": "red historian"}, {}, pile="red dancer, blue dancer")
    play(table, "play red historian", "level 0")
    assert hall(table) == "blue dancer"
    assert table.view(OTHER)["pile"]["top"] == "red-dancer"


def test_historian_takes_two_one_after_the_other() -> None:
    """The second may be a kind allowed again by a completion (G37)."""
    table = first(
        {"hand": "red historian", "hall": "all but red historian, all but red dancer"},
        {},
        pile="red dancer, red dancer",
    )
    play(table, "play red historian")
    assert options(table) == ["decline", "level 0", "level 2", "level 4"]
    play(table, "level 4")
    assert complete(table) == ["dancer"] and pile(table) == ""
    assert hall(table).startswith("red dancer, ")


def test_traders_swap_chapters_of_one_profession() -> None:
    """X34: legal, the chapters change owners."""
    table = first(
        {"hand": "red trader", "hall": "all but red trader, red dancer"},
        {"hall": "red dancer, blue dancer, red farmer"},
    )
    play(table, "play red trader", "level 4")
    assert options(table) == ["chapter dancer", "chapter trader"]
    play(table, "chapter dancer")  # for the Farmers there, a red Dancer would be there twice
    assert hall(table, OTHER) == "red dancer, red farmer"
    assert hall(table).startswith("red dancer, blue dancer, ")


def test_trader_takes_the_twin_too() -> None:
    """X41: both halls hold the same kind; if it is given, it must be taken."""
    table = first(
        {"hand": "red trader", "hall": "blue trader, green trader, red dancer"},
        {"hall": "red dancer, red farmer, blue farmer"},
    )
    play(table, "play red trader", "level 2", "give red dancer", "give blue trader")
    assert table.taken == tuple(cards("red dancer"))
    assert options(table) == ["take red farmer", "take blue farmer"]
    play(table, "take red farmer")
    assert hall(table) == "red dancer, red farmer, green trader"
    assert hall(table, OTHER) == "red dancer, blue farmer, blue trader"
    assert table.view(None)["given"] == table.view(None)["taken"] == []


def test_weaver_may_place_nothing() -> None:
    """X39: two hall cards to hand, nothing placed."""
    table = first({"hand": "red weaver, red farmer", "hall": "all but red weaver"}, {})
    play(table, "play red weaver", "level 4", "take blue weaver", "take green weaver", "stop")
    assert hall(table) == "yellow weaver, purple weaver"
    assert hand(table) == "red farmer, blue weaver, green weaver"


def test_weaver_does_not_place_what_it_takes() -> None:
    """X46: the card taken from the hall is not among those to be placed."""
    table = first({"hand": "red weaver, red farmer, blue farmer", "hall": "all but red weaver"}, {})
    play(table, "play red weaver", "level 4", "take blue weaver", "take green weaver")
    assert options(table) == ["place red farmer", "place blue farmer", "stop"]


def test_the_fifth_colour_may_be_played() -> None:
    """X40: still four in the hall until the end of the turn, so level 4 is available."""
    table = position({"hand": "red bricklayer", "hall": "all but red bricklayer"}, {"hand": "red robber"}, actions=1)
    play(table, "play red bricklayer")
    assert options(table) == ["decline", "level 0", "level 2", "level 4"]
    assert complete(table) == []
    play(table, "decline")
    assert complete(table) == ["bricklayer"] and hall(table) == ""


# The turn and the table


def test_what_others_see_of_a_player() -> None:
    """X36: number of hand cards, hall, action area, number of complete chapters, points, top of the pile."""
    table = position(
        {"hand": "red robber, blue bricklayer", "hall": "red hunter", "complete": "scholar", "chits": 3},
        {},
        pile="red peddler, blue peddler",
    )
    play(table, "play blue bricklayer", "decline")
    seen = table.view(OTHER)["players"][ME]
    assert seen["hand"] is None and seen["hand_size"] == 1
    assert seen["hall"] == ["red-hunter"] and seen["area"] == ["blue-bricklayer"]
    assert seen["complete"] == 1 and seen["complete_chapters"] is None
    assert seen["vp"] == 3
    assert table.view(OTHER)["pile"] == {"size": 2, "top": "blue-peddler", "cards": None}
    assert table.view(ME)["players"][ME]["complete_chapters"] == ["scholar"]


def test_extra_actions_are_taken() -> None:
    """X37: Peddler and Dancer, then two more plays: four professions in one turn."""
    table = position(
        {"hand": "red peddler, red dancer, red weaver, red robber, red historian, blue hunter"},
        {"hall": "green hunter", "hand": "green hunter"},
        mode="six_chosen",
    )
    play(table, "play red peddler", "level 0", "give blue hunter", "play red dancer", "level 0")
    play(table, "play red weaver", "decline", "play red robber", "decline")
    assert table.active == OTHER
    assert hall(table) == "red robber, red peddler, red dancer, red weaver"


def test_the_whole_opening_hand_may_be_exchanged() -> None:
    """X47: nine new cards, the old ones on the pile, then three are placed."""
    table: Any = GAME.new(2)
    rng = random.Random(2)
    zunft.deal(table, rng)
    player = table.current_player()
    first_hand = list(table.players[player].hand)
    for kind in first_hand[:-1]:
        play(table, f"discard {names([kind])}")
    play(table, f"discard {names([first_hand[-1]])}")
    assert table.pile == first_hand
    zunft.deal(table, rng)
    assert len(table.players[player].hand) == 9
    assert asked(table) == f"{player + 1} opening_hall"


@pytest.mark.parametrize(
    "wrong",
    [
        "robber,hunter,peddler,dancer,historian",
        [*SOME_SIX, "trader"],
        "robber,robber,peddler,dancer,historian,weaver",
        "robber,hunter,peddler,dancer,historian,baker",
        6,
    ],
)
def test_six_chosen_must_be_six(wrong: object) -> None:
    """X48: fewer, more or a repeated profession are rejected."""
    with pytest.raises(zunft.BadOption, match="must be 6 different ones of robber"):
        GAME.new(2, mode="six_chosen", professions=wrong)


def test_any_six_may_be_chosen() -> None:
    """Also six without a card that draws (G62)."""
    table: Any = GAME.new(2, mode="six_chosen", professions="assassin,farmer,trader,hunter,robber,weaver")
    assert table.deck_size == 120 and len(table.professions) == 6


def test_the_limit_of_turns() -> None:
    """After the last turn the highest score wins, a tie is shared (G55)."""
    table = position({"hand": SIX_ROBBERS, "chits": 3}, {"chits": 3, "hand": EIGHT}, turn_limit=1)
    end_turn(table)
    assert table.is_over() and table.winners() == [ME, OTHER]
    with pytest.raises(zunft.BadOption, match="turn_limit"):
        GAME.new(2, turn_limit=0)


def test_the_owner_orders_a_payment_where_historians_play() -> None:
    """From the top down, or in the given order (G43)."""
    table = first({"complete": "dancer"}, {})
    play(table, "buy p5", "discard yellow dancer", "discard red dancer", "stop", "show p7")
    assert pile(table) == "blue dancer, green dancer, purple dancer, red dancer, yellow dancer"
    assert table.view(OTHER)["pile"]["top"] == "yellow-dancer"


def test_the_chapter_paid_last_lies_on_top() -> None:
    """Any of the player's complete chapters, in any order (G46)."""
    table = position({"complete": "robber scholar hunter"}, {})
    play(table, "buy p9")
    assert options(table) == ["chapter robber", "chapter scholar", "chapter hunter"]
    play(table, "chapter hunter")
    assert options(table) == ["chapter robber", "chapter scholar"]
    play(table, "chapter robber")
    assert complete(table) == ["scholar"]
    assert pile(table) == (
        "red hunter, blue hunter, yellow hunter, green hunter, purple hunter, "
        "red robber, blue robber, yellow robber, green robber, purple robber"
    )


def test_a_card_of_another_hall() -> None:
    """p4_take: one card that the player's hall lacks."""
    table = position(
        {"hall": "red hunter", "complete": "robber"}, {"hall": "red hunter, blue hunter"}, row=row("p4_take")
    )
    play(table, "buy p4_take", "accept", "show p9")
    assert hall(table) == "red hunter, blue hunter" and hall(table, OTHER) == "red hunter"


def test_one_extra_action() -> None:
    """p4_action: taken after the row is filled (G47)."""
    table = position({"complete": "robber"}, {}, row=row("p4_action"), actions=1)
    play(table, "buy p4_action", "accept", "show p9")
    assert asked(table) == "1 action" and table.actions_left == 0


def test_weaver_places_one() -> None:
    """At level 0 a hand card enters the hall and may complete a chapter (G5)."""
    table = first({"hand": "red weaver, red farmer, blue dancer", "hall": "all but red farmer"}, {})
    play(table, "play red weaver", "level 0", "place red farmer")
    assert complete(table) == ["farmer"] and hand(table) == "blue dancer"


def test_opening_cards_are_of_different_kinds() -> None:
    """Three kinds in ascending order, so each set has one encoding (G54)."""
    table: Any = GAME.new(2)
    play(table, *["show p5"] * 4, "show p9", "start 1")
    drawn = ("red robber", "red robber", "blue robber", "green robber", "red hunter", *["blue hunter"] * 4)
    play(table, *(f"draw {card}" for card in drawn))
    zunft.deal(table, random.Random(1))
    play(table, "stop")
    assert options(table) == ["place red robber", "place blue robber", "place green robber"]
    assert cards("red robber") == [0]
