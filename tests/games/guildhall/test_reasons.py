"""Reasons for illegal actions match the rules."""

from __future__ import annotations

from typing import Any

import zunft
from tests.games.guildhall.positions import GAME, asked, options, play, position
from zunft.games.guildhall import hands

NAMES = ("Anna", "Bert", "Cleo")


def why(table: Any, text: str, language: str = "en") -> str:
    verb, _, rest = text.partition(" ")
    found = zunft.why_not(table, GAME.parse(f"{verb} {rest.replace(' ', '-')}"))
    assert found is not None, f"{text} is legal"
    assert not found.general
    return found.say(GAME.texts[language].with_names(NAMES))


def test_a_card_whose_kind_lies_in_the_hall() -> None:
    table = position({"hand": "red robber, blue robber", "hall": "red robber"}, {})
    assert why(table, "play red robber") == "Your hall already has a red Robber."
    assert why(table, "play red robber", "de") == "Schon in deinem Zunfthaus: rote Diebin."
    assert why(table, "play green robber") == "You have no green Robber in hand."
    assert "play blue robber" in options(table)


def test_a_profession_only_once_a_turn() -> None:
    table = position({"hand": "red bricklayer, blue bricklayer"}, {"hand": "red robber"})
    play(table, "play red bricklayer", "decline")
    assert why(table, "play blue bricklayer") == "You have already played this profession this turn: Bricklayer."


def test_prestige_cards_cost_complete_chapters() -> None:
    table = position({"complete": "robber"}, {}, row=("p9", "p5", "p5", "p5", "p5"))
    assert why(table, "buy p9") == "It costs 2 complete chapters, and you have 1 complete chapter."
    assert why(table, "buy p7") == "This prestige card is not in the row: 7 points (actions)."
    assert "buy p5" in options(table)


def test_a_level_needs_cards_in_the_hall() -> None:
    table = position({"hand": "red bricklayer", "hall": "blue bricklayer"}, {})
    play(table, "play red bricklayer")
    assert why(table, "level 2").startswith(
        "Level 2 needs 2 cards of this profession in your hall, and you have 1 card"
    )
    assert why(table, "level 3") == "There is no level 3: Bricklayer."
    assert "level 0" in options(table)


def test_a_level_with_enough_cards_may_still_be_impossible() -> None:
    """G13: two hand cards for the swap, but only one card in the other hall."""
    halls = {"hand": "red peddler, red robber, blue robber", "hall": "blue peddler, green peddler"}
    table = position(halls, {"hall": "red scholar"})
    play(table, "play red peddler")
    assert options(table) == ["decline", "level 0"]
    assert key(table, "level 2") == "level_useless"


def test_somebody_must_be_chosen_who_has_cards() -> None:
    hands = {"hand": "red hunter, blue hunter"}
    table = position({"hand": "red robber"}, hands, hands, {"hand": ""})
    play(table, "play red robber", "level 0")
    assert asked(table) == "1 target"
    found = zunft.why_not(table, GAME.parse("target 4"))
    assert found is not None and found.key == "target_hand"
    assert why(table, "target 1") == "It has to be another player."


def test_a_gift_needs_a_hall_without_its_twin() -> None:
    table = position({"hand": "red tax_collector", "hall": "blue robber"}, {"hall": "blue robber"}, {}, {})
    play(table, "play red tax_collector", "level 0")
    assert options(table) == ["target 3", "target 4"]
    assert why(table, "target 2") == "Bert already has a blue Robber in the hall."


def test_too_many_cards_to_stop_discarding() -> None:
    seven = "red robber, blue robber, green robber, red hunter, blue hunter, green hunter, red scholar"
    table = position({"hand": seven}, {})
    play(table, "refresh")
    assert why(table, "stop") == "You have 7 cards and may keep 6 at most: discard more."
    assert why(table, "discard red peddler") == "You have no red Peddler in hand."


def test_a_gift_that_everybody_has() -> None:
    mine = "red tax_collector, blue hunter, green scholar"
    table = position({"hand": "blue tax_collector", "hall": mine}, {"hall": "blue hunter"})
    play(table, "play blue tax_collector", "level 1")
    assert asked(table) == "1 tax_collector_give"
    assert why(table, "give blue hunter") == "Everybody else already has a blue Hunter in the hall."
    assert why(table, "give red robber") == "There is no red Robber in your hall."


def test_hunted_cards_are_new_and_in_the_pile() -> None:
    table = position(
        {"hand": "red hunter", "hall": "blue scholar, green scholar"}, {}, pile="blue scholar, red robber, blue robber"
    )
    play(table, "play red hunter", "level 0")
    assert asked(table) == "1 hunter_take"
    assert why(table, "take blue scholar") == "Your hall already has a blue Scholar."
    assert why(table, "take green robber") == "There is no green Robber in the discard pile."


def test_a_complete_chapter_that_the_player_does_not_have() -> None:
    table = position({"complete": "robber hunter"}, {})
    play(table, "buy p5")
    assert asked(table) == "1 pay"
    assert why(table, "chapter scholar") == "You have no complete chapter of Scholars."


def test_strikes_go_to_different_chapters() -> None:
    table = position(
        {"hand": "red assassin", "hall": "blue assassin, green assassin"},
        {"hall": "red farmer, blue farmer, red dancer, blue dancer, red trader"},
        mode="first_edition",
    )
    play(table, "play red assassin", "level 2", "discard red farmer")
    assert asked(table) == "1 assassin_strike"
    assert why(table, "discard blue farmer").startswith("The cards have to come from different chapters")
    assert why(table, "discard green trader") == "Bert has no green Trader in the hall."


def key(table: Any, text: str) -> str:
    verb, _, rest = text.partition(" ")
    found = zunft.why_not(table, GAME.parse(f"{verb} {rest.replace(' ', '-')}"))
    assert found is not None, f"{text} is legal"
    return found.key


def bought(prestige: str, mine: str, theirs: str) -> Any:
    """The first player has bought this prestige card and uses it against the second."""
    row = (prestige, "p5", "p5", "p5", "p9")
    table = position({"hall": mine, "complete": "bricklayer"}, {"hall": theirs}, row=row)
    play(table, f"buy {prestige}", "accept")
    return table


def test_a_player_who_is_not_there() -> None:
    hands = {"hand": "red hunter, blue hunter"}
    table = position({"hand": "red robber"}, hands, hands)
    play(table, "play red robber", "level 0")
    assert options(table) == ["target 2", "target 3"]
    assert key(table, "target 4") == "no_player"


def test_a_chapter_that_moves_shares_no_kind_with_the_hall() -> None:
    """G24: and the other hall has it."""
    table = bought("p2_chapter", "red robber", "red robber, blue robber, red hunter, red scholar")
    assert options(table) == ["chapter scholar", "chapter hunter"]
    assert key(table, "chapter robber") == "chapter_shared"
    assert key(table, "chapter peddler") == "no_other_chapter"


def test_a_card_that_two_others_can_replace() -> None:
    """X29: only one card there is new, so a twin of another one has to be given."""
    table = bought("p3_swap", "red robber, blue robber, blue scholar", "red robber, blue robber, red hunter")
    assert options(table) == ["give red robber", "give blue robber"]
    assert key(table, "give blue scholar") == "swap_useless"
    assert key(table, "give red hunter") == "not_in_own_hall"


def test_two_cards_for_one_are_taken_in_order() -> None:
    """X29: cards that the hall lacks, from the other hall."""
    theirs = "red robber, red hunter, blue hunter, yellow hunter, green hunter"
    table = bought("p3_swap", "red robber, blue scholar", theirs)
    play(table, "give blue scholar")
    assert options(table) == ["take red hunter", "take blue hunter", "take yellow hunter"]
    assert key(table, "take green hunter") == "order_first"
    assert key(table, "take red robber") == "in_hall"
    assert key(table, "take blue robber") == "not_in_other_hall"
    play(table, "take blue hunter")
    assert options(table) == ["take yellow hunter", "take green hunter"]
    assert key(table, "take red hunter") == "order_passed"


def test_the_twin_of_the_card_given_has_to_be_taken() -> None:
    """G2: else the other hall would have it twice."""
    table = bought("p3_swap", "blue hunter, red peddler", "red robber, blue robber, blue hunter, green hunter")
    play(table, "give blue hunter")
    assert options(table) == ["take red robber", "take blue robber", "take blue hunter"]
    assert key(table, "take green hunter") == "twin_first"


def test_a_card_of_another_hall_must_be_new_in_your_own() -> None:
    table = bought("p4_take", "red hunter", "red hunter, blue hunter, green hunter")
    assert options(table) == ["take blue hunter", "take green hunter"]
    assert key(table, "take red hunter") == "in_hall"
    assert key(table, "take red robber") == "not_in_other_hall"


def test_a_level_that_could_be_better() -> None:
    """G17: the Tax collector takes the most points."""
    mine = "red tax_collector, green tax_collector, blue hunter"
    table = position({"hand": "blue tax_collector, red robber", "hall": mine}, {"hall": "green hunter"})
    play(table, "play blue tax_collector")
    levels = [int(text.split()[1]) for text in options(table) if text != "decline"]
    assert len(levels) == 1
    assert key(table, "level 0") == "level_better"


def test_any_kind_in_the_hall_cannot_be_placed_again() -> None:
    """G2: the reason names every card of the hall, not only the first kind."""
    table = position({"hand": "blue hunter, green dancer", "hall": "blue hunter"}, {})
    me = table.players[0]
    for kind in me.hand:
        found = hands.why_not_placed(me, kind)
        assert (found is not None and found.key == "in_hall") == bool(me.hall & 1 << kind)
    assert any(me.hall & 1 << kind for kind in me.hand) and not all(me.hall & 1 << kind for kind in me.hand)
